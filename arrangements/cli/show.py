"""``arrangements show``: the configuration that was read, and its degeneracies."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arrangements.cli.command import command
from arrangements.cli.options import OneSource, Printing, Running, demand_no_coordinates
from arrangements.io.formats import WRITTEN, format_of, suffixes_of

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope
    from arrangements.models import Model

__all__ = ["run"]

_SMALL = 20  # rows and columns that are printed


@dataclass(frozen=True, kw_only=True)
class Request(OneSource, Running, Printing):
    writes = ("output",)

    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=f"Write the rows to this file instead, by its suffix: {', '.join(suffixes_of(WRITTEN))}.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        if self.output is not None:
            format_of(self.output, among=WRITTEN)


@command
def run(request: Request) -> None:
    """Show the labels, dimension, rank, field, reading and degeneracies of a configuration or
    chirotope; the tensors of a model.

    With --as-floats the changes by rounding are shown, too. With --output the configuration is written in a
    format of this or of another program (cddlib and lrs, polymake, TOPCOM, SageMath, Macaulay2), and
    nothing is shown.
    """
    if request.output is not None:
        from arrangements.io.writers import save

        save(request.load_any(), request.output)
        return
    if request.bias is None and not (request.affine or request.as_floats):
        from arrangements.models.opening import model_of

        model = model_of(request.configuration)
        if model is not None:
            typer.echo(_model(model, request))
            return
    from arrangements.loading.configurations import sides

    if not request.as_json and (pair := sides(request.configuration)):
        for source in pair:
            _show(replace(request, configuration=source))
        return
    _show(request)


def _show(request: Request) -> None:
    from arrangements.io.summary import reading_differences, summary
    from arrangements.layers.configuration import Configuration

    exact = replace(request, as_floats=False).load_any()
    if not isinstance(exact, Configuration):
        demand_no_coordinates({"--as-floats": request.as_floats})
        typer.echo(_signs(exact, request))
        return
    shown = exact.as_floats() if request.as_floats else exact
    facts = summary(shown)
    facts["differs_from_exact"] = reading_differences(exact, shown) if request.as_floats else None
    small = shown.n <= _SMALL and shown.d <= _SMALL
    facts["rows"] = shown.to_json()["rows"] if small else None
    facts["bias"] = shown.to_json().get("bias") if shown.n <= _SMALL else None
    facts["offsets"] = shown.bias is not None
    typer.echo(json.dumps(facts) if request.as_json else _text(facts))


def _model(model: Model, request: Request) -> str:
    """The tensors of a model, and which of them is likely to be its output layer."""
    from arrangements.loading.inputs_of_model import spelled
    from arrangements.models.guess_output_layer import bias_of, proposed

    tensors = model.tensors
    last = proposed(model)
    offsets = None if last is None else bias_of(last, model)
    before = None if last is None or last.before is None else last.before()
    inputs = None if before is None else spelled(before)
    if request.as_json:
        every = [
            {"name": name, "kind": tensor.kind, "shape": list(tensor.shape)}
            for name, tensor in tensors.items()
        ]
        chosen = {"weights": last and last.name, "bias": offsets and offsets.name}
        known = {"steps": list(before.steps) if before else [], "proved": inputs}
        whole = {
            "model": request.configuration,
            "tensors": every,
            "proposed": chosen,
            "inputs": known,
            "facts": dict(model.facts),
        }
        return json.dumps(whole, ensure_ascii=False)
    width = max((len(name) for name in tensors), default=0)
    lines = [f"{request.configuration}: {_count(len(tensors), 'tensor')}"]
    lines += [
        f"  {name:<{width}}  {tensor.kind:<8}  {' x '.join(map(str, tensor.shape)) or 'a number'}"
        for name, tensor in tensors.items()
    ]
    lines += [f"  {key:<15} {value}" for key, value in model.facts.items()]
    if last is None:
        return "\n".join(
            [*lines, "  no tensor is plainly the output layer: name it with --weights"]
        )
    if before is not None:
        lines.append(
            f"  {'before it':<15} {', after '.join(before.steps)}{'' if inputs else ': nothing is proved of the inputs'}"
        )
    options = f"--weights {shlex.quote(last.name)}{f' --bias {shlex.quote(offsets.name)}' if offsets else ''}"
    options += f" --inputs {shlex.quote(inputs)}" if inputs else ""
    return "\n".join(
        [
            *lines,
            f"  output layer    arrangements audit {shlex.quote(request.configuration)} {options}",
        ]
    )


def _signs(chi: Chirotope, request: Request) -> str:
    """Facts about an oriented matroid without coordinates."""
    from arrangements.io.summary import chirotope_summary

    facts: dict[str, Any] = {"name": request.configuration, **chirotope_summary(chi)}
    if request.as_json:
        return json.dumps(facts)
    kind = [word for word in ("uniform", "acyclic") if facts[word]]
    lines = [
        ", ".join(
            [
                f"{request.configuration}: {_count(chi.n, 'element')}",
                f"rank {chi.rank}",
                *kind,
                "without coordinates",
            ]
        ),
        f"  labels         {_list(facts['labels'])}",
        f"  bases          {facts['bases']} of {len(chi.signs)}",
        f"  loops          {_list(facts['loops'])}",
        f"  coloops        {_list(facts['coloops'])}",
        f"  parallel       {_list([_parallel(group) for group in facts['parallel']], '; ')}",
        f"  extreme        {'not asked: there is a positive circuit' if facts['extreme'] is None else _list(facts['extreme'])}",
    ]
    signs = facts["signs"] or f"not printed ({len(chi.signs)})"
    return "\n".join([*lines, f"  signs          {signs}"])


def _text(facts: dict[str, Any]) -> str:
    lines = [
        f"{facts['name']}: {_count(facts['n'], 'label')}, dimension {facts['d']}, rank {facts['rank']}, field {facts['field']}",
        f"  reading        {facts['reading']}",
    ]
    if facts["differs_from_exact"] is not None:
        differences = facts["differs_from_exact"] or [
            "no degeneracy differs from the exact reading"
        ]
        lines += [
            f"  {'' if k else 'floats change':<14} {line}" for k, line in enumerate(differences)
        ]
    lines += [
        f"  labels         {_list(facts['labels'])}",
        *(
            [f"  offsets        {_list(facts['bias'] or ['not printed'])}"]
            if facts["offsets"]
            else []
        ),
        f"  affine rank    {facts['affine_rank']}",
        f"  zero rows      {_list(facts['zero_rows'])}",
        f"  equal rows     {_list([' = '.join(group) for group in facts['equal_rows']], '; ')}",
        f"  parallel rows  {_list([_parallel(group) for group in facts['parallel_rows']], '; ')}",
        f"  zero minors    {_minors(facts)}",
        f"  content hash   {facts['content_hash']}",
    ]
    if facts["rows"] is None:
        lines.append(f"  rows           not printed ({facts['n']} x {facts['d']})")
    elif facts["rows"] and facts["d"]:
        table = [[label, *row] for label, row in zip(facts["labels"], facts["rows"], strict=True)]
        table = [[_cut(cell) for cell in row] for row in table]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines.append("  rows")
        lines += [
            "    " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in table
        ]
    return "\n".join(lines)


def _minors(facts: dict[str, Any]) -> str:
    zero, total = facts["zero_minors"], facts["minors"]
    if zero is None:
        return (
            f"not listed ({total} minors)"
            if total < 10**18
            else f"not listed (about 10^{len(str(total)) - 1})"
        )
    return f"{len(zero)} of {total}" + (
        f": {_list([','.join(labels) for labels in zero], '  ')}" if zero else ""
    )


def _parallel(group: dict[str, list[str]]) -> str:
    opposite = f" opposite to {', '.join(group['opposite'])}" if group["opposite"] else ""
    return ", ".join(group["same"]) + opposite


def _list(items: list[str], separator: str = ", ") -> str:
    if not items:
        return "none"
    return separator.join(map(_cut, items[:_SMALL])) + (
        f"{separator}... ({len(items)} in all)" if len(items) > _SMALL else ""
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _cut(text: str, longest: int = 48) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
