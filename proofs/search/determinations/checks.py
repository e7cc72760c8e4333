"""The checks that suites are made of: determinations "P -> Q", and statements about single
configurations.

A determination is checked on a family by grouping its members by P and comparing Q within the
groups; see ``records`` and ``groups``. Any other check looks at members one by one. A row of the
table carries everything that belongs to a check: its sentence, its functions, and its price.

>>> find("lemma-5.3").says
'C(U) determines S(U)'
>>> find("S -> argmax").id
'S(U) -> argmax(U)'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import comb
from typing import Self

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.layers.configuration import Configuration
from proofs.search.determinations import chirotopes, conjectures, costs, exact, instances
from proofs.search.determinations.determination import Determination, determination
from proofs.search.families.family import Member

__all__ = ["CHECKS", "DETERMINATIONS", "Check", "find"]


def _many(n: int) -> int:
    return 4096


@dataclass(frozen=True)
class Check:
    """One statement: a determination, or the sentence ``states`` about every configuration of the
    ``asked`` kind by itself.

    ``denied``: the claim of this name says that P does *not* determine Q, so that a counter-example
    confirms it. ``price``: seconds a member. A sentence has a function of a member that
    returns a status of ``instances``: ``signs`` if it is about chirotopes, else ``exact``; perhaps
    ``compiled`` code for many matrices, ``batch`` of them a call by the number of rows, so that no
    call takes much longer than a quarter of a second and interrupts are served in between.
    """

    id: str
    claims: tuple[str, ...]
    price: costs.Price
    what: Determination | None = None
    states: str = ""
    asked: str = ""
    denied: bool = False
    exact: Callable[[Configuration], int] | None = None
    signs: Callable[[Member], int] | None = None
    compiled: Callable[[np.ndarray], np.ndarray] | None = None
    batch: Callable[[int], int] = _many

    @classmethod
    def of(cls, what: Determination) -> Self:
        """The question whether a determination holds, by its arrow."""
        return cls(str(what), (), costs.of_determination(what), what)

    @property
    def of_chirotopes(self) -> bool:
        """Whether it can be asked where there are signs and no coordinates."""
        return self.what.of_chirotopes if self.what else self.signs is not None

    @property
    def says(self) -> str:
        says = self.what.says if self.what else self.states
        return says.replace("determines", "does not determine") if self.denied else says

    @property
    def domain(self) -> str:
        """The domain: conditions on the rows of a member; empty if nothing is."""
        return self.what.domain.text if self.what else self.asked

    def status(self, member: Member) -> int:
        """Whether the sentence holds for one member, by its exact function."""
        if self.signs is not None:
            return self.signs(member)
        if not isinstance(member, Configuration):
            raise BadInput(
                f"check must speak of chirotopes alone where there are no coordinates, not be {self.id}"
            )
        if self.exact is None:
            raise BadInput(
                f"check must be a sentence about single configurations, not {short_repr(self.id)}"
            )
        return self.exact(member)


def _arrow(
    id: str, arrow: str, claims: tuple[str, ...] = (), affine: bool = False, denied: bool = False
) -> Check:
    what = determination(arrow)
    what = replace(what, domain=replace(what.domain, affine=affine))
    return Check(id, claims, costs.of_determination(what), what, denied=denied)


def _of_signs(
    id: str, states: str, signs: Callable[[Member], int], asked: str = "", price: float = 0.008
) -> Check:
    return Check(id, (), costs.of_signs(price), None, states, asked, signs=signs)


CHECKS: tuple[Check, ...] = (
    _arrow("lemma-5.3", "C(U) -> S(U)", ("lemma-5.3",)),
    Check(
        "lemma-5.3:instances",
        ("lemma-5.3", "proposition-E.2"),
        costs.by_size(lambda n, d: (0.7 + 0.2 * costs.topes(n, d)) * 1e-6),
        states="S(C(U)) = S(U)",
        asked="rows not zero",
        exact=exact.cosine_signs,
        compiled=instances.cosine_signs,
    ),
    _arrow("theorem-5.6", "C(B U) -> R(U)", ("theorem-5.6",)),
    Check(
        "theorem-5.6:instances",
        ("theorem-5.6",),
        costs.by_size(lambda n, d: (0.7 + 0.07 * costs.rankings(n, d)) * 1e-6),
        states="S(C(B U)) = S(B U) = R(U)",
        asked="rows distinct",
        exact=exact.cosine_rankings,
        compiled=instances.cosine_rankings,
    ),
    _arrow("theorem-5.5", "C(U) -> R(U)", ("theorem-5.5",), denied=True),
    _arrow("theorem-5.5:argmax", "C(U) -> argmax(U)", ("theorem-5.5",), denied=True),
    _arrow("theorem-H.1", "S(U) -> R(U)", ("theorem-H.1",), affine=True, denied=True),
    _arrow("theorem-H.1:argmax", "S(U) -> argmax(U)", ("theorem-H.1",), affine=True),
    _arrow("chirotope-rankings", "X(B U) -> R(U)"),
    Check(
        "argmax-G.1",
        ("argmax-G.1",),
        costs.by_size(lambda n, d: (0.7 + 0.07 * costs.rankings(n, d)) * 1e-6),
        states="first places and ties for the top are vertices and edges of the hull",
        asked="rows distinct",
        exact=exact.argmax_faces,
        compiled=instances.argmax,
    ),
    Check(
        "counting",
        ("counting-5.1", "counting-5.2"),
        costs.by_size(lambda n, d: 0.035e-6 * (1 << comb(n, 2))),
        states="topes and rankings number as Whitney, Zaslavsky and Cover say",
        exact=exact.counts,
        compiled=instances.counting,
        batch=lambda n: min(4096, max(16, (1 << 22) >> comb(n, 2))),
    ),
    Check(
        "three-methods",
        (),
        costs.by_size(lambda n, d: 60e-6 * (costs.topes(n, d) + costs.rankings(n, d))),
        states="listing by chirotopes and by linear programs and counting agree on S(U) and R(U)",
        exact=exact.three_methods,
    ),
    _of_signs(
        "axioms", "the signs satisfy the axioms of oriented matroids", chirotopes.axioms, price=5e-4
    ),
    _of_signs(
        "zaslavsky",
        "topes, listed from signs, number as the flats say, and as deletion and contraction do",
        chirotopes.zaslavsky,
    ),
    _of_signs(
        "signs-and-chirotope",
        "S(U) and X(U) give each other back, by circuits",
        chirotopes.signs_and_chirotope,
        "rows not zero",
    ),
    _of_signs(
        "winners",
        "first labels, ties and top-k sets of points follow from circuits, and from S(U)",
        chirotopes.winners,
        "rows (1, p), distinct",
    ),
    _of_signs(
        "las-vergnas",
        "some region is a simplex (conjectured by Las Vergnas)",
        conjectures.las_vergnas,
        "rank at least 3, no loops, no parallel elements",
    ),
    _of_signs(
        "roudneff",
        "no more regions have all elements as walls than those of the alternating type (conjectured by Roudneff)",
        conjectures.roudneff,
        "rank r at least 3, at least 2 r - 1 elements",
    ),
    _of_signs(
        "two-coloured-triangle",
        "however pseudolines are coloured with two colours, some triangle has both",
        conjectures.two_coloured_triangle,
        "rank 3, uniform",
    ),
    _of_signs(
        "shannon",
        "at least as many regions are simplices as there are elements, as for vectors (Shannon)",
        conjectures.shannon,
        "rank at least 3, no loops, no parallel elements",
    ),
    _of_signs(
        "adjacent-simplices",
        "each element is a wall of at least as many simplices as the rank, as for vectors (Shannon)",
        conjectures.adjacent_simplices,
        "rank at least 3, no loops, no parallel elements",
    ),
    Check(
        "order-types",
        ("order-types",),
        costs.of_signs(),
        states="all points of the order type have one R(U) iff the chirotope says so",
        asked="rows (1, p), distinct, not on a line",
        exact=exact.one_or_more_rankings,
    ),
)

# By the claim or question that they are about.
DETERMINATIONS: dict[str, Determination] = {check.id: check.what for check in CHECKS if check.what}


def find(id: str) -> Check:
    """The check of this id, or the determination spelled with an arrow; ``BadInput`` names the
    nearest id.
    """
    if "->" in id.replace("→", "->"):
        return Check.of(determination(id))
    for check in CHECKS:
        if check.id == id:
            return check
    near = get_close_matches(id, [check.id for check in CHECKS], 1, 0.0)
    raise BadInput(
        f"check must be one of the listed checks, not {short_repr(id)} (nearest: {near[0]})"
    )
