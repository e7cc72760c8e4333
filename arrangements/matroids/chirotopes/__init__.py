"""Chirotopes: the signs of all maximal minors of a configuration, and oriented matroids given by
such signs alone.

``chirotope(configuration)`` makes the value, ``Chirotope`` explains it. ``minors.minor_signs`` and
``cocircuit_words`` serve the enumeration kernels.
"""

from __future__ import annotations

from arrangements.matroids.chirotopes.value import Chirotope, chirotope

__all__ = ["Chirotope", "chirotope"]
