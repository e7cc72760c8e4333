"""Pickles of tensors, walked without executing anything: opcodes on an allow-list, classes that are
known by name, everything else refused.

A pickle is a program for a stack machine, one of whose instructions calls any function that it
names. This machine has no such instruction: ``REDUCE`` looks up what a known name means (``known``)
and refuses every other name. What it makes are Python's plain values and what ``known`` makes of
its arguments.

>>> import pickle
>>> unpickled(pickle.dumps({"a": [1, 2.5, None]}), {}, None, "m.pt")[0]
{'a': [1, 2.5, None]}
>>> unpickled(b"cos\\nsystem\\n(S'true'\\ntR.", {}, None, "m.pt")
Traceback (most recent call last):
...
arrangements.errors.BadInput: pickle must hold tensors only, not 'os.system' (m.pt)
"""

from __future__ import annotations

import io
import pickletools
from collections.abc import Callable, Mapping
from typing import Any

from arrangements.errors import BadInput, short_repr

__all__ = ["Inert", "unpickled"]

_MOST = 1 << 20  # instructions
_PUSHED = (
    "BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT", "STRING", "BINSTRING", "SHORT_BINSTRING",
    "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES", "SHORT_BINBYTES", "BINBYTES8",
)  # fmt: skip
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_TUPLES = {"EMPTY_TUPLE": 0, "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_MARK = object()


class Inert:
    """A class or an object of one that is known by name and does nothing. ``state``: what ``BUILD``
    gave it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.state: object = None


def unpickled(
    raw: bytes,
    known: Mapping[str, Callable[..., object]],
    stored: Callable[[object], object] | None,
    where: str,
    inert: tuple[str, ...] = (),
) -> tuple[object, int]:
    """The value of a pickle, and how many bytes it takes.

    ``known``: what is made of the arguments of a function or class, by its full name. ``stored``:
    what a persistent name stands for. ``inert``: beginnings of the names of classes whose objects
    are kept as ``Inert``.
    """
    try:
        return _walked(raw, known, stored, where, inert)
    except (
        ValueError,
        TypeError,
        IndexError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
        UnicodeError,
        EOFError,
    ) as error:
        raise BadInput(
            f"pickle must be complete: {' '.join(str(error).split())[:80] or type(error).__name__} ({where})"
        ) from None


def _walked(
    raw: bytes, known: Any, stored: Any, where: str, inert: tuple[str, ...]
) -> tuple[Any, int]:
    stack: list[Any] = []
    memo: dict[int, Any] = {}

    def named(name: str) -> object:
        if name in known:
            return Inert(name)
        if name.startswith(inert or ("\0",)):
            return Inert(name)
        raise BadInput(
            f"pickle must hold tensors only, not {short_repr(name)}{_advice(name)} ({where})"
        )

    def marked() -> list[Any]:
        """The values above the last mark; both are taken away."""
        place = len(stack) - 1
        while stack[place] is not _MARK:
            place -= 1
            if place < 0:
                raise ValueError("a mark is missing")
        above = stack[place + 1 :]
        del stack[place:]
        return above

    def popped() -> Any:
        value = stack.pop()
        if value is _MARK:
            raise ValueError("a mark stands where a value should")
        return value

    argument: Any
    for count, (code, argument, place) in enumerate(pickletools.genops(io.BytesIO(raw))):
        if count > _MOST:
            raise BadInput(f"pickle must have at most {_MOST} instructions ({where})")
        name = code.name
        if name in _PUSHED:
            stack.append(argument)
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name in _TUPLES:
            size = _TUPLES[name]
            values = [popped() for _ in range(size)][::-1]
            stack.append(tuple(values))
        elif name in ("PROTO", "FRAME"):
            pass
        elif name == "MARK":
            stack.append(_MARK)
        elif name in ("BINPUT", "LONG_BINPUT", "PUT"):
            memo[int(argument)] = stack[-1]
        elif name == "MEMOIZE":
            memo[len(memo)] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(memo[int(argument)])
        elif name == "TUPLE":
            stack.append(tuple(marked()))
        elif name in ("EMPTY_LIST", "LIST"):
            stack.append(marked() if name == "LIST" else [])
        elif name in ("EMPTY_DICT", "DICT"):
            found: dict[Any, Any] = {}
            if name == "DICT":
                _set(found, marked())
            stack.append(found)
        elif name in ("EMPTY_SET", "FROZENSET"):
            stack.append(tuple(marked()) if name == "FROZENSET" else [])
        elif name in ("APPEND", "APPENDS", "ADDITEMS"):
            items = [popped()] if name == "APPEND" else marked()
            _of(stack[-1], list).extend(items)
        elif name in ("SETITEM", "SETITEMS"):
            pair = marked() if name == "SETITEMS" else [popped(), popped()][::-1]
            _set(_of(stack[-1], dict), pair)
        elif name == "POP":
            stack.pop()
        elif name == "POP_MARK":
            marked()
        elif name == "DUP":
            stack.append(stack[-1])
        elif name == "GLOBAL":
            stack.append(named(str(argument).replace(" ", ".", 1)))
        elif name == "STACK_GLOBAL":
            last, first = popped(), popped()
            stack.append(named(f"{_of(first, str)}.{_of(last, str)}"))
        elif name in ("REDUCE", "NEWOBJ"):
            arguments, what = _of(popped(), tuple), _of(popped(), Inert)
            if what.name in known:
                stack.append(known[what.name](arguments))
            elif name == "NEWOBJ" and not arguments:
                stack.append(Inert(what.name))
            else:
                raise BadInput(
                    f"pickle must hold tensors only, not a call of {short_repr(what.name)} ({where})"
                )
        elif name == "BUILD":
            state = popped()
            if isinstance(stack[-1], Inert):
                # of anything else it is an attribute, which no tensor needs
                stack[-1].state = state
        elif name == "BINPERSID" and stored is not None:
            stack.append(stored(popped()))
        elif name == "STOP":
            value = popped()
            if stack:
                raise ValueError("values are left over")
            return value, int(place or 0) + 1
        else:
            raise BadInput(f"pickle must hold tensors only, not the instruction {name} ({where})")
    raise ValueError("it has no end")


def _advice(name: str) -> str:
    module = name.rpartition(".")[0]
    return (
        "; save its state_dict()"
        if ".nn." in module or module.startswith(("__main__", "transformers.models"))
        else ""
    )


def _set(target: dict[Any, Any], items: list[Any]) -> None:
    for key, value in zip(items[::2], items[1::2], strict=True):
        # Other keys may take for ever to compare, or have the same hash.
        if not isinstance(key, str) and not (isinstance(key, int) and abs(key) < 1 << 31):
            raise ValueError(
                f"a key must be a text or a small integer, not of {type(key).__name__}"
            )
        target[key] = value


def _of(value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{kind.__name__} expected, not {type(value).__name__}")
    return value
