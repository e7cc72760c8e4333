"""What ``conf.py`` needs to know of the public names to make a page of each."""

from __future__ import annotations

import inspect
from functools import cached_property

import arrangements

__all__ = ["file_names", "public_members", "with_plain_returns"]


def public_members(thing: type) -> list[str]:
    """Methods and properties with a docstring that a class of the project, or a base, defines.

    >>> public_members(arrangements.Refutation)
    ['support']
    """
    bases = [base for base in thing.__mro__ if base.__module__.startswith("arrangements.")]
    kinds = (classmethod, staticmethod, property, cached_property)
    return list(
        dict.fromkeys(
            key
            for base in bases
            for key, value in vars(base).items()
            if key[0] != "_"
            and (inspect.isfunction(value) or isinstance(value, kinds))
            and inspect.getdoc(value)
        )
    )


def file_names() -> dict[str, str]:
    """Files for names that differ from another in case alone, which some disks hold for one name.

    >>> file_names()["arrangements.Chirotope"]
    'arrangements.Chirotope-class'
    """
    names = {*arrangements.__all__}
    twins = [name for name in names if name.lower() != name and name.lower() in names]
    return {f"arrangements.{name}": f"arrangements.{name}-class" for name in twins}


def with_plain_returns(lines: list[str]) -> list[str]:
    """A docstring whose sections Returns and Yields are sentences, as napoleon reads these: below
    a name and a type, both empty, since annotations have the type.

    >>> with_plain_returns(["Returns", "-------", "The rank.", "", "Notes", "-----", "None."])
    ['Returns', '-------', ':', '    The rank.', '', 'Notes', '-----', 'None.']
    """
    found: list[str] = []
    inside = False
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if after[:3] == "---" and after.strip("-") == "":
            inside = line in ("Returns", "Yields")
            found.append(line)
        elif line[:3] == "---":
            found += [line, ":"] if inside else [line]
        else:
            found.append(f"    {line}" if inside and line else line)
    return found
