"""Example C.1 (figure 1): three models with the same probabilities whose first two labels have cosine 4/5, -1 and +1."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs.claim import Claim, Outcome, Step, Verdict, conclude

__all__ = ["CLAIM", "settle"]

_ROWS = (("1", "1/2"), ("1/2", "1"), ("-1", "2/5"), ("-4/5", "-4/5"), ("9/10", "-6/5"))

Row = tuple[Fraction, ...]


def settle(rows: Sequence[Sequence[str]] = _ROWS) -> Verdict:
    """Every number of the example, in exact arithmetic."""
    u = [tuple(Fraction(entry) for entry in row) for row in rows]
    a, b = u[0], u[1]
    opposite = tuple(-(x + y) / 2 for x, y in zip(a, b, strict=True))
    equal = tuple(-x + (y - x) / 2 for x, y in zip(a, b, strict=True))
    models = {"minus": _translated(u, opposite), "plus": _translated(u, equal)}
    steps = [
        _cosine_step("cos(u₀, u₁) = 4/5", a, b, Fraction(4, 5)),
        _cosine_step("after v = −(u₀+u₁)/2 the cosine is −1", models["minus"][0], models["minus"][1], Fraction(-1)),
        _cosine_step("after v = −u₀ + (u₁−u₀)/2 the cosine is +1", models["plus"][0], models["plus"][1], Fraction(1)),
    ]
    for name, model in models.items():
        same = _differences(model) == _differences(u)
        says = f"model '{name}' has the probabilities of the first model for every x"
        steps.append(Step(says, _outcome(same), "all differences u_i − u_j agree, and with them all ratios of probabilities", ()))
    return conclude(steps, means="exact rational arithmetic", scope="the five rows of the example", rests_on=("lemma-3.1",), findings=())


def _cosine_step(says: str, v: Row, w: Row, expected: Fraction) -> Step:
    """Compare signed squares, so that nothing leaves Q."""
    dot = _dot(v, w)
    signed_square = Fraction(dot * abs(dot), _dot(v, v) * _dot(w, w))
    found = f"{'−' if dot < 0 else ''}√({abs(signed_square)})"
    return Step(says, _outcome(signed_square == expected * abs(expected)), f"u = {_text(v)}, w = {_text(w)}: cosine {found}", ())


def _translated(rows: Sequence[Row], v: Row) -> list[Row]:
    return [tuple(x + y for x, y in zip(row, v, strict=True)) for row in rows]


def _differences(rows: Sequence[Row]) -> list[Row]:
    return [tuple(x - y for x, y in zip(rows[i], rows[j], strict=True)) for i in range(len(rows)) for j in range(i + 1, len(rows))]


def _dot(v: Row, w: Row) -> Fraction:
    return sum((x * y for x, y in zip(v, w, strict=True)), Fraction(0))


def _text(v: Row) -> str:
    return "(" + ", ".join(str(x) for x in v) + ")"


def _outcome(holds: bool) -> Outcome:
    return "holds" if holds else "fails"


CLAIM = Claim(
    id="example-C.1",
    aliases=("Example 3.1", "Figure 1"),
    source="A",
    statement=(
        "U = (1, 1/2), (1/2, 1), (−1, 2/5), (−4/5, −4/5), (9/10, −6/5), labels 0..4: cos(u₀, u₁) = 4/5; "
        "after the two translations exactly −1 and +1; probabilities agree."
    ),
    conditions=(),
    settle=settle,
)
