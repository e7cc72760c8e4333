"""Split a configuration into connected components without parallel elements.

The Whitney numbers of a direct sum are the product of those of its parts, as polynomials; Boolean
arrangements and isolated labels come apart at once. Each component is brought into the form that
``flats`` wants.
"""

from __future__ import annotations

import numpy as np

from arrangements.counting.images import BadPrime, Images
from arrangements.kernels.counting import residues

__all__ = ["components"]


def components(image: Images) -> list[tuple[list[int], Images]]:
    """For each component the indices of its elements, one for each parallel class, and its images.

    Components are in the order of their least elements, elements in the given order; row 0 of each
    component is (0, .., 0, 1). Rows must not be zero and the columns must be independent.
    """
    primes = image.primes
    rows = image.rows.copy()
    n, images, width = rows.shape
    basis = np.empty(width, np.int64)
    if residues.standard_form(rows, primes, basis) != width:
        raise BadPrime
    # Parallel rows are equal after normalisation, in every image.
    lines = rows.copy()
    alive, leads, room = (
        np.empty(n, np.bool_),
        np.empty((n, images), np.int64),
        np.empty(n, np.int64),
    )
    if not residues.normalise(lines, primes, width, leads, alive, room):
        raise BadPrime
    representatives = sorted({lines[e].tobytes(): e for e in range(n - 1, -1, -1)}.values())
    pattern = rows[representatives] != 0
    if (pattern != pattern[:, :1]).any():
        raise BadPrime
    parts = []
    for members, columns in _blocks(pattern[:, 0]):
        # The first element is independent of those before it, so its row is a unit vector; that
        # column goes last.
        first = next(c for c in columns if rows[representatives[members[0]], 0, c])
        order = [c for c in columns if c != first] + [first]
        elements = [representatives[k] for k in members]
        parts.append(
            (
                elements,
                Images(primes, np.ascontiguousarray(rows[np.ix_(elements, range(images), order)])),
            )
        )
    return parts


def _blocks(pattern: np.ndarray) -> list[tuple[list[int], list[int]]]:
    """The connected components (rows, columns) of a bipartite graph without isolated rows and
    columns, in the order of their first rows.
    """
    block_of = list(range(pattern.shape[1]))
    for used in np.unique(pattern, axis=0):
        joined = {block_of[c] for c in np.flatnonzero(used)}
        block_of = [min(joined) if block in joined else block for block in block_of]
    blocks: dict[int, tuple[list[int], list[int]]] = {}
    for row, column in enumerate(pattern.argmax(axis=1).tolist()):
        blocks.setdefault(block_of[column], ([], []))[0].append(row)
    for column, block in enumerate(block_of):
        blocks[block][1].append(column)
    return list(blocks.values())
