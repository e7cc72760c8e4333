"""``arrangements counterexample``: two configurations that agree in one invariant and differ in
another.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.cli import completion
from arrangements.cli.command import command
from arrangements.cli.options import Printing, Running
from arrangements.errors import BadInput, LimitReached, short_repr
from arrangements.exact.numbers import text
from arrangements.io.formats import LINES, PICTURES, check_suffix, format_of, suffixes_of
from arrangements.layers.questions.kinds import ASKED
from arrangements.ranking_text import quoted
from arrangements.running.files import made_folder

if TYPE_CHECKING:
    from proofs.search.counterexamples.pairs import Answer, Pair

__all__ = ["run"]

_SHOWN = {**dict.fromkeys(suffixes_of(LINES), "table"), **dict.fromkeys(PICTURES, "picture")}


@dataclass(frozen=True, kw_only=True)
class Request(Running, Printing):
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="P -> Q",
            help='Such as "S -> R", or a claim: theorem-5.5, theorem-H.1, lemma-5.3, theorem-5.6.',
            autocompletion=completion.invariants,
        ),
    ] = None
    labels: Annotated[int | None, typer.Option(help="Number of labels.")] = None
    points: Annotated[
        int | None, typer.Option(help="Number of points: the same as --affine --labels.")
    ] = None
    dim: Annotated[
        int | None, typer.Option(help="Dimension of the rows; with --affine, of the points.")
    ] = None
    affine: Annotated[
        bool,
        typer.Option(
            "--affine", help="Points: rows with a first column of ones, not counted by --dim."
        ),
    ] = False
    smallest: Annotated[
        bool,
        typer.Option(
            "--smallest",
            help="The smallest pair: fewest labels, then least dimension, then least entries. The default.",
        ),
    ] = False
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="All pairs with entries up to --entries, different up to relabelling."
        ),
    ] = False
    count: Annotated[
        int | None,
        typer.Option(help="This many pairs, drawn at random, different up to relabelling."),
    ] = None
    up_to: Annotated[
        str | None,
        typer.Option(metavar="relabelling", help="Pairs whose Q differ under every relabelling."),
    ] = None
    near: Annotated[
        str | None,
        typer.Option(
            metavar="CONFIGURATION",
            help="Change one row of this configuration, as little as possible.",
        ),
    ] = None
    lose_argmax: Annotated[
        str | None,
        typer.Option(
            metavar="LABEL",
            help="A label that can come first in the first configuration only; with --near, also all lengths of its row at which the label can.",
        ),
    ] = None
    family: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Search the members of a family: grid:5x2:2, random:..., file:PATH.",
        ),
    ] = None
    inputs: Annotated[
        str | None,
        typer.Option(
            metavar="INPUTS",
            help="Patterns, winners and ties on these inputs only, as for `decide`.",
        ),
    ] = None
    unit_rows: Annotated[
        bool, typer.Option("--unit-rows", help="Rows of length 1, as fractions.")
    ] = False
    integer: Annotated[
        bool, typer.Option("--integer", help="Integer entries only, also of pairs drawn at random.")
    ] = False
    equal_rows: Annotated[
        bool, typer.Option("--equal-rows", help="Allow equal rows, which have no strict ranking.")
    ] = False
    entries: Annotated[
        int | None,
        typer.Option(
            help="The largest absolute value of an entry, by default 4, with --all 1, with --count 9; with --unit-rows the largest denominator, by default 13, with --all 5."
        ),
    ] = None
    seed: Annotated[int, typer.Option(help="Seed of the random search.")] = 1
    seconds: Annotated[float, typer.Option(help="Time for the search.")] = 60.0
    output: Annotated[
        str | None,
        typer.Option(
            help=f"Write the certificate to this .json file (-: print it), or the pair as a table ({', '.join(suffixes_of(LINES))}) "
            f"or a picture ({', '.join(PICTURES)}); more than one into this folder."
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.up_to not in (None, "relabelling"):
            raise BadInput(f"--up-to must be relabelling, not {short_repr(self.up_to)}")
        if self.question is None and self.near is None and self.lose_argmax is None:
            raise BadInput('question must be given, such as "S -> R" or theorem-5.5')
        if (
            sum(
                (
                    self.smallest,
                    self.every,
                    self.count is not None,
                    self.near is not None,
                    self.family is not None,
                )
            )
            > 1
        ):
            raise BadInput(
                "only one of --smallest, --all, --count, --near and --family must be given"
            )
        if self.output is not None:
            check_suffix("output", self.output, (".json", *_SHOWN))
            if PurePath(self.output).suffix and (self.every or (self.count or 1) > 1):
                raise BadInput(
                    f"output of more than one pair must have the name of a folder, not {short_repr(self.output)}"
                )
        if self.output == "-" and self.as_json:
            raise BadInput("--json must not be given together with --output -")
        if self.points is not None and self.labels is not None:
            raise BadInput(
                "--points must not be given together with --labels, which is the same number"
            )
        if self.inputs is not None and (
            self.near is not None or self.on_points or self.lose_argmax is not None
        ):
            raise BadInput(
                "--inputs must not be given together with --near, --affine, --points or --lose-argmax"
            )
        if self.unit_rows and (self.on_points or self.family is not None):
            raise BadInput(
                "--unit-rows must not be given together with --affine, --points or --family"
            )
        bound = "--integer" if self.integer else "--entries" if self.entries is not None else None
        if bound is not None and (self.near is not None or self.family is not None):
            raise BadInput(f"{bound} must not be given together with --near or --family")
        if self.every and (self.number is None or self.dim is None):
            raise BadInput("--labels and --dim must be given with --all")
        if self.lose_argmax is not None and self.near is None:
            self._check_label(self.lose_argmax)
        for name in ("labels", "points", "dim", "count", "entries"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise BadInput(f"--{name} must be at least 1, not {number}")

    def _check_label(self, label: str) -> None:
        if (
            not label.isdecimal()
            or len(label) > 9
            or label != str(int(label))
            or not 1 <= int(label) <= (self.number or 99)
        ):
            most = f"of 1 to {self.number}" if self.number else "from 1"
            raise BadInput(
                f"--lose-argmax must be a label {most} without --near, not {short_repr(label)}"
            )

    @property
    def on_points(self) -> bool:
        return self.affine or self.points is not None

    @property
    def number(self) -> int | None:
        """Of labels."""
        return self.labels if self.points is None else self.points

    @property
    def title(self) -> str:
        return f"the search for {self.question or 'theorem-5.5'}"


@command
def run(request: Request) -> None:
    """Find configurations with equal P and different Q, or say why there are none.

    Invariants: U, G(U), D(U), C(U), C(centred U), P(U), C(whitened U), C(B U), X(U), X(B U), S(U),
    R(U), argmax(U), LABEL in argmax(U), tops(U), top-K sets, top-K orders, ties(U), #S(U), #R(U);
    (U) may be left out. Exit code 0: a pair was found, or a proof that there is none; 3: nothing
    was found within the limits.
    """
    from proofs.search.counterexamples.answer import asked, search
    from proofs.search.determinations.determination import Domain

    count, output = request.count, request.output
    what = asked(request.question or "theorem-5.5")
    if request.inputs is not None:
        from proofs.search.invariants.inputs import on_inputs

        what = replace(
            what,
            first=on_inputs(what.first, request.inputs),
            second=on_inputs(what.second, request.inputs),
        )
    affine = request.on_points or what.domain.affine
    if affine and request.unit_rows:
        raise BadInput(
            f"--unit-rows must not be given for {request.question}, which is about points"
        )
    entries = 1 if request.unit_rows and request.integer else request.entries
    domain = Domain(
        request.number, request.dim, affine, request.equal_rows, unit_rows=request.unit_rows
    )
    answer = search(
        replace(what, domain=domain), every=request.every, count=count, relabelling=request.up_to is not None, near=request.near,
        lose_argmax=request.lose_argmax, of=request.family, entries=entries, integer=request.integer, seed=request.seed,
        seconds=request.seconds,
    )  # fmt: skip
    if output is not None and answer.pairs:
        if PurePath(output).suffix.lower() in _SHOWN:
            _show(answer.pairs, output)
        else:
            _write(answer.pairs, output)
    if request.as_json:
        typer.echo(json.dumps(answer.to_json(), ensure_ascii=False))
    elif answer.none or (answer.pairs and output != "-"):
        typer.echo("\n".join(_lines(answer, output)))
    if not answer.pairs and not answer.none:
        raise LimitReached(
            f"counter-example to {what} must lie beyond what was searched: {'; '.join(answer.searched)}"
        )
    if count is not None and answer.pairs and len(answer.pairs) < count:
        raise LimitReached(
            f"pairs must number {count} within {request.seconds:g} s, not {len(answer.pairs)}"
        )


def _show(pairs: tuple[Pair, ...], output: str) -> None:
    """One pair as a picture or as a table: a line for each label with its row in both
    configurations.
    """
    from arrangements.io.tables.lines import save
    from arrangements.io.tables.sheet import of_columns

    if len(pairs) > 1:
        raise BadInput(
            f"pairs must number 1 to be written as {PurePath(output).suffix}, not {len(pairs)}"
        )
    (pair,) = pairs
    question = f"{pair.what}: equal {pair.what.first}, different {pair.what.second}"
    if PurePath(output).suffix.lower() in PICTURES:
        from proofs.pages.diagrams import side_by_side

        if pair.first.d > (3 if pair.what.domain.affine else 2):
            raise BadInput(
                f"pair must be of the plane to be drawn, not of dimension {pair.first.d}"
            )
        side_by_side(pair, question).save(output)
        return
    columns: dict[str, list[str]] = {"label": list(pair.first.labels)}
    for name, c in (("first", pair.first), ("second", pair.second)):
        for k in range(c.d):
            columns[f"{name} {k + 1}"] = [text(row[k]) for row in c.rows]
    head = {"question": question, "difference": pair.difference}
    save(
        replace(of_columns(columns, head, {*columns} - {"label"}), noted=True),
        format_of(output, among=LINES),
        output,
    )


def _write(pairs: tuple[Pair, ...], output: str) -> None:
    missing = next((pair for pair in pairs if pair.certificate is None), None)
    if missing is not None:
        raise BadInput(f"certificate of {missing.what} must be known to the checker to be written")
    certificates = [pair.certificate for pair in pairs if pair.certificate is not None]
    if output == "-":
        if len(pairs) > 1:
            raise BadInput(
                f"pairs must number 1 to be written to standard output, not {len(pairs)}"
            )
        typer.echo(certificates[0].to_text(), nl=False)
    elif len(certificates) == 1:
        certificates[0].save(output)
    else:
        folder = made_folder(output, "folder of the certificates")
        for number, certificate in enumerate(certificates, 1):
            certificate.save(folder / f"{number:0{len(str(len(certificates)))}}.json")


def _lines(answer: Answer, output: str | None) -> list[str]:
    question = str(answer.what) + {"affine": " (affine)", "unit": " (rows of length 1)"}.get(
        answer.what.domain.kind, ""
    )
    if answer.none:
        return [f"{question}: none, because {answer.none}", *(f"  {line}" for line in answer.proof)]
    printed_pairs = answer.pairs[:5]
    lines = [
        f"{question}: {len(answer.pairs)} pairs"
        if len(answer.pairs) > 1
        else f"{question}: {_size(answer)}"
    ]
    for pair in printed_pairs:
        lines += _pair(pair, answer.what.domain.affine)
    if len(answer.pairs) > len(printed_pairs):
        lines.append(f"  ... and {len(answer.pairs) - len(printed_pairs)} more")
    lines += [f"  {name:<11}  {text}" for name, text in answer.notes]
    lines += [
        f"  {'smaller' if k == 0 else '':<11}  {text}" for k, text in enumerate(answer.smaller)
    ]
    lines += [
        f"  {'searched' if k == 0 else '':<11}  {text}" for k, text in enumerate(answer.searched)
    ]
    if output is not None:
        kind = (
            _SHOWN.get(PurePath(output).suffix.lower(), "certificate")
            if len(answer.pairs) == 1
            else "folder"
        )
        lines.append(f"  {kind:<11}  {output}")
    return lines


def _size(answer: Answer) -> str:
    c = answer.pairs[0].first
    points, d = ("points", c.d - 1) if answer.what.domain.affine else ("labels", c.d)
    return f"{c.n} {points} in dimension {d}" + (", the smallest" if answer.least else "")


def _pair(pair: Pair, affine: bool) -> list[str]:
    """The rows, of affine configurations without the column of ones, and what tells the two
    apart.
    """
    data: dict[str, Any] = pair.to_json()
    lines = [
        f"  {name:<11}  " + "  ".join(f"({', '.join(row[affine:])})" for row in data[name])
        for name in ("first", "second")
    ]
    difference, kind = data["difference"], data["difference"]["kind"]
    if "first" not in difference:
        return [*lines, f"  {'difference':<11}  {kind}"]
    what = difference.get("signs") or ASKED[kind].joint.join(map(quoted, difference["labels"]))
    answers = [
        f"{'possible' if difference[name] else 'impossible'} in the {name}"
        for name in ("first", "second")
    ]
    return [*lines, f"  {'difference':<11}  {kind} {what}: {', '.join(answers)}"]
