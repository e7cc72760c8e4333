"""SipHash against the vectors of its reference implementation (github.com/veorq/SipHash,
vectors_sip128, lengths 0, 8 and 16).
"""

from __future__ import annotations

import numpy as np
import pytest

from proofs.search.kernels import siphash

VECTORS = {
    0: "a3817f04ba25a8e66df67214c7550293",
    1: "3b62a9ba6258f5610f83e264f31497b4",
    2: "6ee2a4ca67b054bbfd3315bf85230577",
}


@pytest.mark.parametrize("words", VECTORS)
def test_reference_vectors(words: int) -> None:
    state = np.zeros(4, np.uint64)
    siphash.start(state)
    for word in np.frombuffer(bytes(range(8 * words)), "<u8"):
        siphash.absorb(state, word)
    assert (
        b"".join(int(part).to_bytes(8, "little") for part in siphash.finish(state, words)).hex()
        == VECTORS[words]
    )
