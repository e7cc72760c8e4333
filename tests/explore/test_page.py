"""The page in a real browser: what it shows, what hands and keys do, what it saves. Skipped where
there is no Chromium.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arrangements import Configuration, Inputs, load, recheck
from arrangements.explore.saved import page as saved_page
from arrangements.explore.session import Session, state_of
from arrangements.explore.stories import STORIES
from proofs.search.counterexamples.explorer import Theory
from tests.explore.conftest import serving
from tests.processes import started

Visit = Callable[..., Any]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "Straße",
    "标签",
    "a>b>c",
    "#1",
]
HOSTILE += ["' onload='alert(3)", "=1+1"]


def lights(page: Any) -> dict[str, str]:
    page.wait_for_selector(".light")
    return {
        light.get_attribute("data-name"): light.get_attribute("data-agrees")
        for light in page.query_selector_all(".light")
    }


def regions(page: Any) -> int:
    return int(page.locator("#now-figure .region").count())


def drag(page: Any, label: str, dx: float, dy: float) -> None:
    """The label's end, by so many units of the picture."""
    box = page.locator(f'#now-figure .handle[aria-label^="{label} at"] circle').first.bounding_box()
    unit = page.locator("#now-figure svg").bounding_box()["width"] / 3.2
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(x + dx * unit * step / 10, y + dy * unit * step / 10)
    page.mouse.up()
    rested(page)


def click_region(page: Any, which: int = 0) -> str:
    """Click a region where nothing is in front of it; return its name."""
    spots = page.evaluate("""() => { const box = document.querySelector('#now-figure svg').getBoundingClientRect(), found = new Map();
        for (let x = box.left; x < box.right; x += 9) for (let y = Math.max(0, box.top); y < Math.min(innerHeight, box.bottom); y += 9) {
            const hit = document.elementFromPoint(x, y)?.region; if (hit && !found.has(hit)) found.set(hit, [x, y]); }
        return [...found]; }""")
    name, (x, y) = spots[which % len(spots)]
    page.mouse.click(x, y)
    page.wait_for_function(
        "name => document.querySelector('#region .big')?.innerText === name", arg=name
    )
    return str(name)


def rested(page: Any) -> None:
    page.wait_for_timeout(60)  # what was done is under way
    page.wait_for_selector("body[data-quiet=true]")


def saved(page: Any, button: str, within: str = "#saves") -> bytes:
    if within == "#saves":
        page.click("#save-button")
    with page.expect_download() as waiting:
        page.locator(within).get_by_role("button", name=button, exact=True).first.click()
    return Path(waiting.value.path()).read_bytes()


def test_the_threshold_of_theorem_5_5(visit: Visit) -> None:
    with serving(load("paper/C.2")) as server:
        page = visit(server.address)
        page.click("#stories-button")
        page.click("text=Theorem 5.5")
        page.wait_for_selector("text=Exactly at the threshold")
        rested(page)
        assert regions(page) == 7
        page.click("text=Exactly at the threshold")
        page.wait_for_selector("text=5*sqrt(2)/2")
        rested(page)
        assert regions(page) == 6
        assert "3 never wins: its vector is 1/2 × 2 + 1/2 × 4" in page.inner_text("#losers")
        assert lights(page)["C(U)"] == lights(page)["S(U)"] == "true"
        assert lights(page)["R(U)"] == lights(page)["argmax(U)"] == "false"
        certificate = saved(page, "Certificate", "#losers").decode()
        assert "has the answer false" in recheck(certificate)
        assert page.input_value("#mode") == "ray"
        page.click("#undo")
        rested(page)
        assert regions(page) == 7
        drag(page, "3", 0, 0.5)  # downwards: shorter
        assert regions(page) == 6
        assert lights(page)["C(U)"] == "true"
        page.click("#undo")
        rested(page)
        page.click("#redo")
        rested(page)
        assert regions(page) == 6


def test_theorem_h_1_side_by_side(visit: Visit) -> None:
    with serving(load("paper/C.2")) as server:
        page = visit(server.address)
        page.click("#stories-button")
        page.click("text=Theorem H.1")
        page.wait_for_selector("#start-figure:not([hidden])")
        rested(page)
        found = lights(page)
        assert (found["S(U)"], found["X(U)"], found["R(U)"]) == ("true", "true", "false")
        changes = page.inner_text("#change")
        assert "+ 2 appeared" in changes
        assert "− 2 vanished" in changes
        click_region(page, 3)
        box = page.locator("#now-figure svg").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2 + 20)
        names = page.evaluate(
            "[...document.querySelectorAll('.hot, .pinned')].map((path) => path.dataset.region)"
        )
        assert names
        # in both pictures, or in one only
        assert len(names) > len(set(names)) or names[0] in changes


def test_regions_have_certificates_and_neighbours(visit: Visit) -> None:
    with serving(load("random:6x3:seed=3")) as server:
        page = visit(server.address)
        page.keyboard.press("s")
        rested(page)
        name = click_region(page, 2)
        certificate = saved(page, "Certificate", "#region").decode()
        assert json.loads(certificate)["question"] == {"kind": "signs", "signs": name}
        assert "has the answer true" in recheck(certificate)
        behind = page.locator("#region li button").first
        other = behind.inner_text()
        assert sum(a != b for a, b in zip(name, other, strict=True)) == 1
        behind.click()
        page.wait_for_function(
            "name => document.querySelector('#region .big')?.innerText === name", arg=other
        )
        page.keyboard.press("Escape")
        page.wait_for_selector("text=Click a region")
        page.click("#ask-panel summary")
        page.fill("#question", "1>2>3")
        page.keyboard.press("Enter")
        page.wait_for_selector("#reply b")
        assert "ranking 1>2>3" in page.inner_text("#reply")


def test_a_counter_example_is_loaded(visit: Visit) -> None:
    with serving(load("paper/C.2")) as server:
        page = visit(server.address)
        page.click("#stories-button")
        page.select_option("#first", "S(U)")
        page.select_option("#second", "argmax(U)")
        page.click("#arrow button")
        page.wait_for_selector("#start-figure:not([hidden])")
        rested(page)
        assert "S(U) agrees and argmax(U) differs" in page.inner_text("#banner")
        found = lights(page)
        assert (found["S(U)"], found["argmax(U)"]) == ("true", "false")
        page.click("#stories-button")
        page.select_option("#second", "X(U)")
        page.click("#arrow button")
        page.wait_for_selector("text=it is proved")


def test_keyboard_only(visit: Visit) -> None:
    with serving(load("paper/C.2")) as server:
        page = visit(server.address)
        for _ in range(60):
            page.keyboard.press("Tab")
            if "label that can be moved" in (
                page.evaluate("document.activeElement.getAttribute('aria-roledescription')") or ""
            ):
                break
        assert (
            page.evaluate("document.activeElement.getAttribute('aria-label')") == "0 at (7/5, -1)"
        )
        page.keyboard.press("ArrowRight")
        rested(page)
        assert (
            page.evaluate("document.activeElement.getAttribute('aria-label')") == "0 at (29/20, -1)"
        )
        page.keyboard.press("Control+z")
        rested(page)
        assert page.locator('[aria-label="0 at (7/5, -1)"]').count() == 1
        page.keyboard.press("r")
        rested(page)
        assert "rankings" in page.locator("#now-figure svg").get_attribute("aria-label")
        missing = page.evaluate("""[...document.querySelectorAll('button, input, select, textarea')].filter((e) =>
            !(e.labels?.length || e.getAttribute('aria-label') || e.textContent.trim())).map((e) => e.outerHTML)""")
        assert not missing


@pytest.mark.parametrize("bias", [False, True])
def test_hostile_labels_are_text(visit: Visit, bias: bool) -> None:
    rows = [[k * k - 9, 5 * k - 16] for k in range(len(HOSTILE))]
    c = Configuration(
        rows,
        labels=HOSTILE,
        bias=range(len(HOSTILE)) if bias else None,
        name="<script>alert(4)</script>",
    )
    with serving(c, Inputs.box([-9, -9], [9, 9]) if bias else None) as server:
        page = visit(server.address)
        for key in "rsw":
            page.keyboard.press(key)
            rested(page)
            click_region(page)
        for name in ("list", "number"):
            page.click(f"#{name}-panel summary")
        assert page.evaluate("document.querySelectorAll('img, body script, iframe').length") == 0
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert HOSTILE[0] in page.locator("#numbers th").first.get_attribute("title")


def test_a_pair_stands_side_by_side_and_the_map_is_not_cut(visit: Visit, tmp_path: Path) -> None:
    one, other = Configuration([[-1], [1], [2]]), Configuration([[-1], [2], [1]])
    (tmp_path / "pair.html").write_text(
        saved_page(Session(Theory()), state_of(other, None), state_of(one, None))
    )
    with serving(other, start=one) as server:
        for address in (server.address, f"file://{tmp_path / 'pair.html'}"):
            page = visit(address)
            page.wait_for_selector('.light[data-name="R(U)"][data-agrees="false"]')
            assert page.locator("#start-figure").is_visible()
            assert "2 rankings" in page.locator("#start-figure figcaption").inner_text()
            assert page.evaluate("""[...document.querySelectorAll('.light')].every((light) => {
                const text = light.querySelector('text').getBoundingClientRect(), box = light.querySelector('rect').getBoundingClientRect(), all = light.closest('svg').getBoundingClientRect();
                return box.left <= text.left && text.right <= box.right && all.left <= box.left && box.right <= all.right; })""")


def test_files_come_back(visit: Visit, tmp_path: Path) -> None:
    c = load("paper/C.3")
    with serving(c) as server:
        page = visit(server.address)
        for button, suffix in (("JSON", "json"), ("TOML", "toml")):
            path = tmp_path / f"saved.{suffix}"
            path.write_bytes(saved(page, button))
            assert load(path) == c
            page.click("#open-button")
            page.set_input_files("#file", str(path))
            page.wait_for_selector("#open-dialog:not([open])", state="attached")
            rested(page)
        assert saved(page, "SVG of this view").startswith(b"<svg")
        assert saved(page, "PNG of this view").startswith(b"\x89PNG")
        assert saved(page, "SVG figure for print").startswith(b"<?xml")
        assert saved(page, "CSV of the regions").decode().startswith('region,point\n"')
        link = page.evaluate("location.href")
        again = visit(link)
        assert again.inner_text("figcaption >> nth=1") == page.inner_text("figcaption >> nth=1")
        page.click("#open-button")
        page.fill("#paste", "a,b\n1,x")
        page.click("#open-paste")
        page.wait_for_selector("#open-error:not(:empty)")
        assert "must" in page.inner_text("#open-error")


def test_a_saved_page_needs_no_server(visit: Visit, tmp_path: Path) -> None:
    c = Configuration(load("random:8x2:seed=4").rows, HOSTILE, name="saved")
    path = tmp_path / "page.html"
    path.write_text(saved_page(Session(Theory()), state_of(c, None)))
    page = visit(path.as_uri())
    rested(page)
    assert regions(page) > 2
    page.keyboard.press("r")
    rested(page)
    click_region(page, 1)
    assert "has the answer true" in recheck(saved(page, "Certificate", "#region").decode())
    assert page.is_disabled("#mode")
    drag(page, HOSTILE[2], 0.3, 0.3)
    assert page.is_hidden("#banner")


def test_the_stories_of_a_saved_page_need_no_server(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        saved_page(Session(Theory()), state_of(load("paper/C.2"), None), stories=True), "utf-8"
    )
    page = visit(path.as_uri())
    rested(page)
    for story in STORIES:
        page.click("#stories-button")
        page.click(f"#stories button:has-text({json.dumps(story['title'])})")
        rested(page)
        assert page.inner_text("#story-title") == story["title"]
        for move in story["moves"]:  # type: ignore[attr-defined]
            page.click(f"#story-moves button:has-text({json.dumps(move['says'])})")
            rested(page)
            assert page.is_hidden("#banner")
            if "threshold" in move:
                assert "5*sqrt(2)/2" in page.inner_text("#threshold")
        click_region(page, 1)
        assert "has the answer true" in recheck(saved(page, "Certificate", "#region").decode())


def test_two_tabs_and_a_lost_server(visit: Visit) -> None:
    command = [sys.executable, "-m", "arrangements", "explore", "paper/C.1", "--no-browser"]
    with started(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        one, two = visit(address), visit(address, may_complain=True)
        drag(one, "2", 0.2, -0.3)
        assert one.is_enabled("#undo")
        assert two.is_disabled("#undo")
        kept = two.locator("#now-figure svg").get_attribute("aria-label")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    drag(two, "2", 0.2, -0.3)
    two.wait_for_selector("#banner:not([hidden])")
    assert "has ended" in two.inner_text("#banner")
    assert two.locator("#now-figure svg").get_attribute("aria-label") == kept


SIMPLEX = [[int(i == j) for j in range(4)] for i in range(5)]


@pytest.mark.parametrize(
    "rows", [[], [[0, 0]], [[1, 2]], [[0, 0], [0, 0]], [[1, 1], [1, 1], [2, 2]], [["1"]], SIMPLEX]
)
def test_degenerate_configurations(visit: Visit, rows: Any) -> None:
    with serving(Configuration(rows, dimension=len(rows[0]) if rows else 2)) as server:
        page = visit(server.address, color_scheme="dark", viewport={"width": 380, "height": 700})
        for key in "rsw":
            page.keyboard.press(key)
            rested(page)
        assert page.is_hidden("#banner")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_dragging_is_smooth_and_memory_stays(visit: Visit) -> None:
    """Ten labels: hundreds of exact pictures while a hand moves; the page keeps drawing and keeps
    no more and no more.
    """
    with serving(load("random:10x2:seed=1:bound=20")) as server:
        page = visit(server.address)
        page.evaluate("""() => { window.frames = []; let last = performance.now();
            const tick = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(tick); };
            requestAnimationFrame(tick); }""")
        drag(page, "1", 0.1, 0.1)
        elements = page.evaluate("document.querySelectorAll('*').length")
        for k in range(4):
            drag(page, "1", 0.3 if k % 2 else -0.3, 0.2 if k % 2 else -0.2)
        frames = sorted(page.evaluate("window.frames"))
        box = page.locator('#now-figure .handle[aria-label^="2 at"] circle').first.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + 40, box["y"] + 50, steps=4)
        # while the hand still holds
        page.wait_for_selector('.light[data-name="U"][data-agrees="false"]')
        page.mouse.up()
        assert frames[len(frames) // 2] < 100  # milliseconds; 17 on a quiet machine
        assert page.evaluate("document.querySelectorAll('*').length") < elements + 200
        assert len(server.session._newest) == 1


@pytest.mark.parametrize(("d", "bias"), [(2, False), (2, True), (3, False)])
def test_every_way_to_drag(visit: Visit, d: int, bias: bool) -> None:
    """What each way promises to keep is kept, on the plane, a map and a sphere; undo leads back."""
    c = Configuration(
        load(f"random:5x{d}:seed=8:bound=6").rows, bias=[0, 1, -1, 2, 3] if bias else None
    )
    kept = {
        "ray": "C(U)",
        "cell": "S(U)",
        "rotate": "G(U)",
        "scale": "C(B U)",
        "translate": "D(U)",
        "free": "",
    }
    with serving(c) as server:
        page = visit(server.address)
        for mode, invariant in (
            kept.items() if not bias else [(mode, "") for mode in (*kept, "offset")]
        ):
            page.select_option("#mode", mode)
            drag(page, "2", 0.25, -0.3)
            assert page.is_hidden("#banner"), page.inner_text("#banner")
            assert page.is_enabled("#restart") or mode == "cell", mode
            if invariant:
                assert lights(page)[invariant] == "true", mode
            if page.is_enabled("#undo"):
                page.click("#undo")
                rested(page)
            assert page.is_disabled("#restart"), mode
