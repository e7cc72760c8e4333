"""Sign patterns: which strict sign vectors, that is which label combinations of a sigmoid layer, occur.

>>> s = SignPattern.from_strings("abc", ["+++", "---", "++-", "--+"])
>>> len(s), "++-" in s, "+-+" in s
(4, True, False)
>>> list(s)
['---', '--+', '++-', '+++']
>>> list(s.projected(["c", "a"]))
['--', '-+', '+-', '++']

A pattern contains the opposite of each member, so only the half that is positive at the first label is stored: n bits a member in
``words``, the first label in the top bit of the first word, + as 1. Order everywhere: as integers, so - comes before +.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Self

import numpy as np

from arrangements import wordsets
from arrangements.errors import BadInput, shown
from arrangements.patterns.common import Pattern
from arrangements.patterns.displays import frame

__all__ = ["OPPOSITE", "SignPattern"]

OPPOSITE = str.maketrans("+-", "-+")
_CHUNK = 1 << 14


class SignPattern(Pattern):
    """A set of strict sign vectors over ``labels``, closed under negation.

    >>> "+-" in SignPattern.from_strings("ab", ["++", "--"])
    False
    """

    kind = "sign"

    @classmethod
    def from_strings(cls, labels: Sequence[str], strings: Iterable[str]) -> Self:
        """From ``+-`` strings; the opposite of each must be among them."""
        labels = tuple(labels)
        members = list(strings)
        words = _words(labels, members)
        if len(labels) == 0:
            return cls(labels, words[:1])
        positive = wordsets.sorted_rows(words[words[:, 0] >> np.uint64(63) == 1])
        negative = wordsets.sorted_rows(_opposite(words[words[:, 0] >> np.uint64(63) == 0], len(labels)))
        if not np.array_equal(positive, negative):
            odd = next(s for s in members if s.translate(OPPOSITE) not in members)
            raise BadInput(f"sign pattern must contain the opposite of every member, which {odd} lacks")
        return cls(labels, positive)

    def __len__(self) -> int:
        return len(self.words) * (2 if self.labels else 1)

    def __contains__(self, member: object) -> bool:
        """Whether a ``+-`` string or a sequence of 1 and -1 occurs."""
        if not isinstance(member, str):
            try:
                member = "".join({1: "+", -1: "-"}[s] for s in member)  # type: ignore[attr-defined]
            except (TypeError, KeyError):
                raise BadInput(f"sign vector must consist of + and - or of 1 and -1, not {shown(member)}") from None
        word = _words(self.labels, [member])
        if self.labels and not int(word[0, 0]) >> 63:
            word = _opposite(word, len(self.labels))
        return wordsets.find(self.words, word[0])

    def strings(self) -> Iterator[str]:
        """The members as ``+-`` strings, in increasing order."""
        n = len(self.labels)
        if n:
            for end in range(len(self.words), 0, -_CHUNK):
                yield from _strings(_opposite(self.words[max(0, end - _CHUNK) : end][::-1], n), n)
        for start in range(0, len(self.words), _CHUNK):
            yield from _strings(self.words[start : start + _CHUNK], n)

    __iter__ = strings

    def projected(self, labels: Sequence[str]) -> SignPattern:
        """What occurs on some of the labels, in the given order."""
        places = self._places(labels)
        width = max(1, -(-len(places) // 64))
        words = np.zeros((len(self.words), width), np.uint64)
        for to, place in enumerate(places):
            bit = (self.words[:, place // 64] >> np.uint64(63 - place % 64)) & np.uint64(1)
            words[:, to // 64] |= bit << np.uint64(63 - to % 64)
        if not places:
            return SignPattern((), words[:1])
        negative = words[:, 0] >> np.uint64(63) == 0
        words[negative] = _opposite(words[negative], len(places))
        return SignPattern(labels, wordsets.sorted_rows(words))

    def to_frame(self) -> Any:
        """A data frame with one column of truth values for each label, true for +.

        >>> SignPattern.from_strings("ab", ["+-", "-+"]).to_frame()
               a      b
        0  False   True
        1   True  False
        """
        members = np.frombuffer("".join(self).encode(), np.uint8).reshape(len(self), len(self.labels)) == ord("+")
        return frame(dict(zip(self.labels, members.T, strict=True)))

    def _names(self) -> list[str]:
        return list(self.labels)

    def _rows(self, count: int) -> Iterator[Sequence[str]]:
        return islice(self.strings(), count)

    def assignments(self) -> Iterator[tuple[str, ...]]:
        """The members as tuples of the labels that are assigned (+)."""
        for string in self.strings():
            yield tuple(label for label, sign in zip(self.labels, string, strict=True) if sign == "+")


def _words(labels: Sequence[str], strings: Sequence[str]) -> np.ndarray:
    n = len(labels)
    for string in strings:
        if len(string) != n or set(string) - {"+", "-"}:
            raise BadInput(f"sign vector must be {n} signs + or -, one for each label, not {shown(string)}")
    width = max(1, -(-n // 64))
    bits = np.zeros((len(strings), 64 * width), np.uint8)
    bits[:, :n] = np.frombuffer("".join(strings).encode(), np.uint8).reshape(len(strings), n) == ord("+")
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
