"""Experimental: right and tested as all else is, and hardly used, so that the rest is smaller to
learn: ``designs`` with ``design_files`` (layers for which every small set of labels is possible),
``further_points`` with the kernel ``turning`` (points for sets of rankings), ``orlik_solomon`` (the
algebra), ``resolutions`` (of derivations), ``row_repairs`` with ``row_repair_proofs`` (repairs that
change rows instead of offsets), ``threshold_functions`` (sequences that follow from their number),
``toric`` (rows as characters of a torus), and of files of models ``gguf_types`` (IQ, FP4, TQ),
``quantised_fasttext``, ``skops_format`` and ``tensorflow_format`` (checkpoints, SavedModel, tfjs).

A module leaves this room for the one it belongs to when a page, a claim or another module needs
it, or when users ask for it; until then its names may change without notice.

Nothing here is imported by another room, but for the command; readers of ``arrangements.models`` and
``arrangements.audits.least_change`` have names of modules as texts, and load them when a file or a
repair needs them.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

__all__ = [
    "design_files",
    "designs",
    "further_points",
    "gguf_types",
    "orlik_solomon",
    "quantised_fasttext",
    "resolutions",
    "row_repair_proofs",
    "row_repairs",
    "skops_format",
    "tensorflow_format",
    "threshold_functions",
    "toric",
    "turning",
]


def __getattr__(name: str) -> ModuleType:
    """The modules, which are imported when they are used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return __all__
