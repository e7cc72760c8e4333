"""Suites: named lists of checks on families, with their work predicted before anything runs.

A job is one check on one family. It is cut into shards, ranges of the family's positions that cost
about as much as each other; the cuts follow from the suite alone, so every machine makes the same
ones.

>>> job = Job("lemma-5.3", "grid:6x2:2", True)
>>> len(job.shards), job.shards[-1] == (0, job.family.span)
(1, True)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from proofs.search.determinations.checks import Check, find
from proofs.search.determinations.groups import COLUMNS
from proofs.search.determinations.shards import refuse_early
from proofs.search.families import Family, family
from proofs.search.families.family import Member

__all__ = ["Job", "Suite"]

_SHARD_SECONDS = 2.0
_PART_ROWS = 1 << 20


@dataclass(frozen=True)
class Job:
    """One check on one family.

    ``expected``: whether P determines Q, or the sentence holds, for all members; False if
    counter-examples must turn up. None: either will do, as for a theorem that says "does not
    determine" on a family that may be too small to hold a counter-example.
    """

    check_id: str
    family_name: str
    expected: bool | None
    least_shards: int = 1

    @cached_property
    def check(self) -> Check:
        return find(self.check_id)

    @cached_property
    def family(self) -> Family[Member]:
        made = family(self.family_name)
        refuse_early(self.check, made)
        return made

    @property
    def seconds(self) -> float:
        """Predicted work on one core."""
        return self.family.size * self.check.price(self.family)

    @cached_property
    def shards(self) -> tuple[tuple[int, int], ...]:
        """The ranges of positions, in order."""
        span = self.family.span
        number = min(span, max(self.least_shards, round(self.seconds / _SHARD_SECONDS), 1))
        return tuple((span * i // number, span * (i + 1) // number) for i in range(number))

    @property
    def parts(self) -> int:
        """In how many parts, a power of two, records are stored, so that one part at a time fits in
        memory.
        """
        return 1 << max(0, (self.family.size // _PART_ROWS).bit_length()) if self.check.what else 1

    @cached_property
    def description(self) -> dict[str, object]:
        """Everything that its results depend on, besides the code."""
        return {
            "check": [self.check.id, self.check.claims, self.check.says, self.check.domain],
            "family": self.family.name,
            "source": self.family.source,
            "expected": self.expected,
            "shards": len(self.shards),
            "parts": self.parts,
        }


@dataclass(frozen=True)
class Suite:
    """A named list of jobs."""

    name: str
    jobs: tuple[Job, ...]

    @property
    def seconds(self) -> float:
        """Predicted work on one core."""
        return sum(job.seconds for job in self.jobs)

    @property
    def bytes(self) -> int:
        """The store takes at most about this much: one record for each member that is compared with
        others.
        """
        return sum(job.family.size * COLUMNS * 8 for job in self.jobs if job.check.what)

    @cached_property
    def digest(self) -> str:
        """Hash of the name and of every job's description."""
        text = json.dumps([self.name, [job.description for job in self.jobs]], sort_keys=True)
        return sha256(text.encode()).hexdigest()

    def shard_input(self, job: int, shard: int) -> str:
        """Hash of the input of one shard, besides the code."""
        text = json.dumps(
            [self.jobs[job].description, self.jobs[job].shards[shard]], sort_keys=True
        )
        return sha256(text.encode()).hexdigest()
