"""``LeastChange``: the least change of the offsets of a layer, or of its rows, after which every label, or
every question that is asked, is possible; or the proof that there is none. ``Audit.repair`` makes it.

The change itself is found by ``arrangements.audits.repair``. Here are the numbers that the file of
the model can hold, to which the change is rounded, and what is written: the repaired tensors, which
are read again and audited, with the certificates and a table of the changes.

>>> from arrangements import Configuration, audit
>>> layer = Configuration([[1], [-1], ["1/2"]], labels=["up", "down", "half"], bias=[0, 1, -1])
>>> found = audit(layer).repair(least="largest")
>>> found.repaired, found.facts["impossible"], round(found.facts["change"], 3), found.facts["least"]
(True, 1, 0.625, 0.625)
>>> audit(found.layer).never
()
"""

from __future__ import annotations

import csv
import io
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from pathlib import Path, PurePath
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Literal, get_args

from arrangements.audits.repair.bias import Repair, repaired
from arrangements.audits.repair.bound_certificates import bound_text
from arrangements.audits.repair.change_programs import Measure
from arrangements.audits.repair.float_grids import Binary, Decimal, Grid
from arrangements.audits.repair.refutation_inequalities import Impossible, with_bias
from arrangements.audits.repair.row_changes import NoFactors, RowRepair
from arrangements.audits.stated_inputs import described, stated_inputs
from arrangements.decide.answers import answers
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Outcome
from arrangements.errors import BadInput, InternalError, LimitReached, short_repr
from arrangements.exact.numbers.one_sided import float_at_least
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question
from arrangements.loading.layers import OutputLayer, load_layer
from arrangements.running.files import check_writable, made_folder, write_atomically

if TYPE_CHECKING:
    import numpy as np

    from arrangements.audits.model_audit import Audit
    from arrangements.models.writing import Form

__all__ = ["Change", "LeastChange", "demand_measure", "form_and_grid", "least_change", "prepared"]

Change = Literal["offsets", "factors", "rows"]
# The room of repairs of rows, whose modules are loaded by name, as no other room imports them.
_OF_ROWS = "arrangements.experimental"


def demand_measure(change: str, least: str | None, at_most: int | None) -> None:
    """Refuse measures that a change cannot have."""
    for name, value, known in (
        ("change", change, get_args(Change)),
        ("least", least, get_args(Measure)),
    ):
        if value is not None and value not in known:
            raise BadInput(f"{name} must be one of {', '.join(known)}, not {short_repr(value)}")
    if change == "rows" and least == "number":
        raise BadInput(
            "repairs of rows must have the least sum of changes or the least largest change, not --least number; --change offsets takes it"
        )
    if at_most is not None and (change != "offsets" or least not in (None, "number")):
        raise BadInput(
            "--at-most must be used with --least number, as it bounds the number of changed offsets"
        )


@dataclass(frozen=True, eq=False, repr=False)
class LeastChange:
    """The least change that makes questions possible, or the proof that there is none; true if there is one.

    Attributes
    ----------
    audit
        The audit that was asked.
    domain
        The inputs that questions are to be possible for.
    questions
        The questions that are to be possible.
    of_labels
        Whether these are that each label is first.
    skipped
        How many labels were left out, as their rows equal earlier ones.
    change
        "offsets", "factors" or "rows".
    outcome
        The result of the search.
    needed
        The number of offsets that every repair changes at least, if that is more than may change.
    seconds
        How long the search took.

    Examples
    --------
    >>> from arrangements import Configuration, audit
    >>> found = audit(Configuration([[1], [1], [-1]], labels=list("abc"))).repair()
    >>> found, found.contradiction
    (<LeastChange of the configuration: none makes all 3 possible, inputs everything>, ('argmax a', 'argmax b'))
    """

    audit: Audit
    domain: Domain
    questions: Sequence[Question]
    of_labels: bool
    skipped: int
    change: Change
    outcome: Repair | RowRepair | Impossible | NoFactors
    needed: int | None
    seconds: float

    @property
    def repaired(self) -> bool:
        """Whether the change makes all questions possible."""
        return self.needed is None and isinstance(self.outcome, Repair | RowRepair)

    def __bool__(self) -> bool:
        return self.repaired

    def __repr__(self) -> str:
        number = f"{len(self.questions):,}"
        what = f"{number} possible" if self.repaired else f"none makes all {number} possible"
        return f"<LeastChange of {self.audit.name}: {what}, inputs {self.domain.stated.words}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"

    @property
    def found(self) -> Repair | RowRepair:
        """The change that the search found.

        Raises
        ------
        BadInput
            If no change that is allowed suffices.
        """
        if self.repaired and isinstance(self.outcome, Repair | RowRepair):
            return self.outcome
        raise BadInput("layer must have been repaired: no change that is allowed suffices")

    @cached_property
    def layer(self) -> OutputLayer:
        """The repaired layer, rounded to the numbers that the file can hold."""
        found = self.found
        return (
            with_bias(found.layer, found.changes) if isinstance(found, Repair) else found.repaired
        )

    @property
    def contradiction(self) -> tuple[str, ...]:
        """Where no change at all suffices: questions that contradict each other."""
        labels, outcome = self.audit.labels, self.outcome
        if isinstance(outcome, NoFactors):
            return tuple(labels[step.label] for step in outcome.steps)
        if isinstance(outcome, Impossible):
            places = sorted({demand.question for _, demand in outcome.demands})
            return tuple(self.questions[k].text(labels) for k in places)
        return ()

    @property
    def of_twins(self) -> bool:
        """Whether no change suffices because of labels that ``skip_equal`` leaves out.

        These are labels that are asked to be first and whose rows are equal, or for factors multiples
        of each other.
        """
        rows, outcome = self.audit.layer.rows, self.outcome
        if isinstance(outcome, NoFactors):
            first, *others = (rows[step.label] for step in outcome.steps)
            return bool(others) and all(_are_multiples(first, row) for row in others)
        if not isinstance(outcome, Impossible):
            return False
        pairs = [(p, m) for _, demand in outcome.demands for p, m, _ in demand.comparisons]
        return (
            all(self.questions[demand.question].single for _, demand in outcome.demands)
            and all(min(pair) >= 0 for pair in pairs)
            and all((rows[p, 1:] == rows[m, 1:]).all() for p, m in pairs)
        )

    @property
    def facts(self) -> dict[str, object]:
        """The result as JSON has it."""
        about: dict[str, object] = {
            "model": self.audit.name,
            "labels": self.audit.layer.n,
            "inputs": self.domain.stated.words,
            "questions": len(self.questions),
            "repaired": self.repaired,
        }
        if not self.repaired:
            needed = {} if self.needed is None else {"needed": self.needed}
            return {**about, "contradiction": list(self.contradiction), **needed}
        found = self.found
        measure: str
        if isinstance(found, Repair):
            measure, number, size = found.measure, len(found.changes), float(found.change)
        else:
            measure = "factor" if found.what == "factors" else found.measure
            number = len(found.factors) or len(found.entries)
            sizes = [x for moved in found.entries.values() for _, x in moved]
            of_all = max if found.measure == "largest" and sizes else sum
            size = float(max(found.factors.values(), default=of_all(map(abs, sizes))))
        return {
            **about,
            "skipped": self.skipped,
            "impossible": found.before,
            "what": self.change,
            "changed": number,
            "measure": measure,
            "change": size,
            "least": float_at_least(Fraction(found.least)),
            "audits": found.audits,
        }

    @cached_property
    def bound(self) -> str | None:
        """The certificate that less does not suffice, or that nothing does, if there is a proof."""
        layer, domain, outcome = self.audit.layer, self.domain, self.outcome
        if isinstance(outcome, RowRepair | NoFactors):
            proof_text = resolve_name(f"{_OF_ROWS}.row_repair_proofs:proof_text")
            text: str | None = proof_text(layer, domain, outcome)
            return text
        if isinstance(outcome, Impossible):
            return bound_text(layer, domain, self.questions, outcome.demands, "none", Fraction(0))
        if not outcome.proof or (not outcome.least and outcome.measure != "number"):
            return None
        least = Fraction(float_at_least(outcome.least))
        return bound_text(
            layer, domain, self.questions, outcome.proof, outcome.measure, least, outcome.groups
        )

    @property
    def table(self) -> str:
        """Every change as CSV: offsets and entries before and after, with the difference, or factors."""
        layer, found = self.audit.layer, self.found
        held = io.StringIO()
        table = csv.writer(held, lineterminator="\n")

        def numbers(k: int, j: int, change: Fraction) -> tuple[float, float, float]:
            old = Fraction(float(layer.rows[k, j])) / layer.scale
            return float(old), float(old + change), float(change)

        if isinstance(found, Repair):
            table.writerow(["label", "row", "before", "after", "change"])
            for k, change in sorted(found.changes.items()):
                table.writerow([layer.labels[k], k + 1, *numbers(k, 0, change)])
        elif found.what == "factors":
            table.writerow(["label", "row", "factor"])
            for k, factor in sorted(found.factors.items()):
                table.writerow([layer.labels[k], k + 1, float(factor)])
        else:
            table.writerow(["label", "row", "column", "before", "after", "change"])
            for k, moved in sorted(found.entries.items()):
                for j, change in moved:
                    table.writerow([layer.labels[k], k + 1, j, *numbers(k, j, change)])
        return held.getvalue()

    # What is written

    def save(self, output: str | os.PathLike[str]) -> dict[str, str]:
        """Write the repaired tensors, which are then read again and audited.

        Parameters
        ----------
        output
            A folder, for the tensors with certificates, the changes and a report; or a file, for the
            tensors alone. Of a layer that is not repaired a folder gets the proof, a file nothing.

        Returns
        -------
        The files that were written, by what they are.

        Raises
        ------
        BadInput
            If the file has not the suffix of the format in which the layer is written.
        """
        path = os.fspath(output)
        form, _ = form_and_grid(self.audit.layer, self.change)
        alone = prepared(form, path)
        written: dict[str, str] = {}
        if self.repaired:
            written["model"], again = self._write_layer(form, path, alone)
            decided = self._audited(again, written["model"])
        if alone:
            return written
        folder = Path(path)
        if self.bound is not None:
            written["bound"] = str(folder / "bound.json")
            write_atomically(written["bound"], self.bound + "\n")
        if self.repaired:
            written["changes"] = str(folder / "changes.csv")
            write_atomically(written["changes"], self.table)
            written |= self._write_audit(folder, written["model"], again, decided)
        return written

    def _write_audit(
        self,
        folder: Path,
        model: str,
        again: OutputLayer,
        decided: list[tuple[Question, Outcome]],
    ) -> dict[str, str]:
        """The certificate of the repaired file and, where every label was asked about, the report."""
        from arrangements.audits import audit_certificate, report

        number, inputs = len(self.questions), self.domain.stated
        about: dict[str, object] = {"model": model, **described(again, inputs)}
        about |= {"labels": again.n, "questions": number}
        written = {"audit": str(folder / "audit.npz")}
        audit_certificate.save(written["audit"], again.rows, self.domain, decided, about)
        if self.of_labels:
            told = {**about, "possible": number, "impossible": 0, "skipped": self.skipped}
            report.write(str(folder), again.rows, again.labels, self.domain, decided, told)
            written["report"] = str(folder / "audit.html")
        return written

    def _write_layer(self, form: Form | None, output: str, alone: bool) -> tuple[str, OutputLayer]:
        """The file of the repaired layer, and the layer as it is read from there."""
        import numpy as np

        layer, new = self.audit.layer, self.layer
        if form is None:
            from arrangements.io.writers import as_text

            path = output if alone else str(Path(output) / "model.json")
            write_atomically(path, as_text(new.configuration(), PurePath(path).suffix[1:]))
            again = load_layer(path)
        else:
            of_offsets = self.change == "offsets"
            weights, name = layer.weights, _offsets_name(layer) if of_offsets else layer.bias
            if form.source is None and form.suffix == ".safetensors":
                # The layer alone, which is then read without options.
                weights, name = "weight", None if name is None else "bias"
            path = form.write(
                output.removesuffix(form.suffix) if alone else str(Path(output) / "model"),
                weights,
                name,
                new.rows[:, 0] / new.scale,
                lambda: new.rows[:, 1:] / new.scale,
                None if of_offsets else lambda: _as_stored(layer, new.rows[:, 1:] / new.scale),
            )
            again = load_layer(f"{path}:{weights}", bias=name or "none", labels=layer.labels)
        if not np.array_equal(again.rows * new.scale, new.rows * again.scale):
            raise InternalError(f"repaired file must hold the layer that was audited ({path})")
        return path, again

    def _audited(self, again: OutputLayer, path: str) -> list[tuple[Question, Outcome]]:
        layer = Layer(again, self.domain.inputs)
        decided = [answer.in_integers for answer in answers(layer, self.questions)]
        if not all(outcome.possible for _, outcome in decided):
            raise InternalError(f"repaired file must have the answers of its audit ({path})")
        return decided


def least_change(
    audit: Audit,
    questions: Sequence[Question],
    *,
    of_labels: bool,
    change: Change,
    least: Measure | None,
    at_most: int | None,
    margin: Fraction,
    skip_equal: bool,
) -> LeastChange:
    """The search. ``of_labels``: the questions are whether each label can be first."""
    demand_measure(change, least, at_most)
    began, layer = time.perf_counter(), audit.layer
    measure: Measure = least or ("sum" if at_most is None else "number")
    domain = Domain(stated_inputs(layer, audit.asked_inputs, linear=True))
    _, grid = form_and_grid(layer, change)
    kept = list(questions)
    if skip_equal:
        later = _equal_to_earlier(layer.rows, change)
        kept = [asked for asked in kept if not asked.single or not later[asked.positions[0]]]
    search = (
        repaired
        if change == "offsets"
        else partial(resolve_name(f"{_OF_ROWS}.row_repairs:repair_rows"), what=change)
    )
    outcome: Repair | RowRepair | Impossible | NoFactors
    try:
        outcome = search(
            layer, domain, kept, grid, measure=measure, margin=margin, executor=audit.executor
        )
    except (Impossible, NoFactors) as refused:
        outcome = refused
    needed = None
    if at_most is not None and isinstance(outcome, Repair):
        fewest = int(outcome.least) + bool(outcome.proof)
        if fewest > at_most:
            needed = fewest
        elif len(outcome.changes) > at_most:
            raise LimitReached(
                f"repair must change at most {at_most} offsets, not {len(outcome.changes)}; that at least {fewest} change is proved, what lies between is open"
            )
    skipped, seconds = len(questions) - len(kept), time.perf_counter() - began
    return LeastChange(audit, domain, kept, of_labels, skipped, change, outcome, needed, seconds)


def prepared(form: Form | None, output: str) -> bool:
    """Whether the output is a file for the tensors alone; else it is a folder, which is made."""
    if not PurePath(output).suffix or Path(output).is_dir():
        made_folder(output, "output")
        return False
    known = (".json", ".csv") if form is None else (form.suffix,)
    if not output.endswith(known):
        raise BadInput(
            f"output must be a folder, or a file that ends in {' or '.join(known)}, not {short_repr(output)}"
        )
    check_writable(output)
    return True


def form_and_grid(layer: OutputLayer, change: Change) -> tuple[Form | None, Grid]:
    """How the layer is written again, and the numbers that may be written; None: as JSON."""
    from arrangements.models.opening import is_model, open_model
    from arrangements.models.writing import KINDS, form_of

    path = layer.file
    if path is None or not is_model(path):
        import numpy as np

        size = Fraction(float(np.abs(layer.rows).max(initial=0.0)) or 1.0) / layer.scale
        return None, Decimal(size / 10**6)
    tensors = open_model(path).tensors
    of_bias = None if layer.bias is None else tensors[layer.bias].kind
    form = form_of(path, tensors[layer.weights].kind, of_bias)
    if change == "offsets":
        return form, Binary(*KINDS[form.kind])
    kinds = [form.of_weights] + [form.kind] * (layer.bias is not None)
    return form, min((Binary(*KINDS[kind]) for kind in kinds), key=lambda grid: grid.bits)


def _are_multiples(row: np.ndarray, other: np.ndarray) -> bool:
    """Whether two rows of floats are equal, or positive multiples of each other, exactly.

    >>> import numpy as np
    >>> _are_multiples(np.array([1.0, -2.0]), np.array([3.0, -6.0]))
    True
    >>> _are_multiples(np.array([3.0, 1.0]), np.array([1.0, 1 / 3]))  # 1 / 3 is rounded
    False
    """
    if not (row.any() and other.any()):
        return not (row.any() or other.any())
    k = int(row.nonzero()[0][0])
    whole, part = Fraction(float(row[k])), Fraction(float(other[k]))
    return whole * part > 0 and all(
        Fraction(x) * part == Fraction(y) * whole
        for x, y in zip(row.tolist(), other.tolist(), strict=True)
    )


def _equal_to_earlier(rows: np.ndarray, change: Change) -> list[bool]:
    import numpy as np

    firsts: dict[bytes, list[int]] = {}  # rows that no earlier one is equal to
    out = []
    table = rows[:, 1:]
    if change == "factors":  # multiples have quotients that are rounded alike, and so may others
        table = rows / np.maximum(np.abs(rows).max(axis=1, initial=0, keepdims=True), 1e-300)
    for k, row in enumerate(table + 0.0):
        earlier = firsts.setdefault(row.tobytes(), [])
        out.append(any(change != "factors" or _are_multiples(rows[j], rows[k]) for j in earlier))
        if not out[-1]:
            earlier.append(k)
    return out


def _offsets_name(layer: OutputLayer) -> str:
    """The tensor of the offsets: its own name, or one that goes with the weights."""
    if layer.bias is not None:
        return layer.bias
    stem, dot, last = layer.weights.rpartition(".")
    return f"{stem}{dot}bias" if last in ("weight", "kernel") else f"{layer.weights}.bias"


def _as_stored(layer: OutputLayer, rows: np.ndarray) -> np.ndarray:
    """The weights, with outputs along the axis that the file has."""
    from arrangements.models.guess_output_layer import chosen_layer
    from arrangements.models.opening import open_model

    assert layer.file is not None
    model = open_model(layer.file)
    chosen = chosen_layer(model, layer.weights, layer.bias or "none", layer.n)
    return rows if chosen.axis == 0 else rows.T
