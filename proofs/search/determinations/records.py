"""Compiled records of a determination: for every class of a family the least form of P and the Q
that goes with it.

"P determines Q" says of all labelled matrices U, V: P(U) = P(V) implies Q(U) = Q(V). A family lists
one matrix for each class under relabelling, so P and Q must be compared under all relabellings at
once. Let p be the least form of P(U) over all orders of the labels, and take Q under every order
that attains p (a coset of the symmetries of P(U)). P determines Q on the family iff

- for every class these Q's are one and the same, and
- classes with the same p have the same Q.

For if P(U) = P(V), up to relabelling both so that P is in least form, then Q(U) and Q(V) are among
these. A record of a class is (p, q, position, whether its Q's differ); q is the least of its Q's. p
and q are 128 bits wide. A q that is a set of sign vectors or of winners is stored as it is, which
is exact; everything else is a SipHash.

>>> import numpy as np
>>> from proofs.search.determinations.determination import determination
>>> data, status = records(determination("C -> S"), np.array([5, 6]), np.array([[[1, 0], [1, 1], [-1, 1]], [[1, 0], [0, 0], [1, 1]]]))
>>> data.shape, status.tolist() == [INSIDE, ZERO_ROW], int(data[0, 4]) >> 1, int(data[0, 4]) & 1
((1, 5), True, 5, 0)
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arrangements.errors import InternalError, LimitReached
from arrangements.exact.linear.bounds import hadamard_square
from arrangements.kernels.jit import kernel
from proofs.search.kernels import siphash
from proofs.search.kernels.cosine_codes import cosine_bound, cosines, difference_cosines
from proofs.search.kernels.relabelling import (
    MOST_LABELS,
    Items,
    Space,
    chirotope_orders,
    difference_items,
    label_items,
    matrix_orders,
    order_space,
    word_orders,
    word_set,
)
from proofs.search.kernels.small_topes import (
    Workspace,
    difference_rows,
    list_rankings,
    list_topes,
    workspace,
)

if TYPE_CHECKING:
    from proofs.search.determinations.determination import Determination
    from proofs.search.invariants.table import Invariant

__all__ = [
    "EQUAL_ROWS",
    "INSIDE",
    "ZERO_ROW",
    "check_bounds",
    "compiled",
    "least_orders",
    "records",
]

# The compiled loop knows an invariant by the place of its code here; the first four have a least
# form, the last three are compared.
_CODES = ("C", "CB", "XB", "S", "R", "argmax")
INSIDE, ZERO_ROW, EQUAL_ROWS, _FAILED = range(4)
_C, _CB, _XB, _S, _R, _A = range(6)
_LARGEST_RANK = 4  # of a determinant that is written out


def compiled(what: Determination) -> bool:
    """Whether there is compiled code for this P and this Q, which needs all that they ask of the
    rows.
    """
    p, q, domain = what.first, what.second, what.domain
    equal = domain.equal_rows and (p.rows_distinct or q.rows_distinct)
    zero = domain.zero_rows and (p.rows_not_zero or q.rows_not_zero)
    return p.code in _CODES[:4] and q.code in _CODES[3:] and not equal and not zero


def check_bounds(first: Invariant, n: int, d: int, k: int, name: str) -> None:
    """``LimitReached`` unless every number in a record with this P of n rows in dimension d with
    entries in -k..k provably fits.
    """
    if n > MOST_LABELS:
        raise LimitReached(f"labels of {name} must number at most {MOST_LABELS}, not {n}")
    if first.code == "XB" and d > _LARGEST_RANK:
        raise LimitReached(
            f"dimension of {name} must be at most {_LARGEST_RANK} for a chirotope of differences, not {d}"
        )
    if first.code in ("C", "CB") and not cosine_bound(d, 2 * k):
        raise LimitReached(
            f"entries of {name} must have cosines below 2^31, so that d (2k)^2 < 46341, not {d * 4 * k * k}"
        )
    # Minors of order d - 1 stay below 2^30, so that the product of two fits; determinants of order
    # d likewise.
    squares = [d * 4 * k * k] * d
    if (
        hadamard_square(squares, max(d - 1, 0)) >= 1 << 60
        or hadamard_square(squares, d) >= 1 << 120
    ):
        raise LimitReached(
            f"entries of {name} must have minors of order {d - 1} below 2^30, not up to {2 * k} times sqrt({d})"
        )


def records(
    what: Determination, positions: np.ndarray, rows: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Records (m, 5) of the members in the domain, and one status per member."""
    _, n, d = rows.shape
    out, status = np.empty((len(rows), 5), np.uint64), np.empty(len(rows), np.int8)
    codes = _CODES.index(what.first.code), _CODES.index(what.second.code)
    domain = not what.domain.zero_rows, not what.domain.equal_rows
    inside = _records(
        codes, domain, positions, np.ascontiguousarray(rows), _room(n, d), out, status
    )
    if inside < 0:
        raise InternalError(
            f"numbers in a record must fit their proven bound, not fail for {rows[status == _FAILED][0].tolist()}"
        )
    return out[:inside], status


def least_orders(first: Invariant, rows: np.ndarray) -> list[list[int]]:
    """The orders of the rows (n, d) of one member under which P is least: two members with equal p
    have equal P's when reordered so.
    """
    n, d = rows.shape
    rows, room = np.ascontiguousarray(rows), _room(n, d)
    words = list_topes(rows, n, d, room.work)
    difference_rows(rows, n, d, room.delta)
    count, _ = _least(_CODES.index(first.code), rows, words, room)
    return [[int(label) for label in order] for order in room.space.orders[:count, :n]]


class _Room(NamedTuple):
    """The arrays that the loop works in: the orders and the least form, of numbers or as a set of
    signs (``bits``); codes of U and of BU, codes and vectors of ordered pairs, a column basis of
    these, differences; topes of the rows (``work``) and of the differences.
    """

    labels: Items
    differences: Items
    space: Space
    form: np.ndarray
    bits: np.ndarray
    codes: np.ndarray
    pair_codes: np.ndarray
    ordered: np.ndarray
    vectors: np.ndarray
    basis: np.ndarray
    delta: np.ndarray
    work: Workspace
    pair_work: Workspace


def _room(n: int, d: int) -> _Room:
    pairs = comb(n, 2)
    # The longest form: all entries of a symmetric matrix over differences, or all their minors.
    form = max(n * n, pairs * (pairs + 1) // 2, *(comb(pairs, i) for i in range(d + 1)))
    shapes = ((n, n), (pairs, pairs), (n * n, n * n), (n * n, d), (n * n, d), (pairs, d))
    codes, pair_codes, ordered, vectors, basis, delta = (
        np.zeros(shape, np.int64) for shape in shapes
    )
    return _Room(
        label_items(n), difference_items(n), order_space(n), np.empty(form, np.int64), np.empty(2, np.uint64),
        codes, pair_codes, ordered, vectors, basis, delta, workspace(n, d), workspace(max(pairs, 1), d),
    )  # fmt: skip


@kernel(inline="always")
def _least(first, u, words, room):
    """Orders under which P is least, and the length of its form; a set of signs goes to
    ``room.bits`` and has length 0. ``words``: how many topes there are in ``room.work``."""
    n, d = u.shape
    pairs = n * (n - 1) // 2
    space, form, bits, differences = room.space, room.form, room.bits, room.differences
    codes, pair_codes, ordered, vectors, basis, delta = (
        room.codes,
        room.pair_codes,
        room.ordered,
        room.vectors,
        room.basis,
        room.delta,
    )
    if first == _S:
        return word_orders(room.work.out, words, n, space, bits), 0
    if first == _C:
        cosines(u, n, d, codes)
        return matrix_orders(codes, n, room.labels, space, form), n * (n + 1) // 2
    if pairs == 0:
        space.orders[0, 0] = 0
        bits[0] = bits[1] = np.uint64(0)
        return 1, 0
    if first == _CB:
        cosines(delta, pairs, d, pair_codes)
        difference_cosines(pair_codes, n, ordered)
        return matrix_orders(ordered, n, differences, space, form), pairs * (pairs + 1) // 2
    for i in range(n):
        for j in range(n):
            for c in range(d):
                vectors[i * n + j, c] = u[i, c] - u[j, c]
    rank = _independent_columns(vectors, n * n, d, basis)
    return chirotope_orders(basis, rank, n, differences, space, form)


@kernel
def _records(codes, domain, positions, rows, room, out, status):
    """The loop over members; the number of records, or -1 when a kernel failed. ``domain``: whether
    zero rows and equal rows are out.
    """
    many, n, d = rows.shape
    pairs = n * (n - 1) // 2
    first, second = codes
    no_zero_rows, no_equal_rows = domain
    form, bits, delta, work, pair_work = room.form, room.bits, room.delta, room.work, room.pair_work
    orders, topes, ranked_topes = room.space.orders, work.out, pair_work.out
    state = np.empty(4, np.uint64)
    most = ranked_topes.shape[0] + 2
    rankings, image, least = (
        np.empty(most, np.uint64),
        np.empty(most, np.uint64),
        np.empty(most, np.uint64),
    )
    written = 0
    status[:] = INSIDE
    for t in range(many):
        u = rows[t]
        words = ranked = 0
        if no_zero_rows and _has_zero_row(u, n, d):
            status[t] = ZERO_ROW
            continue
        if no_equal_rows:  # differences are asked for only then
            difference_rows(u, n, d, delta)
            if _has_zero_row(delta, pairs, d):
                status[t] = EQUAL_ROWS
                continue
        if _S in (first, second):
            words = list_topes(u, n, d, work)
        if second in (_R, _A) and pairs:
            ranked = list_topes(delta, pairs, d, pair_work)
            if ranked > 0:
                list_rankings(ranked_topes, ranked, n, rankings)
        if words < 0 or ranked < 0:
            status[t] = _FAILED
            return -1
        count, length = _least(first, u, words, room)
        if length:
            siphash.start(state)
            siphash.absorb(state, np.uint64(length))
            for i in range(length):
                siphash.absorb(state, np.uint64(form[i]))
            bits[0], bits[1] = siphash.finish(state, length + 1)
        out[written, 0], out[written, 1] = bits[0], bits[1]
        # Q under every order that attains the least P.
        split, size = 0, 0
        for s in range(count):
            order = orders[s]
            if second == _S:
                word_set(topes, words, order, n - 1, bits)
                image[0], image[1] = bits[0], bits[1]
                size = 2
            elif second == _A:
                image[0], image[1] = _winners(rankings, ranked, order, n), np.uint64(0)
                size = 2
            else:
                _relabel(rankings, ranked, order, n, image)
                size = ranked
            comparison = _compare(image, least, size) if s else -1
            if s and comparison:
                split = 1
            if comparison < 0:
                for i in range(size):
                    least[i] = image[i]
        if second == _R:
            siphash.start(state)
            for i in range(size):
                siphash.absorb(state, least[i])
            least[0], least[1] = siphash.finish(state, size)
        out[written, 2], out[written, 3] = least[0], least[1]
        out[written, 4] = np.uint64(positions[t] * 2 + split)
        written += 1
    return written


@kernel
def _has_zero_row(rows, n, d):
    for i in range(n):
        zero = True
        for c in range(d):
            zero &= rows[i, c] == 0
        if zero:
            return True
    return False


@kernel
def _compare(a, b, length):
    for i in range(length):
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
    return 0


@kernel
def _independent_columns(vectors, m, d, basis):
    """Copy a set of independent columns that span the others to the front of ``basis``; the
    rank.
    """
    work = vectors.copy()
    used = np.zeros(m, np.bool_)
    rank, previous = 0, 1
    for c in range(d):
        lead = -1
        for i in range(m):
            if not used[i] and work[i, c] != 0:
                lead = i
                break
        if lead < 0:
            continue
        used[lead] = True
        for i in range(m):
            if not used[i]:
                for e in range(c + 1, d):
                    work[i, e] = (
                        work[i, e] * work[lead, c] - work[i, c] * work[lead, e]
                    ) // previous
        previous = work[lead, c]
        for i in range(m):
            basis[i, rank] = vectors[i, c]
        rank += 1
    return rank


@kernel
def _relabel(rankings, count, order, n, image):
    """Rankings in new labels, one of each antipodal pair (0 before 1), sorted."""
    new = np.empty(n, np.uint64)
    for t in range(n):
        new[order[t]] = np.uint64(t)
    for s in range(count):
        ranking, forward, backward = rankings[s], np.uint64(0), np.uint64(0)
        zero = one = 0
        for place in range(n):
            label = new[ranking >> np.uint64(60 - 4 * place) & np.uint64(15)]
            forward |= label << np.uint64(60 - 4 * place)
            backward |= label << np.uint64(60 - 4 * (n - 1 - place))
            if label == 0:
                zero = place
            if label == 1:
                one = place
        image[s] = forward if zero <= one else backward
    for gap in (57, 23, 10, 4, 1):  # Shell's sort with Ciura's gaps
        for s in range(gap, count):
            ranking = image[s]
            i = s
            while i >= gap and image[i - gap] > ranking:
                image[i] = image[i - gap]
                i -= gap
            image[i] = ranking


@kernel
def _winners(rankings, count, order, n):
    """The set of new labels that come first or last in some listed ranking: the listed ones are
    half of all, up to reversal.
    """
    new = np.empty(n, np.uint64)
    for t in range(n):
        new[order[t]] = np.uint64(t)
    winners = np.uint64(0)
    for s in range(count):
        for place in (0, n - 1):
            winners |= np.uint64(1) << new[rankings[s] >> np.uint64(60 - 4 * place) & np.uint64(15)]
    return winners
