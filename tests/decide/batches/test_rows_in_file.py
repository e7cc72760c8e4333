"""Rows that stay in the file of the model are audited, stored and checked as those in memory."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from arrangements import audit
from arrangements.audits import audit_certificate
from arrangements.decide.batches import tasks
from arrangements.decide.dyadic import products
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Enclosed
from arrangements.decide.labels import space, walks
from arrangements.errors import BadInput
from arrangements.layers.inputs import Inputs
from arrangements.loading import layers
from arrangements.loading.layers import load_layer
from arrangements.models.in_file import RowsInFile
from arrangements.models.model import Mapped
from arrangements.models.opening import open_model
from arrangements.running.executors import Processes
from tests.bench.audits import bfloat16, interior, write_bfloat16

FILES = Path(__file__).parents[2] / "models" / "files"


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every layer counts as one that is too large for memory."""
    monkeypatch.setattr(layers, "_LARGE", 1)
    monkeypatch.setattr(layers, "_IN_FILE", 1)
    monkeypatch.setattr(space, "_KEPT_UNITS", 0)
    monkeypatch.setattr(walks, "_MADE_UNITS", 0)
    monkeypatch.setattr(space, "_PART_OF_UNITS", 64 * 12)
    monkeypatch.setattr(products, "_BLOCK", 1 << 12)


@pytest.mark.parametrize("kind", ["f2", "f4", "bfloat16", ">f4"])
@pytest.mark.parametrize("offsets", [False, True])
def test_an_array_that_stays_in_its_file(tmp_path: Path, kind: str, offsets: bool) -> None:
    path, draw = tmp_path / "entries", np.random.default_rng(3)
    table = bfloat16(draw.normal(size=(9, 5)).astype(np.float32))
    if kind == "bfloat16":
        (table.view(np.uint32) >> 16).astype("<u2").tofile(path)
        mapped = Mapped(str(path), "<u2", 0, (9, 5), True)
    else:
        table = table.astype(kind).astype(np.float32)
        table.astype(kind).tofile(path)
        mapped = Mapped(str(path), kind, 0, (9, 5))
    shifts = draw.normal(size=9).astype(np.float32) if offsets else None
    rows = cast("np.ndarray", RowsInFile(mapped, shifts))
    whole = table if shifts is None else np.column_stack([shifts, table])
    assert (rows.shape, rows.size, len(rows), rows.ndim) == (whole.shape, whole.size, 9, 2)
    some = np.array([4, 0, 4])
    for key in (
        0, -1, slice(2, 7), slice(None), some, [3, 1], whole[:, 0] > 0, np.int64(2),
        (0, 0), (slice(None), 0), (slice(None), -1), (slice(None), slice(1, None)),
        (slice(None), slice(0, 3)), (slice(None), slice(4, 1, -1)), (some, slice(1, None)),
        (some, 2), (slice(1, 3), slice(2, 4)), (slice(None), slice(3, 3)),
    ):  # fmt: skip
        found = np.asarray(rows[key])
        assert found.dtype == np.float32
        assert np.array_equal(found, whole[key]), key
    part = rows[:, 1:]
    assert isinstance(part, RowsInFile)
    assert np.array_equal(part[:, 1:][some], whole[some, 2:])
    assert (rows.max(), rows.min(initial=0)) == (whole.max(), min(0, whole.min()))
    assert np.array_equal(rows.max(axis=0), whole.max(axis=0))
    assert np.array_equal(rows + 1, whole + 1)
    assert ((rows == whole) & (whole <= rows)).all()
    assert rows.tolist() == whole.tolist()
    assert rows.astype(np.float64).dtype == np.float64
    again = pickle.loads(pickle.dumps(part))
    assert len(pickle.dumps(part)) < 1000
    assert np.array_equal(np.asarray(again), whole[:, 1:])


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("kind", ["safetensors", "npy"])
def test_the_same_answers(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a certificate that is accepted, whichever way the rows are read, and a store."""
    rows, path = bfloat16(interior(300, 12, 40, 6)), tmp_path / f"rows.{kind}"
    write_bfloat16(path, rows) if kind == "safetensors" else np.save(path, rows)
    layer, store = load_layer(path), tmp_path / "kept.db"
    assert isinstance(layer.rows, RowsInFile)
    answers = list(audit(layer, method="bulk", store=store).winners)
    assert sum(isinstance(answer.outcome, Enclosed) for answer in answers) > 20
    certificate = str(tmp_path / "audit.npz")
    pairs = [answer.in_integers for answer in answers]
    audit_certificate.save(certificate, layer.rows, Domain(Inputs(12)), pairs, {})
    said = audit_certificate.recheck(certificate, layer.rows)
    monkeypatch.setattr(tasks, "decided_labels", None)  # what is kept is not settled again
    again = list(audit(layer, method="bulk", store=store).winners)
    assert [answer.outcome for answer in again] == [answer.outcome for answer in answers]
    monkeypatch.undo()
    held = load_layer(path)
    assert isinstance(held.rows, np.ndarray)
    assert held.content_hash == layer.content_hash
    assert audit_certificate.recheck(certificate, held.rows) == said
    plain = [answer.possible for answer in audit(held, method="bulk").winners]
    assert plain == [answer.possible for answer in answers]


@pytest.mark.usefixtures("large")
def test_workers_map_the_file(tmp_path: Path) -> None:
    write_bfloat16(path := tmp_path / "rows.safetensors", bfloat16(interior(300, 12, 40)))
    alone = [answer.possible for answer in audit(str(path), method="bulk").winners]
    with Processes(1) as executor:
        found = audit(str(path), method="bulk", executor=executor).winners
        assert [answer.possible for answer in found] == alone


@pytest.mark.usefixtures("large")
def test_entries_that_are_not_finite(tmp_path: Path) -> None:
    rows = np.zeros((4, 3), np.float32)
    rows[2, 1] = np.nan
    write_bfloat16(path := tmp_path / "rows.safetensors", rows)
    with pytest.raises(BadInput, match=r"finite, not NaN at \(3, 2\)"):
        load_layer(path)


@pytest.mark.parametrize("end", ["gguf", "pt"])
def test_matrices_of_models_lie_where_they_are_mapped(end: str) -> None:
    """Of short floats that lie row after row, also of big-endian files, in archives, and beside each
    other in one storage; no others.
    """
    seen, others = set[str](), set[str]()
    for path in sorted(FILES.glob(f"*.{end}")):
        if path.name == "whole.pt":  # a pickle of code, which is refused
            continue
        for tensor in open_model(str(path)).tensors.values():
            if tensor.mapped is None:
                others.add(tensor.kind)
                continue
            rows = cast("np.ndarray", RowsInFile(tensor.mapped, None))
            assert np.array_equal(np.asarray(rows), tensor.read()), (path, tensor.name)
            seen.add(tensor.kind)
    assert seen == ({"f32", "f16", "bf16"} if end == "gguf" else {"float32", "float16", "bfloat16"})
    assert others > ({"f64"} if end == "gguf" else {"float64"})


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("name", ["model-f16.gguf", "model-bf16.pt", "legacy-f32.pt"])
def test_models_stay_in_their_files(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    layer = load_layer(FILES / name)
    assert isinstance(layer.rows, RowsInFile)
    assert layer.rows.offsets is not None
    monkeypatch.undo()
    held = load_layer(FILES / name)
    assert isinstance(held.rows, np.ndarray)
    assert held.content_hash == layer.content_hash
