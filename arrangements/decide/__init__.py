"""Is this sign vector, ranking, top label or tie possible? Exact answers, with certificates that an
independent checker verifies.

Public: ``answers`` of many questions and ``decide_*`` of one. Its methods are ``one_by_one``, exact
programs, and ``batches``, for real layers, which stands on ``labels`` and ``dyadic``.
``arrangements.layers.questions`` says what can be asked; the exact programs that answer are
``arrangements.exact.programs``.

Questions are about rows (``arrangements.layers.layer``): model files (``arrangements.loading``),
pattern tables, pictures and the command are not imported.
"""

from __future__ import annotations

from arrangements.decide.answers import (
    decide_argmax,
    decide_ranking,
    decide_signs,
    decide_tie,
    decide_top,
    decide_top_set,
)
from arrangements.decide.one_by_one.best_places import BestRank, best_rank
from arrangements.decide.one_by_one.decide import Decision, decide
from arrangements.decide.one_by_one.patterns_and_pairs import certify_pair, certify_pattern
from arrangements.decide.one_by_one.softmax_probability import Confidence, confidence
from arrangements.proof.certificates import (
    Bound,
    Certificate,
    Members,
    Places,
    Refutation,
    Witness,
    recheck,
)

__all__ = [
    "BestRank",
    "Bound",
    "Certificate",
    "Confidence",
    "Decision",
    "Members",
    "Places",
    "Refutation",
    "Witness",
    "best_rank",
    "certify_pair",
    "certify_pattern",
    "confidence",
    "decide",
    "decide_argmax",
    "decide_ranking",
    "decide_signs",
    "decide_tie",
    "decide_top",
    "decide_top_set",
    "recheck",
]
