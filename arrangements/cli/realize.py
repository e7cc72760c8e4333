"""``arrangements realize``: coordinates for a chirotope, or a proof that it has none."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from arrangements.cli.command import command
from arrangements.cli.options import Printing, Request, Running

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["run"]


@dataclass(frozen=True, kw_only=True)
class RealizeRequest(Running, Printing, Request):
    writes = ("certificate",)
    suffixes: ClassVar = {"certificate": (".json",)}

    chirotope: Annotated[
        str,
        typer.Argument(
            help="N,R:SIGNS in lexicographic order, or a file or name of signs or of rows, or -."
        ),
    ]
    attempts: Annotated[int, typer.Option(min=0, help="How often to try to place vectors.")] = 200
    seed: Annotated[int, typer.Option(help="Seed of the attempts.")] = 1
    certificate: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the proof; - prints it alone.")
    ] = None

    @property
    def title(self) -> str:
        return "the chirotope"

    def read(self) -> Chirotope:
        if ":" in self.chirotope and "," in self.chirotope.partition(":")[0]:
            from arrangements.matroids.chirotopes import Chirotope

            return Chirotope.from_topcom(self.chirotope)
        from arrangements.loading.configurations import load_chirotope

        return load_chirotope(self.chirotope)


@command(unread=141)
def run(request: RealizeRequest) -> int:
    """Find vectors whose maximal minors have these signs, exactly, or prove from the signs that
    there are none.

    Vectors may be over a number field, of degree at most 4. The proof is a bi-quadratic final polynomial: inequalities between products of minors that
    multiply to 1 < 1. Both answers are certificates, which `arrangements recheck` judges. Exit code
    0: realizable; 1: not realizable; 3: neither was found.

    JSON keys: realizable (true, false, or null: undecided), rows, comparisons (how many the proof
    has), tried, seconds.
    """
    from arrangements.combinatorial_types.realizing import realize
    from arrangements.exact.numbers import text

    chi = request.read()
    start = time.perf_counter()
    answer, certificate = realize(chi, request.attempts, request.seed)
    seconds = round(time.perf_counter() - start, 6)
    rows = comparisons = None
    if certificate is not None:
        if request.certificate == "-":
            sys.stdout.write(certificate.to_text())
            return 0 if answer else 1
        if request.certificate is not None:
            certificate.save(request.certificate)
        certificate.check()
        if answer:
            rows = [list(map(text, row)) for row in certificate.rows or ()]
        else:
            comparisons = len(certificate.evidence)
    tried = ["final polynomial"] + ["placing vectors"] * (answer is not False)
    tried += ["solving equations"] * (answer is not False and not chi.is_uniform)
    if request.as_json:
        facts = {
            "realizable": answer,
            "rows": rows,
            "comparisons": comparisons,
            "tried": tried,
            "seconds": seconds,
        }
        typer.echo(json.dumps(facts))
    elif answer is None:
        typer.echo(
            f"undecided: there is no bi-quadratic final polynomial, and {request.attempts} attempts to place vectors failed, or to solve the equations of dependent ones in a field of degree 4"
        )
    elif rows is not None:
        typer.echo(
            "\n".join(
                [
                    "realizable",
                    *(
                        f"{label}: {' '.join(row)}"
                        for label, row in zip(chi.labels, rows, strict=True)
                    ),
                ]
            )
        )
    else:
        typer.echo(
            f"not realizable: {comparisons} comparisons of products of minors contradict each other"
        )
    return {True: 0, False: 1, None: 3}[answer]
