"""Nobody but the page gets an answer, and no request ends the server or reads a file."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arrangements import Inputs, load, ranking_pattern, recheck
from arrangements.errors import BadInput, LimitReached, OutOfTime
from arrangements.explore.page import PAGES, content
from arrangements.explore.saved import page, replies
from arrangements.explore.server import POLICY, Server
from arrangements.explore.session import Cancelled, Session, read_state, state_of
from arrangements.explore.stories import STORIES
from proofs.search.counterexamples.explorer import Theory
from tests.explore.conftest import serving
from tests.processes import DEADLINE, called, started


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(load("paper/C.2")) as found:
        yield found


def ask(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=DEADLINE)
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    connection.request(method, path, body, {"Content-Type": "application/json", **named})
    response = connection.getresponse()
    found = response.status, dict(response.getheaders()), response.read()
    connection.close()
    return found


def test_the_page_is_served_with_its_policy(server: Server) -> None:
    for name in ("", *PAGES):
        status, headers, body = ask(server, "GET", f"/{server.token}/{name}")
        assert status == 200
        assert headers["Content-Security-Policy"] == POLICY
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert body == content(name or "index.html")
    assert "unsafe" not in POLICY
    assert b"http" not in content("index.html")


ELSEWHERE = [
    "/",
    "/index.html",
    "/x/",
    "/{token}",
    "/{token}x/",
    "/{token}/../{token}/x",
    "/{token}/..%2f..%2fetc/passwd",
]
ELSEWHERE += ["/{token}//etc/passwd", "/{token}/server.py", "/{token}/%2e%2e/server.py"]


@pytest.mark.parametrize("path", ELSEWHERE)
def test_nothing_else_is(server: Server, path: str) -> None:
    status, _, body = ask(server, "GET", path.format(token=server.token))
    assert status in (403, 404)
    assert body.startswith((b"address must", b"page must"))


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Host": "localhost"}, {"Host": ""}, {"Origin": "https://evil.example"},
                                     {"Origin": "null"}])  # fmt: skip
def test_other_hosts_and_origins_are_refused(server: Server, headers: dict[str, str]) -> None:
    assert ask(server, "GET", f"/{server.token}/", **headers)[0] in (403, 421)
    assert ask(server, "POST", f"/{server.token}/first", b"{}", **headers)[0] in (403, 421)


def test_only_this_machine_is_listened_to(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    with serving(load("paper/C.1")) as other:
        assert other.token != server.token
        assert len(other.token) >= 24


def test_bad_requests(server: Server) -> None:
    at = f"/{server.token}/look"
    assert ask(server, "POST", at, b"{")[0] == 400
    assert ask(server, "POST", at, b"[" * 100_000)[0] == 400
    assert ask(server, "POST", at, b"\xff")[0] == 400
    assert ask(server, "POST", at, b"{}", Content_Type="text/plain")[0] == 415
    assert ask(server, "POST", at, b"{}", Content_Length="99999999999")[0] == 413
    for half in (b'"\\ud800"', b'{"name": "\\udfff"}', b'{"\\uD812": 1}', b'["\\ud83d x"]'):
        assert ask(server, "POST", at, half)[0] == 400
    assert ask(server, "POST", at, b'["\\ud83d\\ude00"]')[0] == 200
    assert b"request must be one of" in ask(server, "POST", f"/{server.token}/eval", b"{}")[2]
    assert ask(server, "PUT", at, b"{}")[0] == 501


@pytest.mark.parametrize("limit", [0, 4300, 100_000])
def test_long_integers_are_refused_whatever_the_limit_of_the_process(
    server: Server, limit: int
) -> None:
    sys.set_int_max_str_digits(limit)  # checkers raise it while they read
    try:
        for number in (b"7" * 5000, b'{"number": -' + b"1" * 9000 + b"}"):
            assert ask(server, "POST", f"/{server.token}/look", number)[::2] == (
                400,
                b'{"error":"request must be valid JSON"}',
            )
    finally:
        sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)


def test_requests_that_are_changed_at_random(server: Server) -> None:
    """Any JSON gets a reply in words, and never an internal error."""
    print("seed 11")
    random = Random(11)
    state = state_of(load("paper/C.2"), Inputs.nonnegative(2))
    whole = {"now": state, "start": state, "regions": "argmax", "move": {"kind": "cell", "label": 1, "to": ["1", "2"]}, "name": "1",
             "question": "1>2", "label": "1", "number": 1, "tab": "t", "text": "a,1,2", "first": "U", "second": "G(U)"}  # fmt: skip
    junk: list[Any] = [
        None,
        True,
        -1,
        10**30,
        1e308,
        "",
        "1/0",
        "9" * 5000,
        "sqrt(-1)",
        [],
        [[]],
        {},
        {"rows": 1},
        [["1"]] * 3,
    ]
    for kind in ("look", "explain", "region", "ask", "open", "lengths", "map", "cancel"):
        for _ in range(25):
            request = json.loads(json.dumps(whole))
            place: Any = random.choice(
                [request, request["now"], request["move"], request["now"]["inputs"]]
            )
            place[random.choice(list(place))] = random.choice(junk)
            status, _, body = ask(
                server, "POST", f"/{server.token}/{kind}", json.dumps(request).encode()
            )
            assert status == 200, (kind, request, body[:300])
            assert isinstance(json.loads(body), dict)


def test_names_that_are_no_regions(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    """Rankings of some labels occur, and are no region; others are refused or impossible."""
    for state in (state_of(load("random:6x3"), None), state_of(load("paper/C.2"), None)):
        for regions in ("argmax", "sign", "ranking"):
            for name in ("1>2", "2>1>3", "nope", "", "1", "+", ">", "1>1", "+" * 6, "?" * 6):
                request = {"now": state, "regions": regions, "name": name}
                status, _, body = ask(
                    server, "POST", f"/{server.token}/region", json.dumps(request).encode()
                )
                reply = json.loads(body)
                assert status == 200 or (status, "name must be" in reply["error"]) == (400, True)
                assert "\n" not in reply.get("error", "")
        request = {"now": state, "regions": "ranking", "name": ">".join(state["labels"][:2])}  # type: ignore[index]
        answered = ask(server, "POST", f"/{server.token}/region", json.dumps(request).encode())
        assert answered[0] == 400
    assert capfd.readouterr().err == ""


def test_an_answer_that_tells_no_progress_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its next step in Python, and whatever it catches."""
    ended = []

    def busy(*_: object) -> dict[str, object]:
        while len(ended) < 1000:
            try:
                sum(range(1000))
            except Exception:
                ended.append("swallowed")
        return {}

    monkeypatch.setattr("arrangements.explore.session.SECONDS", 0.2)
    monkeypatch.setattr("arrangements.explore.session.explanations.impossible", busy)
    session, state = Session(), state_of(load("paper/C.1"), None)
    for _ in range(3):
        with pytest.raises(OutOfTime, match=r"time must be at most 0\.2 s for one answer"):
            session.answer("explain", {"now": state, "start": state})
    assert not ended
    assert session.answer("map", {})["arrows"] == []


def test_opening_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("1,2\n")
    session = Session()
    for name in (str(tmp_path / "secret.csv"), "/etc/passwd", "-", "../data/paper/C.1.toml"):
        with pytest.raises(BadInput, match="name must be one of the catalogue"):
            session.answer("open", {"name": name})
    with pytest.raises(BadInput, match="number must be"):
        session.answer("open", {"text": str(tmp_path / "secret.csv")})


def test_a_newer_picture_ends_an_older_one() -> None:
    session = Session()
    state = state_of(load("random:9x3"), None)
    look = {"now": state, "start": state, "regions": "argmax", "tab": "a"}
    session.answer("look", {**look, "number": 5})
    with pytest.raises(Cancelled):
        session.answer("look", {**look, "now": state_of(load("random:8x3"), None), "number": 4})
    session.answer(
        "look", {**look, "now": state_of(load("random:7x3"), None), "number": 4, "tab": "b"}
    )


def test_states_come_back_exactly() -> None:
    for name, inputs in (("paper/C.3", None), ("paper/C.1", Inputs.simplex(2))):
        c = load(name)
        back, given = read_state(json.loads(json.dumps(state_of(c, inputs))))
        assert (back, given) == (c, inputs)


def test_counterexamples_and_figures_without_a_browser() -> None:
    session = Session(Theory())
    reply = session.answer("counterexample", {"first": "C(U)", "second": "R(U)"})
    first, second = (read_state(reply[side])[0] for side in ("start", "now"))
    assert (first.n, first.d) == (3, 1)
    assert ranking_pattern(first) != ranking_pattern(second)
    assert reply["words"] == (
        "C(U) agrees and R(U) differs: 3 labels in dimension 1, the smallest there is."
    )
    with pytest.raises(BadInput, match="C\\(B U\\) -> R\\(U\\): it is proved"):
        session.answer("counterexample", {"first": "C(B U)", "second": "R(U)"})
    with pytest.raises(BadInput, match="need the map of invariants"):
        Session().answer("counterexample", {"first": "C(U)", "second": "R(U)"})
    plane, inputs = load("paper/C.2"), Inputs.nonnegative(2)
    drawn = session.answer("picture", {"now": state_of(plane, None), "regions": "sign"})
    assert "<svg" in str(drawn["svg"])
    with pytest.raises(BadInput, match="figure must be of all inputs"):
        session.answer("picture", {"now": state_of(plane, inputs), "regions": "sign"})
    with pytest.raises(BadInput, match="regions must be one of"):
        session.answer("picture", {"now": state_of(plane, None), "regions": "none"})
    with pytest.raises(BadInput, match="request must be an object"):
        session.answer("picture", ["sign"])  # type: ignore[arg-type]


def test_every_certificate_is_accepted() -> None:
    session = Session(Theory())
    for name, inputs in (
        ("paper/5.5-model-2", None),
        ("random:6x3:seed=2", None),
        ("paper/C.2", Inputs.nonnegative(2)),
    ):
        state = state_of(load(name), inputs)
        for regions in ("argmax", "ranking", "sign"):
            seen = session.answer("look", {"now": state, "start": state, "regions": regions})[
                "view"
            ]
            for region in seen["regions"][:6]:
                reply = session.answer(
                    "region", {"now": state, "regions": regions, "name": region[0]}
                )
                assert reply["answer"] is True
                assert reply["neighbours"]
                assert "true" in recheck(reply["certificate"])
        for loser in session.answer("explain", {"now": state, "start": state})["losers"]:  # type: ignore[attr-defined]
            assert "false" in recheck(loser["certificate"])
            assert abs(sum(part["part"] for part in loser["mix"]) - 1) < 1e-9


def test_saved_page_holds_no_markup_of_labels() -> None:
    evil = "</script><script>alert(1)</script><!--"
    state = {**state_of(load("paper/C.1"), None), "labels": [evil, "<b>", "'", '"', "&"]}
    text = page(Session(Theory()), state)
    assert text.count("<script") == text.count("</script>") == 2
    assert "alert(1)</script>" not in text
    assert "http://www.w3.org/2000/svg" in text
    assert "https:" not in text.replace("https?", "")


def test_a_page_with_stories_has_every_answer_that_they_ask_for() -> None:
    found = replies(Session(Theory()), state_of(load("paper/C.1"), None), stories=True)
    for story in STORIES:
        assert found[f"open|{story['start']}"]
        moves = [f"{story['start']}#{k}" for k, _ in enumerate(story["moves"])]  # type: ignore[arg-type, var-annotated]
        for place in (story["start"], story.get("now", story["start"]), *moves):
            assert found[f"explain|{place}"]
            for regions in ("argmax", "ranking", "sign"):
                seen = found[f"look|{regions}|{place}"]
                assert seen["state"]["saved"] == place  # type: ignore[index]
                for name, *_ in seen["view"]["regions"]:  # type: ignore[index]
                    assert f"region|{regions}|{name}|{place}" in found
    lost = found["look|argmax|paper/5.5-model-1#2"]  # at the threshold
    assert lost["vanished"] == ["3"]  # type: ignore[index]


def test_stories_are_for_saved_pages(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("explore", "paper/C.1", "--stories") == (
        2,
        "",
        "arrangements: --stories needs --save; a page that is served has the stories anyway\n",
    )


def test_the_command_ends_with_an_interrupt(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arrangements", "explore"]
    saved = tmp_path / "page.html"
    done = called("explore", "paper/C.1", "--save", saved)
    assert done.stdout == f"paper/C.1, written to {saved}\n"
    assert saved.read_text().startswith("<!doctype html>")
    with started(
        [*command, "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


def test_a_pair_and_a_side_of_it(tmp_path: Path) -> None:
    """As a user would: the certificate that a command wrote, opened by another."""
    pair = tmp_path / "pair.json"
    command = [sys.executable, "-m", "arrangements"]
    called("counterexample", "C(U) -> R(U)", "--quiet", "--output", pair)
    first, second = (load(f"{pair}:{side}").to_json()["rows"] for side in ("first", "second"))
    for source, now, start in ((str(pair), second, first), (f"{pair}:first", first, None)):
        explore = [*command, "explore", source, "--no-browser", "--json"]
        with started(explore, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            with urllib.request.urlopen(address, timeout=DEADLINE) as page:
                assert page.status == 200
            asked = urllib.request.Request(
                f"{address}first", b"{}", {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(asked, timeout=DEADLINE) as reply:
                state = json.load(reply)
            assert state["state"]["rows"] == now
            assert (state["start"] and state["start"]["rows"]) == start
            process.send_signal(signal.SIGINT)
            assert process.wait() == 0
    saved = tmp_path / "page.html"
    done = called("explore", pair, "--save", saved)
    assert done.stdout == f"{pair}:second, written to {saved}\n"
    answers = re.search(r'id="saved">(.*?)</script>', saved.read_text())
    assert answers is not None
    replies = json.loads(answers[1])["replies"]
    assert replies["first"]["start"]["rows"] == first
    assert replies["look|ranking"]["appeared"]
    assert replies["look|ranking"]["startView"] is not None


def test_too_large_to_open() -> None:
    with pytest.raises(BadInput, match="at most"):
        Session().answer("open", {"text": "x" * (1 << 21)})
    state = {"rows": [["1" + "0" * 400, "1"]], "labels": ["a"], "dimension": 2}
    with pytest.raises(LimitReached, match=r"below 10\^300"):
        Session().answer("look", {"now": state, "regions": "sign"})
