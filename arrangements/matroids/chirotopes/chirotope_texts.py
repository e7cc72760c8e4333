"""Chirotopes as text.

``lex`` and ``revlex`` are one text of + - 0, the bases in lexicographic order (123, 124, 125, 134,
...) or in reverse lexicographic order, which compares largest elements first (123, 124, 134, 234,
125, ...). TOPCOM's format is a line ``n,r:`` and then the signs in lexicographic order, broken into
lines anywhere; a list of symmetries in brackets may follow. Its circuits and cocircuits are lines
``[{0,2},{1,3}]``, the elements with + and those with -, in braces after ``n,r:`` or alone.

>>> chi = Signs(5, 3, from_text("----0+-+++", 5, 3))
>>> to_text(chi, "revlex"), to_topcom(chi)
('-----0++++', '5,3:\\n----0+-+++\\n')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import comb

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.matroids.chirotopes.cocircuit_words import colex_from_lex
from arrangements.matroids.chirotopes.signs import Signs

__all__ = [
    "ORDERS",
    "from_text",
    "from_topcom",
    "from_topcom_vectors",
    "sign_text",
    "to_text",
    "to_topcom",
    "to_topcom_vectors",
]

ORDERS = ("lex", "revlex")
_SIGNS = np.frombuffer(b"-0+", np.uint8)
_TOPCOM_LINE = 100
_VECTOR = re.compile(r"\[\{((?:[0-9]{1,5}(?:,|(?=\})))*)\},\{((?:[0-9]{1,5}(?:,|(?=\})))*)\}\]")
_MOST_ELEMENTS, _MOST_VECTORS = 512, 200_000


def sign_text(signs: np.ndarray) -> str:
    """An array of -1, 0, 1 as a text of - 0 +."""
    return str(_SIGNS[signs + 1].tobytes().decode("ascii"))


def to_text(chi: Signs, order: str = "lex") -> str:
    _check_order(order)
    return sign_text(chi.signs if order == "lex" else colex_from_lex(chi.signs, chi.n, chi.rank))


def from_text(text: str, n: int, rank: int, order: str = "lex") -> np.ndarray:
    """The signs in lexicographic order."""
    _check_order(order)
    if not 0 <= rank <= n:
        raise BadInput(f"rank must be between 0 and n = {n}, not {rank}")
    count = comb(n, rank)
    if len(text) != count:
        raise BadInput(
            f"chirotope must have {count} signs (rank {rank} on {n} elements), not {len(text)}"
        )
    foreign = text.strip("+-0")[:1] or re.sub(r"[+\-0]", "", text)[:1]
    if foreign:
        raise BadInput(
            f"sign must be +, - or 0, not {short_repr(foreign)} (position {text.index(foreign) + 1})"
        )
    codes = np.frombuffer(text.encode("ascii"), np.uint8)
    signs = (codes == ord("+")).astype(np.int8) - (codes == ord("-"))
    if order == "revlex":
        lex = np.empty_like(signs)
        lex[colex_from_lex(np.arange(count), n, rank)] = signs
        signs = lex
    return signs


def _check_order(order: str) -> None:
    if order not in ORDERS:
        raise BadInput(f"order must be one of {', '.join(ORDERS)}, not {short_repr(order)}")


def to_topcom(chi: Signs) -> str:
    signs = to_text(chi)
    lines = [signs[i : i + _TOPCOM_LINE] for i in range(0, len(signs), _TOPCOM_LINE)]
    return "\n".join([f"{chi.n},{chi.rank}:", *lines]) + "\n"


def from_topcom(text: str) -> tuple[int, int, np.ndarray]:
    """n, rank and the signs."""
    match = re.fullmatch(r"\s*([0-9]{1,5})\s*,\s*([0-9]{1,5})\s*:([^\[]*)(\[.*)?", text, re.DOTALL)
    if match is None:
        raise BadInput(f"TOPCOM chirotope must be `n,r:` and signs, not {short_repr(text.strip())}")
    n, rank = int(match[1]), int(match[2])
    return n, rank, from_text("".join(match[3].split()), n, rank)


def to_topcom_vectors(n: int, rank: int, vectors: Iterable[str]) -> str:
    """Sign vectors in the way of ``chiro2cocircuits``.

    >>> print(to_topcom_vectors(3, 2, ["+0-"]), end="")
    3,2:
    {
    [{0},{2}]
    }
    """
    lines = []
    for vector in vectors:
        plus, minus = (
            ",".join(str(e) for e, sign in enumerate(vector) if sign == wanted) for wanted in "+-"
        )
        lines.append(f"[{{{plus}}},{{{minus}}}]")
    return "\n".join([f"{n},{rank}:", "{", *lines, "}"]) + "\n"


def from_topcom_vectors(text: str) -> tuple[int, list[str]]:
    """The number of elements (without ``n,r:`` one more than the largest that occurs) and sign
    vectors.

    >>> from_topcom_vectors("C[0] := [{1,2},{3}];")
    (4, ['0++-'])
    """
    plain = re.sub(r"\s+", "", text)
    head = re.match(r"([0-9]{1,5}),([0-9]{1,5}):", plain)
    body = plain[head.end() :] if head else plain
    rest = re.sub(r"C\[[0-9]+\]:=|[{};,]", "", _VECTOR.sub("", body))
    if rest or not body:
        raise BadInput(
            f"circuits of TOPCOM must be lines such as [{{0,2}},{{1,3}}], not {short_repr(rest or body)}"
        )
    words = _VECTOR.findall(body)
    pairs = [
        [[int(e) for e in part.split(",") if e] for part in pair]
        for pair in words
        if len(pair[0]) + len(pair[1]) < 1 << 16
    ]
    largest = max((e for pair in pairs for part in pair for e in part), default=-1)
    n = int(head[1]) if head else largest + 1
    if n > _MOST_ELEMENTS or len(words) > _MOST_VECTORS or len(pairs) < len(words):
        raise BadInput(
            f"circuits must be at most {_MOST_VECTORS} on {_MOST_ELEMENTS} elements, not {len(words)} on {n}"
        )
    if largest >= n:
        raise BadInput(f"element of a circuit must be below {n}, not {largest}")
    vectors = []
    for plus, minus in pairs:
        if len({*plus, *minus}) < len(plus) + len(minus):
            raise BadInput(
                f"element must occur once in a circuit, not twice as in {short_repr([plus, minus])}"
            )
        vectors.append("".join("+" if e in plus else "-" if e in minus else "0" for e in range(n)))
    return n, vectors
