"""Chirotopes from the sets of sign vectors that define them, and from no others: covectors, or
topes.

Called by the methods of ``Chirotope``. Sign vectors are texts of + - 0; for few elements, as all of
them are compared with one another.

>>> from_topes(3, ["+++", "++-", "+--", "---", "--+", "-++"]).signs.tolist()
[1, 1, 1]
"""

from __future__ import annotations

from collections.abc import Iterable

from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.matroids.chirotopes.sign_vectors import covectors, from_cocircuits
from arrangements.matroids.chirotopes.signs import Signs
from arrangements.sign_text import from_sets, is_sign_text, sets

__all__ = ["from_covectors", "from_topes"]

_MOST_TOPES = 1_000  # each pair of them is composed with every one
_MOST_COVECTORS = 20_000  # each is compared with all cocircuits

_Pair = tuple[int, int]  # the elements with + and those with -, as bits


def from_covectors(n: int, texts: Iterable[str]) -> Signs:
    """The oriented matroid with exactly these covectors, zero among them."""
    pairs = _pairs(n, texts, _MOST_COVECTORS)
    return _checked(n, pairs, pairs, "covectors")


def from_topes(n: int, texts: Iterable[str]) -> Signs:
    """The oriented matroid with exactly these maximal covectors: a covector is what leads from
    every tope to a tope.
    """
    topes = _pairs(n, texts, _MOST_TOPES)
    meets = {(a & c, b & d) for a, b in topes for c, d in topes}
    pairs = {
        (plus, minus)
        for plus, minus in meets
        if all((plus | a & ~minus, minus | b & ~plus) in topes for a, b in topes)
    }
    return _checked(n, pairs, topes, "topes")


def _pairs(n: int, given: Iterable[str], most: int) -> set[_Pair]:
    texts = list(given)
    for text in texts:
        if not is_sign_text(text, n):
            raise BadInput(f"sign vector must be {n} signs + - 0, not {short_repr(text)}")
    if len(texts) > most:
        raise LimitReached(f"sign vectors must be at most {most}, not {len(texts)}")
    return {sets(text) for text in texts}


def _checked(n: int, pairs: set[_Pair], wanted: set[_Pair], what: str) -> Signs:
    """From the minimal ones; what then comes out must be what was given."""
    supports = {plus | minus for plus, minus in pairs} - {0}
    least = {
        support
        for support in supports
        if not any(other & support == other != support for other in supports)
    }
    try:
        chi = from_cocircuits(
            n, [from_sets(*pair, n) for pair in pairs if pair[0] | pair[1] in least]
        )
    except BadInput as error:
        raise BadInput(f"{what} must be those of an oriented matroid: {error}") from None
    all_of_them = _pairs(n, covectors(chi, _MOST_COVECTORS), _MOST_COVECTORS)
    if what == "topes":
        whole = 0
        for plus, minus in all_of_them:
            whole |= plus | minus
        all_of_them = {pair for pair in all_of_them if pair[0] | pair[1] == whole}
    if all_of_them != wanted:
        one = from_sets(*min(all_of_them ^ wanted), n)
        raise BadInput(
            f"{what} must be those of an oriented matroid, but {one} is {'missing' if all_of_them - wanted else 'one too many'}"
        )
    return chi
