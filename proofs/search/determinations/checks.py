"""The checks that suites are made of: determinations "P -> Q", and statements about single
configurations.

A determination is checked on a family by grouping its members by P and comparing Q within the
groups; see ``records`` and ``groups``. Any other check looks at members one by one.

>>> find("lemma-5.3").says
'C(U) determines S(U)'
>>> find("S -> argmax").id
'S(U) -> argmax(U)'
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches

from arrangements.errors import BadInput, shown
from proofs.search.determinations.chirotopes import CHECKS as CHIROTOPE_CHECKS
from proofs.search.determinations.conjectures import CHECKS as CONJECTURES
from proofs.search.determinations.determination import Determination, determination

__all__ = ["CHECKS", "DETERMINATIONS", "Check", "find"]


@dataclass(frozen=True)
class Check:
    """One statement: a determination, or the sentence ``states`` about every configuration of the
    ``asked`` kind by itself.

    ``denied``: the claim of this name says that P does *not* determine Q, so that a counter-example
    confirms it.
    """

    id: str
    claims: tuple[str, ...] = ()
    what: Determination | None = None
    states: str = ""
    asked: str = ""
    denied: bool = False

    @property
    def of_chirotopes(self) -> bool:
        """Whether it can be asked where there are signs and no coordinates."""
        return (
            self.what.of_chirotopes if self.what else self.id in {*CHIROTOPE_CHECKS, *CONJECTURES}
        )

    @property
    def says(self) -> str:
        says = self.what.says if self.what else self.states
        return says.replace("determines", "does not determine") if self.denied else says

    @property
    def domain(self) -> str:
        """What is asked of the rows of a member; empty if nothing is."""
        return self.what.domain.text if self.what else self.asked


def _arrow(
    id: str, arrow: str, claims: tuple[str, ...] = (), affine: bool = False, denied: bool = False
) -> Check:
    what = determination(arrow)
    return Check(
        id, claims, replace(what, domain=replace(what.domain, affine=affine)), denied=denied
    )


CHECKS: tuple[Check, ...] = (
    _arrow("lemma-5.3", "C(U) -> S(U)", ("lemma-5.3",)),
    Check(
        "lemma-5.3:instances",
        ("lemma-5.3", "proposition-E.2"),
        None,
        "S(C(U)) = S(U)",
        "rows not zero",
    ),
    _arrow("theorem-5.6", "C(B U) -> R(U)", ("theorem-5.6",)),
    Check(
        "theorem-5.6:instances",
        ("theorem-5.6",),
        None,
        "S(C(B U)) = S(B U) = R(U)",
        "rows distinct",
    ),
    _arrow("theorem-5.5", "C(U) -> R(U)", ("theorem-5.5",), denied=True),
    _arrow("theorem-5.5:argmax", "C(U) -> argmax(U)", ("theorem-5.5",), denied=True),
    _arrow("theorem-H.1", "S(U) -> R(U)", ("theorem-H.1",), affine=True, denied=True),
    _arrow("theorem-H.1:argmax", "S(U) -> argmax(U)", ("theorem-H.1",), affine=True),
    _arrow("chirotope-rankings", "X(B U) -> R(U)"),
    Check(
        "argmax-G.1",
        ("argmax-G.1",),
        None,
        "first places and ties for the top are vertices and edges of the hull",
        "rows distinct",
    ),
    Check(
        "counting",
        ("counting-5.1", "counting-5.2"),
        None,
        "topes and rankings number as Whitney, Zaslavsky and Cover say",
    ),
    Check(
        "three-methods",
        (),
        None,
        "listing by chirotopes and by linear programs and counting agree on S(U) and R(U)",
    ),
    Check("axioms", (), None, "the signs satisfy the axioms of oriented matroids"),
    Check(
        "zaslavsky",
        (),
        None,
        "topes, listed from signs, number as the flats say, and as deletion and contraction do",
    ),
    Check(
        "signs-and-chirotope",
        (),
        None,
        "S(U) and X(U) give each other back, by circuits",
        "rows not zero",
    ),
    Check(
        "winners",
        (),
        None,
        "first labels, ties and top-k sets of points follow from circuits, and from S(U)",
        "rows (1, p), distinct",
    ),
    Check(
        "las-vergnas",
        (),
        None,
        "some region is a simplex (conjectured by Las Vergnas)",
        "rank at least 3, no loops, no parallel elements",
    ),
    Check(
        "roudneff",
        (),
        None,
        "no more regions have all elements as walls than those of the alternating type (conjectured by Roudneff)",
        "rank r at least 3, at least 2 r - 1 elements",
    ),
    Check(
        "two-coloured-triangle",
        (),
        None,
        "however pseudolines are coloured with two colours, some triangle has both",
        "rank 3, uniform",
    ),
    Check(
        "shannon",
        (),
        None,
        "at least as many regions are simplices as there are elements, as for vectors (Shannon)",
        "rank at least 3, no loops, no parallel elements",
    ),
    Check(
        "order-types",
        ("order-types",),
        None,
        "all points of the order type have one R(U) iff the chirotope says so",
        "rows (1, p), distinct, not on a line",
    ),
)

# Checks by their former ids, which are still understood.
_FORMER = {"three-roads": "three-methods"}

# By the claim or question that they are about.
DETERMINATIONS: dict[str, Determination] = {check.id: check.what for check in CHECKS if check.what}


def find(id: str) -> Check:
    """The check of this id, or the determination spelled with an arrow; ``BadInput`` names the
    nearest id.
    """
    if "->" in id.replace("→", "->"):
        what = determination(id)
        return Check(str(what), (), what)
    for check in CHECKS:
        if check.id == _FORMER.get(id, id):
            return check
    near = get_close_matches(id, [check.id for check in CHECKS], 1, 0.0)
    raise BadInput(f"check must be one of the listed checks, not {shown(id)} (nearest: {near[0]})")
