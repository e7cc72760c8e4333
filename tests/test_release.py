"""What ``make release`` refuses, and what it writes, in a small repository."""

from __future__ import annotations

import runpy
import subprocess
import tomllib
from pathlib import Path

import pytest

import arrangements

ROOT = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(ROOT / ".ci" / "release.py"))

READY = {
    "pyproject.toml": '[project.urls]\nRepository = "r"\nIssues = "i"\nDocumentation = "d"\n',
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Added\n\n- All.\n\n## 0.9.0 - 2026-01-01\n",
    "CITATION.cff": "title: t\ntype: software\nversion: 0.9.0\nlicense: MIT\n",
}


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    for name, text in READY.items():
        (tmp_path / name).write_text(text, "utf-8")
    _git(tmp_path, "init", "--quiet", "--initial-branch=main")
    _commit(tmp_path)
    return tmp_path


def test_a_checkout_that_is_ready_has_no_obstacles(ready: Path) -> None:
    assert SCRIPT["obstacles"](ready, "1.0.0") == []


def test_each_obstacle_is_told(ready: Path) -> None:
    (ready / "pyproject.toml").write_text('[project.urls]\nRepository = "r"\n', "utf-8")
    (ready / "CHANGELOG.md").write_text("## Unreleased\n\n## 0.9.0 - 2026-01-01\n- x\n", "utf-8")
    assert SCRIPT["obstacles"](ready, "1.0.0") == [
        "every change must be committed",
        "CHANGELOG.md must have lines under Unreleased",
        "the urls in pyproject.toml must have Documentation, Issues",
    ]
    _commit(ready)
    _git(ready, "switch", "--quiet", "--create", "other")
    _git(ready, "tag", "v1.0.0")
    assert SCRIPT["obstacles"](ready, "1.0.0")[:2] == [
        "the branch must be main",
        "the version must be new, not 1.0.0, which has a tag",
    ]


def test_a_version_under_development_is_not_released(ready: Path) -> None:
    assert SCRIPT["obstacles"](ready, "1.0.0.dev0") == [
        "the version must be MAJOR.MINOR.PATCH, not 1.0.0.dev0"
    ]


def test_what_is_not_released_does_not_say_so() -> None:
    """A version of three numbers is a release, and a release is no beta."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    beta = "Development Status :: 4 - Beta" in settings["classifiers"]
    assert beta == (".dev" in arrangements.__version__)


def test_version_and_date_are_written_once(ready: Path) -> None:
    texts = SCRIPT["dated"](ready, "1.0.0", "2026-12-01")
    assert texts[ready / "CITATION.cff"] == (
        "title: t\ntype: software\nversion: 1.0.0\ndate-released: 2026-12-01\nlicense: MIT\n"
    )
    assert texts[ready / "CHANGELOG.md"].startswith(
        "# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2026-12-01\n\n### Added\n\n- All.\n"
    )
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    _commit(ready)
    again = SCRIPT["dated"](ready, "1.0.0", "2026-12-01")
    assert again[ready / "CITATION.cff"] == texts[ready / "CITATION.cff"]
    assert SCRIPT["obstacles"](ready, "1.0.0") == ["CHANGELOG.md must have lines under Unreleased"]


def _commit(root: Path) -> None:
    _git(root, "add", "--all")
    _git(root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--message=x")


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True)
