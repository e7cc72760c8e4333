"""``validated``: a public function or class whose arguments are checked where they come in, so that
a value that does not fit is refused in one line.

A ``Check`` is a value: the words of its message, and a function that says whether a value fits.
``CHECKS`` has one for every name of a parameter, as one name means one thing; where a function
means another by the name, its decorator says so. Arguments are checked when the work fails, not
before: a call that works costs nothing more, and a value that behaves as asked is taken. An error
that no argument explains is a bug and stays what it is. Of an iterable the members are checked,
too; ranges and spellings are for the function itself to refuse.

>>> @validated(numbers=some(INTEGER))
... def total(numbers: Iterable[int], most: int | None = None) -> int:
...     return sum(numbers) if most is None else min(most, sum(numbers))
>>> total([1, 2])
3
>>> total([1, 2], "2")
Traceback (most recent call last):
...
arrangements.errors.BadInput: most must be an integer, not '2'
>>> total([1, "2"])
Traceback (most recent call last):
...
arrangements.errors.BadInput: numbers must be some of: an integer; not '2'
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from numbers import Integral, Real
from typing import Any, SupportsFloat, TypeVar, overload

from arrangements.errors import ArrangementsError, BadInput, short_repr

__all__ = [
    "ANYTHING",
    "ARRAY",
    "CHECKS",
    "CHIROTOPE",
    "CONFIGURATION",
    "ELEMENT",
    "INPUTS",
    "INTEGER",
    "MATRIX",
    "NONE",
    "NUMBER",
    "PATH",
    "PATTERNS",
    "POINT",
    "SCALAR",
    "TEXT",
    "TRUTH",
    "TYPED",
    "Check",
    "a",
    "either",
    "one_of",
    "optional",
    "some",
    "validated",
]

T = TypeVar("T", bound=Callable[..., Any])


@dataclass(frozen=True)
class Check:
    """``fits``: whether a value is of this kind, its members aside. ``options`` are those of a union,
    ``members`` the checks of what the value holds: of a mapping keys and values.
    """

    words: str
    fits: Callable[[object], bool]
    members: tuple[Check, ...] = ()
    options: tuple[Check, ...] = ()

    def misfit(self, value: object) -> tuple[object] | None:
        """A member of the value that does not fit, as the only entry of a tuple."""
        for option in self.options:
            if option.fits(value) and (found := option.misfit(value)) is not None:
                return found
        if not self.members:
            return None
        if isinstance(value, Mapping):
            parts = [
                pair for item in value.items() for pair in zip(item, self.members, strict=False)
            ]
        else:
            held = value if isinstance(value, Collection) else ()
            parts = [(member, self.members[0]) for member in held]
        for part, check in parts:
            if not check.fits(part):
                return (part,)
            if (found := check.misfit(part)) is not None:
                return found
        return None


def a(name: str, words: str = "") -> Check:
    """An object of the class of this name, or of one derived from it."""
    return Check(
        words or f"{'an' if name[0] in 'AEIOU' else 'a'} {name}",
        lambda value: name in {kind.__name__ for kind in type(value).__mro__},
    )


def either(*options: Check) -> Check:
    """A value that one of the checks takes."""
    return Check(
        " or ".join(option.words for option in options),
        lambda value: any(option.fits(value) for option in options),
        options=options,
    )


def optional(*options: Check) -> Check:
    """A value that one of the checks takes, or None."""
    return either(*options, NONE)


def one_of(*values: object) -> Check:
    """One of these values, and of its type."""
    return Check(
        f"one of {', '.join(map(str, values))}",
        lambda value: any(type(value) is type(one) and value == one for one in values),
    )


def some(*members: Check, of: type = Iterable) -> Check:
    """A collection with such members; a text is one of texts alone."""

    def fits(value: object) -> bool:
        if isinstance(value, str | bytes) and of is not tuple:
            return isinstance(value, str) and any(members[0] is check for check in (TEXT, ANYTHING))
        return isinstance(value, of)

    return Check(f"some of: {', '.join(check.words for check in members)}", fits, members)


ANYTHING = Check("anything", lambda value: True)
NONE = Check("None", lambda value: value is None)
TEXT = Check("text", lambda value: isinstance(value, str))
TRUTH = Check("True or False", lambda value: isinstance(value, bool))
INTEGER = Check(
    "an integer", lambda value: isinstance(value, Integral) and not isinstance(value, bool)
)
NUMBER = Check("a number", lambda value: isinstance(value, Real) and not isinstance(value, bool))
PATH = Check("a path", lambda value: isinstance(value, os.PathLike))
ARRAY = a("ndarray", "a NumPy array")
CONFIGURATION = a("Configuration", "a Configuration (`load` reads names and files)")
CHIROTOPE = a("Chirotope", "a Chirotope (`load_chirotope` reads names and files)")
INPUTS = a("Inputs", "Inputs (`load_inputs` reads them)")
COSINES = a("CosineMatrix", "a CosineMatrix (`load_cosines` reads files)")
SCALAR = either(TEXT, Check("a SupportsFloat", lambda value: isinstance(value, SupportsFloat)))
ELEMENT = either(INTEGER, TEXT)
TYPED = either(CONFIGURATION, CHIROTOPE)
POINT = some(SCALAR, of=Sequence)
MATRIX = either(
    some(some(SCALAR)), Check("a matrix of NumPy, SymPy or a data frame", lambda value: True)
)
PATTERNS = tuple(map(a, ("CovectorPattern", "RankingPattern", "SignPattern", "WeakRankingPattern")))

# What an argument is, by its name.
CHECKS = {
    name: check
    for check, names in (
        (TEXT, "base kind label member name order rounded same signs text ties version what"),
        (INTEGER, "active i j k most n prime programs rank start"),
        (TRUTH, "affine antipodal as_floats deep embed minimal neighbourly reflection witnesses"),
        (optional(TEXT), "content_hash curve format label_column reading title weights"),
        (CONFIGURATION, "configuration first one other second"),
        (ELEMENT, "basis element infinity objective"),
        (optional(INTEGER), "degree dimension modulus stop"),
        (some(TEXT), "cocircuits covectors strings topes"),
        (either(TEXT, some(TEXT, of=Sequence)), "members pair ranking"),
        (ANYTHING, "evidence layer"),
        (ARRAY, "places words"),
        (SCALAR, "bound radius temperature"),
        (TYPED, "points thing"),
        (either(TEXT, PATH), "path source"),
        (optional(TEXT, PATH), "adapter store"),
        (some(ELEMENT), "elements selection"),
        (some(POINT), "equations inequalities"),
        (some(SCALAR), "factors vector"),
        (some(TEXT, ANYTHING, of=Mapping), "question value"),
        (some(optional(SCALAR), of=Sequence), "high low"),
        (CHIROTOPE, "image"),
        (POINT, "gains"),
        (either(*PATTERNS), "pattern"),
        (either(CONFIGURATION, MATRIX), "rows"),
        (either(COSINES, some(some(SCALAR))), "cosines"),
        (either(MATRIX, CONFIGURATION), "matrix"),
        (either(TEXT, a("Question")), "differ"),
        (either(a("OrientedTypes"), a("PointTypes")), "types"),
        (either(a("Pattern"), ARRAY), "body"),
        (either(a("Table"), CONFIGURATION, *PATTERNS), "table"),
        (either(some(TEXT, TEXT, of=Mapping), some(TEXT, of=Sequence)), "names"),
        (one_of("relabelling", "reorientation"), "up_to"),
        (one_of("sign", "ranking", "argmax"), "regions"),
        (optional(INPUTS), "inputs"),
        (optional(NUMBER), "size"),
        (optional(POINT), "centre shift"),
        (optional(TRUTH), "bounded offsets"),
        (optional(TRUTH, INTEGER, some(TRUTH, of=tuple)), "answer"),
        (optional(a("Ball")), "within"),
        (optional(a("Checkpoint")), "checkpoint"),
        (optional(a("Executor")), "executor"),
        (optional(a("Facts")), "facts"),
        (optional(some(SCALAR)), "bias"),
        (optional(some(TEXT)), "questions"),
        (some(CONFIGURATION, of=tuple), "configurations"),
        (some(POINT, of=Sequence), "rays"),
        (some(TEXT, of=Sequence), "labels"),
        (some(a("Derivation")), "derivations"),
        (some(either(INTEGER, a("Fraction"), a("Algebraic")), of=Sequence), "point"),
        (some(some(SCALAR)), "signed_squares"),
        (some(some(TEXT, of=Sequence)), "rankings"),
    )
    for name in names.split()
}


@overload
def validated(thing: T, /) -> T: ...
@overload
def validated(**checks: Check) -> Callable[[T], T]: ...
def validated(thing: T | None = None, /, **checks: Check) -> T | Callable[[T], T]:
    """The function, or the class with its public methods, whose arguments are checked; ``checks``
    by the names of parameters, before those of ``CHECKS``.
    """
    if thing is None:
        return lambda other: _validated(other, {**CHECKS, **checks})
    return _validated(thing, CHECKS)


def _validated(thing: T, checks: Mapping[str, Check]) -> T:
    if not isinstance(thing, type):
        made: T = _function(thing, checks)
        return made
    for name, value in list(vars(thing).items()):
        if name.startswith("_") and name != "__init__":
            continue
        inner = getattr(value, "__func__", value)
        if not inspect.isfunction(inner) or hasattr(inner, "checks"):  # those of its own
            continue
        call = _function(inner, checks)
        setattr(thing, name, call if inner is value else type(value)(call))
    return thing


def _function(function: Any, checks: Mapping[str, Check]) -> Any:
    if inspect.isgeneratorfunction(function):

        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            try:
                yield from function(*args, **named)
            except Exception as error:
                _explain(error, function, checks, args, named)
                raise

    else:

        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            try:
                return function(*args, **named)
            except Exception as error:
                _explain(error, function, checks, args, named)
                raise

    call.checks = checks  # type: ignore[attr-defined]
    return call


def _explain(
    error: Exception,
    function: Any,
    checks: Mapping[str, Check],
    args: tuple[Any, ...],
    named: dict[str, Any],
) -> None:
    """``BadInput`` about the first argument that its check does not take."""
    if isinstance(error, ArrangementsError | OSError):
        return
    signature = inspect.signature(function)
    try:
        given = signature.bind(*args, **named).arguments
    except TypeError:
        return  # too many arguments, or too few: Python says so in one line
    for name, value in given.items():
        parameter, check = signature.parameters[name], checks.get(name, ANYTHING)
        values = value if parameter.kind is parameter.VAR_POSITIONAL else (value,)
        for one in values if parameter.kind is not parameter.VAR_KEYWORD else ():
            if not check.fits(one):
                raise BadInput(f"{name} must be {check.words}, not {short_repr(one)}") from error
            if (member := check.misfit(one)) is not None:
                raise BadInput(
                    f"{name} must be {check.words}; not {short_repr(member[0])}"
                ) from error
            # its members are gone
            if isinstance(one, Iterator) and (check.members or check.options):
                raise BadInput(
                    f"{name} must be {check.words}, not members with the error: {error}"
                ) from error
    # an array is as good as its shape and its numbers, which no check says
    for name, value in given.items():
        if checks.get(name) is ARRAY:
            of = f"{value.dtype} of shape {value.shape}"
            raise BadInput(
                f"{name} must be an array as the documentation of {function.__qualname__} says, not one of {of}"
            ) from error
