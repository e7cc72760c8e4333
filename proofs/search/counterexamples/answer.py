"""A determination in question, and its answer: a proof, counter-examples, or how far was searched.

>>> what = asked("C(B U) -> R")
>>> search(what).none
'theorem-5.6: C(B U) -> R(U)'
>>> search(asked("theorem-5.5")).pairs[0].first.n
3
"""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import replace
from typing import Any, cast

import numpy as np

from arrangements.errors import BadInput, InternalError, LimitReached, short_repr
from arrangements.layers.configuration import Configuration
from arrangements.running import report_progress
from proofs.search.counterexamples.arrows import Arrow, because, chain, one_orbit
from proofs.search.counterexamples.compare import compare, described, size
from proofs.search.counterexamples.moves import DENOMINATORS
from proofs.search.counterexamples.pairs import Answer, make
from proofs.search.counterexamples.random_search import draw
from proofs.search.counterexamples.smallest import LARGEST_ENTRY, MOST_LABELS, smallest
from proofs.search.determinations.checks import DETERMINATIONS, Check
from proofs.search.determinations.determination import (
    DISTINCT,
    Determination,
    Domain,
    determination,
)
from proofs.search.determinations.groups import judge, merge
from proofs.search.determinations.shards import evaluate, exhibit, refuse_early
from proofs.search.families import Grid, family
from proofs.search.invariants.table import find

__all__ = ["SECONDS", "asked", "determines", "search"]

SECONDS = 60.0  # for one search
_RELABELLED = 7  # labels whose relabellings are all tried
_RANGE = 1 << 14  # positions of a family between two looks at the clock


def asked(question: str) -> Determination:
    """``P -> Q``, or the determination that a claim is about, for distinct non-zero rows."""
    if "->" in question.replace("→", "->"):
        return determination(question, DISTINCT)
    named = {name.lower(): what for name, what in DETERMINATIONS.items()}
    if (what := named.get(question.strip().lower())) is None:
        raise BadInput(
            f'question must be "P -> Q" or one of {", ".join(named)}, not {short_repr(question)}'
        )
    return replace(what, domain=Domain(affine=what.domain.affine))


def determines(
    what: Determination, *, relabelling: bool = False, entries: int = LARGEST_ENTRY, deadline: float | None = None,
    without: Container[Arrow] = (),
) -> Answer:  # fmt: skip
    """A chain of arrows, not ``without``, or the smallest counter-example; by default within a
    minute.
    """
    if (arrows := chain(what.first.name, what.second.name, what.domain, without)) is not None:
        return Answer(what, arrows=arrows)
    deadline = time.monotonic() + SECONDS if deadline is None else deadline
    return smallest(what, relabelling=relabelling, entries=entries, deadline=deadline)


def search(
    what: Determination, *, every: bool = False, count: int | None = None, relabelling: bool = False, near: str | None = None,
    lose_argmax: str | None = None, of: str | None = None, entries: int | None = None, integer: bool = False, seed: int = 1,
    seconds: float = SECONDS,
) -> Answer:  # fmt: skip
    """Answer the question: by a proof, by a change of a given configuration, at random, or by
    looking at everything small or in a family.

    With ``lose_argmax`` Q is whether this label can come first: it can in the first configuration
    of every pair. The search among everything small has ``seconds``; where it finds nothing, a
    random search has half as much again.
    """
    if (
        lose_argmax is not None
        and chain(what.second.name, "argmax(U)", what.domain) is None
        and "argmax" not in what.second.name
    ):
        raise BadInput(
            f"second invariant must tell the argmax labels to go with --lose-argmax, as R(U) does, not {what.second}"
        )
    if lose_argmax is not None and (near is None or what.domain.unit_rows):
        what = replace(what, second=find(f"{lose_argmax} in argmax(U)"))
    p, q, where = what.first, what.second, what.domain
    if "C(B U)" in (p.name, q.name):  # equal rows have no such cosines
        where = replace(where, equal_rows=False)
        what = replace(what, domain=where)
    deadline = time.monotonic() + seconds
    if (near is None or where.unit_rows) and chain(p.name, q.name, where) is not None:
        return _proved(determines(what))
    if near is not None and where.unit_rows:
        raise BadInput(
            f"near must not be given for rows of length 1, which no change of one length keeps, not {short_repr(near)}"
        )
    if near is None and relabelling and (reason := one_orbit(q.name, where)):
        return Answer(what, none=reason)
    if (relabelling or every) and where.labels and where.labels > _RELABELLED:
        raise LimitReached(
            f"labels must number at most {_RELABELLED} to try all relabellings, not {where.labels}"
        )
    if near is not None:
        return _near(what, near, lose_argmax)
    if of is not None:
        return _of_family(what, of, deadline)
    unit = where.unit_rows
    most = entries or (DENOMINATORS if unit else 9)
    bound: dict[str, Any] = {"entries": most, "bounded": entries is not None, "integer": integer}
    reach = f"{'denominators' if unit else 'integers' if integer else 'entries'} up to {most}, seed {seed}"
    smallest_first = (
        f"largest {'denominator' if unit else 'entry'}, sum of entries and number of negative ones"
    )
    if count is not None:
        n, d = where.labels or 4, where.dimension or 2
        pairs = tuple(
            draw(
                what,
                n=n,
                d=d,
                count=count,
                relabelling=relabelling,
                seed=seed,
                deadline=deadline,
                **bound,
            )
        )
        far = f"{n} labels in dimension {d}, {reach}: {len(pairs)} of {count} pairs"
        return _lost(lose_argmax, Answer(what, pairs, searched=(far,)))
    if every:
        grid = Grid(
            where.labels or 3, where.dimension or 1, entries or (5 if unit else 1), where.affine
        )
        found = compare(what, grid, most=None, relabelling=relabelling, deadline=deadline)
        far = f"{found.seen:,} of {size(grid, where):,} configurations ({described(grid, where)})"
        return _lost(lose_argmax, Answer(what, found.pairs, searched=(far,)))
    answer = determines(
        what,
        relabelling=relabelling,
        entries=entries or (DENOMINATORS if unit else LARGEST_ENTRY),
        deadline=deadline,
    )
    if answer.pairs:
        assert answer.grid is not None
        return _lost(
            lose_argmax,
            replace(
                answer, searched=(f"{described(answer.grid, where)}, in order of {smallest_first}",)
            ),
        )
    n, d = where.labels or MOST_LABELS, where.dimension or 2
    drawn = draw(
        what,
        n=n,
        d=d,
        count=1,
        relabelling=relabelling,
        seed=seed,
        deadline=time.monotonic() + seconds / 2,
        **bound,
    )
    far = f"random configurations of {n} labels in dimension {d}, {reach}"
    return _lost(lose_argmax, Answer(what, tuple(drawn), searched=(*answer.smaller, far)))


def _lost(label: str | None, answer: Answer) -> Answer:
    """Each pair with the configuration first in which the label can come first."""
    if label is None:
        return answer
    turned = (
        pair if pair.difference["first"] else make(answer.what, pair.second, pair.first)
        for pair in answer.pairs
    )
    return replace(answer, pairs=tuple(turned))


def _proved(answer: Answer) -> Answer:
    """The proof is computed again before it is cited."""
    lines, arrows = [], answer.arrows or ()
    for arrow in arrows:
        lines.append(because((arrow,)))
        for step in arrow.prove():
            if step.outcome != "holds":
                raise InternalError(
                    f"proof of {arrow} must come out, not fail: {step.says}: {step.detail}"
                )
            lines.append(f"  {step.says}: {step.detail}")
    claims = tuple(dict.fromkeys(arrow.claim for arrow in arrows if arrow.claim))
    route = ", ".join(map(str, arrows)) or "it is the same invariant"
    if len(arrows) == 1 and not arrows[0].first:
        route = arrows[0].because
    return replace(
        answer,
        none=f"{', '.join(claims)}: {route}" if claims else route,
        proof=tuple(lines),
        rests_on=claims,
    )


def _of_family(what: Determination, name: str, deadline: float) -> Answer:
    """The first counter-examples among the members of a family, as the suites find them."""
    members, check = family(name), Check.of(what)
    if not members.coordinates:
        raise BadInput(
            f'family of a counter-example must have coordinates, not be {name} (verify --suite "{what} on {name}" checks these)'
        )
    refuse_early(check, members)
    table, seen = np.empty((0, 6), np.uint64), 0
    for start in range(0, members.span, _RANGE):
        report_progress(f"{what} in {name}", start / members.span)
        part = evaluate(check, members, start, min(members.span, start + _RANGE))
        table, seen = merge([table, part.records]), seen + part.members
        if time.monotonic() > deadline:
            break
    judgement = judge(table)
    pairs = tuple(
        make(what, *cast("tuple[Configuration, Configuration]", exhibit(what, members, a, b)))
        for a, b in judgement.examples
    )
    asked = f", {judgement.classes:,} of them with {what.domain.text}" if what.domain.text else ""
    found = f"{judgement.violated:,} of {judgement.keys:,} values of {what.first} come with more than one of {what.second}"
    return Answer(
        what,
        pairs,
        searched=(f"{seen:,} of {members.size:,} members of {members.name}{asked}: {found}",),
    )


def _decided(what: Determination, configuration: Configuration) -> str:
    """Why no points near by, or anywhere, of the same order type have another Q, where P tells the
    order type and Q follows from R.
    """
    from arrangements.matroids.chirotopes import chirotope
    from proofs.search.determinations.order_types import only_one

    plane = (
        what.domain.affine
        and configuration.d == 3
        and configuration.rank == 3
        and not configuration.equal_groups
    )
    if (
        not plane
        or chain(what.first.name, "X(U)", what.domain) is None
        or chain("R(U)", what.second.name, what.domain) is None
    ):
        return ""
    if not only_one(chirotope(configuration)):
        return ""
    return "order-types: the hull is a triangle and every line through two points passes through a corner, so all points with this S have one R"


def _near(what: Determination, source: str, label: str | None) -> Answer:
    from arrangements.loading.configurations import load
    from proofs.search.counterexamples.near import lose_argmax, nearest

    configuration = load(source)
    configuration.demand_linear("counter-example")
    if what.domain.affine and any(not row or row[0] != 1 for row in configuration.rows):
        configuration = Configuration.affine(configuration)
    if label is None and (why := _decided(what, configuration)):
        return Answer(what, none=why, rests_on=("order-types",))
    interval: dict[str, Any] | None = None
    notes: list[tuple[str, str]] = []
    if label is None:
        found = nearest(what, configuration)
    else:
        lengths, found = lose_argmax(what, configuration, label)
        interval = lengths.to_json()
        notes.append(("lengths", str(lengths)))
    if found is None:
        return Answer(
            what,
            searched=(f"all changes of one row of {source} along lines",),
            notes=tuple(notes),
            interval=interval,
        )
    notes += [("change", f"label {found.label}: {found.change}"), ("how small", found.size)]
    return Answer(what, (found.pair,), notes=tuple(notes), interval=interval)
