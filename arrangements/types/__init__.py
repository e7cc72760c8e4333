"""Combinatorial types: complete lists of what configurations can be, up to relabelling.

``oriented`` lists oriented matroids, realizable or not.
"""

from __future__ import annotations

from arrangements.types.oriented import Member, OrientedTypes

__all__ = ["Member", "OrientedTypes"]
