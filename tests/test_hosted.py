"""The files of the hosting: they can be read, and name what is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(
    re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
)  # of make
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def jobs(workflow: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    return found


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_make_knows(workflow: Path) -> None:
    runs = [
        step["run"] for job in jobs(workflow).values() for step in job["steps"] if "run" in step
    ]
    named = [match for run in runs for match in re.findall(r"^make (\w+)", run)]
    assert named or any("pytest" in run for run in runs)
    assert set(named) <= TARGETS
    paths = [word for run in runs for word in re.findall(r"tests/[\w/.]+", run)]
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert all("timeout-minutes" in job for job in jobs(workflow).values())


def test_every_supported_python_is_tested() -> None:
    prefix = "Programming Language :: Python :: "
    listed = [
        line.removeprefix(prefix) for line in PROJECT["classifiers"] if line.startswith(prefix)
    ]
    versions = [version for version in listed if re.fullmatch(r"3\.\d+", version)]
    matrix = jobs(ROOT / ".github/workflows/tests.yml")["test"]["strategy"]["matrix"]
    assert matrix["python"] == versions
    assert versions[0] == PROJECT["requires-python"].removeprefix(">=")
    assert " ".join(versions) in (ROOT / ".ci/dist").read_text("utf-8")


@pytest.mark.parametrize("form", ["wrong-answer", "question-or-wish"])
def test_forms_of_issues_have_what_the_hosting_asks(form: str) -> None:
    found = yaml.safe_load((ROOT / f".github/ISSUE_TEMPLATE/{form}.yml").read_text("utf-8"))
    assert {"name", "description", "body"} <= found.keys()
    names = [item["id"] for item in found["body"]]
    assert len(names) == len(set(names)) > 0
    assert all(item["type"] == "textarea" and item["attributes"]["label"] for item in found["body"])


def test_pre_commit_runs_what_make_lint_runs() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0][
        "hooks"
    ]
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)", ".venv/bin")
    for hook in hooks:
        assert hook["entry"] in makefile, hook["entry"]


def test_the_book_is_built_as_make_docs_does() -> None:
    found = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8"))
    assert (ROOT / found["sphinx"]["configuration"]).is_file()
    assert found["sphinx"]["fail_on_warning"]
    extras = {name for item in found["python"]["install"] for name in item["extra_requirements"]}
    assert extras <= PROJECT["optional-dependencies"].keys()
