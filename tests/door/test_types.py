"""What a type checker knows of the package: ``user.py`` passes ``mypy --strict``, and mistakes are found where they are made."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arrangements

USER = Path(__file__).with_name("user.py")
PUBLIC = [name for name in arrangements.__all__ if name != "__version__"]

MISTAKES = {
    "arrangements.laod('x.csv')": "attr-defined",
    "arrangements.load('x.csv', afine=True)": "call-arg",
    "arrangements.decide_argmax(c, '1', deeep=True)": "call-arg",
    "arrangements.decide_argmax(c, '1', road='quick')": "arg-type",
    "arrangements.sign_pattern(c, 'quick')": "arg-type",
    "arrangements.sign_pattern('paper/H.1-A')": "arg-type",
    "arrangements.Configuration([[None]])": "list-item",
    "arrangements.count_topes(c) + '1'": "operator",
    "entry < 'sqrt(2)'": "operator",
    "signs | rankings": "operator",
    "rankings.argmax_labels()[0].rows": "attr-defined",
}


@pytest.fixture(scope="module")
def strict(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], str]:
    """The output of ``mypy --strict`` for a script outside the repository, without the repository's settings."""
    cache = pytestconfig.cache.mkdir("mypy") if pytestconfig.cache else tmp_path_factory.mktemp("mypy")
    options = ["--strict", "--config-file=", "--no-error-summary", "--no-color-output", f"--cache-dir={cache}"]
    folder = tmp_path_factory.mktemp("user")

    def check(script: Path) -> str:
        command = [sys.executable, "-m", "mypy", *options, str(script)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return check


def test_a_users_script_is_well_typed(strict: Callable[[Path], str]) -> None:
    assert strict(USER) == ""


def test_the_users_script_touches_every_public_name() -> None:
    tree = ast.walk(ast.parse(USER.read_text("utf-8")))
    used = {getattr(node, "attr", None) or getattr(node, "id", None) for node in tree}
    assert set(arrangements.__all__) <= used


def test_mistakes_are_found(strict: Callable[[Path], str], tmp_path: Path) -> None:
    start = USER.read_text("utf-8").count("\n")
    script = tmp_path / "mistakes.py"
    script.write_text(USER.read_text("utf-8") + "".join(f"    {mistake}\n" for mistake in MISTAKES), "utf-8")
    errors = [line for line in strict(script).splitlines() if ": error:" in line]
    found = {int(line.split(":")[1]) - start: line.rpartition("[")[2].rstrip("]") for line in errors}
    assert found == dict(enumerate(MISTAKES.values(), 1))


@pytest.mark.parametrize("name", PUBLIC)
def test_the_list_of_names_holds(name: str) -> None:
    """The stub is what the package imports by; a name that it gets wrong fails here."""
    found = getattr(arrangements, name)
    assert name in dir(arrangements)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__name__ == name
