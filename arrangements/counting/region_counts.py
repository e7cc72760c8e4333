"""How many regions there are: ``count`` gives all the numbers of an arrangement together, bounded
and unbounded regions among them, ``count_topes`` and ``count_rankings`` the one that is asked for
most.

>>> from arrangements import load
>>> count(load("threshold:2")).whitney
(1, 4, 6, 3)
>>> lines = load("threshold:2")
>>> counted = count(lines, affine=True)
>>> counted.count, counted.bounded, counted.unbounded
(14, 1, 6)
>>> square = Configuration([[1, 0], [0, 1], [1, 1]], bias=[0, 0, -1])
>>> count_topes(square), count_topes(square, inputs=Inputs.nonnegative(2))
(7, 2)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.conic import count_in_cone
from arrangements.counting.methods import Method
from arrangements.counting.polynomials import characteristic
from arrangements.counting.whitney import (
    affine_whitney_numbers,
    label_differences,
    ranking_whitney_numbers,
    whitney_numbers,
)
from arrangements.errors import BadInput, short_repr
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import Homogenised, homogenised
from arrangements.layers.questions.kinds import Region
from arrangements.running.validated import one_of, validated

__all__ = ["Count", "Kind", "count", "count_rankings", "count_topes"]

Kind = Region


@dataclass(frozen=True)
class Count:
    """The numbers of an arrangement.

    ``count``: strict sign vectors or rankings; the sum of ``whitney``. ``polynomial``: the
    characteristic polynomial, constant term first. ``relatively_bounded``: the regions that are
    bounded up to the directions that all hyperplanes share, those that SageMath calls bounded.
    ``bounded`` and ``unbounded``: the regions of R^d, or, for points, of the affine arrangement {y
    : <row, (1, y)> = 0}, whose Whitney numbers are ``affine_whitney``. Offsets make an affine
    arrangement in R^d, and all numbers are its own. On other inputs only the count is known, and
    nothing else is given. For points ``count`` is not their sum: it also counts the sign vectors
    that occur only where the homogenising coordinate is negative.
    """

    kind: Kind
    count: int
    whitney: tuple[int, ...]
    polynomial: tuple[int, ...]
    affine_whitney: tuple[int, ...] | None
    bounded: int | None
    unbounded: int | None
    relatively_bounded: int | None = None


def count(
    configuration: Configuration,
    kind: Kind = "sign",
    *,
    affine: bool = False,
    method: Method = "auto",
    checkpoint: Checkpoint | None = None,
    inputs: Inputs | None = None,
) -> Count:
    """Count the strict sign vectors (``kind`` "sign") or rankings ("ranking") of a configuration.

    ``affine`` says that the first column is the homogenising coordinate, as in
    ``Configuration.affine(points)``; it changes nothing but ``affine_whitney``, ``bounded`` and
    ``unbounded``. ``method`` and ``checkpoint`` as for ``whitney_numbers``.
    In a ball regions are listed, by exact programs.
    """
    if kind not in get_args(Kind):
        raise BadInput(f"kind must be 'sign' or 'ranking', not {short_repr(kind)}")
    if inputs is not None and inputs.within is not None:
        if method != "auto" or checkpoint is not None:
            raise BadInput("method must be auto for inputs in a ball, where regions are listed")
        from arrangements.decide.one_by_one.lp_listing import lp_rankings, lp_topes

        patterns = (lp_topes if kind == "sign" else lp_rankings)(configuration, inputs)
        return Count(kind, len(patterns), (), (), None, None, None)
    shaped = homogenised(configuration, inputs)
    if shaped.constraints or shaped.basis is not None:
        return _of_layer(shaped, kind, method, checkpoint)
    if kind == "sign":
        whitney = whitney_numbers(configuration, method=method, checkpoint=checkpoint)
    else:
        whitney = ranking_whitney_numbers(configuration, method=method, checkpoint=checkpoint)
    total = sum(whitney)
    d = configuration.d - affine
    affine_whitney = (
        affine_whitney_numbers(configuration, method=method, checkpoint=checkpoint)
        if affine and kind == "sign"
        else None
    )
    if affine_whitney is None:
        # All hyperplanes pass through the origin: every region is a cone.
        bounded, regions, relatively = (total if d == 0 else 0), total, _without_rays(whitney)
    else:
        relatively = _without_rays(affine_whitney)
        bounded = relatively if len(affine_whitney) == d + 1 else 0
        regions = sum(affine_whitney)
    return Count(
        kind,
        total,
        whitney,
        characteristic(whitney, configuration.d),
        affine_whitney,
        bounded,
        regions - bounded,
        relatively,
    )


@validated(method=one_of(*get_args(Method)))
def count_topes(
    configuration: Configuration, *, method: Method = "auto", inputs: Inputs | None = None
) -> int:
    """Count the strict sign vectors without listing them.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    method
        An algorithm, as for ``whitney_numbers``.
    inputs
        The set that h comes from; all of R^d without. In a ball regions are listed, not counted.

    Returns
    -------
    The number that ``sign_pattern`` lists.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or a method is forced that cannot count this.
    LimitReached
        If the flats do not fit into memory (``limited``).

    Examples
    --------
    >>> from arrangements import load
    >>> count_topes(load("threshold:5"))
    94572
    """
    return count(configuration, method=method, inputs=inputs).count


@validated(method=one_of(*get_args(Method)))
def count_rankings(
    configuration: Configuration, *, method: Method = "auto", inputs: Inputs | None = None
) -> int:
    """Count the strict rankings without listing them.

    Parameters
    ----------
    configuration
        The rows, with their offsets if there are any.
    method
        An algorithm, as for ``whitney_numbers``.
    inputs
        The set that h comes from; all of R^d without. In a ball rankings are listed, not counted.

    Returns
    -------
    The number that ``ranking_pattern`` lists.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or a method is forced that cannot count this.
    LimitReached
        If the flats do not fit into memory (``limited``).

    Examples
    --------
    >>> count_rankings(Configuration([[0, 0], [4, 0], [4, 3], [0, 2]]))
    10
    """
    return count(configuration, "ranking", method=method, inputs=inputs).count


def _without_rays(whitney: tuple[int, ...]) -> int:
    """The relatively bounded regions: the alternating sum of the Whitney numbers (Zaslavsky
    1975).
    """
    return int(abs(sum((-1) ** k * number for k, number in enumerate(whitney))))


def _of_layer(
    shaped: Homogenised, kind: Kind, method: Method, checkpoint: Checkpoint | None
) -> Count:
    homogeneous = shaped.homogeneous if kind == "sign" else label_differences(shaped.homogeneous)
    if not shaped.affine or shaped.basis is not None or len(shaped.constraints) > 1:
        count = count_in_cone(
            homogeneous.rows,
            shaped.constraints,
            homogeneous.d,
            method=method,
            checkpoint=checkpoint,
        )
        return Count(kind, count, (), (), None, None, None)
    whitney = affine_whitney_numbers(homogeneous, method=method, checkpoint=checkpoint)
    total, d = sum(whitney), homogeneous.d - 1
    relatively = _without_rays(whitney)
    bounded = relatively if len(whitney) == d + 1 else 0
    return Count(
        kind, total, whitney, characteristic(whitney, d), None, bounded, total - bounded, relatively
    )
