"""``arrangements repair``: the least change of the offsets, or of the rows, after which every label,
or every question of a file, is possible.
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
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.bulk import OfModel
from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running, Workers
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact.numbers.one_sided import at_least, at_most, float_at_least
from arrangements.running.files import check_writable, made_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from arrangements.audits.repair.bias import Repair
    from arrangements.audits.repair.float_grids import Grid
    from arrangements.audits.repair.programs import Measure
    from arrangements.audits.repair.refutation_inequalities import Demand, Impossible
    from arrangements.audits.repair.rows import Changed, Never
    from arrangements.decide.dyadic.integer_inputs import Domain
    from arrangements.layers.questions.question import Question
    from arrangements.loading import OutputLayer
    from arrangements.models.writing import Form

__all__ = ["run"]

_NAMED = 4  # questions that contradict each other


class _What(StrEnum):
    offsets = "offsets"
    factors = "factors"
    rows = "rows"


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
            help="The questions that must become possible: one per line, or a CSV of label sets; by default that each label is first.",
        ),
    ] = None
    change: Annotated[
        _What,
        typer.Option(
            help="The numbers to change: offsets; factors (each row with its offset by a factor); or rows (entries of rows)."
        ),
    ] = _What.offsets
    skip_equal: Annotated[
        bool,
        typer.Option(
            "--skip-equal",
            help="Leave out each label whose row equals an earlier row (with --change factors: is a multiple of an earlier row), since no such change makes the label first.",
        ),
    ] = False
    least: Annotated[
        _Measure | None,
        typer.Option(
            help="Minimise the sum of all changes (the default), the largest change, or the number of changes; the factors found are least in all three ways."
        ),
    ] = None
    at_most: Annotated[
        int | None,
        typer.Option(
            metavar="M",
            min=0,
            help="Change at most M offsets, with --least number; exit code 1, with a proof, if more changes are needed.",
        ),
    ] = None
    margin: Annotated[
        str | None,
        typer.Option(
            metavar="M",
            help="How far ahead each label must be at some input, by default by any amount; for factors and rows, how far the change goes beyond the least change.",
        ),
    ] = None
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER|FILE",
            help="Write the repaired tensors into this folder, with certificates, the changes and a report; or into this file, without them.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.change is _What.rows and self.least is _Measure.number:
            raise BadInput(
                "repairs of rows must have the least sum of changes or the least largest change, not --least number; --change offsets takes it"
            )
        if self.at_most is not None and (
            self.change is not _What.offsets or self.least not in (None, _Measure.number)
        ):
            raise BadInput(
                "--at-most must be used with --least number, as it bounds the number of changed offsets"
            )

    @property
    def file(self) -> str | None:
        """The output, if it is a file for the tensors alone."""
        given = self.output
        names = given is not None and PurePath(given).suffix and not Path(given).is_dir()
        return given if names else None

    @property
    def folder(self) -> Path | None:
        """The output, if it is a folder for all that there is to write."""
        return None if self.output is None or self.file is not None else Path(self.output)

    @property
    def measure(self) -> Measure:
        if self.least is None:
            return "sum" if self.at_most is None else "number"
        return self.least.value

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
    """Find the least change of the offsets, or of the rows, after which every label can be strictly
    first, or every question of a file is possible; write the repaired tensors.

    The new numbers are rounded to the type of the file, and all labels are audited again with the
    rounded numbers. A certificate proves that no smaller change suffices. Exit code 0: the layer
    is repaired, or needed no repair; 1: no such change suffices, with a proof.
    """
    from arrangements.audits.repair.bias import Repair, repaired
    from arrangements.audits.repair.refutation_inequalities import Impossible
    from arrangements.audits.repair.rows import Never, changed
    from arrangements.audits.stated_inputs import stated_inputs
    from arrangements.decide.dyadic.integer_inputs import Domain
    from arrangements.layers.questions.parser import read_questions
    from arrangements.layers.questions.question import every_label
    from arrangements.running.executors import workers_for

    margin = request.ahead
    layer = request.layer()
    form, grid = _form(layer, request.change)
    if request.file is not None:
        known = (".json", ".csv") if form is None else (form.suffix,)
        if not request.file.endswith(known):
            raise BadInput(
                f"output must be a folder, or a file that ends in {' or '.join(known)}, not {short_repr(request.file)}"
            )
        check_writable(request.file)
    elif request.folder is not None:
        made_folder(request.folder, "output")
    domain = Domain(stated_inputs(layer, request.inputs, linear=True))
    questions = (
        every_label(layer.n)
        if request.questions is None
        else list(read_questions(request.questions, layer.labels))
    )
    skipped = 0
    if request.skip_equal:
        later = _equal_to_earlier(layer.rows, request.change)
        kept = [asked for asked in questions if not asked.single or not later[asked.positions[0]]]
        skipped, questions = len(questions) - len(kept), kept
    began = time.perf_counter()
    heard = None if request.quiet else _report_progress
    found: Repair | Changed
    try:
        with ExitStack() as stack:
            executor = stack.enter_context(workers_for(request.workers, None))
            if request.change is _What.offsets:
                found = repaired(
                    layer,
                    domain,
                    questions,
                    grid,
                    measure=request.measure,
                    margin=margin,
                    executor=executor,
                    heard=heard,
                )
            else:
                found = changed(
                    layer,
                    domain,
                    questions,
                    grid,
                    "factors" if request.change is _What.factors else "rows",
                    measure=request.measure,
                    margin=margin,
                    executor=executor,
                    heard=heard,
                )
    except Impossible as impossible:
        return _no(request, layer, domain, questions, impossible)
    except Never as never:
        return _no_factors(request, layer, domain, never)
    if request.at_most is not None and isinstance(found, Repair):
        fewest = int(found.least) + bool(found.proof)
        if fewest > request.at_most:
            return _too_many(request, layer, domain, questions, found, fewest)
        if len(found.changes) > request.at_most:
            raise LimitReached(
                f"repair must change at most {request.at_most} offsets, not {len(found.changes)}; that at least {fewest} change is proved, what lies between is open"
            )
    written = (
        {}
        if request.output is None
        else _write(request, layer, domain, questions, found, form, skipped)
    )
    _yes(request, layer, domain, found, form, written, skipped, time.perf_counter() - began)
    return 0


def _report_progress(audit: int, refuted: int) -> None:
    if sys.stderr.isatty():
        print(f"arrangements: audit {audit}: {refuted:,} impossible", file=sys.stderr)


def _form(layer: OutputLayer, what: _What) -> tuple[Form | None, Grid]:
    """How the layer is written again, and the numbers that may be written; None: as JSON."""
    from arrangements.audits.repair.float_grids import Binary, Decimal
    from arrangements.models.tensors import is_model, open_model, split
    from arrangements.models.writing import KINDS, form_of

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
    if what is _What.offsets:
        return form, Binary(*KINDS[form.kind])
    kinds = [form.of_weights] + [form.kind] * (layer.bias is not None)
    return form, min((Binary(*KINDS[kind]) for kind in kinds), key=lambda grid: grid.bits)


def _equal_to_earlier(rows: np.ndarray, what: _What) -> list[bool]:
    import numpy as np

    seen: set[bytes] = set()
    out = []
    table = rows[:, 1:]
    if what is _What.factors:  # quotients that are equal are rounded alike
        table = rows / np.maximum(np.abs(rows).max(axis=1, initial=0, keepdims=True), 1e-300)
    for row in table + 0.0:
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
    found: Repair | Changed,
    form: Form | None,
    skipped: int,
) -> dict[str, str]:
    """The files, and the audit of the repaired file as it is on the disk."""
    import numpy as np

    from arrangements.audits import report
    from arrangements.audits.repair.bias import Repair
    from arrangements.audits.repair.refutation_inequalities import with_bias
    from arrangements.audits.stated_inputs import described
    from arrangements.decide.answers import answers
    from arrangements.decide.batches import evidence
    from arrangements.errors import InternalError
    from arrangements.io.writers import as_text
    from arrangements.layers.layer import Layer
    from arrangements.loading import load_layer
    from arrangements.running.files import write_atomically

    of_offsets = isinstance(found, Repair)
    new = with_bias(layer, found.changes) if isinstance(found, Repair) else found.repaired
    if form is None:
        path = request.file or str(Path(str(request.folder)) / "model.json")
        write_atomically(path, as_text(new.configuration(), PurePath(path).suffix[1:]))
        again = load_layer(path)
    else:
        weights, name = layer.weights, _offsets_name(layer) if of_offsets else layer.bias
        if form.source is None and form.suffix == ".safetensors":
            # The layer alone, which is then read without options.
            weights, name = "weight", None if name is None else "bias"
        path = form.write(
            str(Path(str(request.folder)) / "model")
            if request.file is None
            else request.file.removesuffix(form.suffix),
            weights,
            name,
            new.rows[:, 0] / new.scale,
            lambda: new.rows[:, 1:] / new.scale,
            None if of_offsets else lambda: _as_stored(layer, new.rows[:, 1:] / new.scale),
        )
        again = load_layer(f"{path}:{weights}", bias=name or "none", labels=layer.labels)
    if not np.array_equal(again.rows * new.scale, new.rows * again.scale):
        raise InternalError(f"repaired file must hold the layer that was audited ({path})")
    decided = [answer.in_integers for answer in answers(Layer(again, domain.inputs), questions)]
    if not all(outcome.possible for _, outcome in decided):
        raise InternalError(f"repaired file must have the answers of its audit ({path})")
    if request.folder is None:
        return {"model": path}
    folder = request.folder
    written = {"model": path, "audit": str(folder / "audit.npz")}
    about: dict[str, object] = {
        "model": path,
        **described(again, domain.stated),
        "labels": layer.n,
        "questions": len(questions),
    }
    evidence.save(written["audit"], again.rows, domain, decided, about)
    text = _bound(layer, domain, questions, found)
    if text is not None:
        written["bound"] = str(folder / "bound.json")
        write_atomically(written["bound"], text + "\n")
    written["changes"] = str(folder / "changes.csv")
    write_atomically(written["changes"], _table(layer, found))
    if request.questions is None:
        facts = {**about, "possible": len(questions), "impossible": 0, "skipped": skipped}
        report.write(str(folder), again.rows, again.labels, domain, decided, facts)
        written["report"] = str(folder / "audit.html")
    return written


def _as_stored(layer: OutputLayer, rows: np.ndarray) -> np.ndarray:
    """The weights, with outputs along the axis that the file has."""
    from arrangements.models.guess_output_layer import chosen_layer
    from arrangements.models.tensors import open_model, split

    model = open_model(split(layer.source)[0])
    chosen = chosen_layer(model, layer.weights, layer.bias or "none", layer.n)
    return rows if chosen.axis == 0 else rows.T


def _bound(
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    found: Repair | Changed,
) -> str | None:
    """The certificate that less does not suffice, if anything is proved."""
    from arrangements.audits.repair.bias import Repair
    from arrangements.audits.repair.evidence import bound_text, factors_text, rows_text

    if isinstance(found, Repair):
        if not found.proof or (not found.least and found.measure != "number"):
            return None
        least = Fraction(float_at_least(found.least))
        return bound_text(layer, domain, questions, found.proof, found.measure, least, found.groups)
    if found.what == "factors":
        if not found.steps:
            return None
        return factors_text(layer, domain, found.steps, found.always, "factors")
    return (
        rows_text(layer, domain, found, Fraction(float_at_least(found.least)))
        if found.moves
        else None
    )


def _table(layer: OutputLayer, found: Repair | Changed) -> str:
    """Every change: of offsets and entries label, before, after, difference; of factors these."""
    from arrangements.audits.repair.bias import Repair

    held = io.StringIO()
    table = csv.writer(held, lineterminator="\n")
    if not isinstance(found, Repair):
        if found.what == "factors":
            table.writerow(["label", "row", "factor"])
            for k, factor in sorted(found.factors.items()):
                table.writerow([layer.labels[k], k + 1, float(factor)])
            return held.getvalue()
        table.writerow(["label", "row", "column", "before", "after", "change"])
        for k, moved in sorted(found.entries.items()):
            for j, change in moved:
                old = Fraction(float(layer.rows[k, j])) / layer.scale
                parts = float(old), float(old + change), float(change)
                table.writerow([layer.labels[k], k + 1, j, *parts])
        return held.getvalue()
    table.writerow(["label", "row", "before", "after", "change"])
    for k, change in sorted(found.changes.items()):
        old = Fraction(float(layer.rows[k, 0])) / layer.scale
        table.writerow([layer.labels[k], k + 1, float(old), float(old + change), float(change)])
    return held.getvalue()


def _yes(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    found: Repair | Changed,
    form: Form | None,
    written: dict[str, str],
    skipped: int,
    seconds: float,
) -> None:
    from arrangements.audits.repair.bias import Repair

    asked = len(found.answers)
    measure: str
    if isinstance(found, Repair):
        measure, number, change = found.measure, len(found.changes), float(found.change)
    else:
        measure = "factor" if found.what == "factors" else found.measure
        number = len(found.factors) or len(found.entries)
        sizes = [x for moved in found.entries.values() for _, x in moved]
        of_all = max if found.measure == "largest" and sizes else sum
        change = float(max(found.factors.values(), default=of_all(map(abs, sizes))))
    least = float_at_least(Fraction(found.least))
    if request.as_json:
        facts: dict[str, object] = {
            "model": request.model,
            "labels": layer.n,
            "inputs": domain.stated.words,
            "questions": asked,
            "skipped": skipped,
            "repaired": True,
            "impossible": found.before,
            "what": request.change.value,
            "changed": number,
            "measure": measure,
            "change": change,
            "least": least,
            "audits": found.audits,
            "written": written,
            "seconds": round(seconds, 3),
        }
        print(json.dumps(facts, ensure_ascii=False))
        return
    things = "labels can be first" if request.questions is None else "questions are possible"
    _print_inputs(request, domain)
    print(f"before   {asked - found.before:,} of {asked:,} {things}")
    if skipped:
        print(f"skipped  {skipped:,} whose row equals an earlier one")
    for line in _told(found):
        print(line)
    print(f"after    {asked:,} of {asked:,} {things}, audited with the rounded {_numbers(found)}")
    if written:
        suffix = PurePath(written["model"]).suffix[1:].upper()
        how = f"{suffix}, with decimals" if form is None else form.description
        added = ""
        if form is not None and isinstance(found, Repair):
            how += f", offsets in {form.kind}"
            added = "" if layer.bias is not None else "; the model must add the new offsets"
        elif form is not None and form.source is not None:
            how += f", weights in {form.of_weights}"
        print(f"written  {written['model']} ({how}{added})")
        more = [Path(path).name for key, path in written.items() if key != "model"]
        if more:
            print(f"         {', '.join(more)}")


def _print_inputs(request: Request, domain: Domain) -> None:
    """The set of inputs, where one was named."""
    if request.inputs is not None:
        print(f"inputs   {domain.stated.words}")


def _numbers(found: Repair | Changed) -> str:
    from arrangements.audits.repair.bias import Repair

    return "offsets" if isinstance(found, Repair) else "rows"


def _told(found: Repair | Changed) -> list[str]:
    """The change, and the bound that is proved."""
    from arrangements.audits.repair.bias import Repair

    if isinstance(found, Repair):
        return _of_offsets(found)
    if not found.before:
        return ["change   none is needed"]
    if found.what == "factors":
        factors = [Fraction(f) for f in found.factors.values()]
        number, floors = len(factors), dict[int, Fraction]()
        for step in found.steps:
            floors[step.label] = max(floors.get(step.label, Fraction(1)), step.factor)
        where = "" if found.always is not None else " with which labels are first above 0"
        return [
            f"change   {number:,} row{'s' * (number != 1)}, times {at_least(min(factors))} to {at_most(max(factors))}",
            f"least    every choice of factors{where} has {len(floors):,} above the smallest one, up to {at_least(max(floors.values(), default=Fraction(1)))} times as large (proved)",
        ]
    sizes = [abs(Fraction(x)) for moved in found.entries.values() for _, x in moved]
    number = len(sizes)
    return [
        f"change   {number:,} entr{'ies' if number != 1 else 'y'} of {len(found.entries):,} row{'s' * (len(found.entries) != 1)}, the largest by {at_most(max(sizes))}, in all by {at_most(sum(sizes))}",
        f"least    every repair has a {_named(found.measure)} above {at_least(found.least)} (proved)"
        if found.least
        else "least    no bound is proved",
    ]


def _of_offsets(found: Repair) -> list[str]:
    if not found.changes:
        return ["change   none is needed"]
    number, sizes = len(found.changes), [Fraction(abs(x)) for x in found.changes.values()]
    least = Fraction(found.least)
    return [
        f"change   {number:,} offset{'s' * (number != 1)}, the largest by {at_most(max(sizes))}, in all by {at_most(sum(sizes))}",
        f"least    every repair changes at least {int(least) + 1:,} (proved)"
        if found.measure == "number"
        else f"least    every repair has a {_named(found.measure)} above {at_least(least)} (proved)"
        if least
        else "least    as small as you like: without a margin, any positive change may do",
    ]


def _named(measure: str) -> str:
    return "largest change" if measure == "largest" else "sum of changes"


def _no(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    impossible: Impossible,
) -> int:
    from arrangements.audits.repair.evidence import bound_text
    from arrangements.running.files import write_atomically

    text = bound_text(layer, domain, questions, impossible.demands, "none", Fraction(0))
    written = {}
    if request.folder is not None:
        written["bound"] = str(request.folder / "bound.json")
        write_atomically(written["bound"], text + "\n")
    places = sorted({demand.question for _, demand in impossible.demands})
    named = [questions[k].text(layer.labels) for k in places]
    if request.as_json:
        _not_repaired(request, layer, domain, len(questions), named, written)
        return 1
    _print_inputs(request, domain)
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    print(
        f"no: no change of the offsets makes these possible together: {'; '.join(named[:_NAMED])}{more}"
    )
    if _are_equal(layer, impossible.demands):
        print("  their rows are equal: --skip-equal leaves out all but the first of them")
    if written:
        print(f"  certificate  {written['bound']}")
    return 1


def _not_repaired(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    number: int,
    contradiction: list[str],
    written: dict[str, str],
    **more: int,
) -> None:
    """Print as JSON that there is no repair."""
    facts = {
        "model": request.model,
        "labels": layer.n,
        "inputs": domain.stated.words,
        "questions": number,
        "repaired": False,
        "contradiction": contradiction,
        **more,
        "written": written,
    }
    print(json.dumps(facts, ensure_ascii=False))


def _too_many(
    request: Request,
    layer: OutputLayer,
    domain: Domain,
    questions: Sequence[Question],
    found: Repair,
    fewest: int,
) -> int:
    """More offsets are needed than may change."""
    from arrangements.running.files import write_atomically

    written = {}
    text = _bound(layer, domain, questions, found)
    if request.folder is not None and text is not None:
        written["bound"] = str(request.folder / "bound.json")
        write_atomically(written["bound"], text + "\n")
    if request.as_json:
        _not_repaired(request, layer, domain, len(questions), [], written, needed=fewest)
        return 1
    _print_inputs(request, domain)
    print(f"no: every repair changes at least {fewest:,} offset{'s' * (fewest != 1)} (proved)")
    if written:
        print(f"  certificate  {written['bound']}")
    return 1


def _no_factors(request: Request, layer: OutputLayer, domain: Domain, never: Never) -> int:
    from arrangements.audits.repair.evidence import factors_text
    from arrangements.running.files import write_atomically

    written = {}
    if request.folder is not None:
        written["bound"] = str(request.folder / "bound.json")
        text = factors_text(layer, domain, never.steps, never.always, "none")
        write_atomically(written["bound"], text + "\n")
    named = [layer.labels[step.label] for step in never.steps]
    if request.as_json:
        _not_repaired(request, layer, domain, len(named), named, written)
        return 1
    _print_inputs(request, domain)
    where = "" if never.always is not None else " above 0"
    if len(named) == 1:
        print(f"no: no factors make {named[0]} first{where}: its logit is never positive")
    else:
        print(f"no: no factors make these first{where}: {', '.join(named)}")
        print("  their rows are multiples of each other: --skip-equal leaves out all but the first")
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
