"""Exact cosines of one small integer configuration, and a rational matrix with the same sign
pattern made from the cosines alone.

A cosine c is stored as one ``int64``: with c |c| = a/b in lowest terms, b > 0, the code is a * 2^31
+ b. So equal codes mean equal cosines, and negating the cosine maps the code to 2b - code. The
bound ``cosine_bound`` says when every b is below 2^31.

``from_cosines`` sees codes only. In each connected component of the graph of non-zero cosines it
takes a root and gives label i the square-free integer w_i with the square class of the product of
squared cosines along a path to it; then sqrt(w_i w_j) c_ij is rational for all i, j. Positive row
and column scalings change no sign pattern, so the matrix is then made integral and primitive, and
enough independent columns are kept to span the rest and made short, which changes no span.

>>> import numpy as np
>>> rows = np.array([[3, 0], [1, 1], [0, 2]])
>>> codes = np.empty((3, 3), np.int64)
>>> bool(cosines(rows, 3, 2, codes)), [decode(int(code)) for code in codes[1]]
(True, [(1, 2), (1, 1), (1, 2)])
>>> matrix, table = np.empty((3, 2), np.int64), square_free_parts(100)
>>> from_cosines(codes, 3, 2, table, matrix), matrix.tolist()
(2, [[1, -1], [1, 0], [0, 1]])
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel
from proofs.search.kernels.small_topes import largest_entry

__all__ = [
    "cosine_bound",
    "cosines",
    "decode",
    "difference_cosines",
    "from_cosines",
    "square_free_parts",
]

_BASE = 1 << 31  # entries of cosines stay below this
_PRIME = (1 << 31) - 1  # modulo which independence is found
_SAFE = 1 << 62  # products of int64 stay below this
_SMALL = 100  # entries up to this are not shortened


def cosine_bound(d: int, k: int) -> bool:
    """Whether all codes are exact for d columns with entries in -k..k: squared norms are at most d
    k^2, and b at most their product.
    """
    return (d * k * k) ** 2 < _BASE


def decode(code: int) -> tuple[int, int]:
    """The signed square of a cosine, a/b in lowest terms."""
    b = code % _BASE
    return (code - b) // _BASE, b


def square_free_parts(limit: int) -> np.ndarray:
    """For x below ``limit`` the integer without square factors that has the same square class."""
    parts = np.arange(limit, dtype=np.int64)
    for p in range(2, int(limit**0.5) + 1):
        while True:
            divisible = np.flatnonzero(parts[p * p :] % (p * p) == 0) + p * p
            divisible = divisible[parts[divisible] > 0]
            if not len(divisible):
                break
            parts[divisible] //= p * p
    return parts


@kernel
def _gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@kernel
def _code(product, squares):
    """The code of the cosine with this inner product and product of squared norms."""
    if product == 0:
        return 1
    square = product * product
    g = _gcd(squares, square)
    return (square // g if product > 0 else -(square // g)) * _BASE + squares // g


@kernel
def cosines(rows, n, d, codes):
    """Codes of C(U); False if a row is zero. Precondition: ``cosine_bound``."""
    for i in range(n):
        norm = 0
        for c in range(d):
            norm += rows[i, c] * rows[i, c]
        if norm == 0:
            return False
        codes[i, i] = norm
    for i in range(n):
        for j in range(i):
            product = 0
            for c in range(d):
                product += rows[i, c] * rows[j, c]
            codes[i, j] = _code(product, codes[i, i] * codes[j, j])
            codes[j, i] = codes[i, j]
    for i in range(n):
        codes[i, i] = _BASE + 1
    return True


@kernel
def difference_cosines(codes, n, ordered):
    """Spread the codes of the differences (0,1), (0,2), (1,2), (0,3), ... over all ordered pairs:
    pair (i, j) has number i n + j.
    """
    p = 0
    for j in range(n):
        for i in range(j):
            q = 0
            for l in range(n):
                for k in range(l):
                    code = codes[p, q]
                    negative = 2 * (code & (_BASE - 1)) - code
                    ordered[i * n + j, k * n + l] = code
                    ordered[j * n + i, l * n + k] = code
                    ordered[j * n + i, k * n + l] = negative
                    ordered[i * n + j, l * n + k] = negative
                    q += 1
            p += 1


@kernel
def _root(x):
    """The square root of a perfect square below 2^62, where the root of the nearest double is off
    by less than one; -1 if x is none.
    """
    root = int(np.rint(np.sqrt(float(x))))
    return root if root * root == x else -1


@kernel
def _classes(codes, n, table, weights):
    """Square-free weights along a spanning forest of the graph of non-zero cosines; False if the
    table is too short.
    """
    for i in range(n):
        weights[i] = 0
    order = np.empty(n, np.int64)
    for root in range(n):
        if weights[root]:
            continue
        weights[root] = 1
        order[0] = root
        reached, done = 1, 0
        while done < reached:
            i = order[done]
            done += 1
            for j in range(n):
                if weights[j] == 0 and codes[i, j] != 1:
                    b = codes[i, j] & (_BASE - 1)
                    a = abs(codes[i, j] - b) // _BASE
                    if max(a, b) >= table.shape[0]:
                        return False
                    weight = weights[i]
                    for part in (table[a], table[b]):
                        g = _gcd(weight, part)
                        weight = (weight // g) * (part // g)
                        if weight >= _BASE:
                            return False
                    weights[j] = weight
                    order[reached] = j
                    reached += 1
    return True


@kernel
def from_cosines(codes, n, d, table, matrix):
    """Write a matrix n x d with the sign pattern of the cosine matrix; the rank, or -1 if a number
    might not fit or is no square.

    Precondition: the codes are the cosines of n non-zero vectors of dimension d. Columns after the
    rank are zero.
    """
    weights, chosen = np.empty(n, np.int64), np.empty(n, np.int64)
    if not _classes(codes, n, table, weights):
        return -1
    numerators, denominators = np.empty((n, n), np.int64), np.empty((n, n), np.int64)
    reduced, pivots = np.empty((d, n), np.int64), np.empty(d, np.int64)
    rank = 0
    for j in range(n):
        if rank == d:
            break
        for i in range(n):
            b = codes[i, j] & (_BASE - 1)
            a = (codes[i, j] - b) // _BASE
            t = weights[i] * weights[j]
            g = _gcd(t, b)
            t, b = t // g, b // g
            if float(t) * abs(a) >= _SAFE:
                return -1
            numerator, denominator = _root(t * abs(a)), _root(b)
            if numerator < 0 or denominator < 0:
                return -1
            numerators[i, j], denominators[i, j] = numerator if a > 0 else -numerator, denominator
        if _independent(numerators[:, j], denominators[:, j], n, rank, reduced, pivots):
            chosen[rank] = j
            rank += 1
    if rank < d:
        # Dependent modulo the prime: dependent over the integers as well if no minor of the next
        # order can reach the prime.
        whole = np.empty((n, n), np.int64)
        if not _integral(numerators, denominators, n, np.arange(n), n, whole):
            return -1
        if not _minors_below_prime(largest_entry(whole, n, n), rank + 1):
            return -1
    for i in range(n):
        for c in range(rank, d):
            matrix[i, c] = 0
    if not _integral(numerators, denominators, n, chosen, rank, matrix):
        return -1
    _shorten(matrix, n, rank)
    return rank


@kernel
def _independent(numerators, denominators, n, rank, reduced, pivots):
    """Whether a column is independent of the earlier ones modulo a prime, hence over the rationals;
    extends their echelon form.
    """
    column = reduced[rank]
    for i in range(n):
        x = numerators[i] % _PRIME
        column[i] = (
            x if denominators[i] == 1 else x * _power(denominators[i] % _PRIME, _PRIME - 2) % _PRIME
        )
    for c in range(rank):
        factor = _PRIME - column[pivots[c]]
        for i in range(n):
            column[i] = (column[i] + factor * reduced[c, i]) % _PRIME
    for i in range(n):
        if column[i]:
            inverse = _power(column[i], _PRIME - 2)
            for t in range(n):
                column[t] = column[t] * inverse % _PRIME
            pivots[rank] = i
            return True
    return False


@kernel
def _power(x, exponent):
    """x^exponent modulo the prime."""
    result = 1
    while exponent:
        if exponent & 1:
            result = result * x % _PRIME
        x = x * x % _PRIME
        exponent >>= 1
    return result


@kernel
def _minors_below_prime(largest, order):
    """``bounds.hadamard_square`` inside compiled code, rounded up: the square of a minor is at most
    (order * largest^2)^order.
    """
    square = 1.0
    for _ in range(order):
        square *= 1.001 * order * float(largest) * float(largest)
    return square < float(_PRIME) * float(_PRIME)


@kernel
def _integral(numerators, denominators, n, chosen, count, matrix):
    """Scale columns and then rows positively until the chosen columns are integral and primitive;
    False if a number might not fit.

    Columns come first: the content of a column is its own scaling factor times nearly the same
    number for every column.
    """
    for c in range(count):
        j = chosen[c]
        multiple, content = 1, 0
        for i in range(n):
            b = denominators[i, j]
            multiple = multiple // _gcd(multiple, b) * b
            if multiple >= _BASE or b >= _BASE:
                return False
            content = _gcd(content, abs(numerators[i, j]))
        for i in range(n):
            # below 2^31 times 2^31
            matrix[i, c] = numerators[i, j] // content * (multiple // denominators[i, j])
    for i in range(n):
        content = 0
        for c in range(count):
            content = _gcd(content, abs(matrix[i, c]))
        if content > 1:
            for c in range(count):
                matrix[i, c] //= content
    if largest_entry(matrix, n, count) >= _BASE:
        return False
    for c in range(count):
        for i in range(1, n):
            if matrix[i, c] > _SMALL or matrix[i, c] < -_SMALL:
                common = _gcd(abs(matrix[i - 1, c]), abs(matrix[i, c]))
                while common > 1 and _balance(matrix, n, count, common):
                    pass
    return largest_entry(matrix, n, count) < _BASE


@kernel
def _balance(matrix, n, count, p):
    """Divide some columns by p and multiply the rows that this leaves fractional, if that makes the
    entries smaller on the whole.
    """
    if largest_entry(matrix, n, count) >= _BASE:
        return False
    divisible = np.zeros(n, np.int64)
    for i in range(n):
        for c in range(count):
            if matrix[i, c] % p == 0:
                divisible[i] |= 1 << c
    best, chosen = 0, 0
    for columns in range(1, (1 << count) - 1):
        gain = 0
        for i in range(n):
            whole = divisible[i] & columns == columns
            for c in range(count):
                if matrix[i, c] and (columns >> c & 1) == whole:
                    gain += 1 if whole else -1
        if gain > best:
            best, chosen = gain, columns
    if best > 0:
        for i in range(n):
            whole = divisible[i] & chosen == chosen
            for c in range(count):
                if whole and chosen >> c & 1:
                    matrix[i, c] //= p
                elif not whole and not chosen >> c & 1:
                    matrix[i, c] *= p
    return best > 0


@kernel
def _shorten(matrix, n, count):
    """Subtract multiples of columns from each other while that makes them shorter. Any integer is
    exact; doubles only choose it.
    """
    changed = True
    while changed:
        changed = False
        for a in range(count):
            for b in range(count):
                if a != b:
                    product = square = 0.0
                    for i in range(n):
                        product += float(matrix[i, a]) * float(matrix[i, b])
                        square += float(matrix[i, b]) * float(matrix[i, b])
                    if 2.0 * abs(product) > 1.001 * square:
                        factor = int(np.rint(product / square))
                        changed = True
                        for i in range(n):
                            matrix[i, a] -= factor * matrix[i, b]
