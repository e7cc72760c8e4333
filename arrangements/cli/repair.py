"""``arrangements repair``: the least change of the offsets after which every label, or every
question of a file, is possible.
"""

from __future__ import annotations

import csv
import io
import json
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.bulk import OfModel
from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running, Workers
from arrangements.errors import BadInput
from arrangements.running.files import made_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from arrangements.decide.bulk.domains import Domain
    from arrangements.decide.repair.bias import Demand, Grid, Impossible, Repair
    from arrangements.io.models import OutputLayer
    from arrangements.io.writers.models import Form
    from arrangements.questions.question import Question

__all__ = ["run"]

_NAMED = 4  # questions that contradict each other


class _Measure(StrEnum):
    largest = "largest"
    sum = "sum"
    number = "number"


@dataclass(frozen=True, kw_only=True)
class Request(OfModel, Workers, Running, Printing):
    questions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What is to be possible: one question per line, or a CSV of label sets; by default every label first.",
        ),
    ] = None
    skip_equal: Annotated[
        bool,
        typer.Option(
            "--skip-equal",
            help="Leave out labels whose row equals an earlier one, which no offsets help.",
        ),
    ] = False
    least: Annotated[
        _Measure,
        typer.Option(
            help="What is to be least: the sum of all changes, the largest of them, or their number."
        ),
    ] = _Measure.sum
    margin: Annotated[
        str | None,
        typer.Option(
            metavar="M", help="How far ahead each is to be for some input; by default hardly."
        ),
    ] = None
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write the repaired tensors there, with certificates, the changes and a report.",
        ),
    ] = None

    @property
    def title(self) -> str:
        return f"the repair of {self.model}"

    @property
    def ahead(self) -> Fraction:
        from arrangements.exact.numbers import parse

        if self.margin is None:
            return Fraction(0)
        found = parse(self.margin, "margin")
        if not isinstance(found, Fraction) or found < 0:
            raise BadInput(f"margin must be a rational number from 0 on, not {self.margin}")
        return found


@command(unread=141)
def run(request: Request) -> int:
    """Find the least change of the offsets after which every label can be strictly first, or every
    question of a file is possible; write the repaired tensors.

    The new offsets are rounded to the type of the file, and all labels are audited again with them.
    A certificate proves that no change below a bound suffices. Exit code 0: repaired, or nothing
    was to be repaired; 1: no change of the offsets suffices, with the proof.
    """
    from arrangements.decide.bulk.domains import Domain
    from arrangements.decide.repair.bias import Impossible, repaired
    from arrangements.io.models.preceding import given
    from arrangements.questions.parser import read_questions
    from arrangements.questions.question import every_label
    from arrangements.running.executors import workers_for

    margin = request.ahead
    layer = request.layer()
    form, grid = _form(layer, margin)
    if request.output is not None:
        made_folder(request.output)
    inputs, _ = given(request.inputs, layer.before, layer.d, linear=True)
    domain = Domain(inputs)
    questions = (
        every_label(layer.n)
        if request.questions is None
        else list(read_questions(request.questions, layer.labels))
    )
    skipped = 0
    if request.skip_equal:
        later = _equal_to_earlier(layer.rows)
        kept = [asked for asked in questions if not asked.single or not later[asked.positions[0]]]
        skipped, questions = len(questions) - len(kept), kept
    began = time.perf_counter()
    try:
        with ExitStack() as stack:
            found = repaired(
                layer,
                domain,
                questions,
                grid,
                measure=request.least.value,
                margin=margin,
                executor=stack.enter_context(workers_for(request.workers, None)),
                heard=None if request.quiet else _report_progress,
            )
    except Impossible as impossible:
        return _no(request, layer, domain, questions, impossible)
    written = (
        {}
        if request.output is None
        else _write(request, layer, domain, questions, found, form, skipped)
    )
    _yes(request, layer, found, form, written, skipped, time.perf_counter() - began)
    return 0


def _report_progress(audit: int, refuted: int) -> None:
    if sys.stderr.isatty():
        print(f"arrangements: audit {audit}: {refuted:,} impossible", file=sys.stderr)


def _form(layer: OutputLayer, margin: Fraction) -> tuple[Form | None, Grid]:
    """How the layer is written again, and the numbers that its offsets may be; None: as JSON."""
    from arrangements.decide.repair.bias import Binary, Decimal
    from arrangements.io.models.tensors import is_model, open_model, split
    from arrangements.io.writers.models import KINDS, form_of

    path, _ = split(layer.source)
    if not is_model(path):
        import numpy as np

        size = Fraction(float(np.abs(layer.rows).max(initial=0.0)) or 1.0) / layer.scale
        return None, Decimal(size / 10**6)
    tensors = open_model(path).tensors
    form = form_of(
        path,
        tensors[layer.weights].kind,
        None if layer.bias is None else tensors[layer.bias].kind,
    )
    return form, Binary(*KINDS[form.kind])


def _equal_to_earlier(rows: np.ndarray) -> list[bool]:
    seen: set[bytes] = set()
    out = []
    for row in rows[:, 1:] + 0.0:
        key = row.tobytes()
        out.append(key in seen)
        seen.add(key)
    return out


def _offsets_name(layer: OutputLayer) -> str:
    """The tensor of the offsets: its own name, or one that goes with the weights."""
    if layer.bias is not None:
        return layer.bias
    stem, dot, last = layer.weights.rpartition(".")
    return f"{stem}{dot}bias" if last in ("weight", "kernel") else f"{layer.weights}.bias"


def _write(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    found: Repair,
    form: Form | None,
    skipped: int,
) -> dict[str, str]:
    """The files, and the audit of the repaired file as it is on the disk."""
    import numpy as np

    from arrangements.decide.answers import answers
    from arrangements.decide.bulk import evidence, report
    from arrangements.decide.repair.bias import with_bias
    from arrangements.decide.repair.evidence import bound_text
    from arrangements.errors import InternalError
    from arrangements.io.models import load_layer
    from arrangements.io.writers import save
    from arrangements.questions.layer import Layer
    from arrangements.running.files import write_atomically

    folder = Path(str(request.output))
    new = with_bias(layer, found.changes)
    if form is None:
        path = str(folder / "model.json")
        save(new.configuration(), path)
        again = load_layer(path)
    else:
        name = _offsets_name(layer)
        path = form.write(
            str(folder / "model"),
            layer.weights,
            name,
            new.rows[:, 0] / new.scale,
            lambda: layer.rows[:, 1:] / layer.scale,
        )
        again = load_layer(f"{path}:{layer.weights}", bias=name, labels=layer.labels)
    if not np.array_equal(again.rows * new.scale, new.rows * again.scale):
        raise InternalError(f"repaired file must hold the layer that was audited ({path})")
    decided = [answer.in_integers for answer in answers(Layer(again, domain.inputs), questions)]
    if not all(outcome.possible for _, outcome in decided):
        raise InternalError(f"repaired file must have the answers of its audit ({path})")
    written = {"model": path, "audit": str(folder / "audit.npz")}
    about: dict[str, object] = {"model": path, "labels": layer.n, "questions": len(questions)}
    evidence.save(written["audit"], again.rows, domain, decided, about)
    if found.proof and (found.least > 0 or found.measure == "number"):
        written["bound"] = str(folder / "bound.json")
        text = bound_text(layer, domain, questions, found.proof, found.measure, _short(found.least))
        write_atomically(written["bound"], text + "\n")
    written["changes"] = str(folder / "changes.csv")
    write_atomically(written["changes"], _table(layer, found))
    if request.questions is None:
        facts = {**about, "possible": len(questions), "impossible": 0, "skipped": skipped}
        report.write(str(folder), again.rows, again.labels, domain, decided, facts)
        written["report"] = str(folder / "audit.html")
    return written


def _short(x: Fraction) -> Fraction:
    """A number of 53 bits that is not above."""
    from math import nextafter

    near = float(x)
    return Fraction(near if Fraction(near) <= x else nextafter(near, 0.0))


def _table(layer: OutputLayer, found: Repair) -> str:
    """Every offset that is changed: label, before, after, difference."""
    held = io.StringIO()
    table = csv.writer(held, lineterminator="\n")
    table.writerow(["label", "row", "before", "after", "change"])
    for k, change in sorted(found.changes.items()):
        old = Fraction(float(layer.rows[k, 0])) / layer.scale
        table.writerow([layer.labels[k], k + 1, float(old), float(old + change), float(change)])
    return held.getvalue()


def _yes(
    request: Request,
    layer: OutputLayer,
    found: Repair,
    form: Form | None,
    written: dict[str, str],
    skipped: int,
    seconds: float,
) -> None:
    change, least = float(found.change), float(_short(found.least))
    asked = len(found.answers)
    if request.as_json:
        facts: dict[str, object] = {
            "model": request.model,
            "labels": layer.n,
            "questions": asked,
            "skipped": skipped,
            "repaired": True,
            "impossible": found.before,
            "changed": len(found.changes),
            "measure": found.measure,
            "change": change,
            "least": least,
            "audits": found.audits,
            "written": written,
            "seconds": round(seconds, 3),
        }
        print(json.dumps(facts, ensure_ascii=False))
        return
    things = "labels can be first" if request.questions is None else "questions are possible"
    print(f"before   {asked - found.before:,} of {asked:,} {things}")
    if skipped:
        print(f"skipped  {skipped:,} whose row equals an earlier one")
    if not found.changes:
        print("change   none is needed")
    else:
        number, sizes = len(found.changes), [float(abs(x)) for x in found.changes.values()]
        sizes_text = f", the largest by {max(sizes):.7g}, in all by {sum(sizes):.7g}"
        print(f"change   {number:,} offset{'s' * (number != 1)}{sizes_text}")
        print(
            f"least    every repair changes at least {int(least) + 1:,} (proved)"
            if found.measure == "number"
            else f"least    every repair has a {_named(found.measure)} above {least:.7g} (proved)"
            if least
            else "least    as small as you like: without a margin, any positive change may do"
        )
    print(f"after    {asked:,} of {asked:,} {things}, audited with the rounded offsets")
    if written:
        how = (
            "JSON, with decimals" if form is None else f"{form.description}, offsets in {form.kind}"
        )
        added = "" if layer.bias is not None else "; the model must add the new offsets"
        print(f"written  {written['model']} ({how}{added})")
        print(
            "         "
            + ", ".join(Path(path).name for key, path in written.items() if key != "model")
        )


def _named(measure: str) -> str:
    return "largest change" if measure == "largest" else "sum of changes"


def _no(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    impossible: Impossible,
) -> int:
    from arrangements.decide.repair.evidence import bound_text
    from arrangements.running.files import write_atomically

    text = bound_text(layer, domain, questions, impossible.demands, "none", Fraction(0))
    written = {}
    if request.output is not None:
        written["bound"] = str(Path(request.output) / "bound.json")
        write_atomically(written["bound"], text + "\n")
    places = sorted({demand.question for _, demand in impossible.demands})
    named = [questions[k].text(layer.labels) for k in places]
    if request.as_json:
        facts = {
            "model": request.model,
            "labels": layer.n,
            "questions": len(questions),
            "repaired": False,
            "contradiction": named,
            "written": written,
        }
        print(json.dumps(facts, ensure_ascii=False))
        return 1
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    print(
        f"no: no change of the offsets makes these possible together: {'; '.join(named[:_NAMED])}{more}"
    )
    if _are_equal(layer, impossible.demands):
        print("  their rows are equal: --skip-equal leaves out all but the first of them")
    if written:
        print(f"  certificate  {written['bound']}")
    return 1


def _are_equal(layer: OutputLayer, demands: Sequence[tuple[Fraction, Demand]]) -> bool:
    rows = layer.rows[:, 1:]
    return all(
        (rows[p] == rows[m]).all()
        for _, demand in demands
        for p, m, _ in demand.comparisons
        if min(p, m) >= 0
    )
