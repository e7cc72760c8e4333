"""What ``arrangements design`` does with a design: its layer as a file, the proof that all rows are on
the curve, and an audit of all sets.
"""

from __future__ import annotations

import io
import json
from pathlib import PurePath
from typing import Any

import numpy as np

from arrangements.audits import audit_certificate
from arrangements.checker.design import FORMAT, Refused, check
from arrangements.decide.answers import answers
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Outcome
from arrangements.errors import InternalError
from arrangements.experimental.designs import Design
from arrangements.io.writers import as_text, save
from arrangements.layers.inputs import Inputs
from arrangements.layers.layer import Layer
from arrangements.layers.questions.question import Question
from arrangements.loading.layers import load_layer
from arrangements.models.writing import write_layer
from arrangements.running.executors import workers_for
from arrangements.running.files import write_atomically

__all__ = ["audit_sets", "save_layer", "write_proof"]

_NAMED = 3  # impossible sets that are named


def write_proof(design: Design, path: str) -> None:
    """Write that all rows are on the curve, which the checker accepts."""
    whole = {
        "format": FORMAT,
        "version": 1,
        "curve": design.curve,
        "active": design.active,
        "neighbourly": design.neighbourly,
        "offsets": design.offsets,
    }
    text = json.dumps(whole)
    rows = [design.exact_row(place) for place in range(design.labels)]
    offsets = tuple(row[-1] for row in rows) if design.offsets else None
    try:
        check(text, [row[: design.dimension] for row in rows], offsets)
    except Refused as error:
        raise InternalError(f"rows of a design must be on its curve: {error}") from None
    write_atomically(path, text + "\n")


def audit_sets(
    design: Design, workers: int | None, certificate: str | None
) -> tuple[int, list[list[str]]]:
    """How many of the sets are possible, and the first that are not. ``certificate``: the file of the
    proofs.
    """
    layer = design.configuration
    labels = layer.labels
    proved: list[tuple[Question, Outcome]] = []
    possible, impossible = 0, list[list[str]]()
    with workers_for(workers, None) as executor:
        questions = map(design.question, design.sets())
        decided = answers(Layer(layer), questions, executor=executor)
        for members, answer in zip(design.sets(), decided, strict=True):
            possible += answer.possible
            if not answer.possible and len(impossible) < _NAMED:
                impossible.append([labels[i] for i in members])
            if certificate is not None:
                proved.append(answer.in_integers)
    if certificate is not None:
        rows = load_layer(layer).rows
        about: dict[str, object] = {"labels": design.labels, "active": design.active}
        audit_certificate.save(certificate, rows, Domain(Inputs(layer.d)), proved, about)
    return possible, impossible


def save_layer(design: Design, path: str) -> None:
    """The layer as .csv, .json, .npz or .safetensors, the last two with numbers of its type."""
    layer = design.configuration
    suffix = PurePath(path).suffix.lower()
    if suffix == ".json":
        save(layer, path)
        return
    if suffix == ".csv":
        write_atomically(path, as_text(layer, "csv"))
        return
    weight = np.array([[float(x) for x in row] for row in layer.rows]).reshape(layer.n, layer.d)
    bias = None if layer.bias is None else np.array([float(x) for x in layer.bias])
    if suffix == ".safetensors":
        write_layer(path, design.rounded, weight, bias)
        return
    arrays: dict[str, Any] = {"weight": weight.astype(design.rounded)}
    if bias is not None:
        arrays["bias"] = bias.astype(design.rounded)
    archive = io.BytesIO()
    np.savez(archive, **arrays)
    write_atomically(path, archive.getvalue())
