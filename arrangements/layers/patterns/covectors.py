"""Covectors: which sign vectors with zeros occur, the faces of an arrangement, as a value; and
their algebra.

>>> pattern = CovectorPattern.from_strings("ab", ["++", "0+", "+0", "00"])
>>> len(pattern), "0+" in pattern, list(pattern)
(4, True, ['00', '0+', '+0', '++'])
>>> list(pattern.below("++")), list(pattern.topes())
(['00', '0+', '+0', '++'], ['++'])
>>> composition("0+-", "+-0"), separation("0+-", "+-0"), conforms("0+0", "++-")
('++-', (1,), True)

A member is two bits per element in ``words``, the first element on top: - is 00, 0 is 01, + is 11.
So members sort as their signs do, - before 0 before +.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.common import IntegerPattern
from arrangements.layers.patterns.signs import SignPattern
from arrangements.running.validated import ARRAY, INTEGER, validated

__all__ = ["CovectorPattern", "composition", "conforms", "interleaved", "separation"]

_CHUNK = 1 << 14
_CODES = {"-": -1, "0": 0, "+": 1}


@validated(signs=ARRAY, first=INTEGER)
class CovectorPattern(IntegerPattern):
    """An immutable set of sign vectors with zeros over labels.

    Build it with ``from_strings``, or list it with ``covector_pattern``.

    Parameters
    ----------
    labels
        The labels, one for each sign.
    words
        The sorted array that carries the members.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Notes
    -----
    ``==``, ``<=``, ``|``, ``&``, ``-``, ``^``, ``in``, ``len`` are those of sets; two patterns must
    have the same labels in the same order. Members sort as their signs do, - before 0 before +.

    Examples
    --------
    >>> list(CovectorPattern.from_strings("ab", ["++", "0+"]))
    ['0+', '++']
    """

    kind = "covectors"
    noun = "covectors"

    @classmethod
    def from_strings(cls, labels: Sequence[str], strings: Iterable[str]) -> Self:
        """Make a pattern of texts of + - 0.

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
            If a member does not have one of + - 0 for each label.
        """
        labels = tuple(labels)
        return cls.of_integers(labels, _signs(labels, list(strings)))

    @classmethod
    def of_integers(cls, labels: Sequence[str], signs: np.ndarray) -> Self:
        """Make a pattern of rows of 1, 0 and -1.

        Parameters
        ----------
        labels
            The labels, one for each column.
        signs
            One row per member, in any order.

        Returns
        -------
        The pattern.

        Raises
        ------
        BadInput
            If an argument is not what it must be.
        """
        n = len(labels)
        bits = np.zeros((len(signs), 64 * max(1, -(-n // 32))), np.uint8)
        bits[:, : 2 * n : 2], bits[:, 1 : 2 * n : 2] = signs > 0, signs >= 0
        return cls(
            labels, bitset_rows.sorted_rows(np.packbits(bits, axis=1).view(">u8").astype(np.uint64))
        )

    def __contains__(self, member: object) -> bool:
        """Whether a text of + - 0, or a sequence of 1, 0 and -1, occurs."""
        return bitset_rows.find(self.words, self._word(member))

    def _word(self, member: Any) -> np.ndarray:
        if not isinstance(member, str):
            try:
                member = "".join("0+-"[x] for x in member if x in (-1, 0, 1) or 1 / 0)
            except (TypeError, ZeroDivisionError):
                raise BadInput(
                    f"covector must consist of + - 0 or of 1, -1, 0, not {short_repr(member)}"
                ) from None
        return self.of_integers(self.labels, _signs(self.labels, [member])).words[0]

    def integers(self, start: int = 0, stop: int | None = None) -> np.ndarray:
        """Members as rows of 1, 0 and -1.

        Parameters
        ----------
        start, stop
            The places of the first member and of the one after the last, from 0.

        Returns
        -------
        An array of int8 with one column per label.

        Raises
        ------
        BadInput
            If a place is not an integer.
        """
        n = len(self.labels)
        octets = np.ascontiguousarray(self.words[start:stop].astype(">u8")).view(np.uint8)
        bits = np.unpackbits(octets, axis=1)[:, : 2 * n].astype(np.int8)
        return bits[:, ::2] + bits[:, 1::2] - 1

    def strings(self, first: int = 0) -> Iterator[str]:
        """The members as texts of + - 0, in increasing order.

        Parameters
        ----------
        first
            The place of the member to begin with, from 0.

        Yields
        ------
        One text per member.

        Raises
        ------
        BadInput
            If the place is not an integer.
        """
        n = len(self.labels)
        letters = np.frombuffer(b"-0+", np.uint8)
        for start in range(first, len(self), _CHUNK):
            text = letters[self.integers(start, start + _CHUNK) + 1].tobytes().decode()
            yield from (text[i : i + n] for i in range(0, len(text), n)) if n else [""]

    def __iter__(self) -> Iterator[str]:
        return self.strings()

    def topes(self) -> SignPattern:
        """The members without zeros."""
        return SignPattern.from_strings(
            self.labels, (member for member in self if "0" not in member)
        )

    def below(self, member: str) -> CovectorPattern:
        """The members that conform to one: the faces of a face, itself included.

        Parameters
        ----------
        member
            A text of + - 0, which need not occur.

        Returns
        -------
        A part of the pattern.

        Raises
        ------
        BadInput
            If the text does not have one of + - 0 for each label.
        """
        (other,) = _signs(self.labels, [member])
        signs = self.integers()
        return self._with(self.words[((signs == 0) | (signs == other)).all(axis=1)])

    def above(self, member: str) -> CovectorPattern:
        """The members that one conforms to: the faces around a face, itself included.

        Parameters
        ----------
        member
            A text of + - 0, which need not occur.

        Returns
        -------
        A part of the pattern.

        Raises
        ------
        BadInput
            If the text does not have one of + - 0 for each label.
        """
        (other,) = _signs(self.labels, [member])
        signs = self.integers()
        return self._with(self.words[((other == 0) | (signs == other)).all(axis=1)])


def composition(one: str, other: str) -> str:
    """The signs of one, and those of the other where it is 0: where a small step from one towards
    the other leads.
    """
    _demand_alike(one, other)
    return "".join(b if a == "0" else a for a, b in zip(one, other, strict=True))


def separation(one: str, other: str) -> tuple[int, ...]:
    """The places, from 0, where the two have opposite signs."""
    _demand_alike(one, other)
    return tuple(i for i, (a, b) in enumerate(zip(one, other, strict=True)) if {a, b} == {"+", "-"})


def conforms(one: str, other: str) -> bool:
    """Whether one is other with some signs made 0: the conformal order, in which faces of a face
    are below it.
    """
    _demand_alike(one, other)
    return all(a in ("0", b) for a, b in zip(one, other, strict=True))


def _demand_alike(one: str, other: str) -> None:
    _signs(range(len(one)), [one, other])


def _signs(labels: Any, strings: Sequence[str]) -> np.ndarray:
    n = len(labels)
    for string in strings:
        if not isinstance(string, str) or len(string) != n or set(string) - set(_CODES):
            raise BadInput(
                f"covector must be {n} of the signs + - 0, one for each label, not {short_repr(string)}"
            )
    return np.array([[_CODES[sign] for sign in string] for string in strings], np.int8).reshape(
        len(strings), n
    )


def interleaved(plus: np.ndarray, zero: np.ndarray, n: int) -> np.ndarray:
    """The words of members, in the same order, from words of their + and of their 0, one bit an
    element.

    >>> bin(int(interleaved(np.array([[1 << 63]], np.uint64), np.array([[1 << 62]], np.uint64), 2)[0, 0]) >> 60)
    '0b1101'
    """
    words = np.empty((len(plus), 2 * plus.shape[1]), np.uint64)
    for half, shift in enumerate((np.uint64(32), np.uint64(0))):
        high, low = (
            _spread((part >> shift) & np.uint64(0xFFFFFFFF)) for part in (plus, plus | zero)
        )
        words[:, half::2] = (high << np.uint64(1)) | low
    return np.ascontiguousarray(words[:, : max(1, -(-n // 32))])


def _spread(x: np.ndarray) -> np.ndarray:
    """Bit k of 32 to bit 2k."""
    for shift, mask in (
        (16, 0x0000FFFF0000FFFF),
        (8, 0x00FF00FF00FF00FF),
        (4, 0x0F0F0F0F0F0F0F0F),
        (2, 0x3333333333333333),
    ):
        x = (x | (x << np.uint64(shift))) & np.uint64(mask)
    return (x | (x << np.uint64(1))) & np.uint64(0x5555555555555555)
