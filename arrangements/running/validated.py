"""``validated``: a public function or class whose arguments are held against its signature, so that
what does not fit is refused in one line.

Arguments are compared with their annotations when the work fails, not before: what works costs
nothing more, and whatever behaves like what is asked for is taken. An error that no argument
explains is a bug and stays what it is. Of ``Iterable`` and its kind the members are compared, too;
what an annotation says beyond that (a range, a spelling) is for the function itself to say.

>>> @validated
... def total(numbers: Iterable[int], most: int | None = None) -> int:
...     return sum(numbers) if most is None else min(most, sum(numbers))
>>> total([1, 2], 2)
2
>>> total([1, 2], "2")
Traceback (most recent call last):
...
arrangements.errors.BadInput: most must be an integer or None, not '2'
>>> total([1, "2"])
Traceback (most recent call last):
...
arrangements.errors.BadInput: numbers must be some of: an integer; not '2'
"""

from __future__ import annotations

import collections.abc
import inspect
import os
import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from numbers import Integral, Real
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from arrangements.errors import ArrangementsError, BadInput, short_repr

__all__ = ["validated"]

T = TypeVar("T", bound=Callable[..., Any])

_WORDS = {
    "Configuration": "a Configuration (`load` reads names and files)",
    "Chirotope": "a Chirotope (`load_chirotope` reads names and files)",
    "Inputs": "Inputs (`load_inputs` reads them)",
    "CosineMatrix": "a CosineMatrix (`load_cosines` reads files)",
    "int": "an integer",
    "float": "a number",
    "str": "text",
    "bytes": "bytes",
    "bool": "True or False",
    "NoneType": "None",
    "PathLike": "a path",
    "Path": "a path",
    "ndarray": "a NumPy array",
}  # fmt: skip


def validated(thing: T) -> T:
    """The function, or the class with its public methods, held to its signature."""
    if not isinstance(thing, type):
        return _function(thing, None)
    for name, value in list(vars(thing).items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(value, classmethod | staticmethod):
            setattr(thing, name, type(value)(_function(value.__func__, thing)))
        elif inspect.isfunction(value):
            setattr(thing, name, _function(value, thing))
    return thing


def _function(function: Any, owner: type | None) -> Any:
    if inspect.isgeneratorfunction(function):

        @wraps(function)
        def steps(*args: Any, **named: Any) -> Iterator[Any]:
            try:
                yield from function(*args, **named)
            except Exception as error:
                _explain(error, function, owner, args, named)
                raise

        return steps

    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except Exception as error:
            _explain(error, function, owner, args, named)
            raise

    return call


def _explain(
    error: Exception,
    function: Any,
    owner: type | None,
    args: tuple[Any, ...],
    named: dict[str, Any],
) -> None:
    """``BadInput`` about the first argument that its annotation does not allow."""
    if isinstance(error, ArrangementsError | OSError):
        return
    signature = inspect.signature(function)
    try:
        given = signature.bind(*args, **named).arguments
    except TypeError:
        return  # too many arguments, or too few: Python says so in one line
    for name, value in given.items():
        parameter = signature.parameters[name]
        wanted = _annotation(parameter.annotation, function, owner)
        values = value if parameter.kind is parameter.VAR_POSITIONAL else (value,)
        for one in values if parameter.kind is not parameter.VAR_KEYWORD else ():
            if not _fits(one, wanted):
                raise BadInput(f"{name} must be {_words(wanted)}, not {short_repr(one)}") from error
            if (member := _misfit(one, wanted)) is not None:
                raise BadInput(
                    f"{name} must be {_words(wanted)}; not {short_repr(member[0])}"
                ) from error
            # its members are gone
            if isinstance(one, collections.abc.Iterator) and get_args(wanted):
                raise BadInput(
                    f"{name} must be {_words(wanted)}; not what says: {error}"
                ) from error
    # an array is as good as its shape and its numbers, which no annotation says
    for name, value in given.items():
        if (
            getattr(
                _annotation(signature.parameters[name].annotation, function, owner), "__name__", ""
            )
            == "ndarray"
        ):
            of = f"{value.dtype} of shape {value.shape}"
            raise BadInput(
                f"{name} must be an array as the page of {function.__qualname__} says, not one of {of}"
            ) from error


class _Names(dict[str, Any]):
    """The names that annotations use: those of the module, or public ones that it does not import
    when it runs.
    """

    def __getitem__(self, name: str) -> Any:
        found = self.get(name)
        if isinstance(found, str) and name[:1].isupper():  # an alias of types
            return eval(found, {}, self)
        if name in self:
            return found
        module = sys.modules["arrangements"]
        if name not in module.__all__:
            raise KeyError(name)
        return getattr(module, name)


def _annotation(annotation: Any, function: Any, owner: type | None) -> Any:
    """What the annotation means; ``Any`` where it names something that only type checkers see."""
    if not isinstance(annotation, str):
        return Any if annotation is inspect.Parameter.empty else annotation
    names = _Names(
        {
            **vars(collections.abc),
            **vars(typing),
            **vars(function).get("__globals__", function.__globals__),
        }
    )
    if owner is not None:
        names["Self"] = owner
    try:
        return eval(annotation, {}, names)
    except (NameError, TypeError):
        return Any


def _options(wanted: Any) -> tuple[Any, ...]:
    return get_args(wanted) if get_origin(wanted) in (Union, types.UnionType) else (wanted,)


def _fits(value: Any, wanted: Any) -> bool:
    """Whether the value is of this kind, its members aside."""
    if get_origin(wanted) in (Union, types.UnionType):
        return any(_fits(value, one) for one in get_args(wanted))
    if get_origin(wanted) is Literal:
        return any(type(value) is type(one) and value == one for one in get_args(wanted))
    kind = get_origin(wanted) or wanted
    if kind is None:
        return value is None
    if not isinstance(kind, type):
        return True
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool)
    if kind is os.PathLike:
        return isinstance(value, os.PathLike)
    if isinstance(value, str | bytes) and kind.__module__ == "collections.abc":
        return isinstance(value, str) and get_args(wanted)[:1] in ((str,), (Any,), ())
    try:
        return isinstance(value, kind)
    except TypeError:  # a protocol that cannot be asked for
        return True


def _misfit(value: Any, wanted: Any) -> tuple[Any] | None:
    """A member of the value that is not of the kind asked for, as the only entry of a tuple."""
    for one in _options(wanted):
        if not get_args(one) or get_origin(one) is Literal or not _fits(value, one):
            continue
        inner = [part for part in get_args(one) if part is not Ellipsis]
        members = (
            [*value.items()]
            if isinstance(value, Mapping)
            else [*value]
            if isinstance(value, collections.abc.Collection)
            else []
        )
        for member in members:
            parts = (
                zip(member, inner, strict=False)
                if isinstance(value, Mapping)
                else [(member, inner[0])]
            )
            for part, asked in parts:
                if not _fits(part, asked):
                    return (part,)
                if (deeper := _misfit(part, asked)) is not None:
                    return deeper
    return None


def _words(wanted: Any) -> str:
    if len(options := _options(wanted)) > 1:
        return " or ".join(map(_words, options))
    if get_origin(wanted) is Literal:
        return f"one of {', '.join(map(str, get_args(wanted)))}"
    if get_origin(wanted) is not None and (
        inner := [_words(part) for part in get_args(wanted) if part is not Ellipsis]
    ):
        return (
            f"some of: {', '.join(inner)}"
            if issubclass(get_origin(wanted), collections.abc.Iterable)
            else "a function"
        )
    name = "None" if wanted is None else getattr(wanted, "__name__", str(wanted))
    return _WORDS.get(
        name, "anything" if name == "Any" else f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
    )
