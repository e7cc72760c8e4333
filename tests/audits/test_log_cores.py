"""Lines of logs against layers: by brute force over small layers, and what is told of a line that is
impossible.
"""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest

from arrangements import Configuration, Inputs, decide_top, load_layer
from arrangements.audits import audit_certificate
from arrangements.audits.log_cores import core
from arrangements.checker import batches as checker
from arrangements.decide.answers import answers
from arrangements.decide.batches.driver import answered
from arrangements.decide.batches.kept_refutations import Clashes
from arrangements.decide.batches.log_scores import decided_in_batches, decided_scores, proves_scores
from arrangements.decide.batches.rankings import decided_rankings, witnessed
from arrangements.decide.batches.store import Store
from arrangements.decide.batches.tasks import is_ranking
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.outcomes import Clash, IntegerRefutation, IntegerWitness
from arrangements.decide.dyadic.products import DyadicMatrix, twins
from arrangements.decide.labels.decide_one import decide_one, proves
from arrangements.decide.labels.space import space_of
from arrangements.decide.one_by_one.decide import decide
from arrangements.errors import BadInput, InternalError
from arrangements.layers.layer import Layer
from arrangements.layers.questions.logs import Log
from arrangements.layers.questions.question import Question, comparisons, of_groups
from tests.decide.batches.test_checker import as_array, packed, parts_of
from tests.decide.batches.test_mutants import _condition, changed, content

SEED = 3302


def single(layer: Configuration, asked: Question, inputs: Inputs) -> bool:
    """By one exact program, of cddlib, of the conditions that the definition names."""
    labels = layer.labels
    if asked.kind == "top":
        named = [labels[i] for i in asked.positions]
        return bool(decide_top(layer, named, inputs=inputs, method="cdd")[0])
    groups = [*asked.groups, [i for i in range(layer.n) if i not in asked.positions]]
    pairs = [
        (i, j) for k, above in enumerate(groups) for below in groups[k + 1 :] for i in above for j in below
    ]  # fmt: skip
    offsets = layer.bias or (0,) * layer.n
    rows = [[a - b for a, b in zip(layer.rows[i], layer.rows[j], strict=True)] for i, j in pairs]
    apart = Configuration(rows, bias=[offsets[i] - offsets[j] for i, j in pairs], dimension=layer.d)
    return decide(apart, Question("signs", (1,) * len(pairs)), inputs=inputs, method="cdd")[0]


def drawn(chance: random.Random) -> tuple[Configuration, Inputs]:
    n, d = chance.randint(2, 7), chance.randint(1, 3)
    rows = [[chance.randint(-2, 2) for _ in range(d)] for _ in range(n)]
    if chance.random() < 0.4:  # equal rows
        rows[chance.randrange(n)] = list(rows[chance.randrange(n)])
    bias = [0] * n if chance.random() < 0.5 else [chance.randint(-1, 1) for _ in range(n)]
    inputs = chance.choice(
        [Inputs(d), Inputs.nonnegative(d), Inputs.box([-1] * d, [2] * d), Inputs(d, equations=[[0, *[1] * d]])]
    )  # fmt: skip
    return Configuration(rows, bias=bias, dimension=d), inputs


@pytest.mark.parametrize("method", ["single", "bulk"])
def test_random_layers_against_single_programs(method, tmp_path):
    chance = random.Random(SEED)
    seen = set()
    for number in range(60):
        layer, inputs = drawn(chance)
        loaded = Layer(layer, inputs)
        same = twins([loaded.numbers])
        log = Log(layer.labels, same)
        texts = []
        for _ in range(8):
            named = chance.sample(layer.labels, chance.randint(1, layer.n))
            texts.append("".join(name + chance.choice(">>>=") for name in named)[:-1])
        lines = list(log.lines(texts, "text"))
        found = list(answers(loaded, (line.asked for line in lines), method=method))
        wanted = [single(layer, line.asked, inputs) for line in lines]
        assert [bool(one) for one in found] == wanted, (SEED, number, texts)
        pairs = [(one.asked, one.outcome) for one in found]
        path = str(tmp_path / "s.npz")
        audit_certificate.save(path, loaded.numbers, Domain(inputs), pairs, {})
        said = audit_certificate.recheck(path, loaded.numbers)
        assert said.startswith(f"{sum(wanted)} of {len(wanted)} questions have the answer yes")
        for asked, outcome in pairs:
            if not isinstance(outcome, IntegerWitness):
                _clashes(layer, inputs, asked, outcome, DyadicMatrix(loaded.numbers))
        seen.update((line.asked.kind, one) for line, one in zip(lines, wanted, strict=True))
    assert seen == {("top", True), ("top", False), ("listed", True), ("listed", False)}


def _clashes(
    layer: Configuration, inputs: Inputs, asked: Question, outcome, rows: DyadicMatrix
) -> None:
    """The labels of the core alone, in the order of the line, are impossible."""
    groups = [
        [layer.labels.index(name) for name in group]
        for group in core(asked, outcome, layer.labels, rows, Domain(inputs)).groups
    ]
    chosen = [i for group in groups for i in group]
    few = Configuration(
        [layer.rows[i] for i in chosen],
        bias=None if layer.bias is None else [layer.bias[i] for i in chosen],
        dimension=layer.d,
    )
    ends = np.cumsum([0, *map(len, groups)]).tolist()
    parts = [tuple(range(a, b)) for a, b in pairwise(ends)]
    if len(parts) > 1:
        assert not single(few, of_groups(parts[:-1], "listed"), inputs)


@pytest.mark.parametrize("kind", ["plain", "offsets", "inputs", "grid"])
def test_batches_against_single_questions(kind, tmp_path):
    """Layers of some size, and lines of them, of a layer near by, and at random: all are decided in
    the batch, or as if there were none.
    """
    draw = np.random.default_rng(SEED)
    n, d = 80, 4
    vectors = draw.normal(size=(n, d)) if kind != "grid" else draw.integers(-2, 3, (n, d)) * 1.0
    offsets = draw.normal(size=n) if kind == "offsets" else np.zeros(n)
    rows = np.column_stack([offsets, vectors])
    inputs = Inputs.nonnegative(d) if kind == "inputs" else Inputs(d)
    near = rows + 0.05 * draw.normal(size=rows.shape)
    asked = list[Question]()
    for of, length in ((rows, 1), (rows, 3), (rows, n), (near, 6), (near, 30)):
        for h in draw.normal(size=(12, d)):
            scores = of @ np.append(1, abs(h) if kind == "inputs" else h)
            order = np.argsort(-scores, kind="stable")[:length].tolist()
            asked.append(
                Question(draw.choice(["top", "ranking"]) if length > 1 else "top", tuple(order))
            )
            asked.append(of_groups([order[k : k + 2] for k in range(0, length, 2)], "listed"))
    asked += [Question("top set", tuple(draw.permutation(n)[:3].tolist())) for _ in range(12)]
    exact, domain = DyadicMatrix(rows), Domain(inputs)
    found = [type(outcome) for _, outcome in answered(exact, domain, asked, method="bulk")]
    wanted = [type(outcome) for _, outcome in answered(exact, domain, asked, method="single")]
    assert [one is IntegerWitness for one in found] == [one is IntegerWitness for one in wanted]
    assert {*wanted} == {IntegerWitness, IntegerRefutation}
    lines = [asked[k] for k in range(len(asked)) if is_ranking(asked[k])]
    settled = decided_rankings(space_of(exact, domain), lines)
    assert len(settled) > (0.5 if kind == "grid" else 0.95) * len(lines)
    clashes = Clashes(exact, domain)  # which has seen none
    assert all(
        clashes.proves(lines[k], x)
        if isinstance(x, Clash)
        else proves(exact, domain, x, *comparisons(lines[k], n))
        for k, x in settled.items()
    )
    kinds = {lines[k].kind for k, x in settled.items() if isinstance(x, Clash)}
    assert kind == "grid" or kinds == {"top", "ranking", "listed", "top set"}
    path = str(tmp_path / "s.npz")
    audit_certificate.save(path, rows, domain, [(lines[k], x) for k, x in settled.items()], {})
    assert f" of {len(settled)} questions" in audit_certificate.recheck(path, rows)


def test_cores_of_a_line():
    square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]], labels=list("abcde"))
    log = Log(square.labels, {})
    asked = [line.asked for line in log.lines(["d>b>e>a", "d>b>e>c", "e>a"], "text")]
    found = list(answers(Layer(square), asked))
    assert [bool(one) for one in found] == [False, True, False]
    rows, domain = DyadicMatrix(Layer(square).numbers), Domain(Inputs(2))
    told = [core(one.asked, one.outcome, square.labels, rows, domain) for one in found if not one]
    assert str(told[0]) == "d>b>a>c"  # d + a = b + c
    assert set(told[0].conditions) == {"d > b", "a > c"}
    assert all(" > " in text for text in told[1].conditions)
    assert told[1].to_json()["core"][0] == "e"


def scored(layer: Configuration, asked: Question, inputs: Inputs) -> bool:
    """Whether the inputs that the line leaves are not empty, by cddlib."""
    unit, named = asked.bounds
    offsets = layer.bias or (0,) * layer.n
    rows = [(b, *row) for b, row in zip(offsets, layer.rows, strict=True)]
    more = []
    for i, _, high in named:
        for j, low, _ in named:
            constant = Fraction(high - low, unit)
            more.append(
                [
                    y - x + (constant if k == 0 else 0)
                    for k, (x, y) in enumerate(zip(rows[i], rows[j], strict=True))
                ]
            )
    out = {*range(layer.n)} - {i for i, *_ in named}
    more += [[x - y for x, y in zip(rows[named[-1][0]], rows[j], strict=True)] for j in out]
    left = Inputs(layer.d, [*inputs.inequalities, *more], inputs.equations)
    one = Configuration([[0] * layer.d], bias=[1], dimension=layer.d)
    return decide(one, Question("signs", (1,)), inputs=left, method="cdd")[0]


def test_scores_against_single_programs(tmp_path):
    chance = random.Random(SEED)
    seen = set()
    for number in range(60):
        layer, inputs = drawn(chance)
        layer = Configuration(
            [[Fraction(x, 3) for x in row] for row in layer.rows],
            bias=layer.bias,
            dimension=layer.d,
        )
        loaded, offsets = load_layer(layer), layer.bias or [0] * layer.n
        log = Log(
            layer.labels,
            {},
            within=chance.choice([Fraction(0), Fraction(1, 4)]),
            scale=loaded.scale,
        )
        texts = []
        for _ in range(6):
            named = chance.sample(layer.labels, chance.randint(1, layer.n))
            scores = sorted((round(chance.gauss(0, 1), 1) for _ in named), reverse=True)
            if chance.random() < 0.5:  # of an input
                h = [Fraction(chance.randint(-2, 4), 2) for _ in range(layer.d)]
                every = {
                    name: sum(x * y for x, y in zip(row, h, strict=True)) + b
                    for name, row, b in zip(layer.labels, layer.rows, offsets, strict=True)
                }
                named = sorted(named, key=lambda name: -every[name])
                scores = [round(float(every[name]) - 3, 2) for name in named]
            texts.append(json.dumps([list(pair) for pair in zip(named, scores, strict=True)]))
        lines = [line.asked for line in log.lines(texts, "json")]
        exact, domain = DyadicMatrix(loaded.rows), Domain(inputs)
        found = list(answered(exact, domain, lines))
        scale = loaded.scale
        times = Configuration(
            [[x * scale for x in row] for row in layer.rows],
            bias=[b * scale for b in offsets],
            dimension=layer.d,
        )
        wanted = [scored(times, asked, inputs) for asked in lines]
        assert [isinstance(outcome, IntegerWitness) for _, outcome in found] == wanted, (
            SEED,
            number,
            texts,
        )
        assert all(proves_scores(exact, domain, outcome, asked) for asked, outcome in found)
        path = str(tmp_path / "s.npz")
        audit_certificate.save(path, loaded.rows, domain, found, {})
        said = audit_certificate.recheck(path, loaded.rows, scale)
        assert said.startswith(f"{sum(wanted)} of {len(wanted)} questions have the answer yes")
        for asked, outcome in found:
            if isinstance(outcome, IntegerRefutation):
                told = core(asked, outcome, layer.labels, exact, domain)
                assert told.groups or inputs.inequalities
        seen.update(wanted)
    assert seen == {True, False}


@pytest.mark.parametrize("kind", ["plain", "offsets", "inputs", "grid"])
def test_scores_in_batches_against_single_questions(kind, tmp_path):
    """Lines with scores of a layer, of one near by, and at random, of few and of many labels."""
    draw = np.random.default_rng(SEED)
    n, d = 70, 4
    vectors = draw.normal(size=(n, d)) if kind != "grid" else draw.integers(-2, 3, (n, d)) * 1.0
    rows = np.column_stack([draw.normal(size=n) if kind == "offsets" else np.zeros(n), vectors])
    inputs = Inputs.nonnegative(d) if kind == "inputs" else Inputs(d)
    near = rows + 0.05 * draw.normal(size=rows.shape)
    log = Log([str(k) for k in range(n)], {}, within=Fraction(0))
    texts = []
    for of, length in ((rows, 3), (rows, 9), (rows, n), (near, 3), (near, 9), (near, 30)):
        for h in draw.normal(size=(6, d)):
            scores = of @ np.append(1, abs(h) if kind == "inputs" else h)
            order = np.argsort(-scores, kind="stable")[:length].tolist()
            texts.append(json.dumps([[i, round(7 + scores[i], 2)] for i in order]))
    asked = [line.asked for line in log.lines(texts, "json")]
    exact, domain = DyadicMatrix(rows), Domain(inputs)
    batch = decided_in_batches(exact, domain, asked)
    found = list(answered(exact, domain, asked, method="bulk"))
    wanted = [decided_scores(exact, domain, one) for one in asked]
    assert [x.possible for _, x in found] == [x.possible for x in wanted]
    assert {*map(type, wanted)} == {IntegerWitness, IntegerRefutation}
    assert len(batch) > (0.3 if kind == "grid" else 0.9) * len(asked)
    assert all(proves_scores(exact, domain, x, asked[k]) for k, x in batch.items())
    clashes = {k: x for k, x in batch.items() if isinstance(x, Clash)}
    assert clashes or kind == "grid"
    path = str(tmp_path / "s.npz")
    audit_certificate.save(path, rows, domain, found, {})
    assert audit_certificate.recheck(path, rows).startswith(
        f"{sum(x.possible for x in wanted)} of {len(asked)} "
    )
    with Store(":memory:", "") as store:
        store.put((str(k), x) for k, x in batch.items())
        assert {k: store.get(str(k)) for k in batch} == batch
    for k, clash in list(clashes.items())[:3]:  # each guard of what comes from a store
        told = core(asked[k], clash, log.labels, exact, domain)
        assert len(told.conditions) == len(clash.pairs)
        _, named = asked[k].bounds
        last, out = named[-1][0], next(i for i in range(n) if i not in {j for j, *_ in named})
        more = (
            (-1, -1),
            (out, -1),
            (-1, out),
            (named[0][0], out),
            (last, last),
            (-2, last),
            (n, -1),
        )
        for wrong in (
            Clash(clash.pairs, clash.inputs[1:]),
            Clash(clash.pairs[1:], clash.inputs),
            Clash((clash.pairs[0], *clash.pairs), clash.inputs),
            Clash(clash.pairs, (*clash.inputs, 99)),
            *(Clash((pair, *clash.pairs[1:]), clash.inputs) for pair in more),
        ):
            assert not proves_scores(exact, domain, wrong, asked[k])
            whole = Clash(tuple(sorted(wrong.pairs)), tuple(sorted(wrong.inputs)))
            with pytest.raises(InternalError, match="must prove its answers"):
                audit_certificate.save(path, rows, domain, [(asked[k], whole)], {})


def judged(count: int, seed: int, folder) -> Counter[str]:
    """Mutants of a certificate about groups and scores: whatever is accepted still is true, by single
    programs of cddlib about the questions that it states.
    """
    chance, seen = random.Random(seed), Counter[str]()
    rows = np.array(
        [[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 0.5, 0.5], [1, 0.25, 0.75], [0, 0, 0]]
    )
    layer = Configuration(rows[:, 1:].tolist(), bias=rows[:, 0].tolist())
    domain = Domain(Inputs.box([-1, None], [None, 5]))
    asked = [
        *Log(layer.labels, {}).lines(
            ["1=2>4", "3=6>1", "5>3=2", "1=4", "6=4=2>5>1>3", "6>5>1>3", "6>5>1>3>2"], "text"
        ),
        *Log(layer.labels, {}, within=Fraction(0)).lines(
            [
                '[["1", 2.0], ["4", 0.5]]',
                '[["1", 2.0], ["2", 2.5], ["4", 0.6]]',
                '[["2", 1], ["3", 0]]',
            ],
            "json",
        ),
    ]
    found = list(
        answered(DyadicMatrix(rows), domain, [line.asked for line in asked], method="single")
    )
    assert {type(outcome) for _, outcome in found} == {IntegerWitness, IntegerRefutation}
    places = [place for place, one in enumerate(asked) if is_ranking(one.asked)]
    space = space_of(DyadicMatrix(rows), domain)
    batch = decided_rankings(space, [asked[place].asked for place in places])
    clashes = {places[k]: x for k, x in batch.items() if isinstance(x, Clash)}
    assert len(set(clashes.values())) < len(clashes)  # one for two lines
    found = [(one, clashes.get(place, outcome)) for place, (one, outcome) in enumerate(found)]
    path = str(folder / "s.npz")
    audit_certificate.save(path, rows, domain, found, {})
    parts, truth = parts_of(path), dict[str, bool]()
    for _ in range(count):
        made = changed(chance, parts)
        packed(path, list(made.items()))
        try:
            said = checker.check(path, rows)
        except (checker.Refused, ValueError) as error:
            seen[type(error).__name__] += 1
            continue
        seen["accepted and changed"] += made != parts
        about = content(made["about.npy"])
        given = [
            [_condition(row, 3) for row in about["inputs"][name]]
            for name in ("inequalities", "equations")
        ]
        yes = 0
        for one in about["questions"] if isinstance(about["questions"], list) else []:
            key = json.dumps([about["inputs"], one])
            if key not in truth:
                question = Question(one[0], tuple(one[1]))
                oracle = scored if one[0] == "scores" else single
                truth[key] = oracle(layer, question, Inputs(2, *given))
            yes += truth[key]
        assert said.startswith(f"{yes} of ") or isinstance(about["questions"], str)
    print(seed, dict(seen))
    return seen


def test_no_mutant_is_false(tmp_path):
    seen = judged(300, 20261119, tmp_path)
    assert seen["Refused"] > 30
    assert seen["accepted and changed"] > 0


def test_scores_as_they_are_written():
    square = Configuration([[0, 0], [1, 0], [0, 1], [1, 1], ["1/2", "1/2"]], labels=list("abcde"))
    rounded = Log(square.labels, {}, within=Fraction(0))
    texts = {
        '[["d", 3], ["b", 2], ["c", 1], ["a", 0], ["e", 1.5]]': True,  # in any order of the line
        '[["d", 3.00], ["b", 2.00], ["c", 1.00], ["e", 1.49], ["a", 0.00]]': True,
        '[["d", 3.00], ["b", 2.00], ["c", 1.00], ["e", 1.40], ["a", 0.00]]': False,
        '{"tokens": ["d", "b"], "logprobs": [-0.1, -0.3]}': True,
        '{"tokens": ["b", "d"], "logits": [1e0, 0.9]}': True,
        '{"top_logprobs": [{"token": "d", "logprob": 0}, {"token": "e", "logprob": 7}]}': False,
    }
    layer = Layer(square)
    asked = [line.asked for line in rounded.lines(texts, "json")]
    assert [bool(one) for one in answers(layer, asked)] == list(texts.values())
    (line,) = Log(square.labels, {}, within=Fraction(0), first=2).lines(
        ["top,scores", "d>e>a,3 2.5 0"], "csv"
    )
    assert line.asked.text(square.labels) == "scores d 5/2 to 7/2, e 49/20 to 51/20"
    for text, message in (
        ('["a", "b"]', "must have 2 scores, one for each label, not 0"),
        ('[["a", "x"]]', "score must be"),
        ('[["a", true]]', "score must be a number, not True"),
        ('[["a", null]]', "score must be a number"),
        ('[["a", NaN]]', "score must be a number"),
        ('{"tokens": ["a"], "logits": [1], "scores": [1]}', "must have 1 scores"),
    ):
        with pytest.raises(BadInput, match=message):
            list(rounded.lines([text], "json"))


def test_the_last_of_scores_is_the_one_that_can_be_least():
    """Scores 1.6, 1.9 and 1.8, whatever the input: c, which is not on the line, is above a."""
    layer = Layer(Configuration([[0], [0], [0]], labels=list("abc"), bias=["8/5", "19/10", "9/5"]))
    log = Log("abc", {}, within=Fraction(0))
    for text in ('[["a", 2], ["b", 1.9]]', '[["b", 1.9], ["a", 2]]'):
        (line,) = log.lines([text], "json")
        assert line.asked.text("abc") == "scores b 37/20 to 39/20, a 3/2 to 5/2"
        assert not any(answers(layer, [line.asked]))
    # of ends that are equal the later one
    for text, last in (('[["a", 1], ["b", 1]]', "b"), ('[["b", 1.0], ["a", 1.0]]', "a")):
        (line,) = log.lines([text], "json")
        assert "abc"[line.asked.bounds[1][-1][0]] == last


def test_equal_rows_are_not_compared():
    rows = np.array([[1.0, 0], [0, 1], [1, -0.0], [0, 1], [-1, -1]])
    log = Log("abcde", twins([rows]))
    kinds = {
        "a>c>b>d": True,
        "c>a>d>b": True,  # as they were listed, or the other way round
        "a": True,  # c is level with it
        "a>b": False,  # c is missing
        "a>c>b": True,
        "a>b>c": False,
        "e": True,
    }
    layer = Layer(Configuration(rows.tolist(), labels=list("abcde")))
    asked = [line.asked for line in log.lines(kinds, "text")]
    assert [bool(one) for one in answers(layer, asked)] == list(kinds.values())
    assert twins([np.zeros((0, 3))]) == {}


def test_lines_of_every_form(tmp_path):
    log = Log(["a", "b", 'c"', "d>e"], {})
    wanted = Question("top", (1, 3, 0))
    forms = {
        "x.txt": 'b>"d>e">a\n\n',
        "x.csv": 'id,top\n7,"b>""d>e"">a"\n',
        "x.jsonl": "\n".join(
            json.dumps(value)
            for value in (
                ["b", "d>e", "a"],
                [1, 3, 0],
                [["b", 2.5], ["d>e", 1], ["a", 0]],
                [{"token": "b", "logprob": -1}, {"token": "d>e"}, {"label": "a"}],
                {"id": 3, "tokens": ["b", "d>e", "a"], "logprobs": [0, -1, -2]},
                {"top_logprobs": [{"token": "b"}, {"token": "d>e"}, {"token": "a"}]},
                {"ranking": 'b>"d>e">a'},
                'b>"d>e">a',
            )
        ),
    }
    for name, text in forms.items():
        (tmp_path / name).write_text(text)
        found = list(log.read(str(tmp_path / name)))
        assert {line.asked for line in found} == {wanted}, name
    assert [line.number for line in found] == [*range(1, 9)]
    short = Log(log.labels, {}, first=2)
    assert next(short.read(str(tmp_path / "x.txt"))).asked == Question("top", (1, 3))
    (tmp_path / "y.txt").write_text('b=a>c"')
    assert next(short.read(str(tmp_path / "y.txt"))).asked == of_groups([[1, 0]], "listed")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.txt", "a>z", "must name labels of the layer, not 'z', line 1"),
        ("x.txt", "b\na>b>a", "must name each label once, not 'a' twice, line 2"),
        ("x.txt", "a>b\xff", "must be UTF-8, line 1"),
        ("x.txt", "a>>b", "must name labels of the layer, not ''"),
        ("x.jsonl", "[]", "must name a label, line 1"),
        ("x.jsonl", "\n{", "must be JSON"),
        ("x.jsonl", "[" * 100_000, "must be JSON"),
        ("x.jsonl", "7", "must be a list of labels, not 7"),
        ("x.jsonl", "[true]", "must name labels of the layer, not True"),
        ("x.jsonl", "[-1]", "must name labels of the layer, not -1"),
        ("x.jsonl", "[9]", "must name labels of the layer, not 9"),
        ("x.jsonl", "[[1, 2, 3]]", "must name labels of the layer"),
        ("x.jsonl", '{"top": ["a"], "labels": ["a"]}', "must have one of the keys"),
        ("x.jsonl", "{}", "must have one of the keys"),
        ("x.csv", "id,x\n1,a", "one column top or ranking, not 0"),
        ("x.csv", "top,ranking\na,a", "one column top or ranking, not 2"),
        ("x.csv", "id,top\na>b", "must have 2 cells, not 1, line 2"),
        ("x.csv", 'id,top\n1,"a>b', "CSV must be valid"),
        ("x.txt", "", "must not be empty"),
    ],
)  # fmt: skip
def test_logs_that_are_refused(name, text, message, tmp_path):
    (tmp_path / name).write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInput, match=message):
        list(Log("abc", {}).read(str(tmp_path / name)))


def test_a_line_without_an_end(tmp_path):
    with open(tmp_path / "x.txt", "wb") as file:
        file.truncate(1 << 25)
    with pytest.raises(BadInput, match="fewer than 16777216 bytes"):
        list(Log("abc", {}).read(str(tmp_path / "x.txt")))


def test_clashes_that_are_refused(tmp_path):
    """Each guard of the checker about pairs, and of what comes from a store."""
    rows = np.array([[0.0, 2, 0], [0, 0, 2], [0, -2, -1], [0, 1, 1.5]])
    exact, domain = DyadicMatrix(rows), Domain(Inputs(2, [[1, 1, 0]]))
    asked = [Question("top", (1, 2, 0, 3)), Question("ranking", (1, 2, 0, 3))]
    good = Clash(((0, 3), (1, 2), (2, 0)), ())
    path = str(tmp_path / "s.npz")
    audit_certificate.save(path, rows, domain, [(one, good) for one in asked], {})
    assert audit_certificate.recheck(path, rows).startswith("0 of 2 questions")
    parts = parts_of(path)
    rest = content(parts["rest.npy"])
    assert rest["1"] == {"like": 0}
    wrong = {
        "must be asked for": [(0, 3), (1, 2), (3, 0)],
        "must add up to zero": [(1, 0), (1, 2), (2, 3)],
        "in order": [(1, 2), (0, 3), (2, 0)],
        "of rows": [(0, 3), (1, 2), (2, 4)],
    }
    for message, pairs in wrong.items():
        said = {"0": {"pairs": pairs, "inputs": []}, "1": rest["1"]}
        packed(path, list({**parts, "rest.npy": written(said)}.items()))
        with pytest.raises((checker.Refused, ValueError), match=message):
            checker.check(path, rows)
        held = message == "in order"  # a store need not have an order
        assert Clashes(exact, domain).proves(asked[0], Clash(tuple(pairs), ())) is held
    about = content(parts["about.npy"])
    for question in (True, ["top"], ["scores", []], ["top", [True]], ["top", [4]]):
        about["questions"][0] = question
        packed(path, list({**parts, "about.npy": written(about)}.items()))
        with pytest.raises(ValueError, match="must"):
            checker.check(path, rows)
    for inputs in ([2], [0, 0], [1]):
        assert not Clashes(exact, domain).proves(asked[0], Clash(good.pairs, tuple(inputs)))
    for other in (1, 2, "0"):
        said = {**rest, "1": {"like": other}}
        packed(path, list({**parts, "rest.npy": written(said)}.items()))
        with pytest.raises(ValueError, match="like one with pairs"):
            checker.check(path, rows)
    # what is left out of a ranking is not compared; of a line it is below
    short = [Question("top", (1, 2, 0)), Question("ranking", (1, 2, 0))]
    assert [Clashes(exact, domain).proves(one, good) for one in short] == [True, False]
    about = content(parts["about.npy"])
    about["questions"][1] = ["ranking", [1, 2, 0]]
    packed(path, list({**parts, "about.npy": written(about)}.items()))
    with pytest.raises(checker.Refused, match="must ask for the same pairs"):
        checker.check(path, rows)


def test_cores_are_as_small_as_is_said():
    """Each pair of a minimal core can be left out, and no smaller set of pairs clashes, by exact
    programs; of small layers in special position.
    """
    chance, sizes = random.Random(SEED), Counter[str]()
    while sizes["smallest"] < 30:
        layer, inputs = drawn(chance)
        loaded = Layer(layer, inputs)
        named = chance.sample(range(layer.n), chance.randint(2, layer.n) if layer.n > 2 else 2)
        asked = Question("top", tuple(named))
        (found,) = answers(loaded, [asked], method=chance.choice(["bulk", "single"]))
        if found or layer.n > 5:
            continue
        rows, domain = DyadicMatrix(loaded.numbers), Domain(inputs)
        told = core(asked, found.outcome, layer.labels, rows, domain)
        sizes[told.size] += 1
        pairs = [tuple(text.split(" > ")) for text in told.conditions if " > " in text]
        given = [text for text in told.conditions if " > " not in text]  # conditions of the inputs
        assert not given or not inputs.everything
        order = [*named, *(i for i in range(layer.n) if i not in named)]
        places = {layer.labels[i]: min(k, len(named)) for k, i in enumerate(order)}
        assert all(places[above] < places[below] for above, below in pairs)
        assert not met(layer, inputs, pairs)
        assert told.size != "some"
        assert all(met(layer, inputs, [*pairs[:k], *pairs[k + 1 :]]) for k in range(len(pairs)))
        every = [pair for pair in permutations(places, 2) if places[pair[0]] < places[pair[1]]]
        if told.size == "smallest":
            for some in combinations(every, len(pairs) - 1):
                assert met(layer, inputs, some), (pairs, some)
    print(sizes)


def met(layer: Configuration, inputs: Inputs, pairs) -> bool:
    """Whether an input meets all of these comparisons."""
    if not pairs:
        return True
    place, offsets = layer.labels.index, layer.bias or (0,) * layer.n
    chosen = [(place(above), place(below)) for above, below in pairs]
    rows = [[a - b for a, b in zip(layer.rows[i], layer.rows[j], strict=True)] for i, j in chosen]
    apart = Configuration(
        rows, bias=[offsets[i] - offsets[j] for i, j in chosen], dimension=layer.d
    )
    return decide(apart, Question("signs", (1,) * len(rows)), inputs=inputs, method="cdd")[0]


def written(value) -> bytes:
    return as_array(json.dumps(value, separators=(",", ":")).encode())


@pytest.mark.parametrize("kind", ["float32", "coarse", "offsets"])
def test_points_that_are_offered(kind):
    """Points near the border of a line, whole and mutated: those that answer by definition, and no
    others. Rows of many bits, so that products in float32 and tops do not tell all.
    """
    draw = np.random.default_rng(SEED)
    rows = draw.normal(size=(300, 5))
    rows[:, 0] *= kind == "offsets"
    rows[100:200] = rows[:100] * (1 + 1e-9)
    rows[200:] = np.round(rows[200:], 1)
    if kind == "float32":
        rows = rows.astype(np.float32)
    if kind == "coarse":
        rows = np.round(rows, 1)
    rows[299] = rows[7]
    exact, domain = DyadicMatrix(rows), Domain(Inputs(4))
    pairs = list[tuple[Question, IntegerWitness]]()
    for turn in range(120):
        point = (1 << 10, *draw.integers(-(1 << 16), 1 << 16, size=4).tolist())
        values = rows.astype(np.float64) @ point
        order = np.argsort(-values, kind="stable")[: 1 + turn % 7].tolist()
        if turn % 3 == 1 and len(order) > 1:
            order[0], order[-1] = order[-1], order[0]
        if turn % 3 == 2:
            order[-1] = int(np.argsort(-values, kind="stable")[len(order)])
        name = ("top", "ranking", "top set")[turn // 40] if len(order) > 1 else "top"
        pairs.append((Question(name, tuple(order)), IntegerWitness(point)))
        pairs.append((pairs[-1][0], IntegerWitness((0, *point[1:]))))
        pairs.append((pairs[-1][0], IntegerWitness(point[1:])))
        pairs.append((pairs[-1][0], IntegerWitness(tuple(x << 20 for x in point))))
    wanted = [
        max(found.point) < 1 << 18 and proves(exact, domain, found, *comparisons(asked, len(rows)))
        for asked, found in pairs
    ]
    assert witnessed(exact, domain, pairs) == wanted
    assert {*wanted} == {True, False}


def test_long_lines_with_hardly_any_room():
    """Beginnings of long rankings, which few inputs have: those of the layer, and with rows a little
    off, are all decided in the batch, and as exact arithmetic says.
    """
    draw = np.random.default_rng(SEED)
    n, d = 1500, 8
    rows = np.column_stack([np.zeros(n), draw.normal(size=(n, d))])
    exact, domain = DyadicMatrix(rows), Domain(Inputs(d))
    space, off = space_of(exact, domain), rows + 1e-4 * draw.normal(size=rows.shape)
    for of, length in ((rows, 12), (rows, 900), (off, 120), (off, 900)):
        points = np.column_stack([np.ones(8), draw.normal(size=(8, d))])
        order = np.argsort(-points @ of.T, axis=1)[:, :length].tolist()
        asked = [Question("top", tuple(line)) for line in order]
        found = decided_rankings(space, asked)
        assert len(found) == len(asked)
        for k, outcome in found.items():
            if isinstance(outcome, Clash):
                assert Clashes(exact, domain).proves(asked[k], outcome)
                plus, minus = np.array(outcome.pairs).T
                assert isinstance(decide_one(exact, domain, plus, minus), IntegerRefutation)
            else:
                assert proves(exact, domain, outcome, *comparisons(asked[k], n))
        kinds = {type(outcome) for outcome in found.values()}
        assert kinds == {IntegerWitness} if of is rows else length < 900 or kinds == {Clash}


def test_the_only_point_of_a_ball_and_a_half_space() -> None:
    """What is told of an impossible line is a comparison that fails at this point."""
    rows = DyadicMatrix(np.array([[0.0, 1, 0], [0, 0, 1], [0, 1, 1]]))
    domain = Domain(Inputs(2, [[-2, 1, 1]], within=Inputs.ball("sqrt(2)", 2).within))  # (1, 1)
    values = [1, 1, 2]
    for line in permutations(range(3), 2):
        asked = Question("top", line)
        ((_, outcome),) = answered(rows, domain, [asked])
        assert isinstance(outcome, IntegerRefutation)
        found = core(asked, outcome, "abc", rows, domain)
        condition, *given = found.conditions
        assert set(given) <= {"h_1 + h_2 - 2 >= 0", "h in the ball"}
        above, below = ("abc".index(label) for label in condition.split(" > "))
        assert values[above] <= values[below]
        assert found.size == "smallest"
