"""Weak rankings: which rankings of the labels occur when labels may tie, as a value.

>>> pattern = WeakRankingPattern.from_rankings("abc", ["a>b>c", "c=a>b", [("b", "c"), ("a",)]])
>>> list(pattern.strings()), "b=c>a" in pattern
(['a>b>c', 'a=c>b', 'b=c>a'], True)
>>> next(iter(pattern)), pattern.integers().tolist()
((('a',), ('b',), ('c',)), [[1, 2, 3], [1, 2, 1], [2, 1, 1]])

A member is a sequence of groups of tied labels, best first, each group in the order of ``labels``.
``words`` packs each as in ``arrangements.kernels.packed_permutations``: twice the index of the
label at each place, and one more if it ties with the label before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Self

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.kernels import packed_permutations
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.common import IntegerPattern
from arrangements.layers.patterns.rankings import RankingPattern
from arrangements.ranking_text import groups_of, joined
from arrangements.running.validated import TEXT, either, some, validated

__all__ = ["WeakRankingPattern"]

_CHUNK = 1 << 14
Groups = tuple[tuple[str, ...], ...]


@validated(rankings=some(either(TEXT, some(some(TEXT, of=Sequence), of=Sequence))))
class WeakRankingPattern(IntegerPattern):
    """An immutable set of rankings with ties of labels.

    Build it with ``from_rankings``, or list it with ``weak_ranking_pattern``.

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
    have the same labels in the same order. A member is a tuple of groups of tied labels, best
    first, each group in the order of the labels.

    Examples
    --------
    >>> list(WeakRankingPattern.from_rankings("ab", ["a>b", "b=a"]).strings())
    ['a>b', 'a=b']
    """

    kind = "weak-rankings"
    noun = "rankings with ties"

    @classmethod
    def from_rankings(
        cls, labels: Sequence[str], rankings: Iterable[str | Sequence[Sequence[str]]]
    ) -> Self:
        """Make a pattern of rankings with ties.

        Parameters
        ----------
        labels
            The labels that are ranked.
        rankings
            Texts such as ``a=b>c``, or sequences of groups of labels, best first.

        Returns
        -------
        The pattern.

        Raises
        ------
        BadInput
            If a ranking does not name each label once.
        """
        labels = tuple(labels)
        rows = [_places(labels, ranking) for ranking in rankings]
        return cls.of_integers(labels, np.array(rows, np.int64).reshape(len(rows), len(labels)))

    @classmethod
    def of_integers(cls, labels: Sequence[str], places: np.ndarray) -> Self:
        """Make a pattern of rows of numbers, one number per label.

        Parameters
        ----------
        labels
            The labels, one for each column.
        places
            One row per member: smaller is better, equal numbers tie.

        Returns
        -------
        The pattern.

        Raises
        ------
        BadInput
            If an argument is not what it must be.
        """
        return cls(labels, bitset_rows.sorted_rows(_packed(places)))

    def __contains__(self, ranking: object) -> bool:
        if not isinstance(ranking, str | Sequence):
            raise BadInput(
                f"ranking must be a text such as a=b>c or a sequence of groups of labels, not {short_repr(ranking)}"
            )
        return bitset_rows.find(
            self.words,
            _packed(
                np.array([_places(self.labels, ranking)], np.int64).reshape(1, len(self.labels))
            )[0],
        )

    def _sequences(self, start: int, stop: int | None) -> tuple[np.ndarray, np.ndarray]:
        """Label indices best first, and whether each ties with the one before."""
        out = packed_permutations.unpack(
            self.words[start:stop], 2 * len(self.labels), len(self.labels)
        )
        return out >> 1, (out & 1).astype(bool)

    def integers(self, start: int = 0, stop: int | None = None) -> np.ndarray:
        """The place of each label, from 1, in each member.

        Parameters
        ----------
        start, stop
            The places of the first member and of the one after the last, from 0.

        Returns
        -------
        An array with one column per label; tied labels share a place, and no place is left out.

        Raises
        ------
        BadInput
            If a place is not an integer.
        """
        order, tied = self._sequences(start, stop)
        places = np.empty_like(order)
        np.put_along_axis(places, order, np.cumsum(~tied, axis=1), axis=1)
        return places

    def __iter__(self) -> Iterator[Groups]:
        for start in range(0, len(self), _CHUNK):
            order, tied = self._sequences(start, start + _CHUNK)
            for row, ties in zip(order.tolist(), tied.tolist(), strict=True):
                groups: list[list[str]] = []
                for i, same in zip(row, ties, strict=True):
                    if same:
                        groups[-1].append(self.labels[i])
                    else:
                        groups.append([self.labels[i]])
                yield tuple(map(tuple, groups))

    def strings(self) -> Iterator[str]:
        """The members as ``a=b>c``."""
        return map(joined, self)

    def strict(self) -> RankingPattern:
        """The members without ties."""
        return RankingPattern.from_rankings(
            self.labels,
            ([x for (x,) in groups] for groups in self if len(groups) == len(self.labels)),
        )


def _places(labels: tuple[str, ...], ranking: str | Sequence[Sequence[str]]) -> list[int]:
    groups = (
        groups_of(labels, ranking)
        if isinstance(ranking, str) and labels
        else tuple(map(tuple, ranking))
    )
    names = list(chain.from_iterable(groups))
    if len(names) != len(labels) or {*names} != {*labels} or not all(groups):
        raise BadInput(
            f"ranking must name each of the {len(labels)} labels once, best first, not {short_repr(ranking)}"
        )
    at = {name: place for place, group in enumerate(groups) for name in group}
    return [at[label] for label in labels]


def _packed(places: np.ndarray) -> np.ndarray:
    n = places.shape[1]
    order = np.argsort(places, axis=1, kind="stable")
    ranked = np.take_along_axis(places, order, axis=1)
    tied = np.zeros(order.shape, np.int64)
    tied[:, 1:] = ranked[:, 1:] == ranked[:, :-1]
    return packed_permutations.pack(2 * order + tied, 2 * n)
