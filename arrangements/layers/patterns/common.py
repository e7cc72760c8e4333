"""The class that sign patterns and ranking patterns share: labels, a sorted array of words, and the
algebra of sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NoReturn, Self

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.exact.input_checks import as_list
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.displays import frame, html
from arrangements.running.validated import ARRAY, validated

if TYPE_CHECKING:
    import pandas

__all__ = ["IntegerPattern", "Pattern"]

_DISPLAYED = 20  # members in a notebook


@validated
class Pattern:
    """An immutable set of patterns over ``labels``; see the two subclasses. ``words`` is the sorted
    array that carries it.

    ``==``, ``<=``, ``|``, ``&``, ``-``, ``^`` are those of sets and want the same labels in the
    same order.
    """

    labels: tuple[str, ...]
    words: np.ndarray
    kind: str
    noun: ClassVar[str] = "rankings"

    def __init__(self, labels: Sequence[str], words: np.ndarray) -> None:
        object.__setattr__(self, "labels", tuple(labels))
        words.setflags(write=False)
        object.__setattr__(self, "words", words)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __iter__(
        self,
    ) -> Iterator[str] | Iterator[tuple[str, ...]] | Iterator[tuple[tuple[str, ...], ...]]:
        raise NotImplementedError

    def projected(self, labels: Sequence[str]) -> Pattern:
        """Project the members to some of the labels.

        Parameters
        ----------
        labels
            The labels that stay, in the order that the result has.

        Returns
        -------
        The pattern on these labels.

        Raises
        ------
        BadInput
            If a label is unknown or repeated.
        """
        raise NotImplementedError

    def strings(self) -> Iterator[str]:
        """The members as text, in canonical order."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Pattern)
        return self.labels == other.labels and np.array_equal(self.words, other.words)

    def __hash__(self) -> int:
        return hash((self.labels, self.words.tobytes()))

    def _with(self, words: np.ndarray) -> Self:
        return type(self)(self.labels, words)

    def _pair(self, other: Self) -> tuple[np.ndarray, np.ndarray, Callable[[np.ndarray], Self]]:
        """Two arrays on which the algebra of sets may work, and the function that makes a pattern
        of its result.
        """
        self._demand_like(other)
        return self.words, other.words, self._with

    def _demand_like(self, other: Self) -> None:
        if type(other) is not type(self):
            raise TypeError(
                f"the other pattern must be a {type(self).__name__}, not {type(other).__name__}"
            )
        if self.labels != other.labels:
            raise BadInput(
                f"labels of the other pattern must be {short_repr(self.labels)}, not {short_repr(other.labels)}"
            )

    def __or__(self, other: Self) -> Self:
        one, two, make = self._pair(other)
        return make(bitset_rows.union(one, two))

    def __and__(self, other: Self) -> Self:
        one, two, make = self._pair(other)
        return make(bitset_rows.intersection(one, two))

    def __sub__(self, other: Self) -> Self:
        one, two, make = self._pair(other)
        return make(bitset_rows.difference(one, two))

    def __xor__(self, other: Self) -> Self:
        return (self - other) | (other - self)

    def __le__(self, other: Self) -> bool:
        one, two, _ = self._pair(other)
        return bitset_rows.subset(one, two)

    def __bool__(self) -> bool:
        return len(self.words) > 0

    def relabelled(self, names: Mapping[str, str] | Sequence[str]) -> Self:
        """Give the labels other names.

        Parameters
        ----------
        names
            A mapping from old to new names, or all new names in order.

        Returns
        -------
        The same members over the new labels.

        Raises
        ------
        BadInput
            If the new names are not distinct, or not as many as the labels.
        """
        new = (
            [names.get(label, label) for label in self.labels]
            if isinstance(names, Mapping)
            else list(names)
        )
        if len(new) != len(self.labels) or len(set(new)) != len(new):
            raise BadInput(
                f"labels must be {len(self.labels)} distinct names, not {short_repr(new)}"
            )
        return self._renamed(tuple(new))

    def _renamed(self, labels: tuple[str, ...]) -> Self:
        return type(self)(labels, self.words)

    def _places(self, labels: Sequence[str]) -> list[int]:
        """Where the given labels stand; they must be distinct."""
        as_list(labels, "labels")
        at = {label: i for i, label in enumerate(self.labels)}
        for label in labels:
            if label not in at:
                raise BadInput(
                    f"label must be one of {short_repr(list(self.labels))}, not {short_repr(label)}"
                )
        if len(set(labels)) != len(labels):
            raise BadInput(f"labels must be distinct, not {short_repr(list(labels))}")
        return [at[label] for label in labels]

    def _excerpt(self) -> str:
        first = list(islice(self.strings(), 4))
        return ", ".join(first[:3]) + (", ..." if len(first) > 3 else "")

    def __len__(self) -> int:
        raise NotImplementedError

    def to_frame(self) -> pandas.DataFrame:
        """A data frame of pandas, or of polars where only that is installed, one row per member."""
        raise NotImplementedError

    def _rows(self, count: int) -> Iterator[Sequence[str]]:
        """The cells of the first members."""
        raise NotImplementedError

    def _names(self) -> list[str]:
        """The columns of a table of members."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        caption = f"{len(self):,} {self.noun} of {len(self.labels)} labels"
        return html(caption, self._names(), self._rows(_DISPLAYED), len(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} on {len(self.labels)} labels{': ' if self else ''}{self._excerpt()}>"


@validated(rows=ARRAY)
class IntegerPattern(Pattern):
    """Patterns whose members are as many integers as there are labels: signs of covectors, places
    of weak rankings.
    """

    @classmethod
    def of_integers(cls, labels: Sequence[str], rows: np.ndarray) -> Self:
        """From rows of integers, in any order."""
        raise NotImplementedError

    def integers(self, start: int = 0, stop: int | None = None) -> np.ndarray:
        """Members from ``start`` to ``stop`` as rows of integers."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.words)

    def projected(self, labels: Sequence[str]) -> Self:
        """Project the members to some of the labels.

        Parameters
        ----------
        labels
            The labels that stay, in the order that the result has.

        Returns
        -------
        The pattern on these labels.

        Raises
        ------
        BadInput
            If a label is unknown or repeated.
        """
        return self.of_integers(tuple(labels), self.integers()[:, self._places(labels)])

    def to_frame(self) -> pandas.DataFrame:
        """A data frame with one column of integers for each label."""
        return frame(dict(zip(self.labels, self.integers().T, strict=True)))

    def _names(self) -> list[str]:
        return list(self.labels)

    def _rows(self, count: int) -> Iterator[Sequence[str]]:
        return (list(map(str, row)) for row in self.integers(0, count).tolist())
