"""Which algorithm counts: one for all rows, ``chromatic``, or one for each connected component.

``chromatic`` is for rows that are multiples of e_i - e_j: the arrangement of a graph. ``auto``
takes it for all of these that have few partitions of open vertices; sparse graphs with billions of
flats do.

``flats`` visits every flat of rank at most r - 3 that does not contain one element chosen as
infinity: a million a second, forty bytes for each. ``orbits`` visits one flat for each orbit under
the relabelling symmetries of the matrix, roughly the number of flats divided by the order of the
group, and takes some hundred times longer for each. ``auto`` takes ``flats`` when they are few.
Otherwise it looks for symmetries, which takes milliseconds, and takes ``orbits`` if there are at
least 500. With a ``Checkpoint`` it is ``orbits``, as that says.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Literal, get_args

from arrangements.errors import BadInput, short_repr

if TYPE_CHECKING:
    from arrangements.counting.checkpoint import Checkpoint
    from arrangements.counting.images import Images

__all__ = ["Method", "component_numbers", "of_checkpoint"]

Method = Literal["auto", "flats", "orbits", "chromatic"]

# Flats and orbits forced on the arrangements of tests/bench/test_thresholds.py.
_FEW_FLATS = 50_000
_LARGE_GROUP = 500


def of_checkpoint(method: Method, checkpoint: Checkpoint | None) -> Method:
    """The method; with a checkpoint ``orbits``, which alone can be kept."""
    if checkpoint is None:
        return method
    if method not in ("auto", "orbits"):
        raise BadInput(f"method must be auto or orbits with a checkpoint, not {short_repr(method)}")
    return "orbits"


def component_numbers(
    image: Images, method: Method = "auto", checkpoint: Checkpoint | None = None
) -> list[int]:
    """b_0, .., b_(r-1) of a connected component, as described in ``flat_counting``."""
    if method not in get_args(Method):
        raise BadInput(
            f"method must be one of {', '.join(get_args(Method))}, not {short_repr(method)}"
        )
    if method == "chromatic":
        raise BadInput(
            "method chromatic must be taken for the arrangement of a graph, without offsets and inputs"
        )
    from arrangements.counting.flat_counting import affine_numbers

    n, _, r = image.rows.shape
    if r < 3 or n >= 1 << 15:
        return affine_numbers(image)
    orbits = method == "orbits"
    if not orbits and method == "auto" and comb(n - 1, r - 3) > _FEW_FLATS:
        from arrangements.counting.symmetry import symmetries

        orbits = symmetries(image).order >= _LARGE_GROUP
    if not orbits:
        return affine_numbers(image)
    from arrangements.counting.orbits import whitney_by_orbits

    # W_k = b_k + b_(k-1).
    numbers: list[int] = []
    for number in whitney_by_orbits(image, checkpoint)[:-1]:
        numbers.append(number - (numbers[-1] if numbers else 0))
    return numbers
