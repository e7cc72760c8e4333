"""``Layer``: rows with offsets and labels, and the inputs that questions about them are asked of.

Row i is the function b_i + <u_i, h> of the inputs h. A layer is made of a ``Configuration``, whose
rows are exact, or of the output layer of a model, whose rows stay the floats that they are: a row
becomes exact when it is asked for (``row``), all of them only where exact programs need all
(``configuration``).

>>> layer = Layer(Configuration([[1, "1/3"], [0, 2]], bias=[0, "1/2"]), Inputs.nonnegative(2))
>>> layer.n, layer.d, [str(x) for x in layer.row(1)]
(2, 2, ['1/2', '0', '2'])
>>> layer.numbers.tolist()
[[0, 6, 2], [3, 0, 12]]
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from arrangements.errors import BadInput
from arrangements.exact.linear import cleared, is_integral, is_rational, largest
from arrangements.exact.numbers import Scalar
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import with_offsets

if TYPE_CHECKING:
    import numpy as np

__all__ = ["FloatRows", "Layer"]


class FloatRows(Protocol):
    """Rows of floats with their labels, as ``loading.layers.OutputLayer`` has them; ``rows`` are (b_i,
    u_i) in float64, times ``scale``. ``read_again`` reads the same rows from ``file``, here or on
    another machine, if a file holds them.
    """

    @property
    def rows(self) -> np.ndarray: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def scale(self) -> int: ...
    @property
    def n(self) -> int: ...
    @property
    def d(self) -> int: ...
    @property
    def content_hash(self) -> str: ...
    @property
    def file(self) -> str | None: ...
    @property
    def read_again(self) -> Callable[[], FloatRows] | None: ...
    def configuration(self) -> Configuration: ...


class Layer:
    """``source`` as it was given; ``given``: inputs, or None where they are all of R^d."""

    def __init__(self, source: Configuration | FloatRows, inputs: Inputs | None = None) -> None:
        if inputs is not None and inputs.dimension != source.d:
            raise BadInput(f"inputs must have dimension {source.d}, not {inputs.dimension}")
        self.source, self.given = source, inputs
        self.n, self.d, self.labels = source.n, source.d, source.labels

    @property
    def inputs(self) -> Inputs:
        return Inputs(self.d) if self.given is None else self.given

    @property
    def content_hash(self) -> str:
        return self.source.content_hash

    @cached_property
    def configuration(self) -> Configuration:
        """All rows, exactly."""
        source = self.source
        return source if isinstance(source, Configuration) else source.configuration()

    def row(self, place: int) -> tuple[Scalar, ...]:
        """One row (b_i, u_i), exactly; no other row is touched."""
        source = self.source
        if isinstance(source, Configuration):
            return (Fraction(0) if source.bias is None else source.bias[place], *source.rows[place])
        return tuple(Fraction(x) / source.scale for x in source.rows[place].tolist())

    @cached_property
    def in_floats(self) -> bool:
        """Whether rows and inputs are such that floats suggest and integers conclude: rational, the
        rows of at most 53 bits on one scale.
        """
        inputs = self.inputs
        ball = () if inputs.within is None else (inputs.within.numbers,)
        return self.numbers is not None and is_rational(
            [*inputs.inequalities, *inputs.equations, *ball]
        )

    @cached_property
    def numbers(self) -> np.ndarray | None:
        """The rows (b_i, u_i) times a positive number, exactly, as an array of floats, or of
        integers of at most 53 bits; None if there is no such number.
        """
        if not isinstance(self.source, Configuration):
            return self.source.rows
        whole = cleared(with_offsets(self.source)) if self.n else ()
        if not whole or not is_integral(whole) or max(map(largest, whole), default=0) > 1 << 53:
            return None
        import numpy as np

        return np.array(whole, np.int64).reshape(self.n, self.d + 1)
