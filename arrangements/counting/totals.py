"""How many strict sign vectors and rankings there are, on whatever inputs.

>>> from arrangements.questions.inputs import Inputs
>>> square = Configuration([[1, 0], [0, 1], [1, 1]], bias=[0, 0, -1])
>>> count_topes(square), count_topes(square, inputs=Inputs.nonnegative(2))
(7, 2)
"""

from __future__ import annotations

from arrangements.configuration import Configuration
from arrangements.counting.conic import count_in_cone
from arrangements.counting.methods import Method
from arrangements.counting.whitney import (
    label_differences,
    ranking_whitney_numbers,
    whitney_numbers,
)
from arrangements.questions.inputs import Inputs
from arrangements.questions.inputs.homogenised import homogenised
from arrangements.running.renamed import renamed
from arrangements.running.validated import validated

__all__ = ["count_rankings", "count_topes"]


@renamed(road="method")
@validated
def count_topes(
    configuration: Configuration, *, method: Method = "auto", inputs: Inputs | None = None
) -> int:
    """The number of strict sign vectors, ``len(sign_pattern(configuration))``.

    >>> from arrangements import load
    >>> count_topes(load("threshold:5"))
    94572
    """
    shaped = homogenised(configuration, inputs)
    if shaped.forced:
        return count_in_cone(shaped.central.rows, shaped.forced, shaped.central.d, method=method)
    return sum(whitney_numbers(shaped.central, method=method))


@renamed(road="method")
@validated
def count_rankings(
    configuration: Configuration, *, method: Method = "auto", inputs: Inputs | None = None
) -> int:
    """The number of strict rankings, ``len(ranking_pattern(configuration))``.

    >>> count_rankings(Configuration([[0, 0], [4, 0], [4, 3], [0, 2]]))
    10
    """
    shaped = homogenised(configuration, inputs)
    if shaped.forced:
        return count_in_cone(
            label_differences(shaped.central).rows, shaped.forced, shaped.central.d, method=method
        )
    return sum(ranking_whitney_numbers(shaped.central, method=method))
