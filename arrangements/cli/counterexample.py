"""``arrangements counterexample``: two configurations that agree in one thing and differ in another."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.errors import BadInput, LimitReached, shown

if TYPE_CHECKING:
    from proofs.counterexamples.answer import Answer
    from proofs.counterexamples.pairs import Pair

__all__ = ["run"]


def run(
    question: Annotated[
        str | None,
        typer.Argument(metavar="[P -> Q]", help='Such as "S -> R", or a claim: theorem-5.5, theorem-H.1, lemma-5.3, theorem-5.6.'),
    ] = None,
    labels: int | None = typer.Option(None, help="Number of labels."),
    dim: int | None = typer.Option(None, help="Dimension of the rows; with --affine, of the points."),
    affine: bool = typer.Option(False, "--affine", help="Points: rows with a first column of ones, not counted by --dim."),
    smallest: bool = typer.Option(False, "--smallest", help="The smallest pair: least labels, then dimension, then entries. The default."),
    every: bool = typer.Option(False, "--all", help="All pairs with entries up to --entries, different up to relabelling."),
    count: int | None = typer.Option(None, help="So many pairs, drawn at random, different up to relabelling."),
    up_to: str | None = typer.Option(None, metavar="relabelling", help="Pairs of which no relabelling makes the Q's equal."),
    near: str | None = typer.Option(None, metavar="CONFIGURATION", help="Change one row of this configuration, as little as possible."),
    lose_argmax: str | None = typer.Option(None, metavar="LABEL", help="With --near: the lengths for which this label can come first."),
    family: str | None = typer.Option(None, metavar="NAME", help="Among the members of a family: grid:5x2:2, random:..., file:PATH."),
    equal_rows: bool = typer.Option(False, "--equal-rows", help="Allow equal rows, which have no strict ranking."),
    entries: int | None = typer.Option(None, help="Largest absolute entry: by default 3, with --all 1, with --count 9."),
    seed: int = typer.Option(1, help="Seed of the random search."),
    seconds: float = typer.Option(60.0, help="Time for the search."),
    output: str | None = typer.Option(None, help="Write the certificate to this file (-: print it); more than one into this folder."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Find configurations with equal P and different Q, or say why there are none.

    Invariants: U, G(U), D(U), C(U), C(centred U), C(B U), X(U), X(B U), S(U), R(U), argmax(U), tops(U), top-K sets, top-K orders, ties(U),
    #S(U), #R(U); (U) may be left out. Exit code 0: found, or proved that there are none; 3: nothing found within the limits.
    """
    from proofs.counterexamples.answer import asked, search
    from proofs.determinations.determination import Domain

    if up_to not in (None, "relabelling"):
        raise BadInput(f"--up-to must be relabelling, not {shown(up_to)}")
    if question is None and near is None:
        raise BadInput('question must be given, such as "S -> R" or theorem-5.5')
    if sum((smallest, every, count is not None, near is not None, family is not None)) > 1:
        raise BadInput("only one of --smallest, --all, --count, --near and --family must be given")
    if output == "-" and as_json:
        raise BadInput("--json must not be given together with --output -")
    if lose_argmax is not None and near is None:
        raise BadInput("--lose-argmax must be given together with --near")
    if every and (labels is None or dim is None):
        raise BadInput("--labels and --dim must be given with --all")
    for name, number in (("--labels", labels), ("--dim", dim), ("--count", count), ("--entries", entries)):
        if number is not None and number < 1:
            raise BadInput(f"{name} must be at least 1, not {number}")
    what = asked(question or "theorem-5.5")
    domain = Domain(labels, dim, affine or what.domain.affine, equal_rows)
    answer = search(
        replace(what, domain=domain), every=every, count=count, relabelling=up_to is not None, near=near, lose_argmax=lose_argmax,
        of=family, entries=entries, seed=seed, seconds=seconds,
    )  # fmt: skip
    if output is not None and answer.pairs:
        _write(answer.pairs, output)
    if as_json:
        typer.echo(json.dumps(answer.to_json(), ensure_ascii=False))
    elif answer.none or (answer.pairs and output != "-"):
        typer.echo("\n".join(_lines(answer, output)))
    if not answer.pairs and not answer.none:
        raise LimitReached(f"counter-example to {what} must lie beyond what was searched: {'; '.join(answer.searched)}")
    if count is not None and answer.pairs and len(answer.pairs) < count:
        raise LimitReached(f"pairs must number {count} within {seconds:g} s, not {len(answer.pairs)}")


def _write(pairs: tuple[Pair, ...], output: str) -> None:
    missing = next((pair for pair in pairs if pair.certificate is None), None)
    if missing is not None:
        raise BadInput(f"certificate of {missing.what} must be known to the checker to be written")
    certificates = [pair.certificate for pair in pairs if pair.certificate is not None]
    if output == "-":
        if len(pairs) > 1:
            raise BadInput(f"pairs must number 1 to be written to standard output, not {len(pairs)}")
        typer.echo(certificates[0].to_text(), nl=False)
    elif len(certificates) == 1:
        certificates[0].save(output)
    else:
        Path(output).mkdir(parents=True, exist_ok=True)
        for number, certificate in enumerate(certificates, 1):
            certificate.save(Path(output) / f"{number:0{len(str(len(certificates)))}}.json")


def _lines(answer: Answer, output: str | None) -> list[str]:
    question = str(answer.what) + (" (affine)" if answer.what.domain.affine else "")
    if answer.none:
        return [f"{question}: none, because {answer.none}", *(f"  {line}" for line in answer.proof)]
    shown_pairs = answer.pairs[:5]
    lines = [f"{question}: {len(answer.pairs)} pairs" if len(answer.pairs) > 1 else f"{question}: {_size(answer)}"]
    for pair in shown_pairs:
        lines += _pair(pair, answer.what.domain.affine)
    if len(answer.pairs) > len(shown_pairs):
        lines.append(f"  ... and {len(answer.pairs) - len(shown_pairs)} more")
    lines += [f"  {name:<11}  {text}" for name, text in answer.notes]
    lines += [f"  {'smaller' if k == 0 else '':<11}  {text}" for k, text in enumerate(answer.smaller)]
    lines += [f"  {'searched' if k == 0 else '':<11}  {text}" for k, text in enumerate(answer.searched)]
    if output is not None:
        lines.append(f"  {'certificate' if len(answer.pairs) == 1 else 'folder':<11}  {output}")
    return lines


def _size(answer: Answer) -> str:
    c = answer.pairs[0].first
    points, d = ("points", c.d - 1) if answer.what.domain.affine else ("labels", c.d)
    return f"{c.n} {points} in dimension {d}" + (", the smallest" if answer.least else "")


def _pair(pair: Pair, affine: bool) -> list[str]:
    """The rows, of affine configurations without the column of ones, and what tells the two apart."""
    data: dict[str, Any] = pair.to_json()
    lines = [f"  {name:<11}  " + "  ".join(f"({', '.join(row[affine:])})" for row in data[name]) for name in ("first", "second")]
    difference, kind = data["difference"], data["difference"]["kind"]
    if "first" not in difference:
        return [*lines, f"  {'difference':<11}  {kind}"]
    what = difference.get("signs") or (">" if kind in ("ranking", "top") else ",").join(difference["labels"])
    answers = [f"{'possible' if difference[name] else 'impossible'} in the {name}" for name in ("first", "second")]
    return [*lines, f"  {'difference':<11}  {kind} {what}: {', '.join(answers)}"]
