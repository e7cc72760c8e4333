"""Quantised tensors of GGUF against the loops of the C sources, in rational numbers, entry for
entry; and what the metadata says.
"""

import json
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from arrangements.errors import BadInput
from arrangements.loading.layers import load_layer
from arrangements.models import tensors
from arrangements.models.exact_floats import root_above
from arrangements.models.opening import open_model
from tests.models.make_files import FILES

SIXTEEN = (-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113)
FOURS = (0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12)


def half(raw: bytes, place: int) -> Fraction:
    return Fraction(struct.unpack_from("<e", raw, place)[0])


def four(
    b: bytes, start: int, least: int, d: Fraction, m: Fraction, high: int = 0
) -> list[Fraction]:
    low = [d * ((b[start + j] & 15 | (high >> j & 1) << 4) - least) + m for j in range(16)]
    return low + [
        d * ((b[start + j] >> 4 | (high >> (j + 16) & 1) << 4) - least) + m for j in range(16)
    ]


def q2(b: bytes) -> list[Fraction]:
    out, group = [], 0
    for start in (16, 48):
        for shift in (0, 2, 4, 6):
            for offset in (0, 16):
                scale, least = half(b, 80) * (b[group] & 15), half(b, 82) * (b[group] >> 4)
                out += [scale * (b[start + offset + k] >> shift & 3) - least for k in range(16)]
                group += 1
    return out


def q3(b: bytes) -> list[Fraction]:
    aux = list(struct.unpack_from("<3I", b, 96))
    low, two = 0x0F0F0F0F, 0x03030303
    last = aux[2]
    words = [
        aux[0] & low | (last & two) << 4, aux[1] & low | (last >> 2 & two) << 4,
        aux[0] >> 4 & low | (last >> 4 & two) << 4, aux[1] >> 4 & low | (last >> 6 & two) << 4,
    ]  # fmt: skip
    scales = struct.pack("<4I", *words)
    out, group, bit = [], 0, 1
    for start in (32, 64):
        for shift in (0, 2, 4, 6):
            for offset in (0, 16):
                scale = half(b, 108) * (scales[group] - 32)
                out += [
                    scale
                    * ((b[start + offset + k] >> shift & 3) - (0 if b[offset + k] & bit else 4))
                    for k in range(16)
                ]
                group += 1
            bit <<= 1
    return out


def sixes(q: bytes, j: int) -> tuple[int, int]:
    if j < 4:
        return q[j] & 63, q[j + 4] & 63
    return q[j + 4] & 15 | q[j - 4] >> 6 << 4, q[j + 4] >> 4 | q[j] >> 6 << 4


def q45(b: bytes, start: int, high: bytes) -> list[Fraction]:
    out = []
    for pair in range(4):
        for side in (0, 1):
            scale, least = sixes(b[4:16], 2 * pair + side)
            for k in range(32):
                weight = b[start + 32 * pair + k] >> 4 * side & 15
                weight += 16 if high and high[k] >> (2 * pair + side) & 1 else 0
                out.append(half(b, 0) * scale * weight - half(b, 2) * least)
    return out


def q6(b: bytes) -> list[Fraction]:
    scales = struct.unpack_from("<16b", b, 192)
    out = [Fraction(0)] * 256
    for part in (0, 1):
        low, high, base = b[64 * part :], b[128 + 32 * part :], 128 * part
        for k in range(32):
            values = (
                low[k] & 15 | (high[k] & 3) << 4, low[k + 32] & 15 | (high[k] >> 2 & 3) << 4,
                low[k] >> 4 | (high[k] >> 4 & 3) << 4, low[k + 32] >> 4 | (high[k] >> 6 & 3) << 4,
            )  # fmt: skip
            for place, value in enumerate(values):
                out[base + 32 * place + k] = (
                    half(b, 208) * scales[8 * part + k // 16 + 2 * place] * (value - 32)
                )
    return out


def iq4(b: bytes) -> list[Fraction]:
    out = []
    (high,) = struct.unpack_from("<H", b, 2)
    for group in range(8):
        scale = half(b, 0) * (
            (b[4 + group // 2] >> 4 * (group % 2) & 15 | (high >> 2 * group & 3) << 4) - 32
        )
        packed = b[8 + 16 * group : 24 + 16 * group]
        out += [scale * SIXTEEN[x & 15] for x in packed] + [scale * SIXTEEN[x >> 4] for x in packed]
    return out


def table(b: bytes, start: int, values: tuple[int, ...], d: Fraction) -> list[Fraction]:
    return [d * values[x & 15] for x in b[start : start + 16]] + [
        d * values[x >> 4] for x in b[start : start + 16]
    ]


LOOPS = {
    "Q4_0": (18, lambda b: four(b, 2, 8, half(b, 0), Fraction(0))),
    "Q4_1": (20, lambda b: four(b, 4, 0, half(b, 0), half(b, 2))),
    "Q5_0": (
        22,
        lambda b: four(b, 6, 16, half(b, 0), Fraction(0), struct.unpack_from("<I", b, 2)[0]),
    ),
    "Q5_1": (
        24,
        lambda b: four(b, 8, 0, half(b, 0), half(b, 2), struct.unpack_from("<I", b, 4)[0]),
    ),
    "Q8_0": (34, lambda b: [half(b, 0) * x for x in struct.unpack_from("<32b", b, 2)]),
    "Q2_K": (84, q2),
    "Q3_K": (110, q3),
    "Q4_K": (144, lambda b: q45(b, 16, b"")),
    "Q5_K": (176, lambda b: q45(b, 48, b[16:48])),
    "Q6_K": (210, q6),
    "IQ4_NL": (18, lambda b: table(b, 2, SIXTEEN, half(b, 0))),
    "IQ4_XS": (136, iq4),
    "MXFP4": (17, lambda b: table(b, 1, FOURS, Fraction(2) ** (b[0] - 128))),
}


@pytest.mark.parametrize("kind", LOOPS)
def test_entries_are_the_rational_numbers_of_the_loops(kind):
    size, loop = LOOPS[kind]
    tensor = tensors(FILES / "quantised.gguf")[kind]
    raw = (FILES / "quantised.gguf").read_bytes()
    begin = tensor.part.args[3]
    blocks = [raw[begin + size * k : begin + size * (k + 1)] for k in range(6)]
    wanted = [x for block in blocks for x in loop(block)]
    assert [Fraction(x) for x in tensor.read().ravel().tolist()] == wanted
    assert len(set(wanted)) > 50


def ternary(b: bytes) -> list[Fraction]:
    bytes_of = [(b[j], n) for n in range(5) for j in range(32)]
    bytes_of += [(b[j], n) for n in range(5) for j in range(32, 48)]
    bytes_of += [(b[j], n) for n in range(4) for j in range(48, 52)]
    return [half(b, 52) * ((byte * 3**n % 256 * 3 >> 8) - 1) for byte, n in bytes_of]


def crumbs(b: bytes) -> list[Fraction]:
    return [
        half(b, 64) * ((b[start + k] >> shift & 3) - 1)
        for start in (0, 32)
        for shift in (0, 2, 4, 6)
        for k in range(32)
    ]


def small_floats(b: bytes) -> list[Fraction]:
    out = []
    for group in range(4):
        exponent, digits = b[group] >> 3 & 15, b[group] & 7
        size = Fraction(digits + 8 * (exponent > 0), 8) * Fraction(2) ** (max(1, exponent) - 8)
        packed = b[4 + 8 * group : 12 + 8 * group]
        size = Fraction(0) if b[group] == 127 else size
        out += [size * FOURS[x & 15] for x in packed] + [size * FOURS[x >> 4] for x in packed]
    return out


def signed(signs: int, weights: Any, scale: Fraction) -> list[Fraction]:
    return [scale * (-int(w) if signs >> k & 1 else int(w)) for k, w in enumerate(weights)]


def grid(name: str) -> Any:
    quants = pytest.importorskip("gguf").quants
    made = getattr(quants, name)
    made.init_grid()
    return made.grid[0, 0], quants.IQ2_XXS.ksigns


def iq2_xxs(b: bytes) -> list[Fraction]:
    table, signs = grid("IQ2_XXS")
    out = []
    for group in range(8):
        places = b[2 + 8 * group : 6 + 8 * group]
        (word,) = struct.unpack_from("<I", b, 6 + 8 * group)
        scale = half(b, 0) * (Fraction(1, 2) + (word >> 28)) / 4
        for k, place in enumerate(places):
            out += signed(signs[word >> 7 * k & 127], table[place], scale)
    return out


def iq2_xs(b: bytes) -> list[Fraction]:
    table, signs = grid("IQ2_XS")
    out = []
    for k in range(32):
        (word,) = struct.unpack_from("<H", b, 2 + 2 * k)
        scale = half(b, 0) * (Fraction(1, 2) + (b[66 + k // 4] >> 4 * (k // 2 % 2) & 15)) / 4
        out += signed(signs[word >> 9], table[word & 511], scale)
    return out


def iq2_s(b: bytes) -> list[Fraction]:
    table, _ = grid("IQ2_S")
    out = []
    for k in range(32):
        place = b[2 + k] | (b[66 + k // 4] >> 2 * (k % 4) & 3) << 8
        scale = half(b, 0) * (Fraction(1, 2) + (b[74 + k // 4] >> 4 * (k // 2 % 2) & 15)) / 4
        out += signed(b[34 + k], table[place], scale)
    return out


def iq3_xxs(b: bytes) -> list[Fraction]:
    table, signs = grid("IQ3_XXS")
    out = []
    for group in range(8):
        (word,) = struct.unpack_from("<I", b, 66 + 4 * group)
        scale = half(b, 0) * (Fraction(1, 2) + (word >> 28)) / 2
        for k in range(4):
            places = b[2 + 8 * group + 2 * k : 4 + 8 * group + 2 * k]
            weights = [w for place in places for w in table[place]]
            out += signed(signs[word >> 7 * k & 127], weights, scale)
    return out


def iq3_s(b: bytes) -> list[Fraction]:
    table, _ = grid("IQ3_S")
    out = []
    for k in range(32):
        scale = half(b, 0) * (1 + 2 * (b[106 + k // 8] >> 4 * (k // 4 % 2) & 15))
        places = [b[2 + j] | (b[66 + j // 8] >> j % 8 & 1) << 8 for j in (2 * k, 2 * k + 1)]
        weights = [w for place in places for w in table[place]]
        out += signed(b[74 + k], weights, scale)
    return out


def iq1_s(b: bytes) -> list[Fraction]:
    table, _ = grid("IQ1_S")
    out = []
    for group in range(8):
        (word,) = struct.unpack_from("<H", b, 34 + 2 * group)
        scale = half(b, 0) * (2 * (word >> 12 & 7) + 1)
        shift = Fraction(-1 if word & 0x8000 else 1, 8)
        for k in range(4):
            place = b[2 + 4 * group + k] | (word >> 3 * k & 7) << 8
            out += [scale * (int(w) + shift) for w in table[place]]
    return out


def iq1_m(b: bytes) -> list[Fraction]:
    table, _ = grid("IQ1_M")
    words = struct.unpack_from("<4H", b, 48)
    d = half(struct.pack("<H", sum((word >> 12) << 4 * k for k, word in enumerate(words))), 0)
    out = []
    for k in range(32):
        scale = d * (2 * (words[k // 8] >> 3 * (k // 2 % 4) & 7) + 1)
        high = b[32 + k // 2] >> 4 * (k % 2)
        shift = Fraction(-1 if high & 8 else 1, 8)
        out += [scale * (int(w) + shift) for w in table[b[k] | (high & 7) << 8]]
    return out


# number of the type, bytes of a block, entries, where its float16 is, the loop of the C sources
MORE: dict[str, tuple[int, int, int, int | None, Callable[[bytes], list[Fraction]]]] = {
    "TQ1_0": (34, 54, 256, 52, ternary),
    "TQ2_0": (35, 66, 256, 64, crumbs),
    "NVFP4": (40, 36, 64, None, small_floats),
    "IQ2_XXS": (16, 66, 256, 0, iq2_xxs),
    "IQ2_XS": (17, 74, 256, 0, iq2_xs),
    "IQ2_S": (22, 82, 256, 0, iq2_s),
    "IQ3_XXS": (18, 98, 256, 0, iq3_xxs),
    "IQ3_S": (21, 110, 256, 0, iq3_s),
    "IQ1_S": (19, 50, 256, 0, iq1_s),
    "IQ1_M": (29, 56, 256, None, iq1_m),
}


@pytest.mark.parametrize("kind", MORE)
def test_ternary_small_floats_and_tables(kind, tmp_path):
    """Random blocks: as rational numbers by the loops, and bit for bit as the package ``gguf`` reads
    them, which rounds nothing into its float32."""
    gguf = pytest.importorskip("gguf")
    code, size, entries, place, loop = MORE[kind]
    draw = np.random.default_rng(code)
    blocks = draw.integers(0, 256, (40, size), np.uint8)
    if place is not None:
        scales = np.concatenate([draw.normal(size=38), [2.0**-24, 65504]]).astype("<f2")
        blocks[:, place : place + 2] = scales.view(np.uint8).reshape(-1, 2)
    elif kind == "IQ1_M":
        blocks[:, 55] &= 0xBF  # a finite number
    raw = head(1, 0, text("w") + struct.pack("<I2QIQ", 2, entries, 40, code, 0))
    (tmp_path / "m.gguf").write_bytes(raw + bytes(-len(raw) % 32) + blocks.tobytes())
    tensor = tensors(tmp_path / "m.gguf")["w"]
    assert (tensor.kind, tensor.shape) == (kind.lower(), (40, entries))
    found = tensor.read()
    wanted = [loop(block.tobytes()) for block in blocks]
    assert [[Fraction(x) for x in row] for row in found.tolist()] == wanted
    theirs = gguf.dequantize(blocks, gguf.GGMLQuantizationType(code))
    assert np.array_equal(found, theirs)
    assert np.array_equal(tensor.rows(3, 5), found[3:5])
    assert len({x for row in wanted for x in row}) > 20


def test_what_the_metadata_says():
    model = open_model(str(FILES / "model-f32.gguf"))
    assert model.labels() == ["<unk>", "<0x00>", "the", " of", "ё"]
    assert model.facts == {
        "architecture": "llama, small",
        "labels": "5 tokens (2 normal, 1 unknown, 1 byte, 1 unused)",
        "after the layer": "soft cap 30: increasing, so no answer changes",
    }
    before = model.tensors["output.weight"].before()
    assert before.steps == ("RMSNorm with the gain output_norm.weight",)
    root = root_above(3)
    assert before.low == (-root, -root / 2, -2 * root)
    assert before.high == (root, root / 2, 2 * root)
    assert 0 <= root**2 - 3 < Fraction(1, 100)
    tied = open_model(str(FILES / "tied.gguf"))
    assert "no output.weight" in tied.facts["tied"]
    assert load_layer(FILES / "tied.gguf").weights == "token_embd.weight"


def head(tensors: int, pairs: int, body: bytes = b"") -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, pairs) + body


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (head(1 << 63, 0), "all that it announces"),
        (head(0, 1 << 63), "all that it announces"),
        (head(0, 1, struct.pack("<Q", 1 << 63)), "all that it announces"),
        (head(0, 1, text("k") + struct.pack("<IIQ", 9, 4, 1 << 62)), "all that it announces"),
        (head(0, 1, text("k") + struct.pack("<IIQ", 9, 8, 1 << 62)), "at most 4194304 texts"),
        (head(0, 1, text("k") + struct.pack("<IIQ", 9, 9, 1)), "numbers or at most"),
        (head(0, 1, text("k") + struct.pack("<I", 13)), "below 13, not 13"),
        (head(0, 2, 2 * (text("k") + struct.pack("<IB", 0, 1))), "each key once"),
        (
            head(1, 0, text("w") + struct.pack("<I2QIQ", 2, 1 << 23, 1 << 23, 0, 0)),
            "lie inside the file",
        ),
        (
            head(1, 0, text("w") + struct.pack("<I2QIQ", 2, 1 << 63, 1 << 63, 0, 0)),
            "and 281474976710656 entries",
        ),
        (
            head(1, 0, text("w") + struct.pack("<I2QIQ", 2, 0, 1 << 62, 0, 0)),
            "and 281474976710656 entries",
        ),
        (head(1, 0, text("w") + struct.pack("<I1QIQ", 1, 4, 0, 1 << 63)), "lie inside the file"),
        (head(1, 0, text("w") + struct.pack("<I1QIQ", 1, 31, 8, 0)), "multiple of 32"),
        (head(1, 0, text("w") + struct.pack("<I", 1 << 31)), "at most 8 axes"),
        (head(0, 1, text("general.alignment") + struct.pack("<II", 4, 0)), "alignment must be"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "version 2 or 3, not 1"),
        (b"GGML" + bytes(60), "magic bytes"),
    ],
)
def test_claims(raw, message, tmp_path):
    (tmp_path / "m.gguf").write_bytes(raw)
    with pytest.raises(BadInput, match=message):
        tensors(tmp_path / "m.gguf")


def test_types_that_are_not_read_are_named(tmp_path):
    (tmp_path / "m.gguf").write_bytes(
        head(1, 0, text("w") + struct.pack("<I2QIQ", 2, 128, 1, 41, 0)) + bytes(500)
    )
    assert tensors(tmp_path / "m.gguf")["w"].kind == "q1_0"
    with pytest.raises(BadInput, match=r"one of the types F32.*not Q1_0"):
        load_layer(tmp_path / "m.gguf", weights="w")


def test_big_endian(tmp_path):
    body = struct.pack(">Q", 1) + b"w" + struct.pack(">I2QIQ", 2, 2, 1, 0, 0)
    raw = b"GGUF" + struct.pack(">IQQ", 3, 1, 0) + body
    (tmp_path / "m.gguf").write_bytes(raw + bytes(-len(raw) % 32) + struct.pack(">2f", 1.5, -2))
    assert np.array_equal(tensors(tmp_path / "m.gguf")["w"].read(), [[1.5, -2]])


def test_labels_of_the_tokens_and_padding(tmp_path):
    assert load_layer(FILES / "model-f16.gguf").labels == (
        "<unk>",
        "<0x00>",
        "the",
        "' of' #4",
        "ё",
    )
    assert load_layer(FILES / "model-f16.gguf", weights="blk.0.ffn_up.weight").labels == (
        "1",
        "2",
        "3",
    )
    raw = (FILES / "model-f32.gguf").read_bytes()
    shorter = raw.replace(
        struct.pack("<IQ", 8, 5) + text("<unk>") + text("<0x00>"),
        struct.pack("<IQ", 8, 4) + text("x" * 19),
    )
    assert len(shorter) == len(raw)
    (tmp_path / "m.gguf").write_bytes(shorter)
    assert load_layer(tmp_path / "m.gguf").labels == ("x" * 19, "the", "' of' #3", "ё", "[padding]")


def test_what_is_proved_of_the_inputs_is_what_the_audit_takes(run):
    path = str(FILES / "model-f32.gguf")
    shown = json.loads(run("show", path, "--json")[1])
    assert shown["inputs"] == {
        "steps": ["RMSNorm with the gain output_norm.weight"],
        "proved": "auto",
    }
    assert shown["facts"]["architecture"] == "llama, small"
    found = json.loads(run("audit", path, "--inputs", "auto", "--json")[1])
    assert (found["inputs"], found["labels"]) == (
        "auto: after RMSNorm with the gain output_norm.weight",
        5,
    )
    assert "soft cap 30: increasing, so no answer changes" in run("show", path)[1]
    code, _, err = run("audit", FILES / "model.npz", "--inputs", "auto")
    assert (code, "does not tell the steps before" in err) == (2, True)
