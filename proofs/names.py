"""The names that the command completes and lists, without the modules behind them: importing a
claim imports numpy and FLINT.

>>> CLAIMS[:2], SUITES
(('lemma-3.1', 'lemma-3.2'), ('quick', 'standard', 'long', 'conjectures'))
"""

from __future__ import annotations

__all__ = ["CLAIMS", "INVARIANTS", "SUITES"]

CLAIMS = (
    "lemma-3.1", "lemma-3.2", "lemma-3.3", "theorem-3.4", "introduction-2", "example-C.1", "example-C.2", "example-C.3",
    "appendix-D", "discussion-embeddings", "word2vec-E.1", "proposition-E.2", "counting-5.1", "counting-5.2", "lemma-5.3",
    "theorem-5.5", "theorem-5.6", "theorem-H.1", "argmax-G.1", "headline", "mf-1", "mf-2", "mf-3", "mf-4", "mf-5", "mf-6",
    "mf-clusters", "invariance-table", "cosines-rows", "cosines-differences", "unit-rows", "projector", "projector-cosines",
    "counting-at-most", "rule-monotone", "rule-min-p", "rule-nucleus", "offsets-signs", "offsets-rankings", "offsets-apart",
    "offsets-map", "order-types",
)  # fmt: skip
SUITES = ("quick", "standard", "long", "conjectures")
INVARIANTS = (
    "U", "G(U)", "D(U)", "C(U)", "C(centred U)", "P(U)", "C(whitened U)", "C(B U)", "X(U)", "X(B U)", "S(U)", "R(U)",
    "argmax(U)", "tops(U)", "ties(U)", "#S(U)", "#R(U)",
)  # fmt: skip
