"""Facts about every region, from the pattern alone: the number of its facets, and the regions on
their other sides.

Two regions share a facet when their sign vectors differ on the rows of one hyperplane only; rows
lie on one hyperplane when their signs always agree or always differ. For rankings the hyperplanes
are those of the pairs.

>>> facts = region_facts(SignPattern.from_strings("ab", ["++", "+-", "-+", "--"]))
>>> facts.facets.tolist(), facts.of(0)
([2, 2, 2, 2], [2, 3])
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arrangements.errors import BadInput, LimitReached
from arrangements.layers.patterns import RankingPattern, SignPattern
from arrangements.layers.patterns.bitset_rows import Words

__all__ = ["MAX_REGIONS", "Facts", "checked_facts", "region_facts"]

MAX_REGIONS = 2_000_000


@dataclass(frozen=True, eq=False)
class Facts:
    """``adjacent[starts[i]:starts[i + 1]]`` are the members next to member i, counted from 1, in
    increasing order.
    """

    starts: np.ndarray
    adjacent: np.ndarray

    @property
    def facets(self) -> np.ndarray:
        """The number of facets of each region."""
        return np.diff(self.starts)

    def of(self, member: int) -> list[int]:
        """The members, counted from 1, next to the given one, counted from 0."""
        return self.adjacent[self.starts[member] : self.starts[member + 1]].tolist()


def checked_facts(starts: np.ndarray, adjacent: np.ndarray, count: int, name: str) -> Facts:
    """The facts in a file about so many members."""
    whole = (
        starts.dtype.kind in "iu"
        and adjacent.dtype.kind in "iu"
        and starts.shape == (count + 1,)
        and adjacent.ndim == 1
    )
    starts, adjacent = (
        (starts.astype(np.int64), adjacent.astype(np.int64))
        if whole
        else (np.zeros(1, np.int64), np.zeros(1, np.int64))
    )
    inside = not len(adjacent) or bool(adjacent.min() >= 1 and adjacent.max() <= count)
    if (
        not whole
        or starts[0] != 0
        or starts[-1] != len(adjacent)
        or (np.diff(starts) < 0).any()
        or not inside
    ):
        raise BadInput(
            f"facts must name members from 1 to {count} for each of {count} members ({name})"
        )
    return Facts(starts, adjacent)


def region_facts(pattern: SignPattern | RankingPattern, most: int = MAX_REGIONS) -> Facts:
    """The facts of each member, in canonical order."""
    if len(pattern) > most:
        raise LimitReached(f"facts must be about at most {most:,} regions, not {len(pattern):,}")
    bits = _sign_bits(pattern) if isinstance(pattern, SignPattern) else _pair_bits(pattern)
    words = _packed(bits)
    order = np.lexsort(words.T[::-1])
    keys = _keys(words[order])
    blocks: list[tuple[np.ndarray, np.ndarray]] = []
    for mask in _hyperplanes(bits):
        across = _keys(words ^ mask)
        at = np.minimum(np.searchsorted(keys, across), max(0, len(keys) - 1))
        members = np.flatnonzero(keys[at] == across) if len(keys) else at
        blocks.append((members, order[at[members]] + 1))
    one = np.concatenate([pair[0] for pair in blocks]) if blocks else np.empty(0, np.int64)
    other = np.concatenate([pair[1] for pair in blocks]) if blocks else np.empty(0, np.int64)
    sorting = np.lexsort((other, one))
    starts = np.concatenate([[0], np.cumsum(np.bincount(one, minlength=len(pattern)))]).astype(
        np.int64
    )
    return Facts(starts, other[sorting].astype(np.int64))


def _sign_bits(pattern: SignPattern) -> np.ndarray:
    """All members, one row each, as zeros and ones."""
    words = np.ascontiguousarray(pattern.all_words().astype(">u8"))
    return np.unpackbits(words.view(np.uint8), axis=1)[:, : len(pattern.labels)]


def _pair_bits(pattern: RankingPattern) -> np.ndarray:
    places = np.argsort(pattern.indices(), axis=1)
    pairs = list(combinations(range(len(pattern.labels)), 2))
    bits = np.empty((len(pattern), len(pairs)), np.uint8)
    for at, (i, j) in enumerate(pairs):
        np.less(places[:, i], places[:, j], out=bits[:, at], casting="unsafe")
    return bits


def _packed(bits: np.ndarray) -> Words:
    padded = np.zeros((len(bits), max(64, -(-bits.shape[1] // 64) * 64)), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return np.packbits(padded, axis=1).view(">u8").astype(np.uint64)


def _keys(words: Words) -> np.ndarray:
    """One-dimensional keys in the order of the rows."""
    if words.shape[1] == 1:
        return words[:, 0]
    return np.ascontiguousarray(words.astype(">u8")).view(f"S{8 * words.shape[1]}")[:, 0]


def _hyperplanes(bits: np.ndarray) -> list[np.ndarray]:
    """A mask for each class of columns that always agree or always differ."""
    classes: dict[bytes, list[int]] = {}
    for column in range(bits.shape[1] if len(bits) else 0):
        values = bits[:, column] ^ bits[0, column]
        classes.setdefault(np.packbits(values).tobytes(), []).append(column)
    masks = []
    for columns in classes.values():
        mask = np.zeros((1, bits.shape[1]), np.uint8)
        mask[0, columns] = 1
        masks.append(_packed(mask)[0])
    return masks
