"""Whitney numbers, characteristic polynomials and numbers of regions, without listing.

The Whitney number W_k (of the first kind, absolute) is the sum of |mu(F)| over the flats F of rank
k: the flats that k independent hyperplanes have in common. The regions number W_0 + .. + W_r
(Zaslavsky 1975); each is the region of one strict sign vector.

>>> from arrangements import Configuration
>>> triangle = Configuration([[1, 0], [0, 1], [1, 1]])
>>> whitney_numbers(triangle), characteristic_polynomial(triangle)
((1, 3, 2), (2, -3, 1))

Conventions. A zero row lets no strict sign vector exist: all numbers and the polynomial are then
zero. Rows that are multiples of each other are one hyperplane. Polynomials are tuples, constant
term first, one coefficient for each power up to the dimension. No rows: one region.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from arrangements.counting import chromatic
from arrangements.counting.checkpoint import Checkpoint
from arrangements.counting.methods import Method, component_numbers, of_checkpoint
from arrangements.counting.polynomials import characteristic, product
from arrangements.errors import BadInput, LimitReached
from arrangements.exact import linear
from arrangements.exact.input_checks import Matrix
from arrangements.exact.numbers import Exact
from arrangements.layers.configuration import Configuration
from arrangements.pure_python import flat_counting, many_flats
from arrangements.pure_python.choice import pure_python
from arrangements.running.validated import one_of, validated

if TYPE_CHECKING:
    from arrangements.counting.images import Images

__all__ = [
    "affine_whitney_numbers",
    "characteristic_polynomial",
    "label_differences",
    "ranking_whitney_numbers",
    "whitney_numbers",
]

Rows = Sequence[Sequence[Exact]]
# which every count that is compiled begins with
_KERNEL = "arrangements.kernels.counting.residues", "standard_form"


@validated(method=one_of(*get_args(Method)))
def characteristic_polynomial(
    rows: Configuration | Matrix, *, method: Method = "auto"
) -> tuple[int, ...]:
    """The characteristic polynomial of the arrangement of hyperplanes <row, x> + offset = 0 in R^d.

    Parameters
    ----------
    rows
        A configuration, or rows that make one.
    method
        An algorithm, as for ``whitney_numbers``.

    Returns
    -------
    The coefficients, constant term first, one for each power up to the dimension.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or a method is forced that cannot count this.
    LimitReached
        If the flats do not fit into memory (``limited``).

    Examples
    --------
    >>> from arrangements import load
    >>> characteristic_polynomial(load("braid:3")), characteristic_polynomial(load("shi:3"))
    ((0, 2, -3, 1), (0, 9, -6, 1))
    """
    configuration = rows if isinstance(rows, Configuration) else Configuration(rows)
    return characteristic(whitney_numbers(configuration, method=method), configuration.d)


@validated(method=one_of(*get_args(Method)))
def whitney_numbers(
    rows: Configuration | Matrix, *, method: Method = "auto", checkpoint: Checkpoint | None = None
) -> tuple[int, ...]:
    """The absolute Whitney numbers of the first kind, which add up to the number of regions.

    Parameters
    ----------
    rows
        A configuration, or rows that make one.
    method
        "flats" visits every flat, "orbits" one of each class of symmetric ones, "chromatic" takes
        the arrangements of graphs alone; "auto" chooses.
    checkpoint
        Where a count by orbits is kept, so that it can be resumed.

    Returns
    -------
    W_0, .., W_r for rank r; W_0 is 1, and a zero row makes all of them 0. With offsets they are
    those of the affine arrangement.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or a method is forced that cannot count this.
    LimitReached
        If the flats do not fit into memory (``limited``).

    Notes
    -----
    Exact for all input. W_k is the sum of the absolute values of the Möbius function over the flats
    of rank k (Zaslavsky 1975).

    Examples
    --------
    >>> from arrangements import load
    >>> whitney_numbers(load("threshold:3")), whitney_numbers(load("shi:3"))
    ((1, 8, 28, 44, 23), (1, 6, 9))
    """
    configuration = rows if isinstance(rows, Configuration) else Configuration(rows)
    if configuration.bias is not None:
        homogeneous = Configuration(configuration.functions, dimension=configuration.d + 1)
        return affine_whitney_numbers(homogeneous, method=method, checkpoint=checkpoint)
    method = of_checkpoint(method, checkpoint)
    if configuration.zero_rows:
        return (0,) * (configuration.rank + 1)
    if method in ("auto", "chromatic") and (
        numbers := _of_graph(configuration, method == "chromatic")
    ):
        return numbers
    return _numbers(configuration.reduced_rows(), False, method, checkpoint)


def _of_graph(configuration: Configuration, forced: bool) -> tuple[int, ...] | None:
    numbers = chromatic.whitney_numbers(configuration.rows, configuration.d)
    if numbers is None and forced and chromatic.edges_of_rows(configuration.rows) is not None:
        raise LimitReached(
            f"partitions of open vertices must be at most {chromatic.MOST_PARTITIONS:,} for method chromatic, not more"
        )
    return numbers


def affine_whitney_numbers(
    configuration: Configuration, *, method: Method = "auto", checkpoint: Checkpoint | None = None
) -> tuple[int, ...]:
    """The Whitney numbers of the affine arrangement of the hyperplanes <row, (1, y)> = 0 in
    R^(d-1).

    Their sum is the number of its regions, and their alternating sum, in size, the number of those
    that are bounded up to a direction that all hyperplanes share. A row (a, 0, .., 0) with a not 0
    is a hyperplane at infinity: it cuts nothing.

    >>> affine_whitney_numbers(Configuration.affine([[1], [-1], [2]]))
    (1, 3)
    """
    configuration.demand_linear("affine Whitney numbers")
    method = of_checkpoint(method, checkpoint)
    if not configuration.d:
        raise BadInput("dimension must be at least 1 for an affine arrangement, not 0")
    if configuration.zero_rows:
        return (0,)
    infinity = [1] + [0] * (configuration.d - 1)
    extended = Configuration([infinity, *configuration.rows])
    return _numbers(extended.reduced_rows(), True, method, checkpoint)


def ranking_whitney_numbers(
    configuration: Configuration, *, method: Method = "auto", checkpoint: Checkpoint | None = None
) -> tuple[int, ...]:
    """The Whitney numbers of the arrangement of hyperplanes <u_i - u_j, x> = 0, i < j: all zero if
    two rows are equal.

    A label outside the affine span of the k others contributes the factor 1 + k t: whatever their
    ranking, it can be put in any place.
    """
    configuration.demand_linear("Whitney numbers of rankings")
    method = of_checkpoint(method, checkpoint)
    if configuration.equal_groups:
        return (0,) * (configuration.affine_rank or 1)
    differences = label_differences(configuration)
    if method == "auto" and (found := _plain_numbers(differences.reduced_rows(), False)):
        return found
    from arrangements.counting.images import with_images

    isolated = (
        with_images(Configuration.affine(configuration).reduced_rows(), _isolated)
        if configuration.n
        else []
    )
    labels = [i for i in range(configuration.n) if i not in isolated]
    numbers = whitney_numbers(
        label_differences(configuration.restricted_to(labels)), method=method, checkpoint=checkpoint
    )
    for k in range(max(1, len(labels)), configuration.n):
        numbers = product(numbers, (1, k))
    return numbers


def label_differences(configuration: Configuration) -> Configuration:
    """The rows u_i - u_j for i < j, label by label, with the differences of their offsets: the
    differences of the first labels come first.
    """
    rows, bias = configuration.rows, configuration.bias
    pairs = [(i, j) for j in range(configuration.n) for i in range(j)]
    differences = [[x - y for x, y in zip(rows[i], rows[j], strict=True)] for i, j in pairs]
    offsets = None if bias is None else [bias[i] - bias[j] for i, j in pairs]
    return Configuration(differences, dimension=configuration.d, bias=offsets)


def _isolated(image: Images) -> list[int]:
    """The elements that are a component each."""
    from arrangements.counting.components import components

    return [elements[0] for elements, part in components(image) if part.rows.shape[2] == 1]


def _numbers(
    rows: Rows, affine: bool, method: Method, checkpoint: Checkpoint | None
) -> tuple[int, ...]:
    """For the central arrangement, or for the affine one with row 0 at infinity."""
    if not rows:
        return (1,)
    if method == "auto" and (plainly := _plain_numbers(rows, affine)):
        return plainly
    from arrangements.counting.components import components
    from arrangements.counting.images import with_images

    def compute(image: Images) -> tuple[int, ...]:
        numbers: tuple[int, ...] = (1,)
        for elements, part in components(image):
            found = component_numbers(part, method, checkpoint)
            numbers = product(
                numbers, found if affine and elements[0] == 0 else product(found, (1, 1))
            )
        return numbers

    return with_images(rows, compute, skip=checkpoint.seed if checkpoint else 0)


def _plain_numbers(rows: Rows, affine: bool) -> tuple[int, ...] | None:
    """By Python and NumPy, if that is sooner than compiled code could be there."""
    if not rows:
        return (1,)
    numbers = None
    left = pure_python.rows_left(rows, *_KERNEL)
    if left and linear.is_integral(rows) and many_flats.fits(rows):
        numbers, seen = many_flats.affine_numbers(rows, left)
        pure_python.looked_at(seen)
    elif pure_python.takes(rows, *_KERNEL):
        numbers = flat_counting.affine_numbers([tuple(row) for row in rows])
    if numbers is None:
        return None
    return tuple(numbers) if affine else product(numbers, (1, 1))
