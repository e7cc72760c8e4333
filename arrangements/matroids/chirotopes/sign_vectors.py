"""Sign vectors of an oriented matroid: cocircuits, covectors, and a chirotope from its cocircuits.
Circuits are cocircuits of the dual.

Called by the methods of ``Chirotope``. Sign vectors are texts of + - 0, one sign per element.

>>> chi = Signs(3, 2, [1, 1, 1])
>>> cocircuits(chi), len(covectors(chi, 100)), from_cocircuits(3, cocircuits(chi)).signs.tolist()
(('++0', '+0-', '0++'), 13, [1, 1, 1])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb

import numpy as np

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.matroids.chirotopes.axioms import violation
from arrangements.matroids.chirotopes.chirotope_texts import sign_text
from arrangements.matroids.chirotopes.cocircuit_words import words_from_signs
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.matroids.chirotopes.subsets import lex_numbers
from arrangements.sign_text import from_sets, is_sign_text, order, sets

__all__ = ["cocircuits", "covectors", "from_cocircuits", "is_acyclic"]


def cocircuits(chi: Signs) -> tuple[str, ...]:
    if chi.rank == 0:
        return ()
    positive, nonzero = words_from_signs(chi.signs, chi.n, chi.rank)
    independent = nonzero.any(axis=1)
    positive, nonzero = positive[independent], nonzero[independent]
    backwards = _starts_with_minus(positive, nonzero)
    positive = np.where(backwards[:, None], nonzero & ~positive, positive)
    distinct = np.unique(np.hstack([positive, nonzero]), axis=0)
    plus, some = (_bits(words, chi.n) for words in np.hsplit(distinct, 2))
    return tuple(sorted(sign_text(row) for row in 2 * plus - some))


def _starts_with_minus(positive: np.ndarray, nonzero: np.ndarray) -> np.ndarray:
    """For each row whether the first element that is not 0 is negative."""
    result = np.zeros(len(nonzero), np.bool_)
    for w in reversed(range(nonzero.shape[1])):
        top = nonzero[:, w].copy()
        for shift in (1, 2, 4, 8, 16, 32):
            top |= top >> np.uint64(shift)
        top ^= top >> np.uint64(1)  # the highest bit alone
        result = np.where(top != 0, (positive[:, w] & top) == 0, result)
    return result


def _bits(words: np.ndarray, n: int) -> np.ndarray:
    """One int8 0 or 1 for each element, from rows of words."""
    return np.unpackbits(words.astype(">u8").view(np.uint8), axis=1)[:, :n].astype(np.int8)


def is_acyclic(chi: Signs) -> bool:
    # Every element is in a positive circuit or in a positive cocircuit, never in both (the duality
    # behind Farkas' lemma).
    if chi.rank == 0:
        return chi.n == 0
    positive, nonzero = words_from_signs(chi.signs, chi.n, chi.rank)
    one_sided = (positive == nonzero).all(axis=1) | (positive == 0).all(axis=1)
    covered = np.bitwise_or.reduce(nonzero[one_sided], axis=0, initial=0)
    return bool(_bits(covered[None, :].astype(np.uint64), chi.n).all())


_MOST_BASES = 1_000_000  # that are walked one by one

# For the rest a sign vector is a pair of ints: the set of its + and the set of its -, element e
# being bit e.
_Pair = tuple[int, int]


def covectors(chi: Signs, most: int) -> tuple[str, ...]:
    generators = [pair for text in cocircuits(chi) for pair in _both(sets(text))]
    found: set[_Pair] = {(0, 0)}
    fresh = [(0, 0)]
    # Every covector is a composition of cocircuits, so appending one cocircuit at a time reaches
    # them all.
    while fresh:
        plus, minus = fresh.pop()
        free = ~(plus | minus)
        for more, less in generators:
            composed = (plus | more & free, minus | less & free)
            if composed not in found:
                found.add(composed)
                fresh.append(composed)
                if len(found) > most:
                    raise LimitReached(
                        f"number of covectors must be at most {most}, not more (rank {chi.rank} on {chi.n} elements)"
                    )
    # As patterns sort: - before 0 before +, the first element first.
    return tuple(sorted((from_sets(*pair, chi.n) for pair in found), key=order))


def _both(pair: _Pair) -> Iterator[_Pair]:
    yield pair
    yield pair[::-1]


def from_cocircuits(n: int, given: Iterable[str]) -> Signs:
    texts = list(given)
    for text in texts:
        if not is_sign_text(text, n) or not set(text) - {"0"}:
            raise BadInput(f"cocircuit must be {n} signs + - 0, not all 0, not {short_repr(text)}")
    wanted = {pair for text in texts for pair in _both(sets(text))}
    chi = Signs(n, *_propagated(n, sorted(wanted)))
    # The signs were read off some cocircuits only. They count if they satisfy the axioms and give
    # back exactly what was given.
    failure = violation(chi)
    if failure is not None:
        raise BadInput(f"cocircuits must be those of an oriented matroid, but {failure}")
    pairs = {pair for text in cocircuits(chi) for pair in _both(sets(text))}
    if pairs != wanted:
        text = from_sets(*min(pairs ^ wanted), n)
        raise BadInput(
            f"cocircuits must be those of an oriented matroid, but {text} is {'missing' if pairs - wanted else 'one too many'}"
        )
    return chi


def _propagated(n: int, pairs: list[_Pair]) -> tuple[int, np.ndarray]:
    """The rank, and signs that follow from chi(first basis) = + by exchanging one element at a
    time.

    For a basis B, b in B and the cocircuit Y that vanishes on B - b: chi(B - b + f) = chi(B) Y(b)
    Y(f), f in the place of b.
    """
    basis = _first_basis(n, pairs)
    rank = len(basis)
    if comb(n, rank) > _MOST_BASES:
        raise LimitReached(
            f"number of bases must be at most {_MOST_BASES} to be found from cocircuits, not {comb(n, rank)}"
        )
    known = {tuple(basis): 1}
    fresh = [tuple(basis)]
    while fresh:
        base = fresh.pop()
        for place, b in enumerate(base):
            rest = sum(1 << e for e in base if e != b)
            plus, minus = next(
                (
                    pair
                    for pair in pairs
                    if not (pair[0] | pair[1]) & rest and (pair[0] | pair[1]) >> b & 1
                ),
                (0, 0),
            )
            at_b = (plus >> b & 1) - (minus >> b & 1)
            for f in range(n):
                at_f = (plus >> f & 1) - (minus >> f & 1)
                if at_f == 0 or f in base:
                    continue
                moved = sum(1 for e in base if e != b and min(b, f) < e < max(b, f))
                exchanged = tuple(sorted([*base[:place], *base[place + 1 :], f]))
                if exchanged not in known:
                    known[exchanged] = known[base] * at_b * at_f * (-1) ** moved
                    fresh.append(exchanged)
    signs = np.zeros(comb(n, rank), np.int8)
    for base, sign in known.items():
        signs[lex_numbers(np.array([base], np.int32).reshape(1, rank), n)] = sign
    return rank, signs


def _first_basis(n: int, pairs: list[_Pair]) -> list[int]:
    """Greedily, elements not in the span of those before: e is in the span of B if every cocircuit
    that vanishes on B vanishes at e.
    """
    basis: list[int] = []
    left = [plus | minus for plus, minus in pairs]
    for e in range(n):
        if any(support >> e & 1 for support in left):
            basis.append(e)
            left = [support for support in left if not support >> e & 1]
    return basis
