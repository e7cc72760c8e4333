"""Expression trees: what the grammar and the SymPy reader produce and the evaluator consumes.

A tree is a ``Fraction``, a ``Name`` (``pi`` inside an angle, ``x`` inside a polynomial) or an
``Operation`` on trees. Sums and products hold all their terms at once, so the depth of a tree is
bounded by the nesting of its brackets.

Operators: ``sum`` and ``product`` (any number of operands), ``negative``, ``inverse``, ``power``
(base, exponent), and the functions of ``FUNCTIONS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrangements.errors import BadInput

__all__ = ["FUNCTIONS", "Expression", "Name", "Operation", "Refused"]

#: Function names and their numbers of arguments.
FUNCTIONS = {"sqrt": 1, "cbrt": 1, "cos": 1, "sin": 1, "tan": 1, "root": 3}


@dataclass(frozen=True)
class Name:
    """A name that is no function: only ``pi`` and ``x`` have a meaning, and only in their
    places.
    """

    name: str


@dataclass(frozen=True)
class Operation:
    """An operator or a function with its operands."""

    operator: str
    operands: tuple[Expression, ...]


Expression = Fraction | Name | Operation


class Refused(BadInput):
    """The condition that a number does not meet. ``conversion`` makes the whole sentence of it,
    with the value and its place.
    """
