"""One question about a configuration, decided by an exact program, with a certificate on both sides.

``decide`` returns a ``Decision``, which is true for yes and unpacks as ``answer, certificate``.
A yes carries a witness, a no a refutation, and both were verified exactly before they are returned.
``deep=True`` asks for a witness far from all boundaries instead of a short one; ``minimal=True``
for a refutation of minimal support, a signed circuit of the conditions. ``method`` forces a method
for rational rows (``motzkin`` lists them); rows over a number field are decided by exact
pivoting in the field. ``inputs`` says which x there are, as ``Inputs``; without them all of R^d.
Closed conditions, ties and zero signs, may then hold on the border of the inputs alone. In a ball
(``Inputs.ball``) the nearest point that satisfies the conditions decides (``balls``); witnesses are
not ``deep`` there. Behind a norm witnesses and weights are those of z (``layers.inputs.norms``). On a sphere a yes
has two points, one in the ball and one beyond, with all that is between them; LimitReached, with the
answer for the ball, where too many vertices would have to be looked at (``sphere_border``).

>>> from arrangements.layers.configuration import Configuration
>>> c = Configuration([[1, 0], [0, 1], [-1, -1], [0, 0]], labels=["a", "b", "c", "origin"])
>>> answer, certificate = decide(c, Question("top", (3,)))
>>> answer, certificate.evidence
(False, Refutation(weights=(Fraction(1, 1), Fraction(1, 1), Fraction(1, 1))))
>>> "possible" if decide(c, Question("ranking", (0, 1, 2))) else "impossible"
'possible'
>>> from arrangements.layers.inputs import Inputs
>>> decide(c, Question("top", (2,)), inputs=Inputs.nonnegative(2))[0]
False
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, NamedTuple

from arrangements.decide.one_by_one.balls import in_ball
from arrangements.decide.one_by_one.sphere_border import MOST, WIDEST, reaching
from arrangements.errors import LimitReached
from arrangements.exact.linear import Matrix, cleared, is_integral, is_rational, primitive, scalars
from arrangements.exact.numbers import Exact, Scalar
from arrangements.exact.programs.circuits import circuit
from arrangements.exact.programs.motzkin import Method, motzkin
from arrangements.exact.programs.witnesses import deepened, shortened
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.homogenised import matched, with_offsets
from arrangements.layers.inputs.norms import substituted
from arrangements.layers.questions.question import Condition, Question, conditions
from arrangements.proof.certificates import Certificate, Inside, Refutation, Witness

__all__ = [
    "Decision",
    "decide",
    "decided",
    "on_one_scale",
]


_ORDER = (">", "=", ">=")


class Decision(NamedTuple):
    """Yes or no, as its truth value, with the certificate of the answer.

    Attributes
    ----------
    answer
        Whether it is yes.
    certificate
        Proves the answer, whichever it is.

    Examples
    --------
    >>> from arrangements import decide_argmax, load
    >>> decision = decide_argmax(load("paper/5.5-model-2"), "3")
    >>> bool(decision), decision.answer, decision.certificate.question["labels"]
    (False, False, ['3'])
    >>> answer, certificate = decision
    """

    answer: bool
    certificate: Certificate

    def __bool__(self) -> bool:
        return self.answer

    def _repr_html_(self) -> str:
        return (
            f"<p>{'possible' if self.answer else 'impossible'}</p>{self.certificate._repr_html_()}"
        )


def decide(
    configuration: Configuration,
    question: Question,
    *,
    inputs: Inputs | None = None,
    deep: bool = False,
    minimal: bool = False,
    method: Method = "auto",
) -> Decision:
    """Decide one question."""
    if inputs is not None or configuration.bias is not None:
        configuration, inputs = matched(configuration, inputs)
    asked = conditions(question, configuration.n)
    answer, values = decided(
        configuration, asked, inputs, deep=deep, minimal=minimal, method=method
    )
    block = question.to_json(configuration.labels)
    evidence: Witness | Refutation | Inside = Witness(values) if answer else Refutation(values)
    if answer and inputs is not None and inputs.within is not None and inputs.within.sphere:
        layer, around = substituted(configuration, inputs)
        assert around is not None
        assert around.within is not None
        vectors, relations = _conditions(layer, asked, around)
        parts = ([v for v, r in zip(vectors, relations, strict=True) if r == w] for w in _ORDER)
        strict, equal, weak = parts
        found = reaching(strict, equal, weak, (1, *values), around.within)
        if found is None:
            raise LimitReached(
                f"{question.text(configuration.labels)} is possible in the ball; whether it is on the sphere is not known, as its region may be inside and has more than {MOST} candidates for vertices, or more than {WIDEST} dimensions"
            )
        if isinstance(found, tuple):
            evidence = Witness(values, found)
        else:
            answer, evidence = False, Inside()
    return Decision(answer, Certificate((configuration,), block, answer, evidence, (inputs,)))


def _conditions(
    configuration: Configuration, asked: Sequence[Condition], inputs: Inputs
) -> tuple[list[list[Any]], list[str]]:
    """All conditions, as functions, with their relations; but for 1 > 0."""
    system = _system(configuration, inputs)
    vectors = [_vector(system.rows, condition) for condition in asked]
    relations = [*(condition.relation for condition in asked), *system.relations[:-1]]
    return [*vectors, *map(list, system.given[:-1])], relations


def decided(
    configuration: Configuration,
    asked: Sequence[Condition],
    inputs: Inputs | None,
    *,
    deep: bool = False,
    minimal: bool = False,
    method: Method = "auto",
) -> tuple[bool, tuple[Scalar, ...]]:
    """Whether the conditions hold together somewhere: an input, or weights, of the conditions and
    then of those of the inputs, all of z where these are behind a norm. Configuration and inputs
    must be ``matched``, in one field.
    """
    configuration, inputs = substituted(configuration, inputs)
    system = _system(configuration, inputs)
    # Strict conditions first; free ones take no part. Integer rows are made primitive, and their
    # weights put back at the end.
    relations = [*(condition.relation for condition in asked), *system.relations]
    order: Sequence[int] = range(len(relations))
    if relations.count(">") < len(relations):
        order = [k for wanted in _ORDER for k in order if relations[k] == wanted]
    vectors: list[list[Any]] = [
        _vector(system.rows, asked[k]) if k < len(asked) else list(system.given[k - len(asked)])
        for k in order
    ]
    contents = [1] * len(order)
    if not system.irrational:
        contents = [gcd(*v) or 1 for v in vectors]
        vectors = [
            v if g == 1 else [c // g for c in v] for v, g in zip(vectors, contents, strict=True)
        ]
    number, closed = relations.count(">"), len(order) - relations.count(">=")
    strict, equal, weak = vectors[:number], vectors[number:closed], vectors[closed:]
    answer, values = motzkin(strict, equal, system.width, method, weak)
    ball, linear = None if inputs is None else inputs.within, not answer
    if answer and ball is not None:
        answer, values = in_ball(strict, equal, weak, values, ball)
    if answer:
        improved = scalars(
            values
            if ball is not None
            else (deepened if deep else shortened)(strict, equal, values, weak)
        )
        return True, tuple(x / improved[0] for x in improved[1:]) if system.relations else improved
    if minimal and linear:
        values = circuit(vectors, number, values, len(weak))
    # The weights belong to vectors divided by their content.
    common = lcm(*contents)
    values = [c * (common // g) for c, g in zip(values, contents, strict=True)]
    weights: list[Exact] = [0] * len(relations)
    for k, c in zip(order, primitive(values) if is_rational([values]) else values, strict=True):
        weights[k] = c
    return False, scalars(weights)


@dataclass(frozen=True)
class _System:
    """Rows for ``Condition``, and the conditions that every question has in common, all on one
    scale. x is (1, h) if there are any.
    """

    rows: Matrix
    given: Matrix
    relations: tuple[str, ...]
    width: int
    irrational: bool


@lru_cache(maxsize=16)
def _system(configuration: Configuration, inputs: Inputs | None) -> _System:
    d = configuration.d
    if inputs is None:
        rows = configuration.rows if configuration.field else on_one_scale(configuration)
        return _System(rows, (), (), d, configuration.field is not None)
    given = [*inputs.inequalities, *inputs.equations, (Fraction(1), *[Fraction(0)] * d)]
    relations = (*[">="] * len(inputs.inequalities), *["="] * len(inputs.equations), ">")
    table = cleared([*with_offsets(configuration), *given])
    return _System(
        table[: configuration.n], table[configuration.n :], relations, d + 1, not is_integral(table)
    )


@lru_cache(maxsize=16)
def on_one_scale(configuration: Configuration) -> Matrix:
    """All rows times one positive integer."""
    return cleared(configuration.rows)


def _vector(rows: Matrix, condition: Condition) -> list[Exact]:
    plus, minus, _ = condition
    if minus is None:
        return list(rows[plus])  # type: ignore[index]
    if plus is None:
        return [-x for x in rows[minus]]
    return [x - y for x, y in zip(rows[plus], rows[minus], strict=True)]
