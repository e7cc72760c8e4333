"""Arrows: the statements "P determines Q" that are proved, and chains of them.

Domain: configurations of n labels whose rows are non-zero and pairwise distinct. An arrow may hold
for few labels or in dimension 1 only, or for affine configurations (rows (1, p); their dimension is
that of the points). ``chain`` composes the arrows that hold where one asks. Others hold for rows of
length 1 only. Each arrow says why it holds, and ``prove`` computes: a claim is proved anew, an
identity expanded, an argument in words accompanied by the exhaustive check of a small family.

>>> [str(arrow) for arrow in chain("G(U)", "R(U)") or ()]
['G(U) -> D(U)', 'D(U) -> C(B U)', 'C(B U) -> R(U)']
>>> chain("C(U)", "R(U)") is None, [arrow.claim for arrow in chain("C(U)", "S(U)") or ()]
(True, ['lemma-5.3'])

Why the tables of signs come back from the lists of patterns and the other way round: a strict sign
vector s is missing from S(U) iff some y >= 0, y != 0 has (y*s) U = 0 (Gordan), and by Caratheodory
y can be taken with least support, so iff some signed circuit agrees with s on its support. Every
strict sign vector of some rows is that of a member of S(U), no row being zero; so the signed
circuits are the least partial sign vectors that no member of S(U) extends. And signed circuits and
chirotope (up to its sign) give each other, by Cramer's rule.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

from arrangements.layers.configuration import Configuration
from arrangements.sign_text import opposite
from proofs.paper.verdicts.claim import Step
from proofs.search.counterexamples.compare import compare, described, ordered
from proofs.search.determinations.checks import find as find_check
from proofs.search.determinations.determination import DISTINCT, Determination, Domain
from proofs.search.determinations.shards import evaluate
from proofs.search.families import family
from proofs.search.families.grid import Grid
from proofs.search.invariants.table import INVARIANTS, Invariant, find

__all__ = ["ARROWS", "Arrow", "because", "chain", "one_orbit"]


_DEFINITION = "by definition"
_UNIT = Domain(unit_rows=True)


@dataclass(frozen=True)
class Arrow:
    """``first`` determines ``second``; an empty ``first`` means that ``second`` has one value only.

    It holds for at most ``most_labels`` labels, in dimension at most ``most_dimension``; ``kind``
    is "affine", "linear" or "unit" where it needs one of them; ``equal_rows``: it holds with equal
    rows too. ``types``: families of types on all of which it was settled as well.
    """

    first: str
    second: str
    because: str
    prove: Callable[[], tuple[Step, ...]]
    claim: str = ""
    most_labels: int | None = None
    most_dimension: int | None = None
    kind: str = ""
    equal_rows: bool = False
    types: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.first} -> {self.second}" if self.first else f"{self.second} has one value"

    def holds(self, where: Domain) -> bool:
        """Whether the arrow holds in this range."""
        few = self.most_labels is None or (
            where.labels is not None and where.labels <= self.most_labels
        )
        flat = self.most_dimension is None or (
            where.dimension is not None and where.dimension <= self.most_dimension
        )
        kind = self.kind in ("", where.kind) or (self.kind == "linear" and where.kind == "unit")
        return (
            few
            and flat
            and kind
            and (self.equal_rows or not where.equal_rows)
            and not where.zero_rows
        )


def chain(
    first: str, second: str, where: Domain | None = None, without: Container[Arrow] = ()
) -> tuple[Arrow, ...] | None:
    """A shortest chain of arrows from one invariant to another; None if there is none. Empty if
    they are the same.

    It passes only through invariants that every configuration has for which the question is asked:
    not from C(U) to R(U) by way of the cosines of centred rows, which need that no row is the mean,
    unless the first or the second invariant needs that, too.
    """
    usable = [
        arrow
        for arrow in (*ARROWS, *_prefixes(second))
        if arrow.holds(where or Domain()) and arrow not in without
    ]
    reached: dict[str, tuple[Arrow, ...]] = {first: ()}
    queue = [first]
    for name in queue:
        for arrow in usable:
            if (
                arrow.first in (name, "")
                and arrow.second not in reached
                and _exists(arrow.second, (first, second))
            ):
                reached[arrow.second] = (*reached[name], arrow) if arrow.first else (arrow,)
                queue.append(arrow.second)
    return reached.get(second)


def _exists(name: str, ends: tuple[str, str]) -> bool:
    """Whether configurations with distinct rows have the invariant if they have the two others."""
    asks = {
        invariant.name: invariant.defined for invariant in INVARIANTS if not invariant.rows_distinct
    }
    return asks.get(name, Invariant.defined) in (
        Invariant.defined,
        *(asks.get(end) for end in ends),
    )


def _prefixes(name: str) -> tuple[Arrow, ...]:
    """Arrows to top-K sets and top-K orders for one K, and to whether one label can come first."""
    label, mark, _ = name.partition(" in argmax")
    if mark:
        longest = f"<u_{label},u_{label}> = 1 > <u_{label},u_j>: at x = u_{label} label {label} comes first"
        return (
            Arrow("argmax(U)", name, _DEFINITION, _checked("argmax(U)", name, (3, 2, 1))),
            Arrow("", name, longest, _apart, kind="unit"),
        )
    if not name.startswith("top-"):
        return ()
    source = "tops(U)" if name.endswith("sets") else "R(U)"
    return (Arrow(source, name, _DEFINITION, _checked(source, name, (3, 2, 1))),)


def because(arrows: tuple[Arrow, ...]) -> str:
    """The reasons of a chain, in one sentence."""
    return "; ".join(f"{arrow}: {arrow.because}" for arrow in arrows) or "it is the same invariant"


def one_orbit(name: str, where: Domain) -> str | None:
    """Why all values of an invariant are relabellings of one another; None if that is not known."""
    if (
        where.dimension == 1
        and not where.equal_rows
        and name in ("C(B U)", "X(B U)", "R(U)", "#R(U)", "tops(U)", "ties(U)", "argmax(U)")
    ):
        return f"in dimension 1 {name} depends on the order of the numbers only, and all orders are relabellings of each other"
    return None


# How arrows are settled


def _claimed(id: str) -> Callable[[], tuple[Step, ...]]:
    """The claim, settled again: one step that holds iff the claim comes out proved.

    Of lemma 5.3 without its addition on chirotopes in higher dimensions, which takes most of the
    time and is not used here.
    """

    def prove() -> tuple[Step, ...]:
        from proofs.paper.claims import find, spans

        verdict = (
            spans.prove_lemma_5_3(largest_dimension=3) if id == "lemma-5.3" else find(id).prove()
        )
        detail = verdict.reason or f"for {verdict.scope}, by {verdict.means}"
        return (
            Step(f"{id} is proved", "holds" if verdict.status == "proved" else "fails", detail, ()),
        )

    return cache(prove)


def _identity(says: str, make: Callable[..., tuple[Any, Any]]) -> Callable[[], tuple[Step, ...]]:
    """An identity between inner products of any vectors a, b, c, e of one dimension."""

    def prove() -> tuple[Step, ...]:
        from proofs.paper.algebra.matrices import Algebra

        algebra = Algebra(dict.fromkeys("abce", "d 1"))
        return (algebra.identity(says, *make(*algebra.letters("a b c e"))),)

    return cache(prove)


_LENGTHS = (
    "|a - b|² = ⟨a,a⟩ - 2⟨a,b⟩ + ⟨b,b⟩",
    lambda a, b, c, e: ((a - b).T @ (a - b), a.T @ a - a.T @ b - b.T @ a + b.T @ b),
)
_apart = _identity(*_LENGTHS)  # |a| = |b| = 1 and a != b: 0 < 2 - 2<a,b>


def _checked(
    first: str,
    second: str,
    *shapes: tuple[int, int, int],
    affine: bool = False,
    domain: Domain = DISTINCT,
) -> Callable[[], tuple[Step, ...]]:
    """An argument in words; every two configurations of small grids are compared."""

    def prove() -> tuple[Step, ...]:
        what = Determination(
            find(first) if first else Invariant("nothing", "", lambda c: 0), find(second), domain
        )
        steps = []
        for n, d, k in shapes:
            grid = Grid(n, d, k, affine)
            found = compare(what, grid)
            says = (
                f"no two of {described(grid, domain)} agree in {what.first} and differ in {second}"
            )
            steps.append(
                Step(
                    says,
                    "fails" if found.pairs else "holds",
                    f"{found.seen} configurations compared",
                    (),
                )
            )
        return tuple(steps)

    return cache(prove)


def _on_types(
    check: str, names: tuple[str, ...], argument: Callable[[], tuple[Step, ...]]
) -> Callable[[], tuple[Step, ...]]:
    """An argument, and a check of chirotopes that shows the same for every member of some families
    of types.
    """

    def prove() -> tuple[Step, ...]:
        return (*argument(), *(_exhausted(check, name) for name in names))

    return cache(prove)


@cache
def _exhausted(check: str, name: str) -> Step:
    asked, made = find_check(check), family(name)
    part = evaluate(asked, made, 0, made.span)
    detail = (
        f"{part.failed} of {part.members} contradict"
        if part.failed
        else f"all {part.inside} of them"
    )
    return Step(
        f"{name}: {asked.says}", "fails" if part.failed or not part.inside else "holds", detail, ()
    )


def _circuits(view: Callable[[Configuration], Configuration]) -> Callable[[], tuple[Step, ...]]:
    """Circuits from the list of sign vectors, and the list from the circuits of the chirotope, on
    all members of a grid.
    """

    def prove() -> tuple[Step, ...]:
        from arrangements.listing.patterns import sign_pattern
        from arrangements.matroids.chirotopes import chirotope

        seen, wrong = 0, []
        for grid in (Grid(3, 1, 3), Grid(3, 2, 1)):
            for c in map(view, ordered(grid)):
                signs, circuits = (
                    set(sign_pattern(c)),
                    {_up_to_sign(y) for y in chirotope(c).circuits()},
                )
                seen += 1
                if least_missing(c.n, signs) != circuits or extended(c.n, circuits) != signs:
                    wrong.append(c.rows)
        says = "circuits are the least sign vectors that no member of S extends, and the members of S those that extend no circuit"
        return (
            Step(
                says,
                "fails" if wrong else "holds",
                f"{wrong[0]}" if wrong else f"{seen} configurations",
                (),
            ),
        )

    return cache(prove)


def least_missing(n: int, signs: set[str]) -> set[str]:
    """The least partial sign vectors (0 for free), up to sign, that no strict one of the set
    extends.

    >>> sorted(least_missing(2, {"+-", "-+"}))
    ['++']
    """
    found: set[str] = set()
    for size in range(1, n + 1):
        for support in combinations(range(n), size):
            shown = {tuple(word[i] for i in support) for word in signs}
            for values in product("+-", repeat=size):
                if values[0] == "+" and values not in shown:
                    word = dict(zip(support, values, strict=True))
                    text = "".join(word.get(i, "0") for i in range(n))
                    if not any(_conforms(circuit, text) for circuit in found):
                        found.add(text)
    return found


def extended(n: int, circuits: set[str]) -> set[str]:
    """The strict sign vectors that agree with no circuit (given up to sign) on its support."""
    words = map("".join, product("+-", repeat=n))
    return {word for word in words if not any(_conforms(circuit, word) for circuit in circuits)}


def _conforms(circuit: str, word: str) -> bool:
    pairs = {(a, b) for a, b in zip(circuit, word, strict=True) if a != "0"}
    return pairs <= {("+", "+"), ("-", "-")} or pairs <= {("+", "-"), ("-", "+")}


def _up_to_sign(word: str) -> str:
    return word if next(s for s in word if s != "0") == "+" else opposite(word)


_MATROIDS = ("types:oriented:3x7", "types:oriented:4x6", "types:oriented:5x7")
_POINTS = ("types:oriented:3x6:acyclic", "types:points:5:collinear")

ARROWS: tuple[Arrow, ...] = (
    Arrow("U", "G(U)", "G = U U' by definition", _checked("U", "G(U)", (2, 1, 2)), equal_rows=True),
    Arrow("G(U)", "C(U)", "the cosine of rows i, j is G_ij / sqrt(G_ii G_jj)", _checked("G(U)", "C(U)", (2, 2, 1)), equal_rows=True),
    Arrow(
        "G(U)", "D(U)", "|a - b|^2 = <a,a> - 2<a,b> + <b,b>",
        _identity(*_LENGTHS), equal_rows=True,
    ),
    Arrow(
        "D(U)", "C(B U)", "2<a - b, c - e> = |a - e|^2 + |b - c|^2 - |a - c|^2 - |b - e|^2",
        _identity(
            "⟨a - b, c - e⟩ + ⟨c - e, a - b⟩ = |a - e|² + |b - c|² - |a - c|² - |b - e|²",
            lambda a, b, c, e: (
                (a - b).T @ (c - e) + (c - e).T @ (a - b),
                (a - e).T @ (a - e) + (b - c).T @ (b - c) - (a - c).T @ (a - c) - (b - e).T @ (b - e),
            ),
        ),
    ),
    Arrow(
        "D(U)", "C(centred U)", "inner products of centred rows are sums of squared distances",
        _checked("D(U)", "C(centred U)", (3, 1, 3)),
    ),
    Arrow(
        "D(U)", "P(U)", "the Gram matrix of the centred rows, a sum of squared distances, has the span of their columns",
        _checked("D(U)", "P(U)", (3, 1, 3), (3, 2, 1)),
    ),
    Arrow(
        "P(U)", "X(B U)", "the differences of the rows of P have the column span of those of U, and signs of minors depend on it only",
        _checked("P(U)", "X(B U)", (3, 1, 3), (3, 2, 1), (4, 2, 1)),
    ),
    Arrow("P(U)", "C(whitened U)", "P is the Gram matrix of the whitened rows", _checked("P(U)", "C(whitened U)", (3, 1, 3), (3, 2, 1))),
    Arrow("C(U)", "S(U)", "lemma-5.3", _claimed("lemma-5.3"), claim="lemma-5.3", equal_rows=True),
    Arrow("C(B U)", "R(U)", "theorem-5.6", _claimed("theorem-5.6"), claim="theorem-5.6"),
    Arrow(
        "X(U)", "S(U)", "signed circuits decide which sign vectors are missing (Gordan)",
        _on_types("signs-and-chirotope", _MATROIDS, _circuits(lambda c: c)), equal_rows=True, types=_MATROIDS,
    ),
    Arrow(
        "S(U)", "X(U)", "signed circuits are the least sign vectors that S does not extend (Gordan)",
        _on_types("signs-and-chirotope", _MATROIDS, _circuits(lambda c: c)), equal_rows=True, types=_MATROIDS,
    ),
    Arrow("X(B U)", "R(U)", "X -> S for the differences, and R(U) = S(B U)", _circuits(Configuration.differences)),
    Arrow("R(U)", "X(B U)", "S -> X for the differences, and R(U) = S(B U)", _circuits(Configuration.differences)),
    Arrow("S(U)", "#S(U)", _DEFINITION, _checked("S(U)", "#S(U)", (2, 2, 1)), equal_rows=True),
    Arrow("R(U)", "#R(U)", _DEFINITION, _checked("R(U)", "#R(U)", (3, 2, 1)), equal_rows=True),
    Arrow("R(U)", "tops(U)", "the first k of the rankings", _checked("R(U)", "tops(U)", (3, 2, 1))),
    Arrow(
        "R(U)", "ties(U)", "labels a, b tie for the top iff both orders of them come first and second",
        _checked("R(U)", "ties(U)", (3, 2, 1)),
    ),
    Arrow("tops(U)", "argmax(U)", "argmax labels are the top-1 sets", _checked("tops(U)", "argmax(U)", (3, 2, 1)), equal_rows=True),
    Arrow(
        "S(U)", "tops(U)", "what lies on one side of a hyperplane comes first in its direction: the sets of + signs are the top-k sets",
        _on_types("winners", _POINTS, _checked("S(U)", "tops(U)", (3, 2, 1), affine=True)), kind="affine", types=_POINTS,
    ),
    Arrow(
        "tops(U)", "S(U)", "the sets of + signs, besides none and all, are the top-k sets",
        _on_types("winners", _POINTS, _checked("tops(U)", "S(U)", (3, 2, 1), affine=True)), kind="affine", types=_POINTS,
    ),
    Arrow("", "C(U)", "a single cosine, 1", _checked("", "C(U)", (1, 2, 2)), most_labels=1, equal_rows=True),
    Arrow("", "D(U)", "one row has no distances", _checked("", "D(U)", (1, 2, 2)), most_labels=1, equal_rows=True),
    Arrow("", "R(U)", "one label has one ranking", _checked("", "R(U)", (1, 1, 2)), most_labels=1, equal_rows=True),
    Arrow("", "P(U)", "two distinct rows are opposite when centred", _checked("", "P(U)", (1, 2, 2), (2, 2, 1)), most_labels=2),
    Arrow("", "C(centred U)", "two distinct rows are opposite when centred", _checked("", "C(centred U)", (2, 2, 1)), most_labels=2),
    *(
        Arrow(name, "U", "a single row is the mean, so it has no such cosines", _checked(name, "U", (1, 2, 2)), most_labels=1)
        for name in ("C(centred U)", "C(whitened U)")
    ),
    Arrow("", "C(B U)", "at most one difference, whose cosine is 1", _checked("", "C(B U)", (1, 2, 2), (2, 2, 1)), most_labels=2),
    Arrow(
        "C(centred U)", "C(whitened U)", "in dimension 1 both are products of signs of the centred rows",
        _checked("C(centred U)", "C(whitened U)", (3, 1, 3)), most_dimension=1,
    ),
    Arrow(
        "C(whitened U)", "C(centred U)", "in dimension 1 both are products of signs of the centred rows",
        _checked("C(whitened U)", "C(centred U)", (3, 1, 3)), most_dimension=1,
    ),
    Arrow(
        "C(centred U)", "C(whitened U)",
        "three centred rows span a plane, then all whitened cosines are -1/2, or a line, then both are products of signs",
        _checked("C(centred U)", "C(whitened U)", (3, 1, 3), (3, 2, 2)), most_labels=3,
    ),
    Arrow(
        "X(U)", "C(U)", "rows in dimension 1 have cosines 1 and -1",
        _checked("X(U)", "C(U)", (2, 1, 3), (3, 1, 2)), most_dimension=1, kind="linear",
    ),
    Arrow(
        "argmax(U)", "R(U)",
        "of three distinct rows either all are argmax labels, then they are affinely independent and all 6 rankings occur, or two, "
        "then the third lies between them",
        _checked("argmax(U)", "R(U)", (2, 2, 1), (3, 1, 3), (3, 2, 1)), most_labels=3,
    ),
    Arrow(
        "tops(U)", "R(U)", "on a line the top-k sets are the first k and the last k of one order",
        _checked("tops(U)", "R(U)", (3, 1, 3)), most_dimension=1,
    ),
    Arrow(
        "R(U)", "C(B U)", "differences in dimension 1 have cosines 1 and -1, which the order gives",
        _checked("R(U)", "C(B U)", (3, 1, 3)), most_dimension=1,
    ),
    Arrow(
        "C(U)", "G(U)", "cosines of rows of length 1 are their inner products",
        _checked("C(U)", "G(U)", (2, 2, 5), domain=_UNIT), kind="unit", equal_rows=True,
    ),
    Arrow("D(U)", "G(U)", "2<a,b> = 2 - |a - b|^2 for rows of length 1", _apart, kind="unit", equal_rows=True),
    Arrow("", "argmax(U)", "<u_i,u_i> = 1 > <u_i,u_j>: at x = u_i label i comes first", _apart, kind="unit"),
)  # fmt: skip
