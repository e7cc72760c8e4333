"""How many faces of each dimension an arrangement has, without listing them: for small
arrangements, or larger ones with symmetry.

The faces that span the flat F are the regions of the arrangement on F, the contraction of the
configuration by F. So the faces of codimension k are counted by the sum of the numbers of regions
over the flats of rank k, one for each orbit of the symmetries.

>>> from arrangements import load
>>> face_numbers(load("braid:4"))
(0, 1, 14, 36, 24)
"""

from __future__ import annotations

from math import prod

import numpy as np

from arrangements.counting.components import components
from arrangements.counting.flat_tables import chinese
from arrangements.counting.images import BadPrime, Images, with_images
from arrangements.counting.methods import component_numbers
from arrangements.counting.orbit_pieces import group_of, orbit_tables
from arrangements.counting.polynomials import product
from arrangements.errors import InternalError, LimitReached
from arrangements.exact.input_checks import Matrix
from arrangements.kernels.counting import residues
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from arrangements.running.validated import validated

__all__ = ["face_numbers"]

_FLATS = 50_000


@validated
def face_numbers(rows: Configuration | Matrix, *, most: int = _FLATS) -> tuple[int, ...]:
    """The numbers of faces of each dimension, f_0, .., f_d, without listing them.

    Parameters
    ----------
    rows
        A configuration, or rows that make one; a zero row is no hyperplane and is passed over.
    most
        How many flats of one rank may be looked at.

    Returns
    -------
    One number for each dimension from 0. Their alternating sum is (-1)^d.

    Raises
    ------
    BadInput
        If the rows make no configuration.
    LimitReached
        If more than ``most`` flats of one rank would have to be looked at.

    Notes
    -----
    Exact for all input. Faces are the sets of x with the same signs; those of dimension d are the
    regions, if no row is zero.

    Examples
    --------
    >>> face_numbers([[1, 0], [0, 1], [1, 1]])
    (1, 6, 6)
    >>> face_numbers(Configuration([[1, 0], [0, 1], [1, 1]], bias=[0, 0, 1]))
    (3, 9, 7)
    """
    configuration = rows if isinstance(rows, Configuration) else Configuration(rows)
    if configuration.bias is not None:
        return _affine(configuration, most)
    hyperplanes = configuration.restricted_to(
        i for i in range(configuration.n) if i not in configuration.zero_rows
    )
    faces: tuple[int, ...] = (1,)
    if hyperplanes.n:
        faces = with_images(hyperplanes.reduced_rows(), lambda image: _faces(image, most))
    return (0,) * (configuration.d + 1 - len(faces)) + faces


def _affine(configuration: Configuration, most: int) -> tuple[int, ...]:
    """Faces of the cone over the arrangement are on one side of infinity, on the other, or at
    infinity.
    """
    infinity = (1, *[0] * configuration.d)
    cone = face_numbers(
        Configuration([infinity, *configuration.functions], dimension=configuration.d + 1),
        most=most,
    )
    beyond = face_numbers(Configuration(configuration.rows, dimension=configuration.d), most=most)
    return tuple(
        (whole - outside) // 2 for whole, outside in zip(cone[1:], [*beyond[1:], 0], strict=True)
    )


def _faces(image: Images, most: int) -> tuple[int, ...]:
    faces: tuple[int, ...] = (1,)
    for _, part in components(image):
        faces = product(faces, _of_component(part, most))
    return faces


def _of_component(image: Images, most: int) -> list[int]:
    n, _, r = image.rows.shape
    if r <= 2:
        return [1, 2] if r == 1 else [1, 2 * n, 2 * n]
    faces = [0] * (r + 1)
    faces[0] = 1
    for rank, (work, table) in enumerate(orbit_tables(image, r - 1)):
        if len(table) > most:
            raise LimitReached(
                f"number of flats of rank {rank} must be at most {most} for face numbers, not {len(table)}"
            )
        # An orbit may have several representatives; they have the same |mu| and the same regions.
        sums: dict[tuple[int, int], list[int]] = {}
        for f in range(len(table)):
            report_progress(f"faces of rank {rank} of {r}", f / len(table))
            value = table.values[f].tolist()
            outside, inside = _contraction(image, table.basis(f, rank))
            mu = (
                _last_number(_localisation(image, inside, rank))
                if group_of(work).order > 1
                else chinese(value, work.moduli)
            )
            key = mu, _regions(outside)
            sums[key] = [
                a + b for a, b in zip(sums.get(key, [0] * len(work.moduli)), value, strict=True)
            ]
        for (mu, regions), total in sums.items():
            flats, rest = divmod(chinese(total, work.moduli), mu)
            if rest:
                raise InternalError(
                    f"sum of |mu| over flats must be a multiple of {mu}, not leave {rest}"
                )
            faces[r - rank] += flats * regions
    return faces


def _last_number(image: Images | None) -> int:
    """The last Whitney number: |mu| of the whole space."""
    return prod(component_numbers(part)[-1] for _, part in components(image)) if image else 1


def _regions(image: Images) -> int:
    return prod(2 * sum(component_numbers(part)) for _, part in components(image))


def _localisation(image: Images, elements: np.ndarray, rank: int) -> Images | None:
    """The elements of a flat alone; None for the empty flat."""
    rows = image.rows[elements]
    if residues.standard_form(rows, image.primes, np.empty(max(rank, 1), np.int64)) != rank:
        raise BadPrime
    return Images(image.primes, np.ascontiguousarray(rows[:, :, :rank])) if rank else None


def _contraction(image: Images, basis: list[int]) -> tuple[Images, np.ndarray]:
    """The elements outside the flat of a basis, restricted to it, and which elements are inside."""
    rank = len(basis)
    n, images, r = image.rows.shape
    rows = np.empty((n, images, r - rank), np.int64)
    free, work = np.empty(2 * r, np.int64), np.empty((rank, r), np.int64)
    if not residues.contract(
        image.rows, image.primes, np.array(basis, np.int64), rank, r, free, work, rows
    ):
        raise BadPrime
    alive = (rows != 0).any(axis=(1, 2))
    return Images(image.primes, np.ascontiguousarray(rows[alive])), np.flatnonzero(~alive)
