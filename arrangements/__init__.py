"""Exact hyperplane arrangements, sign patterns and rankings, with certificates."""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

# Each public name and the module that holds it; nothing heavy is imported before it is used.
_HOMES = {
    "ArrangementsError": "errors",
    "BadInput": "errors",
    "Certificate": "feasibility",
    "CertificateRefused": "errors",
    "Chirotope": "chirotope",
    "Configuration": "configuration",
    "CosineMatrix": "cosines",
    "InternalError": "errors",
    "LimitReached": "errors",
    "OutOfTime": "errors",
    "RankingPattern": "patterns",
    "Refutation": "feasibility",
    "SignPattern": "patterns",
    "Table": "tables",
    "Witness": "feasibility",
    "certify_pair": "feasibility",
    "certify_pattern": "feasibility",
    "characteristic_polynomial": "counting",
    "count_rankings": "counting",
    "count_topes": "counting",
    "export": "tables",
    "face_numbers": "counting",
    "decide_argmax": "feasibility",
    "decide_ranking": "feasibility",
    "decide_signs": "feasibility",
    "decide_tie": "feasibility",
    "decide_top": "feasibility",
    "decide_top_set": "feasibility",
    "flat_lattice": "graphs",
    "interior_points": "interior",
    "limited": "running",
    "load": "reading",
    "load_cosines": "cosines",
    "lp_rankings": "feasibility.lp_road",
    "lp_topes": "feasibility.lp_road",
    "patterns_from_cosines": "cosines",
    "plot": "figures",
    "ranking_graph": "graphs",
    "ranking_pattern": "listing",
    "rankings_from_difference_cosines": "cosines",
    "read_table": "tables",
    "recheck": "feasibility",
    "sign_pattern": "listing",
    "table_of": "tables",
    "tie_graph": "graphs",
    "tope_graph": "graphs",
    "whitney_numbers": "counting",
}

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"arrangements.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'arrangements' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
