"""Products and sums of floats that are refused where float64 would round them; and the bounds of
normalised vectors.

>>> import numpy as np
>>> exact_product(np.array([[3, -2]]), np.array([[0.5], [4.0]]), "here").tolist()
[[1.5, -1.0], [12.0, -8.0]]
>>> exact_sum(np.array([1.0]), np.array([2.0**-60]), "here")
Traceback (most recent call last):
...
arrangements.errors.BadInput: sums of entries must have at most 53 bits, not more (here)
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from arrangements.errors import BadInput
from arrangements.models.model import Before, Norm

if TYPE_CHECKING:
    import numpy as np

__all__ = ["exact_product", "exact_sum", "fractions", "normalised", "root_above"]


def exact_product(whole: np.ndarray, scale: np.ndarray, where: str) -> np.ndarray:
    """Numbers times scales, without rounding; refused where float64 does not hold the product."""
    import numpy as np

    whole, scale = np.asarray(whole, np.float64), np.asarray(scale, np.float64)
    if not (np.isfinite(scale).all() and np.isfinite(whole).all()):
        raise BadInput(f"scales must be finite numbers ({where})")
    with np.errstate(over="ignore", under="ignore"):
        product = whole * scale
        if not _rounded(whole, scale, product):
            return product
    raise BadInput(f"entries times scales must have at most 53 bits together, not more ({where})")


def _rounded(whole: np.ndarray, scale: np.ndarray, product: np.ndarray) -> bool:
    """Whether a product may have been rounded: its error is computed exactly, from halves of 26
    bits (Dekker, Veltkamp).
    """
    import numpy as np

    if (
        not np.isfinite(product).all()
        or (np.abs(product)[product != 0] < 2.0**-900).any()
        or (np.abs(whole).max(initial=0) > 2.0**900)
    ):
        return True
    if ((product == 0) & (whole != 0) & (scale != 0)).any() or (
        np.abs(scale).max(initial=0) > 2.0**900
    ):
        return True

    def halves(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        shifted = x * (2.0**27 + 1)
        high = shifted - (shifted - x)
        return high, x - high

    (a, b), (c, d) = halves(whole), halves(scale)
    return bool((((a * c - product) + a * d + b * c) + b * d != 0).any())


def exact_sum(a: np.ndarray, b: np.ndarray, where: str) -> np.ndarray:
    """Sums without rounding: the error of each is computed exactly (Knuth)."""
    import numpy as np

    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        raise BadInput(f"entries must be finite numbers ({where})")
    with np.errstate(over="ignore", invalid="ignore"):
        total = a + b
        part = total - a
        error = (a - (total - part)) + (b - part)
    if not np.isfinite(total).all() or (error != 0).any():
        raise BadInput(f"sums of entries must have at most 53 bits, not more ({where})")
    return total


def root_above(number: int) -> Fraction:
    """A rational with denominator 1024 that is at least the square root."""
    scaled = number << 20
    return Fraction(isqrt(scaled) + (isqrt(scaled) ** 2 < scaled), 1 << 10)


def fractions(values: np.ndarray) -> list[Fraction] | None:
    """The entries as rational numbers; None if one of them is NaN or infinite."""
    import numpy as np

    return [Fraction(x) for x in values.ravel().tolist()] if np.isfinite(values).all() else None


def normalised(
    gains: list[Fraction] | None, shifts: list[Fraction] | None, centred: bool, description: str
) -> Before | None:
    """After a norm: |h_j - b_j| <= |g_j| sqrt(d), and for LayerNorm, which takes away the mean, the
    (h_j - b_j) / g_j have the sum 0.

    None if the gains are no finite numbers.
    """
    if gains is None:
        return None
    root = root_above(len(gains))
    moved = [Fraction(0)] * len(gains) if shifts is None else shifts
    low = tuple(b - abs(g) * root for g, b in zip(gains, moved, strict=True))
    high = tuple(b + abs(g) * root for g, b in zip(gains, moved, strict=True))
    equation = None
    if centred and all(gains):
        row = [1 / g for g in gains]
        equation = (-sum((b * x for b, x in zip(moved, row, strict=True)), Fraction(0)), *row)
    norm = Norm(tuple(gains), tuple(moved), centred)
    return Before((description,), low, high, equation=equation, norm=norm)
