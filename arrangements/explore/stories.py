"""The guided pages: what the paper says, each as a start, a configuration to begin with, and
something to do by hand.

A story holds names of the catalogue and words, no results: thresholds and verdicts are computed
when the page asks for them.

>>> [story["id"] for story in STORIES]
['theorem-5.5', 'theorem-5.6', 'theorem-H.1', 'lemma-5.3']
"""

from __future__ import annotations

__all__ = ["STORIES"]

STORIES: tuple[dict[str, object], ...] = (
    {
        "id": "theorem-5.5",
        "title": "Theorem 5.5: cosines do not determine the winners",
        "start": "paper/5.5-model-1",
        "regions": "argmax",
        "mode": "ray",
        "label": "3",
        "watch": ["C(U)", "S(U)", "R(U)", "argmax(U)"],
        "text": [
            "Seven labels point in seven directions, all of length 5. Each of them wins somewhere.",
            "Shorten label 3 along its ray. No cosine changes, so no sign pattern does. At one exact length its region is gone:"
            " from there on it is a mix of its neighbours and can never win.",
        ],
        "moves": [
            {"says": "Length 5/2 of 5", "move": {"kind": "ray", "label": "3", "factor": "1/2"}},
            {"says": "Length 4 of 5", "move": {"kind": "ray", "label": "3", "factor": "4/5"}},
            {"says": "Exactly at the threshold", "threshold": "3"},
        ],
    },
    {
        "id": "theorem-5.6",
        "title": "Theorem 5.6: cosines of differences determine the rankings",
        "start": "paper/C.2",
        "regions": "ranking",
        "mode": "scale",
        "label": None,
        "watch": ["C(B U)", "R(U)", "C(U)", "U"],
        "text": [
            "The angles between all differences of two labels determine every ranking.",
            "Scale all labels, turn them, or move all of them by one vector: the cosines of the differences stay, and the rankings with"
            " them. The cosines of the labels themselves need not.",
        ],
        "moves": [
            {"says": "Move all by (1, 1/2)", "move": {"kind": "translate", "to": ["1", "1/2"]}},
            {"says": "Turn all", "move": {"kind": "rotate", "tangent": "1/4", "axes": [0, 1]}},
            {"says": "Halve all", "move": {"kind": "scale", "factor": "1/2"}},
        ],
    },
    {
        "id": "theorem-H.1",
        "title": "Theorem H.1: equal sign patterns, different rankings",
        "start": "paper/H.1-A",
        "now": "paper/H.1-B",
        "regions": "ranking",
        "mode": "cell",
        "label": None,
        "watch": ["S(U)", "X(U)", "R(U)"],
        "text": [
            "Two trapezoids with a point inside, A on one side and B on the other. As points with ones they have the same sign patterns.",
            "Their rankings differ: some are possible in A alone, some in B alone. Both pictures answer to the same pointer.",
        ],
        "moves": [],
    },
    {
        "id": "lemma-5.3",
        "title": "Lemma 5.3: lengths do not matter to signs",
        "start": "paper/C.1",
        "regions": "sign",
        "mode": "ray",
        "label": "0",
        "watch": ["C(U)", "S(U)", "R(U)"],
        "text": [
            "Scale any label along its ray, as much as you like: the line on which its logit is zero does not move.",
            "So the cosines, which know nothing of lengths, determine the sign patterns. The rankings may change.",
        ],
        "moves": [
            {"says": "Label 0 twice as long", "move": {"kind": "ray", "label": "0", "factor": "2"}},
            {
                "says": "Label 2 a fifth as long",
                "move": {"kind": "ray", "label": "2", "factor": "1/5"},
            },
        ],
    },
)
