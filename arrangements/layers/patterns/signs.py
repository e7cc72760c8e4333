"""Sign patterns: which strict sign vectors, that is which label combinations of a sigmoid layer,
occur.

>>> s = SignPattern.from_strings("abc", ["+++", "---", "++-", "--+"])
>>> len(s), "++-" in s, "+-+" in s
(4, True, False)
>>> list(s)
['---', '--+', '++-', '+++']
>>> list(s.projected(["c", "a"]))
['--', '-+', '+-', '++']

Any set of sign vectors is a pattern. That of a central arrangement, without offsets and with all of
R^d as inputs, contains the opposite of each member; so only the half of it that is positive at the
first label is stored, and ``antipodal`` says so. Of any other set all members are. A member is n
bits in ``words``, the first label in the top bit of the first word, + as 1. Order everywhere: as
integers, so - comes before +.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Self

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.common import Pattern
from arrangements.layers.patterns.displays import frame
from arrangements.running.validated import validated

if TYPE_CHECKING:
    import pandas

__all__ = ["SignPattern"]

_CHUNK = 1 << 14


@validated
class SignPattern(Pattern):
    """An immutable set of strict sign vectors over labels.

    Build it with ``from_strings``, or list it with ``sign_pattern``.

    Parameters
    ----------
    labels
        The labels, one for each sign.
    words
        The sorted array that carries the members; of an antipodal set half of them.
    antipodal
        Whether the set is closed under negation.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Notes
    -----
    ``==``, ``<=``, ``|``, ``&``, ``-``, ``^``, ``in``, ``len`` are those of sets; two patterns must
    have the same labels in the same order. Members come in the order of integers, - before +.

    Examples
    --------
    >>> central, affine = SignPattern.from_strings("ab", ["++", "--"]), SignPattern.from_strings("ab", ["++", "+-"])
    >>> (central.antipodal, affine.antipodal), list(central | affine), list(central & affine)
    ((True, False), ['--', '+-', '++'], ['++'])
    """

    kind = "sign"
    noun = "sign vectors"
    antipodal: bool

    def __init__(self, labels: Sequence[str], words: np.ndarray, antipodal: bool = True) -> None:
        super().__init__(labels, words)
        object.__setattr__(self, "antipodal", antipodal)

    @classmethod
    def of_all(cls, labels: Sequence[str], words: np.ndarray) -> Self:
        """Make a pattern of the words of all members.

        Parameters
        ----------
        labels
            The labels, one for each sign.
        words
            The words, sorted; half of them are kept if the opposite of each is there.

        Returns
        -------
        The pattern.

        Raises
        ------
        BadInput
            If an argument is not what it must be.
        """
        if not labels:
            return cls(labels, words)
        # Opposites have the reverse order.
        half = len(words) // 2
        if len(words) % 2 or not np.array_equal(
            words[:half], _opposite(words[half:], len(labels))[::-1]
        ):
            return cls(labels, words, antipodal=False)
        return cls(labels, np.ascontiguousarray(words[half:]))

    @classmethod
    def from_strings(cls, labels: Sequence[str], strings: Iterable[str]) -> Self:
        """Make a pattern of ``+-`` strings.

        Parameters
        ----------
        labels
            The labels, one for each sign.
        strings
            The members, in any order.

        Returns
        -------
        The pattern.

        Raises
        ------
        BadInput
            If a member does not have one + or - for each label.
        """
        labels = tuple(labels)
        return cls.of_all(labels, bitset_rows.sorted_rows(_words(labels, list(strings))))

    def __len__(self) -> int:
        return len(self.words) * (2 if self._halved else 1)

    @property
    def _halved(self) -> bool:
        return self.antipodal and bool(self.labels)

    def all_words(self, start: int = 0, stop: int | None = None) -> np.ndarray:
        """The words of members in canonical order, opposites included.

        Parameters
        ----------
        start, stop
            The places of the first member and of the one after the last, from 0.

        Returns
        -------
        An array with one row per member.

        Raises
        ------
        BadInput
            If a place is not an integer.
        """
        if not self._halved:
            return self.words[start:stop]
        half = len(self.words)
        stop = 2 * half if stop is None else stop
        low = self.words[max(0, half - stop) : max(0, half - start)][::-1]
        high = self.words[max(0, start - half) : max(0, stop - half)]
        return np.concatenate([_opposite(low, len(self.labels)), high]) if len(low) else high

    def __eq__(self, other: object) -> bool:
        return (
            super().__eq__(other) is True and self.antipodal == other.antipodal
            if isinstance(other, SignPattern)
            else NotImplemented
        )

    __hash__ = Pattern.__hash__

    def _with(self, words: np.ndarray) -> Self:
        return type(self)(self.labels, words, self.antipodal)

    def _renamed(self, labels: tuple[str, ...]) -> Self:
        return type(self)(labels, self.words, self.antipodal)

    def _pair(self, other: Self) -> tuple[np.ndarray, np.ndarray, Callable[[np.ndarray], Self]]:
        self._demand_like(other)
        if self.antipodal and other.antipodal:
            return self.words, other.words, self._with
        return self.all_words(), other.all_words(), partial(type(self).of_all, self.labels)

    def __contains__(self, member: object) -> bool:
        """Whether a ``+-`` string or a sequence of 1 and -1 occurs."""
        if not isinstance(member, str):
            try:
                member = "".join({1: "+", -1: "-"}[s] for s in member)  # type: ignore[attr-defined]
            except (TypeError, KeyError):
                raise BadInput(
                    f"sign vector must consist of + and - or of 1 and -1, not {short_repr(member)}"
                ) from None
        word = _words(self.labels, [member])
        if self._halved and not int(word[0, 0]) >> 63:
            word = _opposite(word, len(self.labels))
        return bitset_rows.find(self.words, word[0])

    def strings(self) -> Iterator[str]:
        """The members as ``+-`` strings, in increasing order."""
        for start in range(0, len(self), _CHUNK):
            yield from _strings(self.all_words(start, start + _CHUNK), len(self.labels))

    __iter__ = strings

    def projected(self, labels: Sequence[str]) -> SignPattern:
        """Project the sign vectors to some of the labels.

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
        width = max(1, -(-len(places) // 64))
        words = np.zeros((len(self.words), width), np.uint64)
        for to, place in enumerate(places):
            bit = (self.words[:, place // 64] >> np.uint64(63 - place % 64)) & np.uint64(1)
            words[:, to // 64] |= bit << np.uint64(63 - to % 64)
        if not places:
            return SignPattern((), words[:1])
        if not self.antipodal:
            return SignPattern.of_all(labels, bitset_rows.sorted_rows(words))
        negative = words[:, 0] >> np.uint64(63) == 0
        words[negative] = _opposite(words[negative], len(places))
        return SignPattern(labels, bitset_rows.sorted_rows(words))

    def to_frame(self) -> pandas.DataFrame:
        """A data frame with one column of truth values for each label, true for +.

        Examples
        --------
        >>> SignPattern.from_strings("ab", ["+-", "-+"]).to_frame()
               a      b
        0  False   True
        1   True  False
        """
        members = np.frombuffer("".join(self).encode(), np.uint8).reshape(
            len(self), len(self.labels)
        ) == ord("+")
        return frame(dict(zip(self.labels, members.T, strict=True)))

    def _names(self) -> list[str]:
        return list(self.labels)

    def _rows(self, count: int) -> Iterator[Sequence[str]]:
        return islice(self.strings(), count)

    def assignments(self) -> Iterator[tuple[str, ...]]:
        """The members as tuples of the labels that are assigned (+)."""
        for string in self.strings():
            yield tuple(
                label for label, sign in zip(self.labels, string, strict=True) if sign == "+"
            )


def _words(labels: Sequence[str], strings: Sequence[str]) -> np.ndarray:
    n = len(labels)
    for string in strings:
        if len(string) != n or set(string) - {"+", "-"}:
            raise BadInput(
                f"sign vector must be {n} signs + or -, one for each label, not {short_repr(string)}"
            )
    width = max(1, -(-n // 64))
    bits = np.zeros((len(strings), 64 * width), np.uint8)
    bits[:, :n] = np.frombuffer("".join(strings).encode(), np.uint8).reshape(
        len(strings), n
    ) == ord("+")
    return np.packbits(bits, axis=1).view(">u8").astype(np.uint64)


def _opposite(words: np.ndarray, n: int) -> np.ndarray:
    """Every + made - and the other way round."""
    result = ~words
    if n % 64:
        result[:, -1] &= ~np.uint64((1 << (64 - n % 64)) - 1)
    return result


def _strings(words: np.ndarray, n: int) -> Iterator[str]:
    bits = np.unpackbits(np.ascontiguousarray(words.astype(">u8")).view(np.uint8), axis=1)[:, :n]
    text = np.where(bits, np.uint8(ord("+")), np.uint8(ord("-"))).tobytes().decode()
    return (text[i : i + n] for i in range(0, n * len(words), n)) if n else iter([""] * len(words))
