"""Certificates as SMT-LIB and VIPR: other readers come to the same answers, and mutants are
refused.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arrangements import Configuration, Inputs, decide_argmax, decide_ranking, decide_signs
from arrangements.errors import BadInput
from arrangements.proof.certificates import Certificate
from arrangements.proof.smt_vipr import FORMS, smt2, vipr
from tests.decide import vipr as reader
from tests.decide.certificates.views import view

ACCEPTED = sorted(
    path
    for path in (Path(__file__).parent / "certificates" / "accept").glob("*.json")
    if not path.name.endswith(".configuration.json")
)


def kind_of(path: Path) -> str:
    """What a file is, for these languages: a refutation, a witness, or neither."""
    value = view(json.loads(path.read_text("utf-8")))
    single = isinstance(value["answer"], bool) and value["question"]["kind"] not in ("pair",)
    inside = all(c and c["field"] is None for c in value["configurations"])
    if not (single and inside and value["evidence"].keys() <= {"witness", "refutation"}):
        return "neither"
    return "witness" if value["answer"] else "refutation"


KINDS = {path: kind_of(path) for path in ACCEPTED}
REFUTATIONS = [path for path, kind in KINDS.items() if kind == "refutation"]
SINGLE = [path for path, kind in KINDS.items() if kind != "neither"]


def test_the_corpus_has_both() -> None:
    assert len(REFUTATIONS) >= 5
    assert len(SINGLE) - len(REFUTATIONS) >= 5


@pytest.mark.parametrize("path", REFUTATIONS, ids=lambda path: path.stem)
def test_refutations_are_derivations(path: Path) -> None:
    assert reader.check(vipr(path.read_text("utf-8"))) > 0


@pytest.mark.parametrize("path", REFUTATIONS, ids=lambda path: path.stem)
def test_mutants_of_a_derivation_are_refused(path: Path) -> None:
    """Each number of the derivation matters: a changed weight leaves a sum that is not 0."""
    head, _, derivation = vipr(path.read_text("utf-8")).partition("{ lin ")
    count, *used, close, last = derivation.split()
    rows = re.findall(r"^c\d+ [GE] \d+ (\d+)", head, re.MULTILINE)
    for k in range(0, len(used), 2):
        for weight in ("7/3", "-1", "1000"):
            if weight == used[k + 1] or rows[int(used[k])] == "0":
                continue  # a condition 0 > 0 refutes with any positive weight
            mutant = [*used[: k + 1], weight, *used[k + 2 :]]
            with pytest.raises(reader.Refused, match="derivation"):
                reader.check(head + " ".join(["{ lin", count, *mutant, close, last]))


@pytest.mark.parametrize(
    ("kind", "message"),
    [("sign pattern", "one question"), ("pair", "one question")],
)
def test_other_certificates_are_refused(kind: str, message: str) -> None:
    path = next(
        p for p in ACCEPTED if json.loads(p.read_text())["claims"][0]["question"]["kind"] == kind
    )
    for write in FORMS.values():
        with pytest.raises(BadInput, match=message):
            write(path.read_text("utf-8"))


def test_what_has_no_such_form_is_named() -> None:
    rooted = Configuration([["sqrt(2)", 1], [1, "sqrt(2)"]])
    circle = decide_signs(Configuration([[3, 4]], bias=[-25]), "+", inputs=Inputs.ball(5, 2))[1]
    yes = decide_argmax(Configuration([[1], [2]]), "1")[1]
    with pytest.raises(BadInput, match="over the rationals for SMT-LIB, not a number field"):
        smt2(decide_signs(rooted, "++")[1].to_text())
    with pytest.raises(BadInput, match="for VIPR, not a ball"):
        vipr(circle.to_text())
    with pytest.raises(BadInput, match="for VIPR, not a yes"):
        vipr(yes.to_text())
    with pytest.raises(BadInput, match="not its hash"):
        smt2(yes.to_text(embed=False))


def test_the_command(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("1,0\n-1,0\n0,1\n", "utf-8")
    proof = str(tmp_path / "no.json")
    assert run("decide", str(tmp_path / "m.csv"), "--signs", "++?", "--certificate", proof)[0] == 0
    code, out, err = run("recheck", proof, "--as", "vipr")
    assert (code, err, reader.check(out)) == (0, "", 2)
    code, out, err = run("recheck", proof, "--as", "smt2")
    assert (code, err) == (0, "")
    assert out.count("(assert") == 2
    text = Path(proof).read_text("utf-8")
    Path(proof).write_text(text.replace('[0, "1"]', '[0, "2"]'), "utf-8")
    code, out, err = run("recheck", proof, "--as", "smt2")
    assert (code, out) == (1, "")
    assert "must vanish" in err
    assert run("recheck", proof, "--as", "smt2", "--json")[0] == 2


def _random(seed: int) -> Certificate:
    """A question about a random layer, and its answer."""
    rng = random.Random(seed)
    n, d = rng.randrange(2, 7), rng.randrange(1, 4)
    rows = [[rng.randrange(-3, 4) for _ in range(d)] for _ in range(n)]
    bias = [rng.randrange(-2, 3) for _ in range(n)] if rng.random() < 0.5 else None
    inputs = rng.choice(
        [
            None,
            Inputs.nonnegative(d),
            Inputs.simplex(d),
            Inputs.box([-1] * d, [1] * d),
            Inputs.ball(2, d),
        ]
    )
    layer = Configuration(rows, bias=bias)
    if rng.random() < 0.5:
        return decide_signs(layer, "".join(rng.choice("+-0?") for _ in range(n)), inputs=inputs)[1]
    order = rng.sample(range(1, n + 1), n)
    return decide_ranking(layer, ">".join(map(str, order)), inputs=inputs)[1]


@pytest.mark.parametrize("seed", range(40))
def test_random_refutations_are_derivations(seed: int) -> None:
    certificate = _random(seed)
    ball = "ball" in certificate.to_text() and '"ball": null' not in certificate.to_text()
    if certificate.answer is False and not ball:
        assert reader.check(vipr(certificate.to_text())) > 0


SOLVERS = {"z3": ["-T:60"], "cvc5": ["--tlimit=60000"]}  # with a minute each


def solver(name: str) -> list[str]:
    """The command of a solver: of the machine, or in the environment of the peers, where cvc5 is a
    library.
    """
    if found := shutil.which(name):
        return [found, *SOLVERS[name]]
    peers = Path(".venv-peers/bin").absolute()
    if name == "z3" and (peers / name).exists():
        return [str(peers / name), *SOLVERS[name]]
    python, script = peers / "python", Path(__file__).with_name("cvc5_answers.py")
    tried = [str(python), str(script)]
    if not (
        name == "cvc5" and python.exists() and subprocess.run(tried, check=False).returncode == 0
    ):
        pytest.skip(f"{name} is not installed")
    return tried


@pytest.mark.peer
@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("source", [*SINGLE, *range(100)], ids=lambda s: getattr(s, "stem", str(s)))
def test_a_solver_agrees(source: Path | int, name: str, tmp_path: Path) -> None:
    """It decides the question anew; the answer in the file is not told to it."""
    command = solver(name)
    text = source.read_text("utf-8") if isinstance(source, Path) else _random(source).to_text()
    script = tmp_path / "question.smt2"
    script.write_text(re.sub(r"\(set-info.*\n", "", smt2(text)), "utf-8")
    done = subprocess.run([*command, str(script)], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == ("sat" if json.loads(text)["claims"][0]["answer"] else "unsat")


@pytest.mark.peer
@pytest.mark.parametrize(
    "source", [*REFUTATIONS, *range(100)], ids=lambda s: getattr(s, "stem", str(s))
)
def test_viprchk_accepts(source: Path | int, tmp_path: Path) -> None:
    """The checker of the authors of the format, where it is in the path; and it refuses a derivation
    with a wrong weight.
    """
    if shutil.which("viprchk") is None:
        pytest.skip("viprchk is not installed")
    text = source.read_text("utf-8") if isinstance(source, Path) else _random(source).to_text()
    if json.loads(text)["claims"][0]["answer"] or '"ball": {' in text:
        pytest.skip("a yes, or a ball, has no such form")
    script = tmp_path / "refutation.vipr"
    for content, accepted in ((vipr(text), True), (wrong(vipr(text)), False)):
        script.write_text(content, "utf-8")
        done = subprocess.run(["viprchk", str(script)], capture_output=True, text=True, check=False)
        assert ("Infeasibility verified" in done.stdout) is accepted, done.stdout + done.stderr


def wrong(text: str) -> str:
    """A refutation with a negative weight of its first row that has coefficients; or, where every
    row is 0 > 0, of which any weight refutes, with another conclusion.
    """
    head, mark, tail = text.partition("{ lin ")
    count, *used = tail.split()
    rows = re.findall(r"^c\d+ [GE] \d+ (\d+)", head, re.MULTILINE)
    for k in range(0, 2 * int(count), 2):
        if rows[int(used[k])] != "0":
            return head + mark + " ".join([count, *used[: k + 1], "-1/7", *used[k + 2 :], "\n"])
    return text.replace("contradiction G 1 0", "contradiction G 0 0")
