"""The certificate of a whole audit in one file: the hash of the weights, the inputs, and for each
question a point or weights.

The file is an npz archive of exactly these parts in this order, not compressed: ``about`` (JSON:
what it is about), ``points`` (integers of 32 bits, one row (q, q h) per point), ``holder`` (for
each question its row of ``points``, or -1), ``rest`` (JSON: by the number of the question, counted
from 0, long points and weights, in hexadecimal; of a question about an order or scores the pairs
that clash, or the number of an earlier one with the same). Where labels are refuted from the inside
(``ellipsoid``), two more parts follow, the ``shares`` and the ``frame`` of the ellipsoid, in float32,
and the version is 2. Where labels are decided by thresholds or min-p (``rules``), ``about`` has the
rule, too, and the version is 3. Where some labels are refuted by weights of all rows that come from
one vector, the vectors follow the frame as ``tilts``, integers of 16 bits, and for each of them the
number of its question, a power of two and how far beyond the row it reaches as ``tilted``; the
version is 4. Where inputs are in a ball, or behind a norm, ``about`` has it with the conditions,
and the version is 5; points and weights are then those of z (``norms``). Where points are aimed
from a centre (``row_directions``), two last parts hold the ``centre``, in float64, and as ``recipes`` one
byte for each question: the power of two of its point and 1, or 0; the version is 6. Where best
places are asked (``ranks``), every question has a point, and ``rest`` has the bounds of each place
that is not 1, with sets of rows that are never all below; the version is 7. Where all questions are
label sets, each row positive or negative, three parts follow the first: ``sets``, their bits, and
of those that ``around`` refutes, by conditions that have positive weights with the sum zero, the
positions of these and the number of the question as ``surrounded``; the version is 8. Where largest
probabilities are asked (``softmax_bounds``), ``rest`` has the temperature and two numbers for each label; the
version is 9. ``checker/batches.py`` is the definition of the form and of what it proves; it shares no code
with this.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import gcd
from typing import Any

import numpy as np

from arrangements.checker import batches as checker
from arrangements.decide.batches.label_sets import weighted
from arrangements.decide.batches.log_thresholds import Rule
from arrangements.decide.batches.ranks import Never, Ranked
from arrangements.decide.batches.softmax_bounds import Sure
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import (
    Clash,
    Enclosed,
    IntegerRefutation,
    IntegerWitness,
    Outcome,
    Tilted,
)
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aimed
from arrangements.decide.dyadic.spooled import Points, Spool, is_short
from arrangements.decide.labels.decide_one import decide_one
from arrangements.decide.labels.ellipsoid import SHARE
from arrangements.decide.labels.space import Space, space_of
from arrangements.errors import CertificateRefused, InternalError, MalformedCertificate
from arrangements.exact.linear import primitive
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.ends import Ends
from arrangements.layers.questions.question import Question, comparisons
from arrangements.running import report_progress
from arrangements.running.files import opened_atomically

__all__ = ["recheck", "save", "save_ranks", "save_sure"]

_BITS = 1 << 9  # of logarithms, at first
_PIECE = 1 << 20  # bytes that are copied together


def save(
    path: str,
    rows: np.ndarray,
    domain: Domain,
    answers: Sequence[tuple[Question, Outcome]],
    about: dict[str, object],
    rule: tuple[Rule, int] | None = None,
) -> None:
    """Write the certificate of all answers, if the checker accepts it; ``about`` says more, such as
    the names of files, which it does not look at. ``rule``: of answers by a rule, with the scale of
    the rows.
    """
    word = _word(answers, len(rows))
    inputs = _given(domain)
    special = [
        (place, asked, outcome)
        for place, (asked, outcome) in enumerate(answers)
        if isinstance(outcome, Enclosed | Tilted | Aimed)
    ]
    aimed = [found for *_, found in special if isinstance(found, Aimed)]
    exact = aimed[0].aims.rows if aimed and aimed[0].aims.rows.holds(rows) else DyadicMatrix(rows)
    space = space_of(exact, domain) if len(aimed) < len(special) else None
    enclosed = [(k, asked.positions[0], x) for k, asked, x in special if isinstance(x, Enclosed)]
    shown = [] if space is None else space.proves_enclosed([pair[1:] for pair in enclosed])
    around = {place for (place, *_), holds in zip(enclosed, shown, strict=True) if holds}
    tilted = [(k, asked.positions[0], x) for k, asked, x in special if isinstance(x, Tilted)]
    proved = [] if space is None else space.proves_tilted([pair[1:] for pair in tilted])
    tilted = [one for one, holds in zip(tilted, proved, strict=True) if holds]
    held = {place for place, *_ in tilted}
    parts = {} if space is None else _ellipsoid(space)
    recipes = np.zeros(len(answers), np.uint8)
    aimed = aimed if word is not None and rule is None else []
    sets = _label_sets(answers) if rule is None and not parts and domain.ball is None else None
    if sets is not None:
        word = "sets"
        parts, held = _around(sets, exact, answers)
    if tilted:
        parts["tilts"] = np.array([found.vector for *_, found in tilted], "<i2")
        parts["tilted"] = np.array([(k, x.power, x.beyond) for k, _, x in tilted], "<i8")
    head = {
        "format": checker.FORMAT,
        "version": 8
        if sets is not None
        else _version(domain, rule is not None, bool(aimed), bool(tilted), bool(parts)),
        "weights": checker.fingerprint(rows),
        "inputs": inputs,
    }
    questions = None if word is not None else _listed(asked for asked, _ in answers)
    points = Points(domain.d + 1)
    holder = np.full(len(answers), -1, np.int64)
    rest = _Items()
    clashes: dict[bytes, int] = {}
    for place, (asked, outcome) in enumerate(answers):
        if place in held:
            continue
        if aimed and isinstance(outcome, Aimed) and outcome.aims is aimed[0].aims:
            recipes[place] = outcome.power + 1
            continue
        if isinstance(outcome, Tilted) or (isinstance(outcome, Enclosed) and place not in around):
            # Weights were proved with the ellipsoid of another process, which rounded otherwise.
            outcome = decide_one(exact, domain, *comparisons(asked, len(rows)))
        if isinstance(outcome, Clash) and asked.kind == "signs":  # among questions of other kinds
            outcome = weighted(exact, domain, outcome, asked)
        if isinstance(outcome, Clash):
            mark = sha256(repr((outcome.pairs, outcome.inputs)).encode()).digest()
            first = clashes.setdefault(mark, place)
            own = {"pairs": outcome.pairs, "inputs": outcome.inputs}
            rest.append(place, own if first == place else {"like": first})
        elif isinstance(outcome, Enclosed):
            both = {"rows": outcome.rows, "inputs": outcome.inputs}
            # Only how large they are beside each other counts.
            unit = gcd(outcome.beyond, *(c for pairs in both.values() for _, c in pairs))
            weights = {key: [[k, hex(c // unit)] for k, c in pairs] for key, pairs in both.items()}
            rest.append(place, {**weights, "beyond": hex(outcome.beyond // unit)})
        elif isinstance(outcome, IntegerRefutation):
            both = {"comparisons": outcome.comparisons, "inputs": outcome.domain}
            weights = {key: [[k, hex(c)] for k, c in pairs] for key, pairs in both.items()}
            rest.append(place, weights)
        elif not isinstance(outcome, IntegerWitness):
            raise InternalError("an outcome must have a form of evidence")
        elif not is_short(point := outcome.point):
            rest.append(place, {"point": _hex(point)})
        else:
            holder[place] = points.number
            points.append(point)
    arrays: dict[str, np.ndarray] = {
        "points": points.table(),
        "holder": holder,
        "rest": rest.table(),
        **parts,
        **({"centre": aimed[0].aims.centre.astype("<f8"), "recipes": recipes} if aimed else {}),
    }
    if rule is None:
        _write(path, _about(head, word, questions, {"source": about}), arrays, rows, 1)
        return
    bits = _BITS
    while True:
        more = {"rule": rule[0].to_json(rule[1], bits), "source": about}
        try:
            _write(path, _about(head, word, questions, more), arrays, rows, rule[1])
            return
        except InternalError:
            if bits >= checker.MOST_BITS:
                raise
            bits *= 4  # an answer depends on more of the logarithms


def save_ranks(
    path: str,
    rows: np.ndarray,
    domain: Domain,
    answers: Sequence[tuple[int, Ranked]],
    about: dict[str, object],
    listed: bool = False,
) -> None:
    """Write the certificate of best places, each of a label, if the checker accepts it. ``listed``:
    of equal labels the one listed first is chosen.
    """
    labels = [label for label, _ in answers]
    every, kind = labels == list(range(len(rows))), checker.RANKS[listed]
    head = {
        "format": checker.FORMAT,
        "version": 7,
        "weights": checker.fingerprint(rows),
        "inputs": _given(domain),
        "questions": kind if every else [[kind, [label]] for label in labels],
        "source": about,
    }
    points: list[tuple[int, ...]] = []
    holder = np.full(len(answers), -1, np.int64)
    rest: dict[str, object] = {}
    for place, (_, found) in enumerate(answers):
        long = max(map(abs, found.point)) >= 1 << 17
        if not long:
            holder[place] = len(points)
            points.append(found.point)
        if long or found.most > 1:
            rest[str(place)] = {
                "place": [found.least, found.most],
                "never": [_never(one) for one in found.never],
                **({"point": _hex(found.point)} if long else {}),
            }
    arrays: dict[str, np.ndarray] = {
        "points": np.array(points, np.int32).reshape(len(points), domain.d + 1),
        "holder": holder,
        "rest": _bytes(rest),
    }
    _write(path, _bytes(head), arrays, rows, 1)


def save_sure(
    path: str, rows: np.ndarray, domain: Domain, found: Sure, about: dict[str, object]
) -> None:
    """Write the certificate of the largest probabilities of all labels, if the checker accepts it."""
    head = {
        "format": checker.FORMAT,
        "version": 9,
        "weights": checker.fingerprint(rows),
        "inputs": _given(domain),
        "questions": "confidence",
        "source": about,
    }
    heat = [hex(x) for x in found.temperature.as_integer_ratio()]
    arrays: dict[str, np.ndarray] = {
        "points": found.points,
        "holder": np.arange(len(rows), dtype=np.int64),
        "rest": _bytes({"temperature": heat, "claims": [list(pair) for pair in found.claims]}),
    }
    _write(path, _bytes(head), arrays, rows, 1)


def _given(domain: Domain) -> dict[str, object]:
    """The conditions on inputs as they were given."""
    norm = domain.stated.within
    if norm is None or norm.gains is None:
        inputs = _conditions(domain)
        if (ball := domain.ball) is not None:
            inputs["ball"] = {
                "one": hex(ball.one),
                "centre": _hex(ball.centre),
                "square": hex(ball.square),
            }
    else:  # the conditions as they are about h
        stated = domain.stated
        weak = stated.inequalities if stated.ends is None else stated.ends
        inputs = _conditions(Domain(Inputs(stated.dimension, weak, stated.equations)))
        one, *numbers = primitive((1, *norm.numbers))
        d = stated.dimension
        inputs["ball"] = {
            "one": hex(one),
            "centre": _hex(numbers[:d]),
            "square": hex(numbers[d]),
            "gains": _hex(numbers[d + 1 :]),
            "centred": norm.centred,
        }
    return inputs


def _never(one: Never) -> dict[str, object]:
    if not one.weights:
        return {"rows": one.rows, "inputs": one.inputs}
    number = len(one.rows)
    weights = [hex(w) for w in one.weights]
    return {
        "comparisons": [[k, w] for k, w in zip(one.rows, weights[:number], strict=True)],
        "inputs": [[k, w] for k, w in zip(one.inputs, weights[number:], strict=True)],
    }


def _version(domain: Domain, ruled: bool, aimed: bool, tilted: bool, inner: bool) -> int:
    if ruled or domain.ball is not None:
        return 3 if ruled else 5
    return 6 if aimed else 4 if tilted else 2 if inner else 1


class _Items:
    """The items of an object of JSON, on disk."""

    def __init__(self) -> None:
        self._spool, self._before = Spool(), b"{"

    def append(self, place: int, value: object) -> None:
        self._spool.append(self._before + f'"{place}":{_json(value)}'.encode("ascii"))
        self._before = b","

    def table(self) -> np.ndarray:
        self._spool.append(b"{}" if self._before == b"{" else b"}")
        return self._spool.table("|u1")


def _listed(asked: Iterable[Question]) -> np.ndarray:
    """A list of questions as JSON, on disk."""
    spool, before = Spool(), b"["
    for one in asked:
        spool.append(before + _json([one.kind, list(one.positions)]).encode("ascii"))
        before = b","
    spool.append(b"[]" if before == b"[" else b"]")
    return spool.table("|u1")


def _about(
    head: dict[str, object],
    word: str | None,
    questions: np.ndarray | None,
    more: Mapping[str, object],
) -> np.ndarray:
    """The first part: with the questions by one word, or one by one."""
    if questions is None:
        return _bytes({**head, "questions": word, **more})
    spool = Spool()
    spool.append(_json(head)[:-1].encode("ascii") + b',"questions":')
    for start in range(0, len(questions), _PIECE):
        spool.append(questions[start : start + _PIECE].tobytes())
    spool.append(b"," + _json(more)[1:].encode("ascii"))
    return spool.table("|u1")


def _write(
    path: str, about: np.ndarray, arrays: dict[str, np.ndarray], rows: np.ndarray, scale: int
) -> None:
    with opened_atomically(path) as file:
        np.savez(file, about=about, **arrays)  # type: ignore[arg-type]  # no array is named allow_pickle
        file.flush()
        report_progress("checking the certificate")
        try:
            checker.check(file.name, rows, scale)
        except (checker.Refused, ValueError) as error:
            raise InternalError(
                f"certificate must prove its answers, not be refused: {error} ({path})"
            ) from None


def _conditions(domain: Domain) -> dict[str, object]:
    return {
        "inequalities": [[hex(c), j, hex(a)] for c, j, a in domain.weak.entries]
        if isinstance(domain.weak, Ends)
        else [_hex(row) for row in domain.weak],
        "equations": [_hex(row) for row in domain.equal],
    }


def _word(answers: Sequence[tuple[Question, Outcome]], n: int) -> str | None:
    """The word for all labels in order, if these are the questions."""
    if len(answers) != n:
        return None
    kinds = {asked.kind for asked, _ in answers}
    for word, kind in checker.ALL.items():
        if kinds <= {kind} and all(asked.positions == (k,) for k, (asked, _) in enumerate(answers)):
            return word
    return None


def _label_sets(answers: Sequence[tuple[Question, Outcome]]) -> np.ndarray | None:
    """The signs of the questions, if all are label sets."""
    if not answers or not all(asked.kind == "signs" for asked, _ in answers):
        return None
    signs = np.array([asked.positions for asked, _ in answers], np.int8)
    return signs if signs.size and (np.abs(signs) == 1).all() else None


def _around(
    signs: np.ndarray, rows: DyadicMatrix, answers: Sequence[tuple[Question, Outcome]]
) -> tuple[dict[str, np.ndarray], set[int]]:
    """The parts of label sets, and the questions that they answer."""
    found = [(k, x) for k, (_, x) in enumerate(answers) if isinstance(x, Clash)]
    around = np.full((len(found), rows.k + 1), -1, np.int32)
    for line, (_, outcome) in zip(around, found, strict=True):
        places = sorted((*map(max, outcome.pairs), *(rows.n + k for k in outcome.inputs)))
        line[rows.k + 1 - len(places) :] = places
    held = [k for k, _ in found]
    parts = {
        "sets": np.packbits(signs > 0, axis=1),
        "around": around.astype("<i4"),
        "surrounded": np.array(held, "<i8"),
    }
    return parts, set(held)


def _ellipsoid(space: Space) -> dict[str, np.ndarray]:
    return {
        "shares": (space.inner.shares / SHARE).astype("<i8"),
        "frame": space.inner.frame.astype("<f4"),
    }


def recheck(path: str, rows: np.ndarray, scale: int = 1) -> str:
    """The statement that the certificate proves about these rows, which are ``scale`` times the
    functions of the labels. CertificateRefused if it does not, MalformedCertificate if it is none.
    """
    try:
        return checker.check(path, rows, scale)
    except checker.Refused as error:
        raise CertificateRefused(f"certificate must prove its answers: {error} ({path})") from None
    except (ValueError, OSError) as error:
        raise MalformedCertificate(
            f"certificate must be one of an audit: {' '.join(str(error).split())[:120]} ({path})"
        ) from None


def _hex(row: Sequence[int]) -> list[str]:
    return [hex(x) for x in row]


def _bytes(value: Any) -> np.ndarray:
    return np.frombuffer(_json(value).encode("ascii"), np.uint8)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
