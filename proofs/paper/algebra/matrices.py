"""Matrices of any shape, as symbols: what holds for them holds for all real matrices that obey the
stated rules.

An expression is a sum of words, and a word is a product of letters, transposed letters and inverse
letters. Shapes are names such as "n" and "d": checked at every operation, never given a value.
Rules say what is known about the letters, and two expressions are equal if the rules bring them to
the same normal form. That is sound for every shape. Where it does not prove an identity, ``trials``
looks for small matrices that obey the rules and refute it; if there are none, the identity stays
open.

>>> algebra = Algebra({"A": "p k", "B": "p k", "D": "k k"}, diagonal="D", invertible="D")
>>> A, B, D = algebra.letters("A B D")
>>> (A @ D) @ (B @ D.inv).T
A B'
>>> algebra.identity("rescaling leaves the product alone", (A @ D) @ (B @ D.inv).T, A @ B.T).outcome
'holds'
>>> algebra.identity("a false one", (A @ D) @ (B @ D).T, A @ B.T).outcome
'fails'
"""

from __future__ import annotations

from proofs.paper.algebra.polynomials import shortened
from proofs.paper.algebra.trials import where_not_zero
from proofs.paper.algebra.words import Matrix, Rules, Trace
from proofs.paper.verdicts.claim import Step

__all__ = ["Algebra", "Matrix", "Trace"]


class Algebra(Rules):
    """Letters with shapes and the rules they obey; see ``Rules``."""

    def identity(self, says: str, left: Matrix | Trace, right: Matrix | Trace) -> Step:
        """Decide whether two expressions, or two traces, are equal for all matrices that obey the
        rules.
        """
        difference = left - right  # type: ignore[operator]
        if not difference.terms:
            return Step(says, "holds", f"both sides reduce to {shortened(left)}", (), symbolic=True)
        example = where_not_zero(self, difference)
        if example is None:
            return Step(
                says,
                "open",
                f"the rules leave {shortened(difference)}, and no small matrices refute it",
                (),
                symbolic=True,
            )
        return Step(says, "fails", f"differ for {example}", (), symbolic=True)
