"""The claims, in the order of the sources, then our own: ``CLAIMS`` is the whole list, and ``find``
looks one up by id or alias.

>>> find("Lemma 2.2").id
'lemma-3.2'
>>> find("lemma-3.22")
Traceback (most recent call last):
...
arrangements.errors.BadInput: claim must be one of the listed claims, not 'lemma-3.22' (nearest: lemma-3.2)
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from arrangements.errors import BadInput, short_repr
from proofs.paper.claims import (
    argmax,
    closed_forms,
    counting,
    counting_at_most,
    examples,
    factorisation,
    introduction,
    invariance,
    isometries,
    measures,
    offsets,
    offsets_map,
    order_types,
    projector,
    rules,
    sigmoid,
    softmax,
    spans,
    theorem_5_5,
    theorem_h_1,
)
from proofs.paper.verdicts.claim import Claim

__all__ = ["CLAIMS", "find"]

CLAIMS: tuple[Claim, ...] = (
    *softmax.CLAIMS,
    introduction.CLAIMS[0],
    *examples.CLAIMS,
    measures.CLAIM,
    introduction.CLAIMS[1],
    sigmoid.CLAIM,
    spans.PROPOSITION_E_2,
    counting.COUNTING_5_1,
    counting.COUNTING_5_2,
    spans.LEMMA_5_3,
    theorem_5_5.CLAIM,
    spans.THEOREM_5_6,
    theorem_h_1.CLAIM,
    argmax.CLAIM,
    isometries.CLAIMS[0],
    *factorisation.CLAIMS,
    *closed_forms.CLAIMS,
    invariance.CLAIM,
    *isometries.CLAIMS[1:],
    *projector.CLAIMS,
    counting_at_most.CLAIM,
    *rules.CLAIMS,
    *offsets.CLAIMS,
    offsets_map.CLAIM,
    order_types.CLAIM,
)


# How people spell what ids begin with.
_SPELLED = {
    "thm": "theorem",
    "th": "theorem",
    "lem": "lemma",
    "prop": "proposition",
    "ex": "example",
    "app": "appendix",
    "fig": "figure",
}


def find(name: str) -> Claim:
    """The claim with this id or alias, also spelled "Lemma 5.3" or "Thm. 5.6"; BadInput names the
    nearest id otherwise.

    >>> find("Lemma 5.3").id, find("Thm 5.6").id, find("theorem h.1").id
    ('lemma-5.3', 'theorem-5.6', 'theorem-H.1')
    """
    names = {_plain(text): claim for claim in CLAIMS for text in (*claim.aliases, claim.id)}
    plain = _plain(name)
    if plain in names:
        return names[plain]
    near = get_close_matches(plain, names, n=1, cutoff=0.0)
    raise BadInput(
        f"claim must be one of the listed claims, not {short_repr(name)} (nearest: {names[near[0]].id})"
    )


def _plain(name: str) -> str:
    first, _, rest = re.sub(r"[\s-]+", " ", name.strip().lower()).partition(" ")
    first = first.rstrip(".")
    return f"{_SPELLED.get(first, first)} {rest}".strip()
