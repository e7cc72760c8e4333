"""Tables of what occurs: ``table_of`` asks one question of a configuration, ``export`` writes the
answer.

>>> from arrangements import load
>>> table = table_of(load("paper/H.1-A"), "ties")
>>> table.kind, len(table), table.members()[0]
('ties', 4, ('1', '2'))
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, cast

import numpy as np

from arrangements.errors import BadInput, short_repr
from arrangements.io.tables import write_table
from arrangements.io.tables.table import POINTED, Table, index_rows_of, placed_rows
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.patterns import ListedPattern, RankingPattern, SignPattern
from arrangements.layers.patterns.common import Pattern
from arrangements.layers.questions.kinds import KINDS, kind_names
from arrangements.running.validated import (
    ANYTHING,
    CHIROTOPE,
    CONFIGURATION,
    INTEGER,
    PATTERNS,
    TRUTH,
    either,
    optional,
    validated,
)

if TYPE_CHECKING:
    from arrangements.listing.patterns import Method
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["export", "table_of"]


@validated(
    source=either(CONFIGURATION, CHIROTOPE, *PATTERNS),
    k=optional(INTEGER),
    configuration=optional(CONFIGURATION),
    facts=TRUTH,
    method=ANYTHING,
)
def table_of(
    source: Configuration | Chirotope | ListedPattern,
    kind: str = "sign",
    k: int | None = None,
    *,
    configuration: Configuration | None = None,
    witnesses: bool = False,
    facts: bool = False,
    method: Method = "auto",
    inputs: Inputs | None = None,
    dimension: int | None = None,
) -> Table:
    """Make the table of what occurs: of a configuration for one question, or of a pattern.

    Parameters
    ----------
    source
        The configuration; an oriented matroid without coordinates, which has tables of kinds sign
        and covectors; or a pattern that is there already.
    kind
        The members to list, such as "sign", "ranking", "argmax" or "top-k"; a pattern has its own.
    k
        How many labels are at the top, for the kinds that need it and for them alone.
    configuration
        The configuration whose pattern ``source`` is.
    witnesses
        Add an exact point for each member.
    facts
        Add, for each sign vector or ranking, its number of facets and the members across them.
    method
        As for ``sign_pattern``.
    inputs
        The set that h comes from; all of R^d without.
    dimension
        Only faces of this dimension, for kinds covectors and weak-rankings.

    Returns
    -------
    The table, with where its members come from.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or the kind does not allow it.
    LimitReached
        If the members do not fit into memory (``limited``).

    Examples
    --------
    >>> from arrangements import load
    >>> table_of(load("paper/C.2"), "top-k-orders", 1).members()
    (('0',), ('1',), ('2',), ('3',), ('4',))
    """
    if isinstance(source, Pattern):
        table = Table(source.kind, source.labels, source)
    else:
        configuration = source if isinstance(source, Configuration) else None
        table = Table(
            kind,
            source.labels,
            _listed(source, kind, k, method, inputs, dimension),
            k,
            dimension=dimension,
        )
    if configuration is not None:
        if configuration.labels != table.labels:
            raise BadInput(
                f"labels of the configuration must be {short_repr(table.labels)}, not {short_repr(configuration.labels)}"
            )
        table = replace(
            table,
            content_hash=configuration.content_hash,
            reading=configuration.reading,
            inputs=inputs,
        )
    if witnesses and table.kind not in POINTED:
        raise BadInput(f"kind must be one of {', '.join(POINTED)} for witnesses, not {table.kind}")
    if facts and not isinstance(table.body, SignPattern | RankingPattern):
        raise BadInput(f"kind must be sign or ranking for facts, not {table.kind}")
    if witnesses:
        if configuration is None:
            raise BadInput("configuration must be given for witnesses")
        table = replace(table, points=tuple(_points(configuration, table.pattern, inputs)))
    if facts:
        from arrangements.io.tables.region_facts import region_facts

        table = replace(table, facts=region_facts(cast("SignPattern", table.body)))
    return table


def _listed(
    c: Configuration | Chirotope,
    kind: str,
    k: int | None,
    method: Method,
    inputs: Inputs | None,
    dimension: int | None,
) -> Pattern | np.ndarray:
    if kind not in KINDS:
        raise BadInput(f"kind must be one of {', '.join(KINDS)}, not {short_repr(kind)}")
    row = KINDS[kind]
    if (k is None) == (row.takes == "k"):
        needed = kind_names(lambda row: row.takes == "k", "and")
        raise BadInput(f"k must be given for {needed}, and only then, not be {k}")
    if dimension is not None and not row.faces:
        faces = kind_names(lambda row: row.faces, "and")
        raise BadInput(f"dimension must be given for {faces} only, not for {kind}")
    if not isinstance(c, Configuration) and row.member != "signs":
        signs = kind_names(lambda row: row.member == "signs")
        raise BadInput(
            f"kind must be {signs} for a chirotope, which has no coordinates, not {kind}"
        )
    module, _, function = f"arrangements.{row.lists}".rpartition(".")
    list_all = getattr(import_module(module), function)
    if row.faces:
        list_all = partial(list_all, dimension=dimension)
    answer = list_all(c, *([] if k is None else [k]), method, inputs=inputs)
    if row.certified:
        return cast("Pattern", answer)
    if row.placed:
        return placed_rows(c.labels, answer)
    members = ((member,) if isinstance(member, str) else member for member in answer)
    return index_rows_of(c.labels, members, row.size or k or 0)


def _points(
    configuration: Configuration, pattern: ListedPattern, inputs: Inputs | None
) -> Iterator[tuple[str, ...]]:
    from arrangements.exact.numbers import text
    from arrangements.listing.region_points import interior_points

    for _, point in interior_points(configuration, pattern, inputs=inputs):
        yield tuple(text(x) for x in point)


@validated(configuration=optional(CONFIGURATION))
def export(
    table: Table | Configuration | ListedPattern,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    configuration: Configuration | None = None,
) -> None:
    """Write a table, or the sign vectors of a configuration, or a pattern, to a file.

    Parameters
    ----------
    table
        The rows to write; of a configuration its sign vectors.
    path
        The file; "-" is standard output.
    format
        The name of a format; by default that of the suffix.
    configuration
        The configuration of the table, which the formats of TOPCOM and polymake need, unless the
        first argument is one.

    Raises
    ------
    BadInput
        If an argument is not what it must be, or the format cannot hold the table or lacks the
        configuration.

    Examples
    --------
    >>> import tempfile
    >>> from arrangements import load, read_table
    >>> path = tempfile.mkdtemp() + "/signs.npz"
    >>> export(load("braid:3"), path)
    >>> len(read_table(path))
    6
    """
    if isinstance(table, Configuration):
        configuration = table
    if not isinstance(table, Table):
        table = table_of(table, configuration=configuration)
    write_table(table, path, format, configuration=configuration)
