"""The verdicts of a suite: a list of verdicts in the form of ``arrangements verify
--json``, with sizes, and a page.

The report is made from the store alone and holds no times and nothing about machines, so that the
same results give the same bytes. Every counter-example in it was found by its hash and then settled
with exact keys of labelled configurations.

>>> from arrangements.running.executors import Inline
>>> from proofs.search.suites.runner import run
>>> from proofs.search.suites.store import Store
>>> from proofs.search.suites.suite import Job, Suite
>>> with Store(Suite("example", (Job("theorem-5.5", "grid:3x1:2", False),)), None) as store:
...     _ = run(store, Inline())
...     result = as_json(store)["claims"][0]
>>> result["verdict"], result["statement"], result["counterexamples"][0]["first"]
('proved', 'C(U) does not determine R(U)', [['2'], ['-2'], ['-1']])
"""

from __future__ import annotations

import json
import re

from arrangements import __version__
from arrangements.errors import BadInput, InternalError
from arrangements.layers.configuration import Configuration
from arrangements.matroids.chirotopes import Chirotope
from proofs.paper.verdicts.claim import Step, Verdict, conclude
from proofs.search.determinations.checks import Check
from proofs.search.determinations.determination import Determination
from proofs.search.determinations.shards import exhibit, runs_compiled
from proofs.search.families import Family
from proofs.search.families.family import Member
from proofs.search.suites.code import code_hash
from proofs.search.suites.page import Exhibit, Grouped, Loss, Report, Result, as_html
from proofs.search.suites.provenance import provenance
from proofs.search.suites.store import Store, Tally
from proofs.search.suites.suite import Job

__all__ = ["as_json", "line", "write"]


def as_json(store: Store) -> Report:
    """The whole report."""
    losses = store.losses()
    return {
        "format": "arrangements suite",
        "version": 1,
        "arrangements": __version__,
        "code": code_hash(),
        "suite": store.suite.name,
        "jobs": store.suite.digest,
        "claims": [
            _result(store, number, [shard for job, shard, _ in losses if job == number])
            for number in range(len(store.suite.jobs))
        ],
        "lost": [_loss(store.suite.jobs[job], shard, reason) for job, shard, reason in losses],
    }


def _loss(job: Job, shard: int, reason: str) -> Loss:
    start, stop = job.shards[shard]
    return {
        "id": job.check_id,
        "family": job.family.name,
        "shard": shard,
        "start": start,
        "stop": stop,
        "reason": reason,
    }


def _result(store: Store, number: int, lost: list[int]) -> Result:
    job = store.suite.jobs[number]
    check, family, tally = job.check, job.family, store.tally(number)
    done = sum(1 for j, _ in store.done() if j == number)
    missing = len(job.shards) - done
    complete = not missing
    if complete and (tally["members"], tally["matrices"]) != (family.size, family.matrices):
        raise InternalError(
            f"{family.name} must have {family.size} members and {family.matrices} matrices, not {tally['members']} and {tally['matrices']}"
        )
    contradicted, grouped, examples = tally["failed"] > 0, Grouped(), list[Exhibit]()
    if check.what:
        judgement = store.judgement(number)
        if judgement.classes != tally["inside"]:
            raise BadInput(
                f"store must hold one record for each of {tally['inside']} members, not {judgement.classes} ({store.path})"
            )
        contradicted = judgement.violated > 0
        grouped = {
            "groups": judgement.keys,
            "largest_group": judgement.largest,
            "groups_contradicting": judgement.violated,
            "pairs_contradicting": judgement.pairs,
            "members_contradicting_themselves": judgement.splits,
        }
        examples = [_exhibit(check.what, family, *pair) for pair in judgement.examples]
    statement = _statement(job, contradicted)
    verdict = _verdict(job, statement, contradicted, missing, lost)
    return {
        "id": check.id,
        "claims": list(check.claims),
        "statement": statement,
        "family": family.name,
        "range": _range(family, check, tally, complete),
        "means": "every member, grouped by P, Q compared within groups"
        if check.what
        else "every member by itself",
        "members": tally["members"],
        "matrices": tally["matrices"],
        "members_in_domain": tally["inside"],
        "matrices_in_domain": tally["inside_matrices"],
        "with_big_integers": tally["large"],
        "failed": tally["failed"],
        "programs": tally["programs"],
        "second_opinions": tally["seconded"],
        "failures": [_texts(family.at(position)) for position in tally["failures"]],
        "counterexamples": examples,
        **grouped,
        "verdict": verdict.status,
        "reason": "; ".join(step.detail for step in verdict.steps if step.outcome != "holds"),
        "as_expected": job.expected is None
        or contradicted != job.expected
        or (not contradicted and not complete),
        "rests_on": _rests_on(check, family, contradicted),
    }


def _statement(job: Job, contradicted: bool) -> str:
    """The statement that the verdict is about. A theorem that denies a determination is confirmed
    by a counter-example, and by nothing else.
    """
    check = job.check
    if check.denied and not contradicted and job.expected is not False:
        assert check.what
        return f"{check.what.says} here: too small a family for {', '.join(check.claims)}"
    if check.denied or job.expected:
        return check.says
    return check.says.replace("determines", "does not determine")


def _verdict(job: Job, says: str, contradicted: bool, missing: int, lost: list[int]) -> Verdict:
    """By the rule for claims. One exact counter-example settles a "does not determine" for good,
    and refutes the opposite.
    """
    if contradicted:
        step = Step(
            says,
            "holds" if job.check.denied or not job.expected else "fails",
            "there are counter-examples",
            (),
        )
    elif missing:
        why = (
            f"shards {', '.join(map(str, lost))} were given up"
            if lost
            else "the run was not finished"
        )
        step = Step(says, "open", f"{missing} of {len(job.shards)} shards are missing: {why}", ())
    else:
        step = Step(
            says,
            "open" if job.expected is False else "holds",
            "the family has no counter-example",
            (),
        )
    return conclude([step], means="", scope="", complete=contradicted, rests_on=(), findings=())


def _range(family: Family[Member], check: Check, tally: Tally, complete: bool) -> str:
    stands_for = family.relabelled and family.coordinates
    what = (
        f"all {family.matrices} matrices"
        if stands_for
        else f"all {family.size} {family.members_are}"
    )
    if not complete:
        what = f"{tally['matrices']} of {family.matrices} {'matrices' if stands_for else family.members_are}"
    classes = f" ({tally['members']} classes)" if stands_for else ""
    asked = check.domain and (family.coordinates or tally["inside"] < tally["members"])
    domain = f", of which {tally['inside_matrices']} have {check.domain}" if asked else ""
    return f"{what} of {family.name}{classes}{domain}"


def _rests_on(check: Check, family: Family[Member], contradicted: bool) -> list[str]:
    rests = []
    if family.complete:
        rests.append(family.complete)
    if check.what and not contradicted:
        hash_name = "SipHash" if runs_compiled(check, family) else "BLAKE2b"
        if check.what.second.code == "R" or hash_name == "BLAKE2b":
            rests.append(
                f"{check.what.second} is compared by 128 bits of {hash_name}: "
                f"a difference goes unnoticed with probability {family.size}^2 / 2^129"
            )
    return rests


def _texts(member: Configuration | Chirotope) -> list[list[str]]:
    """Rows, or the signs of a chirotope in one."""
    if isinstance(member, Configuration):
        return [[str(x) for x in row] for row in member.rows]
    return [[member.to_topcom().strip().replace("\n", "")]]


def _exhibit(what: Determination, family: Family[Member], a: int, b: int) -> Exhibit:
    first, second = exhibit(what, family, a, b)
    return {
        "positions": [a, b], "equal": what.first.name, "different": what.second.name, "first": _texts(first), "second": _texts(second)
    }  # fmt: skip


def line(result: Result) -> str:
    """One line of a terminal: check, verdict, range."""
    counted = ""
    if "groups" in result:
        pairs, alone = result["pairs_contradicting"], result["members_contradicting_themselves"]
        counted = f"; {result['groups']} groups"
        if pairs or alone:
            counted += (
                f", {pairs} pairs of classes and {alone} classes by themselves are counter-examples"
            )
    if result["programs"]:
        counted += f"; cddlib decided {result['second_opinions']:,} of {result['programs']:,} exact programs as well"
    return f"{result['statement']}: {result['reason'] + '; ' if result['reason'] else ''}{result['range']}{counted}"


def write(report: Report, folder: str, times: str) -> None:
    """Write ``suite-NAME.json``, ``suite-NAME.html`` and, apart from the files that are compared,
    ``suite-NAME.times.txt``.

    The last one holds times, and where the report is from.
    """
    from arrangements.running.files import made_folder, write_atomically

    place = made_folder(folder)
    base = "suite-" + re.sub("[^A-Za-z0-9.]+", "-", report["suite"]).strip("-")[:80]
    write_atomically(
        place / f"{base}.json", json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    )
    write_atomically(place / f"{base}.html", as_html(report))
    write_atomically(place / f"{base}.times.txt", times + provenance())
