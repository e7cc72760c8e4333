"""Answers of ``arrangements chirotope``: an object for JSON, and lines.

>>> from arrangements import Chirotope
>>> answer(Chirotope.from_text("++++++", 4, 2), "mutations")[1]
['1,2', '1,4', '2,3', '3,4']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arrangements.errors import BadInput, short_repr
from arrangements.ranking_text import pieces, quoted

if TYPE_CHECKING:
    from arrangements.matroids.chirotopes import Chirotope

__all__ = ["SIGNS", "VECTORS", "Answer", "answer", "compared", "minor"]

SIGNS = ("chirotope", "dual", "canonical")
VECTORS = ("circuits", "cocircuits", "vectors", "covectors", "extensions")
Answer = tuple[dict[str, object], list[str]]


def minor(
    chi: Chirotope, delete: str | None, contract: str | None, reorient: str | None
) -> Chirotope:
    """Without some elements, with some contracted, some turned around; each a text of labels joined
    by commas.
    """
    if delete is not None:
        chi = chi.deletion(pieces(delete, ","))
    if contract is not None:
        chi = chi.contraction(pieces(contract, ","))
    return chi if reorient is None else chi.reorientation(pieces(reorient, ","))


def answer(chi: Chirotope, kind: str, argument: str = "", form: str = "lex") -> Answer:
    """To the questions about one chirotope; ``argument``: labels joined by commas, for the hull and
    the program that cycles.
    """
    facts: dict[str, object] = {
        "kind": kind,
        "n": chi.n,
        "rank": chi.rank,
        "labels": list(chi.labels),
    }
    if kind in SIGNS:
        return _signs(chi, kind, form)
    if kind == "mutations":
        bases = chi.mutations()
        return facts | {"count": len(bases), "bases": [list(basis) for basis in bases]}, list(
            map(_joined, bases)
        )
    if kind in ("extreme", "hull"):
        elements = (
            chi.extreme
            if kind == "extreme"
            else chi.hull(pieces(argument, ",") if argument else [])
        )
        return facts | {"elements": list(elements)}, [_joined(elements)]
    vectors = _cycle(chi, argument) if kind == "cycle" else _vectors(chi, kind)
    return facts | {"count": len(vectors), "vectors": vectors}, vectors or (
        ["no cycle"] if kind == "cycle" else []
    )


def compared(chi: Chirotope, other: Chirotope, kind: str) -> Answer:
    """Whether and how one becomes the other."""
    facts: dict[str, object] = {
        "kind": kind,
        "n": chi.n,
        "rank": chi.rank,
        "labels": list(chi.labels),
    }
    if kind == "weak-map":
        if chi.labels != other.labels or chi.rank != other.rank:
            raise BadInput(
                f"rank and labels must be {chi.rank} and {short_repr(list(chi.labels))}, not {other.rank} and {short_repr(list(other.labels))}"
            )
        answer = chi.is_weak_map(other)
        lost = int((chi.signs != 0).sum() - (other.signs != 0).sum())
        return facts | {"weak_map": answer}, [
            f"weak map: {lost} bases become dependent" if answer else "no weak map"
        ]
    how = chi.isomorphism(other)
    facts["isomorphic"] = how is not None
    if how is None:
        return facts, ["not isomorphic"]
    facts |= {"order": list(how.order), "reversed": list(how.reversed), "negated": how.negated}
    order, turned = (
        ", ".join(chi.labels[e] for e in elements) for elements in (how.order, how.reversed)
    )
    parts = [f"order {order}", f"reversed {turned}" if turned else "", "negated" * how.negated]
    return facts, [f"isomorphic: {'; '.join(filter(None, parts))}"]


def _signs(chi: Chirotope, kind: str, form: str) -> Answer:
    extra: dict[str, object] = {}
    if kind == "dual":
        chi = chi.dual()
    if kind == "canonical":
        chi, how = chi.canonical()
        extra = {"order": list(how.order), "reversed": list(how.reversed), "negated": how.negated}
    if form == "json":
        return {"kind": kind, **chi.to_json(), **extra}, []
    return {}, [chi.to_topcom().rstrip("\n") if form == "topcom" else chi.text(form)]


def _vectors(chi: Chirotope, kind: str) -> list[str]:
    match kind:
        case "circuits":
            return list(chi.circuits())
        case "cocircuits":
            return list(chi.cocircuits())
        case "extensions":
            return [larger.text() for larger in chi.extensions()]
        case _:
            from arrangements.listing.faces import covector_pattern

            return list(covector_pattern(chi if kind == "covectors" else chi.dual()).strings())


def _cycle(chi: Chirotope, argument: str) -> list[str]:
    elements = pieces(argument, ",")
    if len(elements) != 2:
        raise BadInput(
            f"program must be two labels, infinity and objective, not {short_repr(argument)}"
        )
    return list(chi.cycle(*elements))


def _joined(labels: Iterable[str]) -> str:
    return ",".join(map(quoted, labels))
