"""A user's script: every public name, as a type checker sees it. ``test_types`` gives it to ``mypy
--strict``.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import arrangements
from arrangements import (
    ArrangementsError,
    BadInput,
    BestRank,
    Certificate,
    CertificateRefused,
    Chirotope,
    Confidence,
    Configuration,
    CosineMatrix,
    CovectorPattern,
    Decision,
    Design,
    Inputs,
    InternalError,
    LimitReached,
    OutOfTime,
    OutputLayer,
    RankingPattern,
    Refutation,
    Scalar,
    SignPattern,
    Table,
    WeakRankingPattern,
    Witness,
)


def main() -> None:
    assert_type(arrangements.__version__, str)

    # Read
    c = arrangements.load("paper/H.1-A")
    assert_type(c, Configuration)
    assert_type(arrangements.load(Path("x.csv"), affine=True, as_floats=True), Configuration)
    built = Configuration([["1", "sqrt(2)"], [0.5, Fraction(1, 3)]], labels=["a", "b"], dimension=2)
    assert_type(Configuration.affine([[1, 2], [3, 4]]), Configuration)
    assert_type(built.rows, tuple[tuple[Scalar, ...], ...])
    assert_type(
        built.centred()
        .scaled([1, "1/2"])
        .translated([1, 2])
        .transformed([[1, 0], [0, 1]])
        .merged()
        .n,
        int,
    )
    made = arrangements.Design(6, 2, neighbourly=True, rounded="float32")
    assert_type(made, Design)
    assert_type(made.configuration, Configuration)
    assert_type(made.witness((0, 3)), tuple[Fraction, ...])
    entry = built.rows[0][1]
    assert_type(entry, Scalar)
    assert_type(entry * entry + 2 - entry / 3, Scalar)
    assert_type(1 - entry, Scalar)
    assert_type(entry < Fraction(1, 2), bool)
    assert_type(Configuration([[entry, 1], [2, entry**2]]).n, int)

    cosines = arrangements.load_cosines("cosines.csv", signed_squares=True)
    assert_type(cosines, CosineMatrix)
    assert_type(CosineMatrix.of(c).cosine(0, 1), Scalar)
    assert_type(CosineMatrix.from_cosines([[1, "1/2"], ["1/2", 1]]).representative, Configuration)
    assert_type(Chirotope.from_text("+++++", 5, 4).dual().sign(0), int)
    assert_type(arrangements.load_chirotope("vamos.circuits"), Chirotope)
    assert_type(arrangements.freeness(c).free, bool)
    assert_type(next(arrangements.cells(c)).signs, str)
    assert_type(arrangements.chirotope(c), Chirotope)
    assert_type(arrangements.types("points:5").count(), int)
    print(arrangements.geometry.operations.cone(c).n)
    assert_type(len(arrangements.intersections(c)), int)
    assert_type(arrangements.same_type(c, built, up_to="reorientation"), bool)
    assert_type(arrangements.type_key(c)[0], int)
    arrangements.save(c, Path("rows.ine"))
    arrangements.save(arrangements.load_chirotope("paper/H.1-A"), "signs.cocircuits")

    # List
    relu = arrangements.load_inputs("nonnegative", 2)
    assert_type(relu, arrangements.Inputs)
    shifted = Configuration([[1, 0], [0, 1]], bias=[0, 1])
    assert_type(
        arrangements.sign_pattern(shifted, inputs=arrangements.Inputs.simplex(2))
        <= arrangements.sign_pattern(shifted),
        bool,
    )
    assert_type(arrangements.decide_argmax(shifted, "1", inputs=relu)[0], bool)
    assert_type(arrangements.count_rankings(shifted, inputs=relu), int)
    layer = arrangements.load_layer("model.safetensors", bias="none")
    assert_type(layer, OutputLayer)
    seen = arrangements.audit(layer, inputs="nonnegative")
    assert_type(seen, arrangements.Audit)
    assert_type(seen.never, tuple[str, ...])
    assert_type(seen.best_places(10).places, dict[str, tuple[int, int]])
    assert_type(seen.log("log.jsonl").impossible, tuple[str, ...])
    assert_type(seen.tied, dict[str, tuple[str, ...]])
    assert_type(seen.repair(least="sum").save("repaired"), dict[str, str])
    for answer in arrangements.audit(c, store="kept.db").ask(["top 1>2", "tie 1,2"]):
        assert_type((answer.question, answer.label, answer.possible), tuple[str, str | None, bool])
        assert_type(answer.certificate, Certificate)
    signs = arrangements.sign_pattern(c, method="lp")
    assert_type(signs, SignPattern)
    assert_type(signs - arrangements.sign_pattern(built), SignPattern)
    assert_type(next(iter(signs)), str)
    rankings = arrangements.ranking_pattern(c)
    assert_type(rankings, RankingPattern)
    assert_type(list(rankings), list[tuple[str, ...]])
    assert_type(rankings.argmax_labels(), tuple[str, ...])
    assert_type(arrangements.lp_topes(c), SignPattern)
    assert_type(arrangements.lp_rankings(c), RankingPattern)
    assert_type(arrangements.patterns_from_cosines(cosines), SignPattern)
    assert_type(arrangements.patterns_from_cosines([[1, "-1/2"], ["-1/2", 1]]), SignPattern)
    assert_type(arrangements.rankings_from_difference_cosines(cosines, ["a", "b"]), RankingPattern)
    assert_type(arrangements.interior_points(c, signs), Iterator[tuple[str, tuple[Scalar, ...]]])

    faces = arrangements.covector_pattern(c, dimension=1, inputs=relu)
    assert_type(faces, CovectorPattern)
    assert_type(
        faces & arrangements.covector_pattern(Chirotope.from_text("+++", 3, 2)), CovectorPattern
    )
    assert_type(list(faces.strings()), list[str])
    ties = arrangements.weak_ranking_pattern(c, "lp")
    assert_type(ties, WeakRankingPattern)
    assert_type(next(iter(ties)), tuple[tuple[str, ...], ...])
    assert_type(arrangements.interior_points(c, ties), Iterator[tuple[str, tuple[Scalar, ...]]])

    # Count
    with arrangements.limited(
        "counting", timeout=60, memory=10**9, progress=lambda step, part: print(step, part)
    ):
        assert_type(arrangements.count_topes(c, method="orbits"), int)
    assert_type(arrangements.count_rankings(c), int)
    assert_type(arrangements.whitney_numbers(c, method="flats"), tuple[int, ...])
    assert_type(arrangements.characteristic_polynomial(c), tuple[int, ...])
    assert_type(arrangements.face_numbers([[1, 0], [0, 1]]), tuple[int, ...])

    # Decide
    decided = arrangements.decide_argmax(c, "1", deep=True)
    assert_type(decided, Decision)
    evidence = decided[1].evidence
    if isinstance(evidence, Witness):
        assert_type(evidence.point, tuple[Scalar, ...])
    elif isinstance(evidence, Refutation):
        assert_type(evidence.weights, tuple[Scalar, ...])
        assert_type(evidence.support, tuple[int, ...])
    relu = Inputs.nonnegative(3)
    hull = Inputs.hull([[0, "1/2"], [1, 0.5]], rays=[[1, 1]])
    assert_type(Inputs(1, [["0.2785", 1]]) == Inputs.at_least("-0.2785", 1), bool)
    assert_type(
        Inputs.box([0, None], [1, "sqrt(2)"]).generators()[0], tuple[tuple[Scalar, ...], ...]
    )
    assert_type(arrangements.decide_argmax(c, "1", inputs=relu), Decision)
    assert_type(
        arrangements.sign_pattern(Configuration([[1, 2]], bias=["1/2"]), inputs=hull), SignPattern
    )
    assert_type(arrangements.decide_signs(c, "+-+-0", minimal=True), Decision)
    assert_type(arrangements.decide_ranking(c, ["1", "2"], method="pivot"), Decision)
    assert_type(arrangements.decide_tie(c, "1,2"), Decision)
    assert_type(arrangements.best_rank(c, "1", ties="first"), BestRank)
    assert_type(arrangements.best_rank(c, "1").place, int | None)
    sure = arrangements.confidence(c, "1", inputs=Inputs.ball(1, c.d), temperature="1/2")
    assert_type(sure, Confidence)
    assert_type(sure.margin, tuple[Fraction, Fraction])
    assert_type(sure.point, tuple[Scalar, ...])
    assert_type(arrangements.decide_top(c, "1>2"), Decision)
    assert_type(arrangements.decide_top_set(c, "1,2"), Decision)
    assert_type(arrangements.certify_pattern(c, "ranking pattern"), Certificate)
    assert_type(
        arrangements.certify_pair(c, c, same="sign pattern", differ="ranking pattern"), Certificate
    )
    assert_type(arrangements.recheck(decided[1].to_text(), c), str)

    # Show
    table = arrangements.table_of(c, "top-k", 2, method="chirotope")
    assert_type(table, Table)
    assert_type(table.members(), tuple[str | tuple[str, ...] | tuple[tuple[str, ...], ...], ...])
    arrangements.export(table, Path("table.csv"))
    assert_type(arrangements.read_table("table.csv"), Table)
    assert_type(arrangements.plot(c, "wiring").title, str)
    arrangements.plot(c, regions="argmax").save("regions.svg")
    print(
        arrangements.tope_graph(c),
        arrangements.ranking_graph(c),
        arrangements.tie_graph(c),
        arrangements.flat_lattice(c),
    )
    print(arrangements.face_poset(c), arrangements.face_poset(ties))

    # Errors
    try:
        arrangements.load("nowhere.csv")
    except OutOfTime as error:
        print(error)
    except (BadInput, LimitReached, CertificateRefused, InternalError) as error:
        assert_type(error.exit_code, int)
        assert_type(isinstance(error, ArrangementsError), bool)
