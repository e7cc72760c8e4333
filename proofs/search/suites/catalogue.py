"""The suites that come with the package; ``find`` looks one up, or makes one from checks and
families.

``quick`` takes seconds, ``standard`` a quarter of an hour on two cores, ``long`` days;
``Suite.seconds`` predicts. ``expected=False`` marks statements that must fail on the family:
counter-examples are what these jobs look for.

>>> [suite.name for suite in SUITES]
['quick', 'standard', 'long', 'conjectures']
"""

from __future__ import annotations

from difflib import get_close_matches

from arrangements.errors import BadInput, short_repr
from proofs.search.determinations.checks import find as find_check
from proofs.search.suites.suite import Job, Suite

__all__ = ["SUITES", "find"]


def _jobs(check: str, *families: str, expected: bool = True) -> tuple[Job, ...]:
    return tuple(Job(check, name, expected) for name in families)


QUICK = Suite(
    "quick",
    (
        *_jobs("lemma-5.3", "grid:6x2:2", "grid:5x3:1", "grid:7x2:2"),
        *_jobs(
            "lemma-5.3:instances",
            "grid:6x2:2",
            "grid:5x3:1",
            "grid-affine:5x2:2",
            "random:10x4:bound=9:seed=1:count=20000",
            "paper",
        ),
        *_jobs("theorem-5.6", "grid:6x2:2", "grid:5x3:1", "grid:7x2:2"),
        *_jobs("theorem-5.6:instances", "grid:6x2:2", "grid:5x3:1"),
        *_jobs("theorem-5.5", "grid:3x1:5", "grid:3x2:2", "grid:5x2:2", expected=False),
        *_jobs("theorem-5.5:argmax", "grid:4x2:2", expected=False),
        *_jobs("theorem-H.1", "grid-affine:3x2:4"),
        *_jobs("theorem-H.1", "grid-affine:4x2:2", "grid-affine:5x2:2", expected=False),
        *_jobs("theorem-H.1:argmax", "grid-affine:5x2:2"),
        *_jobs("chirotope-rankings", "grid:5x2:2", "grid:5x3:1"),
        *_jobs("argmax-G.1", "grid:6x2:2", "grid:5x3:1", "paper"),
        *_jobs("counting", "grid:5x2:2", "grid:5x3:1", "paper", "threshold:1..3", "resonance:1..3"),
        *_jobs(
            "three-methods", "grid:4x2:1", "grid:3x3:1", "paper", "threshold:1..3", "resonance:1..3"
        ),
        *_jobs("theorem-H.1", "types:points:5", expected=False),
        *_jobs("S(U) -> X(U)", "types:oriented:3x5"),
        *_jobs("zaslavsky", "types:oriented:3x6", "types:oriented:4x6", "types:points:5:collinear"),
        *_jobs("signs-and-chirotope", "types:oriented:3x6", "types:oriented:4x6"),
        *_jobs("winners", "types:oriented:3x6:acyclic", "types:points:5:collinear"),
        *_jobs("order-types", "types:points:5:collinear", "types:points:6"),
        *_jobs("argmax-G.1", "types:rankings:4x2"),
        *_jobs("R(U) -> tops(U)", "types:rankings:4x2"),
    ),
)

STANDARD = Suite(
    "standard",
    (
        *_jobs("lemma-5.3", "grid:7x2:3", "grid:8x2:2", "grid:8x3:1", "grid:5x3:2", "grid:6x4:1"),
        *_jobs(
            "lemma-5.3:instances",
            "grid:7x2:3",
            "grid:6x2:4",
            "grid:6x3:2",
            "grid:7x4:1",
            "random:10x4:bound=9:seed=1:count=1000000",
        ),
        *_jobs("theorem-5.6", "grid:7x2:3", "grid:8x2:2", "grid:7x3:1", "grid:5x3:2", "grid:5x4:1"),
        *_jobs("theorem-5.6:instances", "grid:7x2:3", "grid:6x2:4", "grid:5x3:2", "grid:6x4:1"),
        *_jobs("theorem-5.5", "grid:3x1:20", "grid:6x2:2", "grid:4x3:2", expected=False),
        *_jobs("theorem-5.5:argmax", "grid:6x2:2", "grid:4x3:2", expected=False),
        *_jobs("theorem-H.1", "grid-affine:3x2:10", "grid-affine:3x3:3"),
        *_jobs(
            "theorem-H.1",
            "grid-affine:4x2:5",
            "grid-affine:7x2:2",
            "grid-affine:5x3:1",
            expected=False,
        ),
        *_jobs("theorem-H.1:argmax", "grid-affine:6x2:3", "grid-affine:6x3:1"),
        *_jobs("chirotope-rankings", "grid:6x2:2", "grid:4x3:2", "grid:6x3:1"),
        *_jobs("argmax-G.1", "grid:7x2:3", "grid:6x2:4", "grid:5x3:2", "paper"),
        *_jobs(
            "counting",
            "grid:5x2:4",
            "grid:5x3:1",
            "grid:6x2:1",
            "paper",
            "threshold:1..4",
            "resonance:1..4",
        ),
        *_jobs(
            "three-methods", "grid:5x2:2", "grid:4x3:1", "paper", "threshold:1..3", "resonance:1..4"
        ),
        *_jobs("theorem-H.1", "types:points:7", expected=False),
        *_jobs(
            "S(U) -> X(U)", "types:oriented:3x5:signed", "types:oriented:4x5", "types:oriented:2x6"
        ),
        *_jobs(
            "axioms",
            "types:oriented:3x9",
            "types:oriented:4x8:uniform",
            "types:oriented:3x8:acyclic",
        ),
        *_jobs("zaslavsky", "types:oriented:3x8", "types:oriented:4x7", "types:oriented:5x8"),
        *_jobs(
            "signs-and-chirotope", "types:oriented:3x8", "types:oriented:4x7", "types:oriented:5x8"
        ),
        *_jobs(
            "winners",
            "types:oriented:3x7:acyclic",
            "types:oriented:4x6:acyclic",
            "types:points:6:collinear",
            "types:points:7",
        ),
        *_jobs("order-types", "types:points:7:collinear", "types:points:8"),
        *_jobs("argmax-G.1", "types:rankings:5x2", "types:rankings:5x3"),
        *_jobs("three-methods", "types:rankings:5x2", "types:rankings:5x3"),
    ),
)

LONG = Suite(
    "long",
    (
        *_jobs("lemma-5.3", "grid:8x2:3", "grid:6x2:4", "grid:6x3:2", "grid:7x4:1"),
        *_jobs(
            "lemma-5.3:instances",
            "grid:8x2:4",
            "grid:7x3:2",
            "grid:5x4:2",
            "random:10x4:bound=9:seed=2:count=1000000000",
        ),
        *_jobs("theorem-5.6", "grid:8x2:3", "grid:6x2:4", "grid:6x3:2", "grid:6x4:1"),
        *_jobs("theorem-5.6:instances", "grid:8x2:3", "grid:6x3:2", "grid:5x4:2"),
        *_jobs(
            "theorem-H.1",
            "grid-affine:4x2:8",
            "grid-affine:6x2:3",
            "grid-affine:6x3:1",
            expected=False,
        ),
        *_jobs("theorem-H.1:argmax", "grid-affine:7x2:3", "grid-affine:6x3:2"),
        *_jobs("chirotope-rankings", "grid:7x2:2", "grid:5x3:2"),
        *_jobs("argmax-G.1", "grid:8x2:4", "grid:7x3:2"),
        *_jobs("counting", "grid:6x2:2", "grid:6x3:1"),
        *_jobs("three-methods", "grid:6x2:2", "grid:5x3:1"),
        *_jobs("axioms", "types:oriented:4x8", "types:oriented:3x9:uniform:acyclic"),
        *_jobs("zaslavsky", "types:oriented:3x9", "types:oriented:4x8"),
        *_jobs("signs-and-chirotope", "types:oriented:3x9", "types:oriented:4x8"),
        *_jobs(
            "winners",
            "types:oriented:3x9:uniform:acyclic",
            "types:points:8",
            "types:points:7:collinear",
        ),
    ),
)

_UNIFORM = tuple(
    f"types:oriented:{size}:uniform" for size in ("3x5", "3x6", "3x7", "3x8", "3x9", "4x7", "4x8")
)

CONJECTURES = Suite(
    "conjectures",
    (
        *_jobs(
            "las-vergnas", *_UNIFORM, "types:oriented:4x6:uniform", "types:oriented:5x8:uniform"
        ),
        *_jobs("roudneff", *_UNIFORM),
        *_jobs("two-coloured-triangle", *_UNIFORM[:5]),
        *_jobs("shannon", *_UNIFORM[:6], "types:oriented:5x8:uniform"),
        *_jobs("shannon", "types:oriented:4x8:uniform", expected=False),
        *_jobs("adjacent-simplices", *_UNIFORM[:6], "types:oriented:5x8:uniform"),
        *_jobs("adjacent-simplices", "types:oriented:4x8:uniform", expected=False),
    ),
)

SUITES = (QUICK, STANDARD, LONG, CONJECTURES)


def find(name: str) -> Suite:
    """The suite of this name, or one made of ``CHECK on FAMILY``, several joined by semicolons;
    ``BadInput`` names the nearest otherwise.

    >>> [job.check.says for job in find("lemma-5.3 on grid:3x2:1; S(U) -> argmax(U) on grid-affine:4x2:1").jobs]
    ['C(U) determines S(U)', 'S(U) determines argmax(U)']
    >>> [job.check.says for job in find("theorem-5.5 on grid:3x2:1").jobs]
    ['C(U) does not determine R(U)']
    """
    for suite in SUITES:
        if suite.name == name:
            return suite
    if " on " in name:
        pairs = [part.strip().rpartition(" on ") for part in name.split(";")]
        made = tuple(
            Job(check.strip(), family.strip(), None if find_check(check.strip()).denied else True)
            for check, _, family in pairs
        )
        return Suite("; ".join(f"{job.check.id} on {job.family.name}" for job in made), made)
    near = get_close_matches(name, [suite.name for suite in SUITES], 1, 0.0)
    raise BadInput(
        f"suite must be one of {', '.join(suite.name for suite in SUITES)}, not {short_repr(name)} (nearest: {near[0]})"
    )
