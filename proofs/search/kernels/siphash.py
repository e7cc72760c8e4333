"""SipHash-2-4 with 128 bits of output, on streams of 64-bit words, inside compiled code (Aumasson
and Bernstein 2012).

A keyed pseudo-random function: for inputs that were not made to collide, N distinct streams collide
with probability below N^2 / 2^129.

>>> import numpy as np
>>> state = np.zeros(4, np.uint64)
>>> start(state)
>>> absorb(state, np.uint64(7))
>>> high, low = finish(state, 1)
>>> f"{int(high):016x}{int(low):016x}"
'e08b4d6368ac79e4732c82fcfadf2b28'
"""

from __future__ import annotations

import numpy as np

from arrangements.kernels.jit import kernel

__all__ = ["absorb", "finish", "start"]

# "somepseudorandomlygeneratedbytes" under the key 00 01 .. 0f, with 128-bit output.
_V0 = np.uint64(0x736F6D6570736575 ^ 0x0706050403020100)
_V1 = np.uint64(0x646F72616E646F6D ^ 0x0F0E0D0C0B0A0908 ^ 0xEE)
_V2 = np.uint64(0x6C7967656E657261 ^ 0x0706050403020100)
_V3 = np.uint64(0x7465646279746573 ^ 0x0F0E0D0C0B0A0908)
_13, _16, _17, _21, _32 = (np.uint64(shift) for shift in (13, 16, 17, 21, 32))
_64, _EE, _DD, _56 = np.uint64(64), np.uint64(0xEE), np.uint64(0xDD), np.uint64(56)


@kernel
def _rounds(state, count):
    v0, v1, v2, v3 = state[0], state[1], state[2], state[3]
    for _ in range(count):
        v0 += v1
        v1 = ((v1 << _13) | (v1 >> (_64 - _13))) ^ v0
        v0 = (v0 << _32) | (v0 >> _32)
        v2 += v3
        v3 = ((v3 << _16) | (v3 >> (_64 - _16))) ^ v2
        v0 += v3
        v3 = ((v3 << _21) | (v3 >> (_64 - _21))) ^ v0
        v2 += v1
        v1 = ((v1 << _17) | (v1 >> (_64 - _17))) ^ v2
        v2 = (v2 << _32) | (v2 >> _32)
    state[0], state[1], state[2], state[3] = v0, v1, v2, v3


@kernel
def start(state):
    """Begin a stream in ``state``, four uint64."""
    state[0], state[1], state[2], state[3] = _V0, _V1, _V2, _V3


@kernel
def absorb(state, word):
    """Add one uint64 to the stream."""
    state[3] ^= word
    _rounds(state, 2)
    state[0] ^= word


@kernel
def finish(state, words):
    """Close a stream of ``words`` words: two uint64. The reference's 16 bytes are these two in
    little-endian order.
    """
    absorb(state, np.uint64((words * 8) & 255) << _56)
    state[2] ^= _EE
    _rounds(state, 4)
    first = state[0] ^ state[1] ^ state[2] ^ state[3]
    state[1] ^= _DD
    _rounds(state, 4)
    return first, state[0] ^ state[1] ^ state[2] ^ state[3]
