"""Chirotopes as text.

``lex`` and ``revlex`` are one text of + - 0, the bases in lexicographic order (123, 124, 125, 134, ...) or in reverse lexicographic order,
which compares largest elements first (123, 124, 134, 234, 125, ...). TOPCOM's format is a line ``n,r:`` and then the signs in
lexicographic order, broken into lines anywhere; a list of symmetries in brackets may follow.

>>> chi = Signs(5, 3, from_text("----0+-+++", 5, 3))
>>> to_text(chi, "revlex"), to_topcom(chi)
('-----0++++', '5,3:\\n----0+-+++\\n')
"""

from __future__ import annotations

import re
from math import comb

import numpy as np

from arrangements.chirotope.cocircuit_words import colex_from_lex
from arrangements.chirotope.signs import Signs
from arrangements.errors import BadInput, shown

__all__ = ["ORDERS", "from_text", "from_topcom", "sign_text", "to_text", "to_topcom"]

ORDERS = ("lex", "revlex")
_SIGNS = np.frombuffer(b"-0+", np.uint8)
_TOPCOM_LINE = 100


def sign_text(signs: np.ndarray) -> str:
    """An array of -1, 0, 1 as a text of - 0 +."""
    return _SIGNS[signs + 1].tobytes().decode("ascii")


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
        raise BadInput(f"chirotope must have {count} signs (rank {rank} on {n} elements), not {len(text)}")
    foreign = text.strip("+-0")[:1] or re.sub(r"[+\-0]", "", text)[:1]
    if foreign:
        raise BadInput(f"sign must be +, - or 0, not {shown(foreign)} (position {text.index(foreign) + 1})")
    codes = np.frombuffer(text.encode("ascii"), np.uint8)
    signs = (codes == ord("+")).astype(np.int8) - (codes == ord("-"))
    if order == "revlex":
        lex = np.empty_like(signs)
        lex[colex_from_lex(np.arange(count), n, rank)] = signs
        signs = lex
    return signs


def _check_order(order: str) -> None:
    if order not in ORDERS:
        raise BadInput(f"order must be one of {', '.join(ORDERS)}, not {shown(order)}")


def to_topcom(chi: Signs) -> str:
    signs = to_text(chi)
    lines = [signs[i : i + _TOPCOM_LINE] for i in range(0, len(signs), _TOPCOM_LINE)]
    return "\n".join([f"{chi.n},{chi.rank}:", *lines]) + "\n"


def from_topcom(text: str) -> tuple[int, int, np.ndarray]:
    """n, rank and the signs."""
    match = re.fullmatch(r"\s*([0-9]{1,5})\s*,\s*([0-9]{1,5})\s*:([^\[]*)(\[.*)?", text, re.DOTALL)
    if match is None:
        raise BadInput(f"TOPCOM chirotope must be `n,r:` and signs, not {shown(text.strip())}")
    n, rank = int(match[1]), int(match[2])
    return n, rank, from_text("".join(match[3].split()), n, rank)
