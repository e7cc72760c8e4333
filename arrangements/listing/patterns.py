"""Which sign vectors and which rankings occur: the choice of the algorithm, and nothing else.

``sign_pattern`` and ``ranking_pattern`` list everything, by one of two methods that share no code
beyond exact arithmetic:

- "chirotope" (the default): combinatorial, no linear programs. Rank 1 and 2 by sorting directions
  (``matroids.rank2_sweep``). Otherwise by flats (``kernels``): from coordinates where a bound proves that
  float64 holds every minor needed exactly, else from the signs of all cocircuits, which are there
  for integers of any size and over number fields. Many labels of rank 3 are ranked along lines of
  ties.
- "lp": one exact linear program for every region (``decide.one_by_one.lp_listing``); cddlib decides
  a fixed share of them as well (``exact.programs.second_opinion``).

>>> from arrangements import Configuration
>>> pattern = sign_pattern(Configuration([[1, 0], [0, 1], [1, 1]]))
>>> len(pattern), "++-" in pattern
(6, False)
>>> list(ranking_pattern(Configuration([[1], [3], [2]])).strings())
['1>3>2', '2>3>1']

A zero row has no sign off its boundary, so the sign pattern is empty; two equal rows tie
everywhere, so the ranking pattern is empty. With offsets or ``inputs`` both methods work on the layer
in homogeneous form, its homogeneous rows on an open cone (``layers.inputs.homogenised``,
``cone_topes``).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from operator import sub
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from arrangements.counting.largest_counts import ranking_bound
from arrangements.errors import BadInput, short_repr
from arrangements.exact import linear
from arrangements.exact.programs.second_opinion import second_opinions
from arrangements.kernels import packed_permutations
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import homogenised
from arrangements.layers.patterns import bitset_rows
from arrangements.layers.patterns.rankings import RankingPattern, packed
from arrangements.layers.patterns.signs import SignPattern
from arrangements.listing.half_topes import demand_sweep, half_topes, half_topes_of_chirotope
from arrangements.listing.pairs_to_rankings import ranked
from arrangements.matroids.rank2_sweep import sweep_rankings
from arrangements.pure_python.choice import pure_python
from arrangements.running import check_memory, memory_limit
from arrangements.running.validated import TYPED, one_of, validated

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = [
    "METHODS",
    "Method",
    "demand_abstract",
    "demand_known",
    "demand_programs",
    "ranking_pattern",
    "sign_pattern",
]

Method = Literal["auto", "chirotope", "lp"]
_WALK = "arrangements.kernels.listing.tie_lines", "walk_lines"
_PAIR = 200  # bytes that the difference of two labels takes at least
METHODS: tuple[Method, ...] = ("auto", "chirotope", "lp")


def demand_programs(method: Method) -> None:
    """Refuse a method that takes linear conditions alone."""
    if method == "chirotope":
        raise BadInput("method must be auto or lp for inputs in a ball, not chirotope")


@validated(configuration=TYPED, method=one_of(*METHODS))
def sign_pattern(
    configuration: Configuration | Chirotope,
    method: Method = "auto",
    *,
    inputs: Inputs | None = None,
) -> SignPattern:
    """List all strict sign vectors of Uh + b, or all topes of an oriented matroid.

    Parameters
    ----------
    configuration
        The rows U, with their offsets b if there are any, or an oriented matroid, realizable or
        not.
    method
        "chirotope" is combinatorial, "lp" decides one exact linear program per region; they share
        no code beyond exact arithmetic. "auto" is "chirotope", or "lp" for inputs in a ball.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    A set of texts such as "+-+", one sign for each label, in the order of the labels.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or the method does not take what is asked: "lp" and
        inputs need coordinates, "chirotope" takes no inputs in a ball.
    LimitReached
        If the sign vectors do not fit into memory (``limited``).

    Notes
    -----
    Exact for all input. A zero row without an offset has no sign but 0: then the pattern is empty.

    Examples
    --------
    >>> from arrangements import load
    >>> len(sign_pattern(load("threshold:4")))
    1882
    >>> from arrangements import Inputs
    >>> list(sign_pattern(Configuration([[1, -1], [-1, -1]], bias=[0, 1]), inputs=Inputs.nonnegative(2)))
    ['--', '-+', '+-', '++']
    """
    demand_known(configuration, method)
    labels = configuration.labels
    if not isinstance(configuration, Configuration):
        demand_abstract(method, inputs)
        return SignPattern(labels, half_topes_of_chirotope(configuration))
    if inputs is not None and inputs.within is not None:
        demand_programs(method)
        from arrangements.decide.one_by_one.lp_listing import lp_topes

        with second_opinions():
            return lp_topes(configuration, inputs)
    shaped = homogenised(configuration, inputs)
    homogeneous = shaped.homogeneous
    if shaped.empty or homogeneous.zero_rows:
        return SignPattern(labels, np.empty((0, max(1, -(-configuration.n // 64))), np.uint64))
    if method == "lp":
        from arrangements.decide.one_by_one.lp_listing import lp_topes

        with second_opinions():
            return lp_topes(configuration, inputs)
    if shaped.constraints:
        from arrangements.listing.cone_topes import topes_in_cone

        return SignPattern.of_all(labels, topes_in_cone(homogeneous.rows, shaped.constraints))
    return SignPattern(labels, half_topes(homogeneous.reduced_rows()))


@validated(method=one_of(*METHODS))
def ranking_pattern(
    configuration: Configuration, method: Method = "auto", *, inputs: Inputs | None = None
) -> RankingPattern:
    """List all strict rankings of the labels by Uh + b.

    Parameters
    ----------
    configuration
        The rows U, with their offsets b if there are any.
    method
        "chirotope" is combinatorial, "lp" decides exact linear programs; they share no code beyond
        exact arithmetic. "auto" is "chirotope", or "lp" for inputs in a ball.
    inputs
        The set that h comes from; all of R^d without.

    Returns
    -------
    A set of tuples of labels, best first.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or the method is "chirotope" for inputs in a ball.
    LimitReached
        If the rankings do not fit into memory (``limited``).

    Notes
    -----
    Exact for all input. Two equal rows with equal offsets tie everywhere: then the pattern is
    empty.

    Examples
    --------
    >>> from arrangements import load
    >>> len(ranking_pattern(load("paper/H.1-A")))
    14
    """
    demand_known(configuration, method)
    labels = configuration.labels
    if inputs is not None and inputs.within is not None:
        demand_programs(method)
        from arrangements.decide.one_by_one.lp_listing import lp_rankings

        with second_opinions():
            return lp_rankings(configuration, inputs)
    shaped = homogenised(configuration, inputs)
    homogeneous = shaped.homogeneous
    if shaped.empty or homogeneous.equal_groups:
        return RankingPattern.from_rankings(labels, [])
    if method == "lp":
        from arrangements.decide.one_by_one.lp_listing import lp_rankings

        with second_opinions():
            return lp_rankings(configuration, inputs)
    n = configuration.n
    check_memory("ranking pattern", comb(n, 2), _PAIR + 8 * homogeneous.d, "pairs of labels")
    each = 16 * (1 + packed_permutations.width(n, n))  # with the copy that is sorted
    if not shaped.constraints and each * ranking_bound(n, homogeneous.d) > memory_limit():
        check_memory("ranking pattern", ranking_bound(n, homogeneous.affine_rank - 1), each)
    rows = linear.cleared(homogeneous.rows)
    # In this order prefixes are the pairs of fewer labels.
    pairs = [tuple(map(sub, rows[i], rows[j])) for j in range(n) for i in range(j)]
    if shaped.constraints:
        from arrangements.listing.cone_topes import topes_in_cone

        words = topes_in_cone(pairs, shaped.constraints)
        return RankingPattern(labels, bitset_rows.sorted_rows(ranked(words, n), unique=False))
    basis = linear.column_basis(pairs)
    differences = linear.columns_of(pairs, basis)
    points = [tuple(row[c] for c in basis) for row in rows]
    if len(basis) > 2:
        return RankingPattern(labels, _rankings(points, differences))
    demand_sweep("ranking pattern", differences, 8 * n)
    swept = sweep_rankings(points)
    half = np.array(swept, np.int64).reshape(len(swept), n)
    return RankingPattern(
        labels, bitset_rows.sorted_rows(packed(np.concatenate([half, half[:, ::-1]])))
    )


def demand_known(configuration: object, method: str) -> None:
    """``BadInput`` for a configuration without labels, and for an unknown method."""
    if not hasattr(configuration, "labels"):
        raise BadInput(f"configuration must be a Configuration, not {short_repr(configuration)}")
    if method not in METHODS:
        raise BadInput(f"method must be one of {', '.join(METHODS)}, not {short_repr(method)}")


def demand_abstract(method: str, inputs: Inputs | None) -> None:
    """``BadInput`` for questions that only coordinates can answer."""
    if method == "lp":
        raise BadInput(
            "method must be auto or chirotope for a chirotope, which has no coordinates, not lp"
        )
    if inputs is not None:
        raise BadInput("inputs must not be given for a chirotope, which has no coordinates")


def _rankings(points: Sequence[Sequence[Any]], differences: Sequence[Sequence[Any]]) -> np.ndarray:
    """Sorted packed rankings of distinct points of rank 3 or more: along lines of ties, or by the
    signs of their differences.
    """
    n = len(points)
    integers = all(type(x) is int for row in differences for x in row)
    if (
        integers
        and len(points[0]) == 3
        and packed_permutations.place_bits(n) == 8
        and not pure_python.affords(differences, *_WALK)
    ):
        from arrangements.kernels.listing import narrow, tie_lines

        if narrow.fits_float64(differences, 3):
            return bitset_rows.sorted_rows(tie_lines.rankings(points), unique=False)
    half = ranked(half_topes(differences), n)
    return bitset_rows.sorted_rows(
        np.concatenate([half, packed_permutations.reverse(half, n, n)]), unique=False
    )
