"""The checks that suites are made of: determinations "P -> Q", and statements about single configurations.

A determination is checked on a family by grouping its members by P and comparing Q within the groups; see ``grouping`` and ``groups``.
Any other check looks at members one by one.

>>> find("lemma-5.3").says
'C(U) determines S(U)'
>>> determination("S(U) -> argmax(U)").second
'argmax(U)'
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from arrangements.errors import BadInput, shown

__all__ = ["CHECKS", "Check", "determination", "find"]

# The invariants a determination can be about; the places are those of ``grouping.INVARIANTS``.
_INVARIANTS = ("C(U)", "C(BU)", "chirotope(BU)", "S(U)", "R(U)", "argmax(U)")
_FIRST = _INVARIANTS[:4]
_SECOND = _INVARIANTS[3:]


@dataclass(frozen=True)
class Check:
    """One statement. ``first`` and ``second`` name P and Q of a determination and are empty otherwise."""

    id: str
    claims: tuple[str, ...]
    says: str
    first: str
    second: str
    domain: str

    @property
    def groups(self) -> bool:
        """Whether members must be compared with each other."""
        return bool(self.first)


def determination(arrow: str, id: str = "", claims: tuple[str, ...] = ()) -> Check:
    """The check of an arrow such as ``C(U) -> S(U)``."""
    first, _, second = (side.strip() for side in arrow.partition("->"))
    if first not in _FIRST or second not in _SECOND:
        raise BadInput(f"determination must be P -> Q with P in {', '.join(_FIRST)} and Q in {', '.join(_SECOND)}, not {shown(arrow)}")
    distinct = first in ("C(BU)", "chirotope(BU)") or second in ("R(U)", "argmax(U)")
    rows = first in ("C(U)", "S(U)") or second == "S(U)"
    domain = "rows " + " and ".join(["not zero"] * rows + ["distinct"] * distinct)
    return Check(id or f"{first} -> {second}", claims, f"{first} determines {second}", first, second, domain)


def _single(id: str, claims: tuple[str, ...], says: str, domain: str) -> Check:
    return Check(id, claims, says, "", "", domain)


CHECKS: tuple[Check, ...] = (
    determination("C(U) -> S(U)", "lemma-5.3", ("lemma-5.3",)),
    _single("lemma-5.3:instances", ("lemma-5.3", "proposition-E.2"), "S(C(U)) = S(U)", "rows not zero"),
    determination("C(BU) -> R(U)", "theorem-5.6", ("theorem-5.6",)),
    _single("theorem-5.6:instances", ("theorem-5.6",), "S(C(BU)) = S(BU) = R(U)", "rows distinct"),
    determination("C(U) -> R(U)", "theorem-5.5", ("theorem-5.5",)),
    determination("C(U) -> argmax(U)", "theorem-5.5:argmax", ("theorem-5.5",)),
    determination("S(U) -> R(U)", "theorem-H.1", ("theorem-H.1",)),
    determination("S(U) -> argmax(U)", "theorem-H.1:argmax", ("theorem-H.1",)),
    determination("chirotope(BU) -> R(U)", "chirotope-rankings", ()),
    _single("argmax-G.1", ("argmax-G.1",), "first places and ties for the top are vertices and edges of the hull", "rows distinct"),
    _single("counting", ("counting-5.1", "counting-5.2"), "topes and rankings number as Whitney, Zaslavsky and Cover say", ""),
    _single("three-roads", (), "the chirotope, LP and counting roads agree on S(U) and R(U)", ""),
)


def find(id: str) -> Check:
    """The check of this id, or the determination spelled with an arrow; ``BadInput`` names the nearest id."""
    if "->" in id:
        return determination(id)
    for check in CHECKS:
        if check.id == id:
            return check
    near = get_close_matches(id, [check.id for check in CHECKS], 1, 0.0)
    raise BadInput(f"check must be one of the listed checks, not {shown(id)} (nearest: {near[0]})")
