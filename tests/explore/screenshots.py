"""``python -m tests.explore.screenshots``: the pictures of docs/how-to/explore.md, made anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arrangements import Configuration, Inputs, load
from tests.explore.conftest import CHROMIUM, FLAGS, serving

DOCS = Path(__file__).parents[2] / "docs" / "how-to" / "explore"


def shoot(
    browser: Any,
    name: str,
    configuration: Configuration,
    act: Any,
    inputs: Inputs | None = None,
    **options: Any,
) -> None:
    with serving(configuration, inputs) as server:
        context = browser.new_context(**{"viewport": {"width": 1240, "height": 800}, **options})
        page = context.new_page()
        page.goto(server.address)
        page.wait_for_selector("body[data-ready]")
        act(page)
        page.wait_for_timeout(800)
        page.screenshot(path=DOCS / f"{name}.png")
        context.close()


def story(page: Any, title: str, *then: str) -> None:
    page.click("#stories-button")
    page.click(f"text={title}")
    page.wait_for_timeout(900)
    for text in then:
        page.click(f"text={text}")


def region(page: Any, key: str) -> None:
    page.keyboard.press(key)
    page.wait_for_timeout(800)
    box = page.locator("#now-figure svg").bounding_box()
    page.mouse.click(box["x"] + 0.42 * box["width"], box["y"] + 0.36 * box["height"])


def main() -> None:
    from playwright.sync_api import sync_playwright

    DOCS.mkdir(exist_ok=True)
    labels = ["cat", "dog", "fish", "bird", "cow"]
    layer = Configuration(
        [[2, 0], [0, 2], [-2, -1], [1, 1], [-1, 2]], labels=labels, bias=[0, "1/2", 2, 0, "1/4"]
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        shoot(
            browser,
            "threshold",
            load("paper/C.2"),
            lambda page: story(page, "Theorem 5.5", "Exactly at the threshold"),
        )
        shoot(browser, "side-by-side", load("paper/C.2"), lambda page: story(page, "Theorem H.1"))
        shoot(
            browser,
            "sphere",
            load("random:6x3:seed=3"),
            lambda page: region(page, "s"),
            color_scheme="dark",
        )
        shoot(browser, "layer", layer, lambda page: region(page, "r"), Inputs.box([-2, -2], [2, 2]))
        browser.close()


if __name__ == "__main__":
    main()
