"""The set of inputs that is printed is the set that answers, JSON, reports, summaries and certificates
are about: for every question, and for every kind of inputs.

The printed words are read here as a set (``set_in``), and a certificate as another
(``certified``); exact programs answer for the second.
"""

import json
import re
import zipfile
from fractions import Fraction
from math import isqrt, lcm
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
import pytest

from arrangements import Inputs, load_inputs
from arrangements.decide.answers import answers
from arrangements.decide.batches.thresholds import decided, kept
from arrangements.decide.one_by_one.best_places import exact_places
from arrangements.layers.configuration import Configuration
from arrangements.layers.layer import Layer
from arrangements.layers.questions.parser import parsed
from arrangements.layers.questions.question import Question, under
from arrangements.loading.layers import load_layer
from tests.models.make_files import FILES
from tests.models.test_onnx import graph, node
from tests.processes import called

D, N = 3, 6
LABELS = "labels.txt"  # of a model whose own labels are no words
_DRAW = np.random.default_rng(11)
_ROWS = _DRAW.integers(-12, 13, (N, D)) / 4
_BIAS = _DRAW.integers(-12, 13, N) / 2
_GAINS, _SHIFT = np.array([1.5, -0.5, 2]), np.array([0.5, 0, -1])
LAYERNORM = Inputs.layernorm([*map(Fraction, _GAINS)], [*map(Fraction, _SHIFT)])
RMSNORM = Inputs.rmsnorm([*map(Fraction, _GAINS)])
GGUF = Inputs.rmsnorm([1, Fraction(-1, 2), 2])

_AROUND = ", around the outputs of the norm (a no holds for these, too, a yes need not)"
_BALL = " (for the ball: a no is one on the sphere, too, of a yes `decide` says)"

PLAIN = (
    None,
    "everything",
    "nonnegative",
    "h >= -1/2",
    "box:-1:1",
    "box:ends.csv",
    "simplex",
    "hull.csv",
    "flat.json",
    "unit",
    "ball:3/2",
    "ball:2; h >= 0",
    "ball:2; h >= 0; sphere",
    "layernorm:gains.npy:shift.npy",
    "layernorm:gains.npy:shift.npy; sphere",
    "rmsnorm:gains.npy",
)
# What comes last before the layer, the offsets, and the norm that it is, if it is one.
MODELS: dict[str, tuple[list[Any], bool, Inputs | None]] = {
    "layer norm": ([node("LayerNormalization", "x,g,c", "h")], True, LAYERNORM),
    "layer norm without offsets": ([node("LayerNormalization", "x,g,c", "h")], False, LAYERNORM),
    "rms norm": ([node("RMSNormalization", "x,g", "h")], True, RMSNORM),
    "rms norm without offsets": ([node("RMSNormalization", "x,g", "h")], False, RMSNORM),
    "long gains": ([node("RMSNormalization", "x,long", "h")], True, None),
    "relu": ([node("Relu", "x", "h")], True, None),
    "sigmoid": ([node("Sigmoid", "x", "h")], True, None),
    "softmax": ([node("Softmax", "x", "h")], True, None),
    "tanh with gains": ([node("Tanh", "x", "t"), node("Mul", "t,g", "h")], True, None),
}
FOUND = {
    "gguf": ("model-f32.gguf", GGUF),
    "keras": ("model.keras", None),
    "onnx": ("torch.onnx", None),
}

QUESTIONS: dict[str, tuple[str, ...]] = {
    "first": (),
    "chosen": ("--ties", "first"),
    "must not win": ("--must-not-win", "#2,#5"),
    "places": ("--rank", "3"),
    "thresholds": ("--threshold", "0.3"),
    "min-p": ("--min-p", "0.3"),
    "confidence": ("--confidence",),
    "of a file": ("--questions", "questions.txt"),
    "label sets": ("--questions", "sets.txt"),
}
LINEAR = ("thresholds", "min-p", "scores", "repair")  # answered on linear conditions alone


def made(folder: Path, name: str) -> Path:
    """The model of this name as a file."""
    before, offsets, _ = MODELS[name]
    constants = {"w": _ROWS, "g": _GAINS, "c": _SHIFT, "b": _BIAS}
    constants = {key: value.astype(np.float32) for key, value in constants.items()}
    if name == "long gains":  # whose products with the weights are no floats
        constants["long"], constants["w"] = _GAINS / 3, _ROWS / 3
    path = folder / f"{name.replace(' ', '-')}.onnx"
    last = node("Gemm", "h,w,b" if offsets else "h,w", transB=1)
    if not offsets:
        del constants["b"]
    return Path(graph([*before, last], constants, path))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    np.savez("m.npz", weight=_ROWS, bias=_BIAS)
    np.save("gains.npy", _GAINS)
    np.save("shift.npy", _SHIFT)
    Path("ends.csv").write_text("-1,2\n0,1\n-1/2,1/2\n")
    Path("hull.csv").write_text("1,0,0\n0,1,0\n0,0,1\n-1,-1,-1\n")
    flat = {"inequalities": [[1, 1, 1, 0]], "equations": [[0, 1, -1, 1]]}
    Path("flat.json").write_text(json.dumps(flat))
    return tmp_path


def layer_of(path: Path) -> Configuration:
    return load_layer(path, labels=LABELS if Path(LABELS).exists() else None).configuration()


def asked_files(names: tuple[str, ...]) -> None:
    """Files of questions about the labels, and of logs."""
    a, b, c, *_ = names
    some = [f"argmax {a}", f"top-set {a},{b}", f"ranking {b}>{c}>{a}", f"tie {a},{c}"]
    some += [f"top {c}>{b}", f"signs {'+-0' + '?' * (len(names) - 3)}"]
    Path("questions.txt").write_text("\n".join(some))
    sets = [f"labels {a}", f"labels {b},{c}", f"labels {','.join(names)}"]
    Path("sets.txt").write_text("\n".join(sets))
    Path("log.txt").write_text(f"{a}>{b}\n{b}>{c}>{a}\n{c}>{a}>{b}\n")
    lines = [[[a, 2.0], [b, 1.5]], [[c, 1.0], [a, 0.5]], [[b, 0.25], [c, 0.25]]]
    Path("log.jsonl").write_text("\n".join(map(json.dumps, lines)))


# What is printed, read as a set


def set_in(words: str, norm: Inputs | None) -> Inputs | None:
    """The set that these words name, behind that norm; None for a box that they do not spell."""
    if words.endswith(_BALL):
        found = load_inputs(words.removesuffix(_BALL), D)
        assert found.within is not None
        assert found.within.sphere
        return found.in_ball()
    if not words.startswith("auto: "):
        return load_inputs(words, D)
    spelled, comma, after = words.removeprefix("auto: ").rpartition(", after ")
    if not comma:
        assert after.startswith("after ")
        assert norm is not None
        return norm
    if spelled.startswith("everything, after RMSNorm") or after.endswith("nothing without bias"):
        assert norm is not None
        return Inputs(D)
    spelled = spelled.removesuffix(_AROUND)
    return None if spelled.startswith("a box with bounds") else load_inputs(spelled, D)


def certified(block: dict[str, Any]) -> Inputs:
    """The set that a certificate in bulk is about."""

    def whole(row: list[Any]) -> list[int]:
        if type(row[1]) is int:
            c, j, a = int(row[0], 16), row[1], int(row[2], 16)
            return [c, *(a * (j == k) for k in range(D))]
        return [int(x, 16) for x in row]

    weak, equal = (list(map(whole, block[key])) for key in ("inequalities", "equations"))
    found = Inputs(D, weak, equal)
    if "ball" not in block:
        return found
    ball = block["ball"]
    one, square = int(ball["one"], 16), int(ball["square"], 16)
    given: dict[str, Any] = {"centre": [Fraction(int(x, 16), one) for x in ball["centre"]]}
    given["square"] = Fraction(square, one)
    if "gains" in ball:
        given["gains"] = [Fraction(int(x, 16), one) for x in ball["gains"]]
        given["centred"] = ball["centred"]
    texts = {
        key: [str(x) for x in value] if isinstance(value, list) else value
        for key, value in given.items()
    }
    return found & Inputs.from_json({"ball": {**texts, "square": str(given["square"])}})


def essence(inputs: Inputs) -> object:
    """What tells a set from others: each condition in coprime integers, and the ball."""

    def primitive(row: Any) -> tuple[int, ...]:
        common = lcm(*(x.denominator for x in row))
        numbers = [int(x * common) for x in row]
        return tuple(x // (np.gcd.reduce(numbers) or 1) for x in numbers)

    def level(row: Any) -> tuple[int, ...]:
        one = primitive(row)
        lead = next((x for x in one if x), 1)
        return tuple(x if lead > 0 else -x for x in one)

    weak, equal = set(map(primitive, inputs.inequalities)), set(map(level, inputs.equations))
    return weak, equal, inputs.within


def demand_box_around(box: Inputs, norm: Inputs, words: str) -> None:
    """Every coordinate has its two bounds, just outside what the norm puts out, and a sum that the
    norm keeps is kept.
    """
    assert norm.within is not None
    assert norm.within.gains is not None
    centre, gains = norm.within.centre, norm.within.gains
    # |z_j| is at most sqrt(d - 1) if the sum of z is 0; sqrt(d), which is proved, is a little above
    most, proved = (Fraction(isqrt(m * 10**12) + 1, 10**6) for m in (D - norm.within.centred, D))
    seen = set()
    for row in box.inequalities:
        ((j, a),) = [(j, x) for j, x in enumerate(row[1:]) if x]
        side, bound = (1 if a > 0 else -1), Fraction(-row[0]) / a
        beyond = [side * (centre[j] - bound) - abs(gains[j]) * root for root in (most, proved)]
        assert -Fraction(1, 10**5) < beyond[0]
        assert beyond[1] < Fraction(1, 10**2)
        seen.add((j, side))
    assert len(seen) == 2 * D
    assert ("and an equation" in words) is norm.within.centred is (len(box.equations) == 1)
    for row in box.equations:
        plane = {row[j + 1] * gains[j] for j in range(D)}
        assert len(plane) == 1
        assert row[0] + sum(a * c for a, c in zip(row[1:], centre, strict=True)) == 0


# Questions, and what exact programs say


def exactly(kind: str, c: Configuration, inputs: Inputs) -> object:
    """The answers for a set, by exact programs; None where the kind has none."""
    every = range(c.n)

    def yes(questions: Any) -> list[bool]:
        return [one.possible for one in answers(Layer(c, inputs), questions, method="exact")]

    if kind == "first":
        return yes(Question("top", (k,)) for k in every)
    if kind == "must not win":
        return yes(Question("top", (k,)) for k in (1, 4))
    if kind in ("of a file", "label sets"):
        with open("questions.txt" if kind == "of a file" else "sets.txt") as lines:
            return yes(parsed([line.strip() for line in lines], c.labels))
    if kind == "signature":
        with open("log.txt") as lines:
            return yes(parsed([f"top {line.strip()}" for line in lines], c.labels))
    if kind == "places" and inputs.within is None:
        return exact_places(c, inputs)
    if kind == "thresholds":
        shares = [Fraction(3, 10)] * c.n
        asked = under("on", (Question("top", (k,)) for k in every))
        return [one.possible for one in decided(c, asked, shares, inputs)]
    if kind == "min-p":
        return [kept(c, label, Fraction(3, 10), inputs).possible for label in c.labels]
    return None


def told(kind: str, found: dict[str, Any], up_to: int = 3) -> object:
    """The same of what the command said."""
    if kind == "places":
        places = [one["best_place"] for one in found["answers"]]
        return [low if low == high else (low, high) for low, high in places]
    return [one["possible"] for one in found["answers"]]


def agree(kind: str, one: Any, exact: Any) -> bool:
    if kind != "places":
        return bool(one == exact)
    return all(
        (x == y)
        if y <= 3 and not isinstance(x, tuple)
        else (x[0] if isinstance(x, tuple) else x) <= y
        for x, y in zip(one, exact, strict=True)
    )


def command(kind: str, model: Path, inputs: str | None) -> list[str]:
    given = [] if inputs is None else ["--inputs", inputs]
    given += ["--labels", LABELS] if Path(LABELS).exists() else []
    if kind == "repair":
        return ["repair", str(model), *given, "--skip-equal"]
    if kind == "signature":
        return ["signature", str(model), "log.txt", *given]
    if kind == "scores":
        return ["signature", str(model), "log.jsonl", *given, "--scores", "1/8"]
    return ["audit", str(model), *given, *QUESTIONS[kind]]


def printed(kind: str, out: str, err: str) -> str | None:
    """The inputs that a user reads."""
    if kind == "repair":
        found = re.search(r"^inputs   (.*)$", out, re.MULTILINE)
    elif kind in ("signature", "scores"):
        found = re.search(r"are possible(?:, inputs (.*))?, in [\d.]+ s$", out, re.MULTILINE)
    elif kind in ("of a file", "label sets"):
        found = re.search(r", inputs (.*), [\d.]+ s$", err, re.MULTILINE)
    else:
        found = re.search(r", inputs (.*)$", out.splitlines()[0])
    return None if found is None else found[1]


def refused(kind: str, inputs: Inputs) -> str | None:
    """What is said where a kind cannot be asked of such a set."""
    ball = inputs.within is not None
    if kind in LINEAR and ball:
        return "linear conditions alone|must be a polyhedron, not a ball|must not be behind a norm"
    if kind == "confidence" and (not ball or inputs.inequalities or inputs.equations):
        return "inputs of --confidence must be a ball or a norm without inequalities"
    return None


def compared(kind: str, model: Path, inputs: str | None, norm: Inputs | None) -> str | None:
    """The words by which this question names its inputs, compared everywhere; None if it is
    refused.
    """
    asked = command(kind, model, inputs)
    done = called(*asked)
    expected = None
    if inputs != "auto":
        named = Inputs(D) if inputs is None else load_inputs(inputs, D)
        expected = refused(kind, named.in_ball())
    if expected is None and inputs == "auto" and kind == "confidence" and norm is None:
        expected = refused(kind, Inputs(D))
    if expected is not None:
        assert done.returncode == 2, (asked, done.stdout)
        assert re.search(expected, done.stderr), done.stderr
        return None
    assert done.returncode in (0, 1), done.stderr
    words = printed(kind, done.stdout, done.stderr)
    if inputs is None and words is None:
        words = "everything"
    assert words is not None, (asked, done.stdout, done.stderr)

    for left in ("report", "repaired"):
        rmtree(left, ignore_errors=True)
    proof = Path("repaired/audit.npz" if kind == "repair" else "proof.npz")
    more = ["--output", "repaired"] if kind == "repair" else ["--certificate", str(proof)]
    if kind != "repair":
        more += [
            "--all",
            *(x for end in ("json", "md", "sarif") for x in ("--summary", f"s.{end}")),
        ]
        if "--ties" not in asked and "--questions" not in asked:
            more += ["--report", "report"]
    done = called(*asked, "--json", *more)
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    names = {"terminal": words, "JSON": found["inputs"]}
    for name, path in (
        ("s.json", "s.json"),
        ("report", "report/audit.json"),
        ("log", "report/signature.json"),
        ("repair", "repaired/audit.json"),
    ):
        if Path(path).exists():
            whole = json.loads(Path(path).read_text())
            assert {"weights", "bias", "dimension", "content_hash"} <= whole.keys()  # of the page
            names[name] = whole["inputs"]
    if kind != "repair":
        assert f"Inputs: {words}." in Path("s.md").read_text().replace("\\`", "`").replace(
            "&gt;", ">"
        )
        assert json.loads(Path("s.sarif").read_text())["runs"][0]["properties"]["inputs"] == words
    if kind != "repair" or done.returncode == 0:
        with np.load(proof) as archive:
            about = json.loads(archive["about"].tobytes())
        names["certificate"] = about["source"]["inputs"]
        block = about["inputs"]
    else:
        block = json.loads(Path("repaired/bound.json").read_text())["inputs"]
    assert set(names.values()) == {words}, names

    about_it, said = certified(block), set_in(words, norm)
    if said is not None:
        assert essence(about_it) == essence(said), (words, about_it)
    elif norm is not None:
        assert _AROUND in words
        demand_box_around(about_it, norm, words)
    else:
        assert words.replace(_AROUND, "").startswith(
            "auto: a box with bounds for each coordinate, after"
        )
    if kind == "repair" and Path("repaired/bound.json").exists():
        bound = json.loads(Path("repaired/bound.json").read_text())["inputs"]
        assert essence(certified(bound)) == essence(about_it)
    exact = exactly(kind, layer_of(model), about_it)
    if exact is not None:
        assert agree(kind, told(kind, found), exact), (words, found, exact)
    return words


KINDS = (*QUESTIONS, "signature", "scores", "repair")


@pytest.mark.parametrize("inputs", PLAIN)
def test_sets_that_are_named(inputs: str | None, folder: Path) -> None:
    asked_files(layer_of(Path("m.npz")).labels)
    for kind in KINDS:
        words = compared(kind, Path("m.npz"), inputs, None)
        assert words in (None, inputs or "everything", f"{inputs}{_BALL}")
        sphere = inputs is not None and (inputs == "unit" or inputs.endswith("sphere"))
        assert words is None or words.endswith(_BALL) is sphere


@pytest.mark.parametrize("name", MODELS)
def test_what_a_model_proves(name: str, folder: Path) -> None:
    """``auto``: the norm itself wherever the question can be asked of it."""
    model, norm = made(folder, name), MODELS[name][2]
    asked_files(layer_of(model).labels)
    words = {kind: compared(kind, model, "auto", norm) for kind in KINDS}
    if norm is None:
        known = {one for one in words.values() if one is not None}
        assert len(known) == 1
        assert (_AROUND in known.pop()) is (name == "long gains")
        return
    assert norm.within is not None
    short = "LayerNorm" if norm.within.centred else "RMSNorm"
    cones = f"auto: everything, after {short}, which changes nothing without bias"
    free = not MODELS[name][1] and not norm.within.centred
    for kind, said in words.items():
        assert said is not None
        if kind in LINEAR:
            assert _AROUND in said
        elif free and kind != "confidence":
            assert said == cones
        else:
            assert said == f"auto: after {short}"


@pytest.mark.parametrize("name", FOUND)
def test_what_files_of_other_formats_prove(name: str, folder: Path) -> None:
    file, norm = FOUND[name]
    Path(LABELS).write_text("\n".join("abcde"))
    asked_files(layer_of(FILES / file).labels)
    for kind in KINDS:
        words = compared(kind, FILES / file, "auto", norm)
        assert words is None or (_AROUND in words) is (norm is not None and kind in LINEAR)


def test_a_norm_of_keras_proves_nothing_yet(folder: Path) -> None:
    """Its gains are not read, so that nothing is said of it; the activation before it is not
    taken for what comes last.
    """
    with (
        zipfile.ZipFile(FILES / "model.keras") as given,
        zipfile.ZipFile("m.keras", "w") as changed,
    ):
        for item in given.infolist():
            data = given.read(item)
            if item.filename == "config.json":
                config = json.loads(data)
                norm = {"class_name": "LayerNormalization", "config": {"name": "norm"}}
                config["config"]["layers"].insert(-1, norm)
                data = json.dumps(config).encode()
            changed.writestr(item, data)
    done = called("audit", "m.keras", "--inputs", "auto")
    assert (done.returncode, done.stdout) == (2, "")
    assert "inputs must be named, as the model does not tell the steps" in done.stderr
