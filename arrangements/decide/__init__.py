"""Is this sign vector, ranking, top label or tie possible? Exact answers, with certificates that an
independent checker verifies.

Public: ``answers`` of many questions and ``decide_*`` of one; ``patterns_and_pairs`` for whole patterns and pairs; ``lp_listing``
and ``lp_faces`` for lists; ``certificates`` for values and files; ``checker``, which stands alone.
``arrangements.layers.questions`` says what can be asked; the exact programs that answer are
``arrangements.exact.programs``.

Pattern tables, pictures and the command are not imported.
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
from arrangements.decide.best_rank import BestRank, best_rank
from arrangements.decide.certificates import (
    Bound,
    Certificate,
    Members,
    Places,
    Refutation,
    Witness,
    recheck,
)
from arrangements.decide.confidence import Confidence, confidence
from arrangements.decide.decide import Decision, decide
from arrangements.decide.patterns_and_pairs import certify_pair, certify_pattern

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
