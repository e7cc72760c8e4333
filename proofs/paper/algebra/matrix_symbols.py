"""The steps of a proof about matrices once more, by SymPy's ``MatrixSymbol``.

``matrices`` decides identities by an algebra of words of this project, which knows rules (orthogonal,
diagonal, M N = 1) that SymPy does not. ``Letters.decide`` takes both sides of an identity as a
function of the letters, and puts in letters of both systems: a step holds if both find the sides
equal. For SymPy a right inverse is written out, N = M'(M M')⁻¹ with K = (W'W)⁻¹ and Q = (M M')⁻¹, so
that it cancels a product beside its inverse; nothing else is assumed.

>>> letters = Letters()
>>> letters.decide("U x = W z, with z = M x", lambda s: (s.W @ s.M @ s.x, s.W @ (s.M @ s.x))).detail
'both sides reduce to W M x; SymPy: both are W*M*x'
>>> letters.decide("a false one", lambda s: (s.W @ s.M @ s.x, s.W @ (s.N.T @ s.x))).outcome
'fails'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from proofs.paper.algebra.matrices import Algebra, Matrix
from proofs.paper.verdicts.claim import Step

__all__ = ["Letters"]

_SHAPES = {
    "W": "n r",
    "M": "r d",
    "N": "d r",
    "K": "r r",
    "Q": "r r",
    "L": "n n",
    "x": "d 1",
    "y": "n 1",
    "z": "r 1",
}

# Two products of letters, of either system.
Sides = Callable[[SimpleNamespace], tuple[object, object]]


class Letters:
    """W of independent columns, M of independent rows, N a right inverse of M, K = (W'W)⁻¹, Q = (M
    M')⁻¹, L diagonal and invertible, L_inverse, and columns x, y, z: of both systems.
    """

    def __init__(self) -> None:
        from sympy import MatrixSymbol, Symbol

        self.algebra = Algebra(
            _SHAPES, diagonal="L", invertible="L", one=["M N", "W' W K", "M M' Q"]
        )
        mine = dict(zip(_SHAPES, self.algebra.letters(" ".join(_SHAPES)), strict=True))
        self.mine = SimpleNamespace(**mine, L_inverse=mine["L"].inv)
        size = {name: Symbol(name, integer=True, positive=True) for name in "ndr"}
        size["1"] = 1
        theirs = {
            name: MatrixSymbol(name, *(size[side] for side in shape.split()))
            for name, shape in _SHAPES.items()
            if name not in "NKQ"
        }
        W, M, L = (theirs[name] for name in "WML")
        inverse = (M @ M.T).inv()
        self.theirs = SimpleNamespace(
            **theirs, N=M.T @ inverse, K=(W.T @ W).inv(), Q=inverse, L_inverse=L.inv()
        )

    def decide(self, says: str, sides: Sides) -> Step:
        """Whether both sides are equal for all matrices of all shapes, by both systems; open where
        SymPy finds no common form.
        """
        left, right = cast("tuple[Matrix, Matrix]", sides(self.mine))
        step = self.algebra.identity(says, left, right)
        if step.outcome != "holds":
            return step
        forms = [cast("Any", side).doit() for side in sides(self.theirs)]
        if forms[0] == forms[1]:
            return replace(step, detail=f"{step.detail}; SymPy: both are {forms[0]}")
        left_over = " and ".join(map(str, forms))
        return replace(step, outcome="open", detail=f"{step.detail}; SymPy leaves {left_over}")
