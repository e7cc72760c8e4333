"""Reorientations of one oriented matroid up to its own symmetries, all of them or those that make
it acyclic, and facts about its circuits.

Sets are words, bit e for element e. Orders and words of ``symmetries`` say: element i of the image
is element ``orders[k, i]``, reversed if bit i of ``flips[k]`` is set.
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["circuits", "extremes", "least_signing", "mutations", "neighbourly", "signings", "still"]


@kernel
def circuits(chi, tables, plus, minus):
    """The circuits that are in an (r+1)-subset of rank r, with repetitions; their number."""
    r, above, binomial = tables.rank, tables.above, tables.binomial
    count = 0
    for s in range(len(above)):
        up, down = 0, 0
        for left in range(r + 1):
            number = 0
            for i in range(r + 1):
                if i != left:
                    number += binomial[above[s, i], i + 1 - (i > left)]
            sign = chi[number] if left % 2 == 0 else -chi[number]
            if sign > 0:
                up |= 1 << above[s, left]
            elif sign < 0:
                down |= 1 << above[s, left]
        if up | down:
            plus[count], minus[count] = up, down
            count += 1
    return count


@kernel
def still(chi, tables):
    """The reorientations that change nothing but perhaps all signs at once: those that meet all
    bases evenly, or all oddly.
    """
    found = np.empty(1 << tables.n, np.int64)
    count = 0
    for word in range(1 << tables.n):
        even = odd = False
        for s in range(len(tables.bases)):
            if chi[s]:
                parity = 0
                for i in range(tables.rank):
                    parity ^= word >> tables.bases[s, i] & 1
                odd |= parity == 1
                even |= parity == 0
                if odd and even:
                    break
        if not (odd and even):
            found[count] = word
            count += 1
    return found[:count]


@kernel
def signings(chi, tables, orders, flips, acyclic, out):
    """The least reorientation of each class, as words; their number. ``out`` has room for 2^n."""
    n = tables.n
    unmoved = still(chi, tables)
    plus, minus = np.empty(len(tables.above), np.int64), np.empty(len(tables.above), np.int64)
    many = circuits(chi, tables, plus, minus)
    seen = np.zeros(1 << n, np.bool_)
    found = 0
    for word in range(1 << n):
        if seen[word]:
            continue
        good = True
        if acyclic:
            for c in range(many):
                image = (minus[c] ^ word) & (plus[c] | minus[c])
                if image == 0 or image == plus[c] | minus[c]:
                    good = False
                    break
        if good:
            out[found] = word
            found += 1
        for k in range(len(orders)):
            image = flips[k]
            for i in range(n):
                image ^= (word >> orders[k, i] & 1) << i
            for word_still in unmoved:
                seen[image ^ word_still] = True
    return found


@kernel
def extremes(plus, minus, n):
    """The extreme elements of an acyclic oriented matroid, from its circuits: those that are not
    alone on a side of any.
    """
    word = (1 << n) - 1
    for c in range(len(plus)):
        for side in (plus[c], minus[c]):
            if side & (side - 1) == 0:
                word &= ~side
    return word


@kernel
def neighbourly(plus, minus, r):
    """Whether every (r-1)//2 elements of an acyclic oriented matroid are a face: whether both sides
    of all circuits have more.
    """
    least = (r - 1) // 2
    for c in range(len(plus)):
        for side in (plus[c], minus[c]):
            size = 0
            while side:
                side &= side - 1
                size += 1
            if size <= least:
                return False
    return True


@kernel
def _product(chi, word, x, y, u, v, tables):
    """chi(X, x, y) chi(X, u, v) for the elements X of the word, up to a sign that depends on X
    alone; x < y and u < v.
    """
    result = 1
    for a, b in ((x, y), (u, v)):
        whole = word | 1 << a | 1 << b
        number, size, sign = 0, 0, 1
        for e in range(tables.n):
            if whole >> e & 1:
                size += 1
                number += tables.binomial[e, size]
                if word >> e & 1:
                    # Each of a, b passes the elements of X below it.
                    sign = sign if (e < a) == (e < b) else -sign
        result *= sign * chi[number]
    return result


@kernel
def mutations(chi, tables):
    """The number of bases whose sign can be reversed, in a uniform oriented matroid of rank r >= 2:
    its simplicial topes, in pairs.
    """
    n, r, lower, binomial = tables.n, tables.rank, tables.lower, tables.binomial
    fixed = np.zeros(len(tables.bases), np.bool_)
    for s in range(len(lower)):
        word = 0
        for i in range(r - 2):
            word |= 1 << lower[s, i]
        for a in range(n):
            for b in range(a + 1, n):
                for c in range(b + 1, n):
                    for d in range(c + 1, n):
                        if word & (1 << a | 1 << b | 1 << c | 1 << d):
                            continue
                        first = _product(chi, word, a, b, c, d, tables)
                        second = -_product(chi, word, a, c, b, d, tables)
                        third = _product(chi, word, a, d, b, c, tables)
                        # A product that alone has its sign cannot change it.
                        alone = 0 if second == third else (1 if first == third else 2)
                        pairs = ((a, b, c, d), (a, c, b, d), (a, d, b, c))
                        for t in range(3):
                            if t == alone:
                                w, x, y, z = pairs[t]
                                for u, v in ((w, x), (y, z)):
                                    whole, number, size = word | 1 << u | 1 << v, 0, 0
                                    for e in range(n):
                                        if whole >> e & 1:
                                            size += 1
                                            number += binomial[e, size]
                                    fixed[number] = True
    return len(fixed) - fixed.sum()


@kernel
def least_signing(chi, tables, flips):
    """The least of the words that lead from the form to this oriented matroid, given those of all
    its symmetries.
    """
    least = 1 << tables.n
    for word in still(chi, tables):
        for k in range(len(flips)):
            least = min(least, word ^ flips[k])
    return least
