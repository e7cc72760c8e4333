"""Options that the commands for many questions share: the layer, the source of the questions,
the workers, the store, and the files that a pipeline reads.
"""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from arrangements.cli.options import Request, Shared
from arrangements.errors import BadInput

if TYPE_CHECKING:
    from arrangements.audits.gate import Condition
    from arrangements.loading.layers import OutputLayer

__all__ = ["BULK_METHODS", "Bulk", "Gated", "Listed", "OfModel", "working"]

BULK_METHODS = {
    "bulk": "hard labels together, first in floating point, then by exact programs",
    "single": "one question after the other; floats suggest, integers decide",
}


class Listed(StrEnum):
    impossible = "impossible"
    possible = "possible"


@dataclass(frozen=True, kw_only=True)
class OfModel(Request):
    """The output layer of a model."""

    model: Annotated[
        str,
        typer.Argument(
            metavar="LAYER",
            help="A model file (safetensors, PyTorch, ONNX, npy, npz, ...), a CSV or JSON file, or a name of the catalogue.",
        ),
    ]
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The tensor that is the output layer; `arrangements show` lists the tensors of a file.",
        ),
    ] = None
    bias: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The tensor that holds the offsets; the word none for no offsets."
        ),
    ] = None
    labels: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The labels: one per line, a JSON list or map, or tokenizer.json."
        ),
    ] = None
    inputs: Annotated[
        str | None,
        typer.Option(
            metavar="INPUTS",
            help="The set of inputs: nonnegative, 'h >= -0.2785', box:LOW:HIGH, simplex, a FILE, auto (the set that the model proves); for audit and signature also ball:R, layernorm:GAINS:SHIFT, rmsnorm:GAINS:SHIFT. By default all inputs.",
        ),
    ] = None

    def layer(self, adapter: str | None = None) -> OutputLayer:
        """The rows of the output layer, at least one."""
        from arrangements.loading.layers import load_layer

        output = load_layer(
            self.model, weights=self.weights, bias=self.bias, labels=self.labels, adapter=adapter
        )
        if not output.n:
            raise BadInput(f"layer must have rows ({self.model})")
        return output


@dataclass(frozen=True, kw_only=True)
class Gated(Request):
    """Which answers are printed and summarised, and which of them fail."""

    listing: Annotated[
        Listed | None,
        typer.Option(
            "--list",
            help="Print the labels, questions or lines of a log that have this answer, one per line.",
        ),
    ] = None
    every: Annotated[
        bool, typer.Option("--all", help="With --json: print every answer, not the counts alone.")
    ] = False
    summary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Write .json, .md, .sarif, .xml (JUnit) or .svg (a badge); may be repeated.",
        ),
    ] = None
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="Exit with 1 on this condition: impossible, 'impossible>10' (more than ten), or, of an audit, must-not-win.",
        ),
    ] = None

    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A JSON file that an earlier --summary wrote; only findings that this file does not have fail.",
        ),
    ] = None

    def check(self) -> None:
        super().check()
        from arrangements.audits import summaries

        for path in self.summary or ():
            summaries.check(path)

    @property
    def usual(self) -> str:
        """A condition that is meant where there is a baseline and no condition."""
        return "impossible"

    @property
    def conditions(self) -> list[Condition]:
        """The conditions under which the command fails; with a baseline anything new does."""
        from arrangements.audits.gate import condition

        texts = self.fail_on or ([self.usual] if self.baseline is not None else [])
        return [condition(text) for text in texts]


@dataclass(frozen=True, kw_only=True)
class Bulk(Shared):
    """Many questions about one layer."""

    questions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The questions: one per line, or a CSV of label sets; the page on audits explains the words of a question.",
        ),
    ] = None


def working(request: Shared) -> AbstractContextManager[Executor]:
    """Who works: processes, a cluster, or this process alone."""
    from arrangements.running.executors import workers_for

    return workers_for(request.workers, request.cluster)
