"""The statement "P determines Q on a domain", as one value: claims, suites, searches for
counter-examples and the map are about it.

>>> what = determination("C(B_n U) -> R")
>>> str(what), what.says, what.domain.text
('C(B U) -> R(U)', 'C(B U) determines R(U)', 'rows distinct')
>>> determination("S -> argmax", Domain(affine=True)).domain.text
'rows not zero and distinct'
"""

from __future__ import annotations

from dataclasses import dataclass

from arrangements.errors import BadInput, short_repr
from arrangements.layers.configuration import Configuration
from proofs.search.invariants.table import Invariant, find

__all__ = ["DISTINCT", "Determination", "Domain", "determination"]


@dataclass(frozen=True)
class Domain:
    """For how many labels and in which dimension (None: any), affine (rows (1, p); the dimension is
    that of the points) or not.

    Rows are non-zero and pairwise distinct unless zero rows or equal rows are allowed;
    ``unit_rows``: all have length 1.
    """

    labels: int | None = None
    dimension: int | None = None
    affine: bool = False
    equal_rows: bool = False
    zero_rows: bool = False
    unit_rows: bool = False

    @property
    def kind(self) -> str:
        return "affine" if self.affine else "unit" if self.unit_rows else "linear"

    @property
    def text(self) -> str:
        """The conditions on the rows; empty if nothing is."""
        asked = ["of length 1"] if self.unit_rows else ["not zero"] * (not self.zero_rows)
        asked += ["distinct"] * (not self.equal_rows)
        return f"rows {' and '.join(asked)}" if asked else ""

    def admits(self, configuration: Configuration) -> bool:
        """Whether the rows are as asked; labels and dimension are for the caller to choose."""
        if self.unit_rows and any(sum(x * x for x in row) != 1 for row in configuration.rows):
            return False
        return (self.zero_rows or not configuration.zero_rows) and (
            self.equal_rows or not configuration.equal_groups
        )


DISTINCT = Domain()


@dataclass(frozen=True)
class Determination:
    """Configurations of the domain with equal ``first`` have equal ``second``. True or false: this
    is the question.
    """

    first: Invariant
    second: Invariant
    domain: Domain = DISTINCT

    def __str__(self) -> str:
        return f"{self.first} -> {self.second}"

    @property
    def names(self) -> tuple[str, str]:
        """Of P and of Q."""
        return self.first.name, self.second.name

    @property
    def says(self) -> str:
        return f"{self.first} determines {self.second}"

    @property
    def of_chirotopes(self) -> bool:
        """Whether both are functions of a chirotope."""
        return self.first.of_chirotopes and self.second.of_chirotopes

    def admits(self, configuration: Configuration) -> bool:
        """Whether the configuration is in the domain and has both invariants."""
        return (
            self.domain.admits(configuration)
            and self.first.defined(configuration)
            and self.second.defined(configuration)
        )


def determination(arrow: str, domain: Domain | None = None) -> Determination:
    """The determination spelled ``P -> Q``. Without a domain: as large as makes sense of both
    invariants.
    """
    first, mark, second = arrow.replace("→", "->").partition("->")
    if not mark:
        raise BadInput(f"determination must be spelled P -> Q, not {short_repr(arrow)}")
    p, q = find(first.strip()), find(second.strip())
    widest = Domain(
        equal_rows=not (p.rows_distinct or q.rows_distinct),
        zero_rows=not (p.rows_not_zero or q.rows_not_zero),
    )
    return Determination(p, q, widest if domain is None else domain)
