"""argmax-G.1: decision regions and ties for the top, against the faces of the convex hull.

One identity ties both together, for every number of labels and every dimension. On instances,
generic and degenerate, ties are found by three methods: exact linear programs with certificates, the
list of all rankings, and the facets of the hull by determinants.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from arrangements.decide.answers import decide_argmax, decide_tie
from arrangements.exact.input_checks import Matrix
from arrangements.layers.configuration import Configuration
from arrangements.listing.patterns import ranking_pattern
from arrangements.loading.configurations import load
from proofs.paper.algebra.matrices import Algebra
from proofs.paper.claims.hulls import facets, smallest_face
from proofs.paper.verdicts.claim import Attachment, Claim, Condition, Step, Verdict, conclude
from proofs.paper.verdicts.evidence import attached, decided, fact

__all__ = ["CLAIM", "INSTANCES", "prove"]

NAMED = (
    "paper/C.1",
    "paper/C.2",
    "paper/C.3",
    "paper/5.5-model-1",
    "paper/5.5-model-2",
    "paper/H.1-A",
    "paper/H.1-B",
)
INSTANCES: dict[str, str | Matrix] = {
    **{
        name: name
        for name in (
            *NAMED,
            "cyclic:6x4",
            "cyclic:6x5",
            "cross-polytope:3",
            "threshold:3",
            "random:7x3:bound=9:seed=1",
        )
    },
    "square with its centre and a point on an edge": [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [1, 1],
        [1, 0],
    ],
    "points on a line": [[0], [1], [2], [3]],
    "points on a line in space": [[0, 0, 0], [1, 2, 3], [2, 4, 6]],
    "two equal rows at a corner": [[0, 0], [1, 0], [0, 1], [0, 1]],
    "all rows equal": [[1, 2], [1, 2], [1, 2]],
    "two labels": [[1, 1], [3, 0]],
    "one label": [[5]],
    "rank 0": [[0], [0]],
}


def prove(strictly: bool = True, names: Sequence[str] = tuple(INSTANCES)) -> Verdict:
    """argmax-G.1. ``strictly=False`` is the variant that also allows other rows on the segment, and
    is false.
    """
    steps = _identity()
    for name in names:
        source = INSTANCES[name]
        c = load(source) if isinstance(source, str) else Configuration(source)
        steps.append(_ties(name, c, strictly))
        if not c.equal_groups:
            steps.append(_regions(name, c))
    return conclude(
        [*steps, *_equal_rows(), *_third_row()],
        means="identity for every `n` and `d`; three methods on instances",
        scope=f"all real `U`; checked on {len(names)} configurations, degenerate ones included",
        complete=True,
        rests_on=(
            "a face of a polytope is the set of maximisers of a linear function",
            "finitely many hyperplanes are nowhere dense",
        ),
        findings=(
            "“tie for the top” has to mean strictly above all other labels, and then a third row on the segment has to be excluded: "
            "it ties with both ends, so they never tie strictly above it although they span an edge",
            "with two equal rows there is no strict ranking at all, so the union is empty, while other labels still have decision regions",
        ),
    )


def _identity() -> list[Step]:
    """For a point p = Σ λ_k u_k of the hull, Σ λ_k = 1: ⟨u_i, x⟩ − ⟨p, x⟩ = Σ λ_k ⟨u_i − u_k,
    x⟩.
    """
    algebra = Algebra({"U": "n d", "u": "d 1", "l": "n 1", "e": "n 1", "x": "d 1"}, one=["l' e"])
    U, u, weights, e, x = algebra.letters("U u l e x")
    return [
        algebra.identity(
            "⟨u_i, x⟩ − ⟨p, x⟩ = Σ λ_k ⟨u_i − u_k, x⟩ for p = Σ λ_k u_k, Σ λ_k = 1: where u_i is at the top no point of the hull is "
            "higher, and p is as high only if λ_k = 0 for all labels below",
            (u.T - weights.T @ U) @ x,
            weights.T @ (e @ u.T - U) @ x,
        )
    ]


def _ties(name: str, c: Configuration, strictly: bool) -> Step:
    """Pairs that can tie for the top by linear programs, by the list of rankings, and by the
    hull.
    """
    pairs = list(combinations(range(c.n), 2))
    attachments: list[Attachment] = []
    found: dict[str, set[tuple[str, str]]] = {"programs": set(), "hull": set()}
    for i, j in pairs:
        answer, certificate = decide_tie(c, (c.labels[i], c.labels[j]))
        certificate.check()
        attachments.append(
            attached(f"argmax-G.1-{_file(name)}-{c.labels[i]}-{c.labels[j]}", certificate)
        )
        if answer:
            found["programs"].add((c.labels[i], c.labels[j]))
        face = smallest_face(c, (i, j))
        if face == {i, j} or (not strictly and _is_segment(c, face)):
            found["hull"].add((c.labels[i], c.labels[j]))
    if not c.equal_groups:
        found["rankings"] = set(ranking_pattern(c).ties())
    says = f"{name}: i and j can tie strictly above all others iff conv(u_i, u_j) is a face without further rows"
    different = sorted(
        {pair for one in found.values() for other in found.values() for pair in one ^ other}
    )
    detail = f"{len(found['hull'])} of {len(pairs)} pairs, by {len(found)} methods"
    if different:
        a, b = different[0]
        detail = f"labels {a} and {b}: " + ", ".join(
            f"{method} say {'yes' if (a, b) in ties else 'no'}" for method, ties in found.items()
        )
    return Step(
        says,
        "fails" if different else "holds",
        detail,
        () if len(attachments) > _MOST_ATTACHED else tuple(attachments),
    )


_MOST_ATTACHED = 15  # certificates that a verdict carries


def _is_segment(c: Configuration, face: frozenset[int]) -> bool:
    return c.restricted_to(sorted(face)).affine_rank == 2


def _regions(name: str, c: Configuration) -> Step:
    """Where y is strictly first and nothing ties, there is a ranking that puts y first; so both
    sides are non-empty together.
    """
    by_rankings = ranking_pattern(c).argmax_labels()
    by_programs = tuple(label for label in c.labels if decide_argmax(c, label)[0])
    vertices = tuple(
        label
        for i, label in enumerate(c.labels)
        if smallest_face(c, (i,)) == {i} and (c.n == 1 or facets(c))
    )
    says = f"{name}: y has a decision region iff some ranking puts y first iff u_y is a vertex of the hull"
    return fact(says, by_rankings == by_programs == vertices, f"labels {', '.join(by_programs)}")


def _equal_rows() -> list[Step]:
    c = Configuration([[1], [-1], [-1]])
    return [
        decided(
            "equal rows elsewhere: rows 1, −1, −1 have a decision region of label 1",
            decide_argmax(c, "1"),
            True,
            "argmax-G.1-equal-rows",
        ),
        fact(
            "… and no strict ranking",
            len(ranking_pattern(c)) == 0,
            f"{len(ranking_pattern(c))} rankings",
        ),
    ]


def _third_row() -> list[Step]:
    c = Configuration([[0, 1], [2, 1], [1, 1], [1, 0]])
    face = smallest_face(c, (0, 1))
    return [
        fact(
            "a third row on the segment: (0,1) and (2,1) span an edge that holds (1,1)",
            face == {0, 1, 2},
            f"rows {sorted(i + 1 for i in face)}",
        ),
        decided(
            "… and cannot tie strictly above it",
            decide_tie(c, "1,2"),
            False,
            "argmax-G.1-third-row",
        ),
    ]


def _file(name: str) -> str:
    return "".join(
        character if character.isalnum() or character in ".-" else "-" for character in name
    )


CLAIM = Claim(
    id="argmax-G.1",
    owner="paper",
    statement=(
        "The softmax decision region of `y` is the union of the ranking regions that rank `y` first; `i` and `j` can tie for the top iff "
        "`u_i` and `u_j` span an edge (a face) of the convex hull of the rows."
    ),
    conditions=(
        Condition(
            "the rows are pairwise distinct, and regions are taken up to their boundaries",
            "wording",
            "two equal rows leave no strict ranking",
        ),
        Condition(
            "a tie is strictly above all other labels, and no third row lies on the segment",
            "wording",
            "a third row on an edge ties with both ends",
        ),
    ),
    prove=prove,
)
