"""Claims whose settlement is still to be written. They are listed, and never count as passed."""

from __future__ import annotations

from proofs.claim import Claim, not_yet

__all__ = ["PENDING"]


def _pending(id: str, source: str, statement: str, *aliases: str) -> Claim:
    return Claim(id=id, aliases=aliases, source=source, statement=statement, conditions=(), settle=not_yet)


PENDING = {
    row[0]: _pending(*row)
    for row in (
        ("counting-5.1", "A", "When all 2^n label combinations are feasible, and how many are in general position (Cover 1965)."),
        ("counting-5.2", "A", "When all n! rankings are feasible, and how many are in general position (Cover 1967)."),
        ("theorem-5.5", "A", "C(U) does not determine R(U), hence S(U) does not either."),
        ("theorem-H.1", "A", "Even for affine configurations S does not determine R.", "Björner et al., Oriented Matroids, section 1.10"),
        (
            "argmax-G.1",
            "A",
            "Decision regions are unions of ranking regions; i and j can tie for the top iff u_i and u_j span a face of the hull.",
        ),
    )
}
