"""The report: its numbers against brute force, its page in a browser."""

import json
import random
import shutil
import subprocess
from fractions import Fraction

import numpy as np
import pyarrow.parquet
import pytest

from arrangements import Configuration
from arrangements.audits import audit_certificate
from arrangements.audits.findings import boxes, findings
from arrangements.audits.least_bias import Distances
from arrangements.audits.report import page, write
from arrangements.decide.answers import decide_argmax
from arrangements.decide.batches.driver import answered
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.labels.decide_one import decide_one, first
from arrangements.layers.inputs import Inputs
from arrangements.layers.questions.question import every_label
from tests.decide.batches.test_winners import polyhedra
from tests.seeds import few


@pytest.mark.parametrize("seed", few(12, 4))
def test_least_bias_and_factor(seed):
    """A little more is enough, a little less is not: asked of the single questions, which share
    nothing with the audit.
    """
    print("seed", seed)
    draw = random.Random(seed)
    d, n = draw.randint(1, 3), draw.randint(3, 7)
    rows = np.array([[draw.choice([-2, -1, 0, 0.5, 1, 3]) for _ in range(d + 1)] for _ in range(n)])
    for inputs in polyhedra(draw, d):
        domain, exact = Domain(inputs), DyadicMatrix(rows)
        distances = Distances(exact, domain)
        for asked, outcome in answered(exact, domain, every_label(n)):
            if not isinstance(outcome, IntegerRefutation):
                continue
            least, factor = (
                distances.least_bias(asked.label, outcome).least,
                distances.least_factor(asked.label, outcome),
            )

            def first(change, label=asked.label, inputs=inputs):
                whole = [[Fraction(x) for x in row] for row in rows.tolist()]
                whole[label] = change(whole[label])
                c = Configuration(
                    [row[1:] for row in whole], bias=[row[0] for row in whole], dimension=d
                )
                return decide_argmax(c, str(label + 1), inputs=inputs)[0]

            if domain.empty:
                assert (least, factor.least) == (None, None)
                continue
            for step, possible in (
                (Fraction(1, 1000), True),
                (Fraction(0), False),
                (Fraction(-1, 1000), False),
            ):
                assert first(lambda row, by=least + step: [row[0] + by, *row[1:]]) is possible
                if factor.least is not None and (factor.least > 1 or step >= 0):
                    assert (
                        first(lambda row, by=factor.least + step: [by * x for x in row]) is possible
                    )
            if factor.least is None:
                assert factor.why == "no amount is enough"
                assert not any(first(lambda row, by=by: [by * x for x in row]) for by in (2, 10**6))


def test_least_bias_of_rows_that_are_nearly_equal():
    """Forty rows some units in the last place apart that hide each other: what each lacks is right."""
    n, m, d = 120, 40, 20
    drawn = np.random.default_rng(0)
    rows = drawn.standard_normal((n + m, d + 1)).astype(np.float32)
    rows[:, 0] *= np.float32(0.01)
    apart = drawn.integers(-10, 11, (m, d)).astype(np.float32) * np.float32(2.0**-23)
    rows[n:, 1:] = rows[0, 1:] * np.float32(0.1) * (1 + apart)
    rows[n:, 0] = np.float32(0.5) - np.float32(1e-7) * drawn.integers(0, 8, m).astype(np.float32)
    table, domain = rows.astype(np.float64), Domain(Inputs(d))
    exact = DyadicMatrix(table)
    distances, hidden = Distances(exact, domain), 0
    for label in range(n, n + m):
        outcome = decide_one(exact, domain, *first(n + m, label))
        if not isinstance(outcome, IntegerRefutation):
            continue
        least = distances.least_bias(label, outcome).least
        assert least is not None
        hidden += 1
        if hidden % 8 == 1:
            for factor, kind in ((1 - 1e-6, IntegerRefutation), (1 + 1e-6, IntegerWitness)):
                moved = table.copy()
                moved[label, 0] += float(least) * factor
                again = decide_one(DyadicMatrix(moved), domain, *first(n + m, label))
                assert isinstance(again, kind)
    assert hidden > 20


def found_and_labels(n=12):
    draw = np.random.default_rng(3)
    rows = np.round(draw.normal(size=(n, 4)), 2)
    rows[5] = rows[4]
    labels = [f"label {i}" for i in range(n - 1)] + ["</script><b>x"]
    domain = Domain(Inputs.nonnegative(3))
    return (
        rows,
        labels,
        domain,
        list(answered(DyadicMatrix(rows), domain, every_label(len(labels)))),
    )


def test_files_agree(tmp_path):
    rows, labels, domain, answers = found_and_labels()
    about = {
        "model": "m",
        "weights": "w",
        "bias": None,
        "labels": 12,
        "dimension": 3,
        "inputs": "nonnegative",
        "content_hash": "0" * 64,
    }
    write(str(tmp_path), rows, labels, domain, answers, about)
    whole = json.loads((tmp_path / "audit.json").read_text())
    table = pyarrow.parquet.read_table(tmp_path / "audit.parquet").to_pydict()
    text = (tmp_path / "audit.html").read_text()
    assert table["label"] == [item["label"] for item in whole["answers"]] == labels
    assert table["possible"] == [item["possible"] for item in whole["answers"]]
    assert whole["equal_rows"] == [["label 4", "label 5"]]
    assert text.count("</script>") == 2
    assert "default-src 'none'" in text
    assert "http" not in text.replace("http-equiv", "")
    never = next(item for item in whole["answers"] if not item["possible"])
    assert sum(weight for _, weight in never["dominated_by"]) == pytest.approx(1)


def test_possible_on_paper_only():
    rows = DyadicMatrix(np.array([[0.0, 1.0], [-(2.0**30), 2.0], [0.0, -1.0], [0.0, 1 + 2.0**-40]]))
    domain = Domain(Inputs.nonnegative(1))
    found = findings(rows, domain, list(answered(rows, domain, every_label(4))))
    assert [(item.possible, item.paper[:20]) for item in found][1] == (True, "wins only beyond |h|")


def test_labels_by_the_boxes_in_which_they_win():
    """With offsets 0, -1, -20 the second and third win on intervals of h: from 1 on, and from 19
    on.
    """
    rows, domain = (
        DyadicMatrix(np.array([[0.0, 0.0], [-1.0, 1.0], [-20.0, 2.0]])),
        Domain(Inputs.nonnegative(1)),
    )
    found = findings(rows, domain, list(answered(rows, domain, every_label(3))))
    assert [item.possible for item in found] == [True, True, True]
    assert found[1].reach > 1
    assert 19 < found[2].reach < 70
    assert dict(boxes(found))[10] <= 2
    assert dict(boxes(found))[100] == dict(boxes(found))[10**6] == 3
    least = [min(size for size, number in boxes(found) if number >= k) for k in (1, 2, 3)]
    for item in found:  # and where it is said to win it does
        box = Inputs(
            1,
            [
                *Inputs.nonnegative(1).inequalities,
                *Inputs.box([None], [Fraction(item.reach) + 1]).inequalities,
            ],
        )
        c = Configuration([[0], [1], [2]], bias=[0, -1, -20])
        assert decide_argmax(c, str(item.row + 1), inputs=box)[0]
    assert least[-1] == 100


@pytest.mark.parametrize(
    "inputs",
    [
        # nothing is nearer to the origin: the search for nearer points never ended
        Inputs.at_least(1, 2),
        Inputs.at_least(-(10**30), 2),
        Inputs.at_least(10**400, 2),
        Inputs(2, [[10**9990, 1, 0]]),
        Inputs(2, [[10**300, 1, Fraction(-1, 10**300)], [1, 2, 10**30]]),
        Inputs(2, [], [[10**30, 1, 0]]),
        Inputs(2, [], [[10**300, 1, Fraction(1, 10**300)]]),
        Inputs(2, [], [[2, -1, 0], [0, 1, 0]]),
    ],
    ids=str,
)
@pytest.mark.parametrize("n", [5, 70])
def test_inputs_of_any_size(n, inputs, tmp_path):
    """Coefficients beyond int64 and float64, in every part of an audit."""
    draw = np.random.default_rng(2)
    rows = np.vstack(
        [
            [[0.0, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]],
            np.round(draw.normal(size=(n - 5, 3)), 2),
        ]
    )
    domain, labels = Domain(inputs), [str(i) for i in range(n)]
    single, answers = (
        list(answered(DyadicMatrix(rows), domain, every_label(len(labels)), method=method))
        for method in ("single", "auto")
    )
    assert [isinstance(outcome, IntegerRefutation) for _, outcome in single] == [
        not isinstance(outcome, IntegerWitness) for _, outcome in answers
    ]
    audit_certificate.save(str(tmp_path / "audit.npz"), rows, domain, answers, {})
    about = {
        "model": "m",
        "weights": "w",
        "bias": None,
        "labels": n,
        "dimension": 2,
        "inputs": "i",
        "content_hash": "0" * 64,
    }
    write(str(tmp_path), rows, labels, domain, answers, about)
    whole = json.loads((tmp_path / "audit.json").read_text())
    assert [item["possible"] for item in whole["answers"]] == [
        isinstance(outcome, IntegerWitness) for _, outcome in answers
    ]


@pytest.mark.peer
def test_page_in_a_browser(tmp_path):
    """A hundred thousand labels, in Chromium: what a reader sees after the scripts have run."""
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not installed")
    rows, labels, domain, answers = found_and_labels()
    found = findings(DyadicMatrix(rows), domain, answers)
    labels += [f"more {i}" for i in range(100_000)]
    many = found + [type(found[0])(12 + i, True, 1.0, 0.5) for i in range(100_000)]
    about = {
        "model": "m",
        "weights": "w",
        "bias": None,
        "dimension": 3,
        "inputs": "everything",
        "content_hash": "0" * 64,
    }
    path = tmp_path / "audit.html"
    path.write_text(
        page(
            many,
            labels,
            {**about, "labels": len(many), "equal": [[4, 5]], "near": []},
            [[0.1, 0.2]] * len(many),
        )
    )
    command = [
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=5000",
        "--dump-dom",
        f"file://{path}",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "100,012 labels</span>" in done.stdout
    assert 10 < done.stdout.count('class="row') < 60
    assert "can never be first. Whatever the input" in done.stdout
