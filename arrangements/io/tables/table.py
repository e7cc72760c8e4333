"""``Table``: a list of patterns with the facts that travel along, before it is written and after it
was read.

>>> from arrangements import load, table_of
>>> table = table_of(load("paper/H.1-A"), "ties")
>>> table.kind, len(table), table.members()[0]
('ties', 4, ('1', '2'))

The body is a pattern (regions and faces) or an array of label indices with one row per member (all
other kinds). The head names the question and the configuration. It does not name the method and the
time that the answer took: tables of one answer are the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np

from arrangements import __version__
from arrangements.errors import BadInput, short_fields, short_repr
from arrangements.io.tables import members
from arrangements.io.tables.region_facts import Facts
from arrangements.io.tables.row_batches import sign_bits
from arrangements.io.tables.sheet import Sheet, Style
from arrangements.layers.inputs import Inputs
from arrangements.layers.patterns import ListedPattern, RankingPattern, SignPattern
from arrangements.layers.patterns.common import IntegerPattern, Pattern
from arrangements.layers.patterns.rankings import place_names
from arrangements.layers.questions.kinds import KINDS
from arrangements.running.validated import (
    INTEGER,
    TEXT,
    optional,
    some,
    validated,
)

__all__ = ["POINTED", "Table", "caption_of"]

POINTED = tuple(row.name for row in KINDS.values() if row.certified)  # a member is a set of points
MAGIC = "arrangements table"
FORMAT_VERSION = 1


@validated(
    stop=INTEGER,
    labels=some(TEXT, of=tuple),
    k=optional(INTEGER),
    points=optional(some(some(TEXT, of=tuple), of=tuple)),
)
@dataclass(frozen=True, eq=False)
class Table:
    """A list of what occurs, with the facts that travel along.

    Functions make it: ``table_of`` of a configuration, ``read_table`` of a file.

    Attributes
    ----------
    kind
        The kind of question.
    labels
        The labels of the configuration.
    body
        The pattern, or an array of label indices with one row per member.
    k
        How many labels are at the top, for kinds that need it.
    content_hash
        That of the configuration, None when unknown.
    reading
        How the entries of the configuration were obtained, None when unknown.
    version
        The version of the program that made it.
    points
        For each member one text per coordinate.
    facts
        For each member its facets and the members next to it.
    inputs
        The set that h comes from, None for all of R^d.
    dimension
        The dimension of the faces, None for all.

    Raises
    ------
    BadInput
        If an argument is not what it must be.

    Notes
    -----
    A table does not name the method and the time that the answer took: tables of one answer are the
    same bytes.

    Examples
    --------
    >>> from arrangements import load, table_of
    >>> table_of(load("paper/H.1-A"), "argmax").members()
    (('1',), ('2',), ('4',), ('5',))
    """

    kind: str
    labels: tuple[str, ...]
    body: Pattern | np.ndarray
    k: int | None = None
    content_hash: str | None = None
    reading: str | None = None
    version: str = __version__
    points: tuple[tuple[str, ...], ...] | None = None
    facts: Facts | None = None
    inputs: Inputs | None = None
    dimension: int | None = None

    def __repr__(self) -> str:
        return short_fields(self)

    def __len__(self) -> int:
        return len(self.body)

    @property
    def pattern(self) -> ListedPattern:
        """The body of one of the kinds that are patterns; other kinds have none.

        Raises
        ------
        BadInput
            If the kind is another.
        """
        if isinstance(self.body, np.ndarray):
            raise BadInput(
                f"kind must be one of {', '.join(POINTED)} for a pattern, not {self.kind}"
            )
        return cast("ListedPattern", self.body)

    def members(self) -> tuple[str | tuple[str, ...] | tuple[tuple[str, ...], ...], ...]:
        """The members, in canonical order.

        They are texts of signs for kinds sign and covectors, groups of labels for weak rankings,
        else tuples of labels; of best places a label and its place, as a text.
        """
        if isinstance(self.body, np.ndarray) and self.placed:
            return tuple((self.labels[i], str(place)) for i, place in self.body.tolist())
        if isinstance(self.body, np.ndarray):
            return tuple(tuple([self.labels[i] for i in row]) for row in self.body.tolist())
        return tuple(self.body)

    def head(self) -> dict[str, object]:
        """The head of the file."""
        return {
            MAGIC: FORMAT_VERSION,
            "kind": self.kind,
            **({} if self.k is None else {"k": self.k}),
            **({} if self.dimension is None else {"dimension": self.dimension}),
            "question": KINDS[self.kind].means,
            "labels": list(self.labels),
            "count": len(self),
            "content_hash": self.content_hash,
            "reading": self.reading,
            **(
                {}
                if self.inputs is None
                else {"inputs": {"name": self.inputs.name, **self.inputs.to_json()}}
            ),
            "version": self.version,
            "coordinates": None
            if self.points is None
            else len(self.points[0])
            if self.points
            else 0,
            "facts": self.facts is not None,
        }

    def _repr_html_(self, limit: int = 20) -> str:
        from arrangements.layers.patterns.displays import html

        rows = list(self._lines(Style(str, str, str, ("-", "+")), 0, min(limit, len(self))))
        return html(f"{KINDS[self.kind].means}: {len(self):,}", self.columns(), rows, len(self))

    def index_rows(self, start: int, stop: int) -> np.ndarray:
        """Label indices of some members, or their integers; not for kind sign.

        Parameters
        ----------
        start, stop
            The places of the first member and of the one after the last, from 0.

        Returns
        -------
        An array with one row per member.

        Raises
        ------
        BadInput
            If the kind is sign.
        """
        if isinstance(self.body, IntegerPattern):
            return self.body.integers(start, stop)
        if isinstance(self.body, np.ndarray):
            return self.body[start:stop]
        if isinstance(self.body, RankingPattern):
            return self.body.indices(start, stop)
        raise BadInput("kind must not be sign for rows of labels")

    def sheet(self) -> Sheet:
        """The table for all formats but NumPy's and those of other programs."""
        signs = self.body if isinstance(self.body, SignPattern) else None
        bare = signs if self.points is None and self.facts is None else None
        narrow = len(self.labels) if signs is not None else 0
        json_and_arrow = (
            partial(members.fields, self),
            partial(members.objects, self),
            partial(members.arrow, self),
        )
        return Sheet(
            self.columns(),
            len(self),
            self._lines,
            self.head(),
            True,
            narrow,
            bare,
            *json_and_arrow,
        )

    def _lines(self, style: Style, start: int, stop: int) -> Iterator[list[str]]:
        texts: Sequence[str]
        if isinstance(self.body, SignPattern):
            codes, texts = sign_bits(self.body, start, stop).tolist(), style.signs
        elif isinstance(self.body, IntegerPattern):
            codes, texts = (
                self.index_rows(start, stop).tolist(),
                [*map(style.integer, [*range(len(self.labels) + 1), -1])],
            )
        else:
            codes, texts = (
                self.index_rows(start, stop).tolist(),
                tuple(map(style.text, self.labels)),
            )
        for at, row in enumerate(codes, start):
            cells = [texts[code] for code in row[: 1 if self.placed else None]]
            if self.placed:
                cells.append(style.integer(row[1]))
            if self.facts is not None:
                adjacent = self.facts.of(at)
                cells += [str(len(adjacent)), " ".join(map(str, adjacent))]
            if self.points is not None:
                cells += map(style.number, self.points[at])
            yield cells

    @property
    def placed(self) -> bool:
        """Whether a row of the body is a label and a place."""
        return KINDS[self.kind].placed

    @property
    def width(self) -> int:
        """Labels in each row of ``index_rows``."""
        if isinstance(self.body, np.ndarray):
            return int(self.body.shape[1])
        return len(self.labels)

    def place_names(self) -> tuple[str, ...]:
        """Names of the columns of ``index_rows``."""
        row = KINDS[self.kind]
        if row.member == "ranking":
            return tuple(place_names(self.width))
        if row.size == 1:
            return ("label", "place") if row.placed else ("label",)
        return tuple(f"label_{place}" for place in range(1, self.width + 1))

    def columns(self) -> tuple[str, ...]:
        """The names of all columns of CSV, Parquet and data frames.

        For signs and weak rankings there is one per label; facts and coordinates follow.
        """
        names = list(
            self.labels
            if isinstance(self.body, SignPattern | IntegerPattern)
            else self.place_names()
        )
        extra = ["facets", "adjacent"] if self.facts is not None else []
        extra += [f"x_{j}" for j in range(1, len(self.points[0]) + 1)] if self.points else []
        taken = set(names)
        for name in extra:
            while name in taken:
                name += "_"
            taken.add(name)
            names.append(name)
        return tuple(names)


def caption_of(table: Table, d: int | None = None, method: str = "") -> str:
    """What a table in a paper says about ittable: kind, labels, dimension and count, and the
    method where the caller names one.

    >>> from arrangements import load, table_of
    >>> caption_of(table_of(load("paper/C.2"), "ties"), 2)
    'All pairs that can tie for the top (kind ties): n = 5 labels, d = 2, 5 in all.'
    """
    means = KINDS[table.kind].means
    kind = table.kind if table.k is None else f"{table.kind}, k = {table.k}"
    parts = [f"n = {len(table.labels)} labels"]
    if d is None and table.points:
        d = len(table.points[0])
    parts += [f"d = {d}"] if d is not None else []
    parts += [f"{len(table):,} in all"]
    parts += [f"method {method}"] if method else []
    return f"{means[:1].upper()}{means[1:]} (kind {kind}): {', '.join(parts)}."


def index_rows_of(labels: Sequence[str], members: Any, width: int) -> np.ndarray:
    """Rows of label indices from tuples of labels."""
    at = {label: i for i, label in enumerate(labels)}
    try:
        rows = [[at[label] for label in member] for member in members]
        indices = np.array(rows, np.int64).reshape(len(rows), width)
    except (KeyError, ValueError, TypeError):
        raise BadInput(
            f"rows must consist of {width} of the labels {short_repr(list(labels))}"
        ) from None
    indices.setflags(write=False)
    return indices


def placed_rows(labels: Sequence[str], members: Any) -> np.ndarray:
    """Rows of a label index and a place."""
    at = {label: i for i, label in enumerate(labels)}
    rows = np.array([[at[label], place] for label, place in members], np.int64).reshape(-1, 2)
    rows.setflags(write=False)
    return rows
