"""An exact point for every pattern: an input x that has these signs, or that ranks the labels so.

>>> from arrangements import Configuration, sign_pattern
>>> c = Configuration([[1, 0], [1, 1]])
>>> [(signs, *map(str, x)) for signs, x in interior_points(c, sign_pattern(c))]
[('--', '-1', '-1'), ('-+', '-1', '2'), ('+-', '1', '-2'), ('++', '1', '1')]

For a face it is a point of its relative interior. Each point comes from an exact linear program and
is verified before it is given. A member that has no point is not of this configuration.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arrangements.decide.one_by_one.decide import decide
from arrangements.errors import BadInput, short_repr
from arrangements.exact.numbers import Scalar
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.norms import input_of
from arrangements.layers.patterns import ListedPattern
from arrangements.layers.questions.parser import question_about
from arrangements.proof.certificates import Witness
from arrangements.running import report_progress
from arrangements.running.validated import validated

__all__ = ["interior_points"]


@validated
def interior_points(
    configuration: Configuration, pattern: ListedPattern, *, inputs: Inputs | None = None
) -> Iterator[tuple[str, tuple[Scalar, ...]]]:
    """Give each member of a pattern, as text, with an exact point of its region or face.

    Parameters
    ----------
    configuration
        The rows whose pattern it is.
    pattern
        A pattern of the configuration, or a part of it, with the same labels.
    inputs
        The set that the points come from; all of R^d without.

    Yields
    ------
    The member as text and its point, member after member in canonical order.

    Raises
    ------
    BadInput
        If the labels differ, if the configuration lacks a member, or if inputs are on a sphere.

    Notes
    -----
    A point of a face lies in its relative interior. Each comes from an exact linear program and is
    verified before it is given.

    Examples
    --------
    >>> from arrangements import load, ranking_pattern
    >>> c = load("paper/C.1")
    >>> len(dict(interior_points(c, ranking_pattern(c)))) == len(ranking_pattern(c))
    True
    """
    if pattern.labels != configuration.labels:
        raise BadInput(
            f"labels of the pattern must be {short_repr(configuration.labels)}, not {short_repr(pattern.labels)}"
        )
    if inputs is not None and inputs.within is not None and inputs.within.sphere:
        raise BadInput("points of regions need inputs in a ball, not on its sphere")
    member: Any
    for done, (member, text) in enumerate(zip(pattern, pattern.strings(), strict=True)):
        report_progress("points of regions", done / len(pattern))
        asked = question_about(pattern.kind, configuration.labels, member)
        decided = decide(configuration, asked, inputs=inputs)
        evidence = decided[1].evidence
        if not isinstance(evidence, Witness):
            raise BadInput(f"pattern must be one of this configuration, which does not have {text}")
        yield text, input_of(inputs, evidence.point)
