"""Public functions and classes have docstrings in NumPy's form: one line, the parameters of the
signature without types (annotations have them), Returns, Raises, and Examples, which doctests run.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

import pytest

import arrangements
from arrangements import errors
from arrangements.audits.least_change import LeastChange
from arrangements.audits.log_answers import LogAnswers
from arrangements.audits.model_audit import Answers, Settled

SECTIONS = (
    "Parameters",
    "Attributes",
    "Returns",
    "Yields",
    "Raises",
    "See Also",
    "Notes",
    "Examples",
)
FAMILY = {name for name in errors.__all__ if isinstance(getattr(errors, name), type)}
EXCEPTED = {"__version__", "Scalar", "geometry"}  # a text, a union of types, a room
# by methods of Audit
RETURNED = {
    "Answers": Answers,
    "LeastChange": LeastChange,
    "LogAnswers": LogAnswers,
    "Settled": Settled,
}


def ours(thing: type) -> dict[str, Any]:
    """Public methods and properties of a class that it or a base in the project defines."""
    bases = [base for base in reversed(thing.__mro__) if base.__module__.startswith("arrangements")]
    found = {key: value for base in bases for key, value in vars(base).items() if key[0] != "_"}
    kinds = (classmethod, staticmethod, property, cached_property)
    return {k: v for k, v in found.items() if inspect.isfunction(v) or isinstance(v, kinds)}


def public() -> Iterator[tuple[str, Any]]:
    """Every function, class, method and property that the public door offers, by its name."""
    names = {name: getattr(arrangements, name) for name in arrangements.__all__}
    for name, thing in {**names, **RETURNED}.items():
        if name not in EXCEPTED:
            yield name, thing
            if isinstance(thing, type):
                for key, value in ours(thing).items():
                    yield f"{name}.{key}", getattr(value, "__func__", value)


PUBLIC = dict(public())


def sections(text: str) -> dict[str, str]:
    """The parts of a docstring by their headings; what is before the first is at ''."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", text, flags=re.MULTILINE)
    return {"": parts[0].strip(), **dict(zip(parts[1::2], map(_body, parts[2::2]), strict=True))}


def _body(text: str) -> str:
    return text.strip("\n").rstrip()


def entries(section: str) -> list[str]:
    """The names that a section of Parameters or Raises explains."""
    heads = [line for line in section.splitlines() if line[:1].strip()]
    return [name for line in heads for name in line.split(", ")]


def parameters(thing: Any) -> list[str]:
    """The names of the signature, as a call shows them."""
    try:
        signature = inspect.signature(thing)
    except ValueError:  # a constructor of the standard library
        return []
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    found = [stars.get(p.kind, "") + p.name for p in signature.parameters.values()]
    return [name for name in found if name not in ("self", "cls")]


def raised(thing: Any) -> set[str]:
    """Errors of ours that the text of a function raises, and BadInput where arguments are checked."""
    function = thing.__init__ if isinstance(thing, type) else thing
    function = getattr(function, "fget", None) or getattr(function, "func", None) or function
    names = {"BadInput"} if hasattr(function, "checks") and parameters(thing) else set()
    function = inspect.unwrap(function)
    if not inspect.isfunction(function) or function.__code__.co_filename[0] == "<":
        return names
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    calls = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    return names | {
        call.func.id
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in FAMILY - {"InternalError", "Undecided"}
    }


def faults(name: str, thing: Any) -> Iterator[str]:
    """Every way in which the docstring is not what is asked for."""
    text = inspect.cleandoc(thing.__doc__ or "")
    found = sections(text)
    whole, member = isinstance(thing, type), "." in name
    is_property = isinstance(thing, property | cached_property)
    summary = found[""].split("\n\n")[0]
    if "\n" in summary or not summary.endswith("."):
        yield f"the first paragraph must be one line that ends with a full stop, not {summary!r}"
    if unknown := [title for title in found if title and title not in SECTIONS]:
        yield f"sections must be among {', '.join(SECTIONS)}, not {unknown}"
    elif [*found] != ["", *(title for title in SECTIONS if title in found)]:
        yield f"sections must be in the order {', '.join(SECTIONS)}, not {[*found]}"
    if empty := [title for title, body in found.items() if not body]:
        yield f"sections must not be empty: {empty}"
    names = [] if is_property else parameters(thing)
    if not (whole and issubclass(thing, Exception) and thing.__init__ is Exception.__init__):
        title = "Attributes" if whole and "Parameters" not in found else "Parameters"
        if entries(found.get(title, "")) != names and (names or title == "Parameters"):
            yield f"{title} must be {names}, not {entries(found.get(title, ''))}"
    for title in ("Parameters", "Attributes", "Raises"):
        heads = entries(found.get(title, ""))
        if bad := [head for head in heads if not re.fullmatch(r"\*{0,2}\w+", head)]:
            yield f"{title} must be names alone, types are in the annotations: {bad}"
        lines = [*found.get(title, "").splitlines(), ""]
        if bad := [a for a, b in pairwise(lines) if a[:1].strip() and not b.startswith("    ")]:
            yield f"{title} must say something of each name: {bad}"
    if not whole and not is_property and names:
        answers = str(inspect.signature(thing).return_annotation) not in ("None", "NoReturn")
        if answers and not {"Returns", "Yields"} & {*found}:
            yield "Returns must say what comes out"
        if not answers and {"Returns", "Yields"} & {*found}:
            yield "Returns must not be there, nothing is returned"
    if missing := raised(thing) - {*entries(found.get("Raises", ""))}:
        yield f"Raises must have {sorted(missing)}"
    if not member and ">>> " not in found.get("Examples", ""):
        yield "Examples must have an example"
    if any(">>> " in body for title, body in found.items() if title != "Examples"):
        yield "doctests must be under Examples"


def test_the_public_door_is_wide() -> None:
    assert len(PUBLIC) > 200
    assert len({name for name in PUBLIC if "." not in name}) > 70


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_docstrings_have_their_sections(name: str) -> None:
    assert list(faults(name, PUBLIC[name])) == []


def test_faults_are_found() -> None:
    def total(numbers: list[int], most: int) -> int:
        """The sum.

        Parameters
        ----------
        most : int
            The largest.

        Raises
        ------
        BadInput

        >>> 1
        1
        """
        raise errors.BadInput if most else LimitReached("none")  # type: ignore[name-defined]  # noqa: F821

    def refuse(numbers: list[int]) -> None:
        """Refuse
        them all.

        Returns
        -------
        Nothing.

        Misc
        ----
        More.
        """
        raise BadInput("numbers must be none")  # type: ignore[name-defined]  # noqa: F821

    assert [fault.partition(",")[0] for fault in faults("total", total)] == [
        "Parameters must be ['numbers'",
        "Parameters must be names alone",
        "Raises must be names alone",
        "Raises must say something of each name: ['BadInput'",
        "Returns must say what comes out",
        "Examples must have an example",
        "doctests must be under Examples",
    ]
    assert [fault.partition(",")[0] for fault in faults("refuse", refuse)] == [
        "the first paragraph must be one line that ends with a full stop",
        "sections must be among Parameters",
        "Parameters must be ['numbers']",
        "Returns must not be there",
        "Raises must have ['BadInput']",
        "Examples must have an example",
    ]
