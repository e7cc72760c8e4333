"""What a type checker knows of the package: ``user.py`` passes ``mypy --strict``, and mistakes are
found where they are made.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import arrangements

USER = Path(__file__).with_name("user.py")
PUBLIC = [name for name in arrangements.__all__ if name != "__version__"]

MISTAKES = {
    "arrangements.laod('x.csv')": "attr-defined",
    "arrangements.load('x.csv', afine=True)": "call-arg",
    "arrangements.decide_argmax(c, '1', deeep=True)": "call-arg",
    "arrangements.decide_argmax(c, '1', method='quick')": "arg-type",
    "arrangements.sign_pattern(c, 'quick')": "arg-type",
    "arrangements.sign_pattern('paper/H.1-A')": "arg-type",
    "arrangements.Configuration([[None]])": "list-item",
    "arrangements.count_topes(c) + '1'": "operator",
    "entry < 'sqrt(2)'": "operator",
    "signs | rankings": "operator",
    "rankings.argmax_labels()[0].rows": "attr-defined",
}


# Values of JSON, data frames of whichever library is installed, the answers that work settles.
UNTYPED = {"to_json", "from_json", "head", "to_frame", "question", "listener", "settled"}


def test_the_users_script_touches_every_public_name() -> None:
    tree = ast.walk(ast.parse(USER.read_text("utf-8")))
    used = {getattr(node, "attr", None) or getattr(node, "id", None) for node in tree}
    assert set(arrangements.__all__) <= used


def test_a_users_script_is_well_typed_and_mistakes_are_found(
    pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    """By ``mypy --strict`` in one run, outside of the repository and without its settings: the
    script as it is, and with a line for each mistake.
    """
    right = USER.read_text("utf-8")
    for script, mistakes in (("user.py", ()), ("mistakes.py", MISTAKES)):
        added = "".join(f"    {mistake}\n" for mistake in mistakes)
        (tmp_path / script).write_text(right + added, "utf-8")
    kept = getattr(pytestconfig, "cache", None)  # none with -p no:cacheprovider
    options = [
        "--strict",
        "--config-file=",
        "--no-error-summary",
        "--no-color-output",
        f"--cache-dir={kept.mkdir('mypy') if kept else tmp_path / 'mypy'}",
    ]
    command = [sys.executable, "-m", "mypy", *options, "user.py", "mistakes.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert {line.partition(":")[0] for line in errors} == {"mistakes.py"}, done.stdout
    start = right.count("\n")
    found = {
        int(line.split(":")[1]) - start: line.rpartition("[")[2].rstrip("]") for line in errors
    }
    assert found == dict(enumerate(MISTAKES.values(), 1))


@pytest.mark.parametrize("name", PUBLIC)
def test_the_list_of_names_holds(name: str) -> None:
    """The stub is what the package imports by; a name that it gets wrong fails here."""
    found = getattr(arrangements, name)
    assert name in dir(arrangements)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__name__ == name


def _signatures(name: str) -> list[tuple[str, inspect.Signature]]:
    found = getattr(arrangements, name)
    if inspect.isfunction(found):
        return [(name, inspect.signature(found))]
    if not inspect.isclass(found):
        return []
    ours = [base for base in found.__mro__ if base.__module__.startswith("arrangements.")]
    names = {
        key for base in ours for key in vars(base) if key == "__init__" or not key.startswith("_")
    } - UNTYPED
    members = [(key, inspect.getattr_static(found, key)) for key in sorted(names)]
    functions = [
        (key, getattr(member, "fget", None) or getattr(member, "__func__", None) or member)
        for key, member in members
    ]
    return [
        (key, inspect.signature(function))
        for key, function in functions
        if inspect.isfunction(function)
    ]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_argument_has_a_name_and_a_type(name: str) -> None:
    for where, signature in _signatures(name):
        for parameter in signature.parameters.values():
            assert parameter.kind is not inspect.Parameter.VAR_KEYWORD, where
            if parameter.name not in ("self", "cls", *UNTYPED):
                assert parameter.annotation is not inspect.Parameter.empty, where
                assert "Any" not in str(parameter.annotation), (where, parameter)
        assert "Any" not in str(signature.return_annotation), where
