"""Ranking patterns: which strict rankings of the labels, that is which orders of a softmax layer,
occur.

>>> r = RankingPattern.from_rankings("abc", ["abc", "cba", "acb", "bca"])
>>> len(r), ("a", "c", "b") in r, "c>a>b" in r
(4, True, False)
>>> list(r.strings())
['a>b>c', 'a>c>b', 'b>c>a', 'c>b>a']
>>> r.argmax_labels(), r.top_sets(2), r.ties()
(('a', 'b', 'c'), (('a', 'b'), ('a', 'c'), ('b', 'c')), (('b', 'c'),))

Rankings are given best first. ``words`` packs each as in
``arrangements.kernels.packed_permutations``; order is that of sequences of label indices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Self

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.kernels import packed_permutations
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.common import Pattern
from arrangements.layers.patterns.displays import frame
from arrangements.ranking_text import pieces, quoted
from arrangements.running.validated import validated

if TYPE_CHECKING:
    import pandas

__all__ = ["RankingPattern", "packed", "place_names"]

_CHUNK = 1 << 14


@validated
class RankingPattern(Pattern):
    """An immutable set of strict rankings of labels.

    Build it with ``from_rankings``, or list it with ``ranking_pattern``.

    Parameters
    ----------
    labels
        The labels that are ranked.
    words
        The sorted array that carries the members.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Notes
    -----
    ``==``, ``<=``, ``|``, ``&``, ``-``, ``^``, ``in``, ``len`` are those of sets; two patterns must
    have the same labels in the same order. Rankings are given best first, and come in the order of
    sequences of label indices.

    Examples
    --------
    >>> RankingPattern.from_rankings("abc", ["abc", "cba"]).argmax_labels()
    ('a', 'c')
    """

    kind = "ranking"

    @classmethod
    def from_rankings(cls, labels: Sequence[str], rankings: Iterable[Sequence[str]]) -> Self:
        """Make a pattern of rankings.

        Parameters
        ----------
        labels
            The labels that are ranked.
        rankings
            Sequences of labels, best first, or texts joined by ``>``.

        Returns
        -------
        The pattern.

        Raises
        ------
        BadInput
            If a ranking does not name each label once.
        """
        labels = tuple(labels)
        indices = [_indices(labels, ranking) for ranking in rankings]
        return cls(
            labels,
            bitset_rows.sorted_rows(
                packed(np.array(indices, np.int64).reshape(len(indices), len(labels)))
            ),
        )

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, ranking: object) -> bool:
        if not isinstance(ranking, str | Sequence):
            raise BadInput(
                f"ranking must be a sequence of labels, best first, not {short_repr(ranking)}"
            )
        return bitset_rows.find(
            self.words, packed(np.array([_indices(self.labels, ranking)], np.int64))[0]
        )

    def indices(self, start: int = 0, stop: int | None = None) -> np.ndarray:
        """Label indices of members, best first, one row per ranking.

        Parameters
        ----------
        start, stop
            The places of the first member and of the one after the last, from 0.

        Returns
        -------
        An array with one column per place.

        Raises
        ------
        BadInput
            If a place is not an integer.
        """
        return packed_permutations.unpack(
            self.words[start:stop], len(self.labels), len(self.labels)
        )

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        for start in range(0, len(self), _CHUNK):
            for row in self.indices(start, start + _CHUNK).tolist():
                yield tuple([self.labels[i] for i in row])

    def strings(self) -> Iterator[str]:
        """The members as labels best first, joined by ``>``.

        A label that has > or , in it is quoted.
        """
        names = list(map(quoted, self.labels))
        for start in range(0, len(self), _CHUNK):
            for row in self.indices(start, start + _CHUNK).tolist():
                yield ">".join([names[i] for i in row])

    def to_frame(self) -> pandas.DataFrame:
        """A data frame with one column of labels for each place.

        Examples
        --------
        >>> RankingPattern.from_rankings("abc", ["abc", "cba"]).to_frame()
          winner place_2 place_3
        0      a       b       c
        1      c       b       a
        """
        labels = np.array(self.labels, object)
        return frame(dict(zip(self._names(), labels[self.indices()].T, strict=True)))

    def _names(self) -> list[str]:
        return place_names(len(self.labels))

    def _rows(self, count: int) -> Iterator[Sequence[str]]:
        return islice(self, count)

    def projected(self, labels: Sequence[str]) -> RankingPattern:
        """Rank some of the labels among themselves.

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
        places = self._places(labels)
        new = np.full(len(self.labels), -1)
        new[places] = range(len(places))
        ranked = new[self.indices()]
        return RankingPattern(
            labels,
            bitset_rows.sorted_rows(packed(ranked[ranked >= 0].reshape(len(self), len(places)))),
        )

    def with_winner(self, label: str) -> RankingPattern:
        """The rankings that put one label first.

        Parameters
        ----------
        label
            The winner.

        Returns
        -------
        A part of the pattern, over the same labels.

        Raises
        ------
        BadInput
            If the label is unknown.
        """
        (winner,) = self._places([label])
        return self._with(self.words[self._leading(1)[:, 0] == winner])

    def _leading(self, k: int) -> np.ndarray:
        """Label indices of the first k places of every member."""
        if not 0 <= k <= len(self.labels):
            raise BadInput(
                f"k must be between 0 and {len(self.labels)}, the number of labels, not {k}"
            )
        return packed_permutations.unpack(self.words, len(self.labels), k)

    def _distinct(self, rows: np.ndarray) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(self.labels[i] for i in row) for row in np.unique(rows, axis=0).tolist())

    def argmax_labels(self) -> tuple[str, ...]:
        """The labels that some member ranks first."""
        return tuple(label for (label,) in self.top_orders(1)) if self.labels else ()

    def top_orders(self, k: int) -> tuple[tuple[str, ...], ...]:
        """The orders that can take the first k places.

        Parameters
        ----------
        k
            A number of places.

        Returns
        -------
        Tuples of labels, best first.

        Raises
        ------
        BadInput
            If k is not between 0 and the number of labels.
        """
        return self._distinct(self._leading(k))

    def top_sets(self, k: int) -> tuple[tuple[str, ...], ...]:
        """The sets that can take the first k places.

        Parameters
        ----------
        k
            A number of places.

        Returns
        -------
        Tuples of labels, in the order of the labels of the pattern.

        Raises
        ------
        BadInput
            If k is not between 0 and the number of labels.
        """
        return self._distinct(np.sort(self._leading(k), axis=1))

    def ties(self) -> tuple[tuple[str, str], ...]:
        """The pairs that can tie for the top, ahead of all others.

        Their decision regions share a boundary. The inputs where a and b beat all others are a
        convex set: it has one with a = b iff it has one with a > b and one with b > a.
        """
        if len(self.labels) < 2:
            return ()
        orders = set(self.top_orders(2))
        return tuple(
            (a, b)
            for i, a in enumerate(self.labels)
            for b in self.labels[i + 1 :]
            if {(a, b), (b, a)} <= orders
        )

    def adjacent_pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs that are next to each other in some member."""
        rankings = self.indices()
        pairs = np.sort(
            np.stack([rankings[:, :-1], rankings[:, 1:]], axis=-1).reshape(-1, 2), axis=1
        )
        return tuple((a, b) for a, b in self._distinct(pairs))


def _indices(labels: tuple[str, ...], ranking: str | Sequence[str]) -> list[int]:
    names = pieces(ranking, ">") if isinstance(ranking, str) and ">" in ranking else list(ranking)
    if names != [ranking] and isinstance(ranking, str) and labels == (ranking,):
        names = [ranking]
    at = {label: i for i, label in enumerate(labels)}
    if len(names) != len(labels) or {*names} != {*labels}:
        raise BadInput(
            f"ranking must name each of the {len(labels)} labels once, best first, not {short_repr(ranking)}"
        )
    return [at[name] for name in names]


def place_names(places: int) -> list[str]:
    """Names for the places of a ranking in tables.

    >>> place_names(3)
    ['winner', 'place_2', 'place_3']
    """
    return [f"place_{place}" if place > 1 else "winner" for place in range(1, places + 1)]


def packed(rankings: np.ndarray) -> np.ndarray:
    """The words of rankings given as rows of label indices, best first, in the same order."""
    return packed_permutations.pack(rankings, rankings.shape[1])
