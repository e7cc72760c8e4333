"""Folders of models as Hugging Face and MLX have them: tensors in one file or several,
``config.json``, a tokenizer; LoRA adapters.

Only files of the folder itself are opened. What ``config.json`` says of the output layer is told:
tied embeddings, scales and soft caps of logits, the norm or the activation before it. Packed
weights of MLX are scale times integer plus bias, exactly. An adapter is merged exactly, W + s B A,
or refused where the sum does not fit in 53 bits.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import TYPE_CHECKING, Any

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.text import unique_keys
from arrangements.models.exact_floats import exact_product, exact_sum, fractions, normalised
from arrangements.models.guess_output_layer import proposed
from arrangements.models.model import Before, Model, Tensor
from arrangements.running.sources import from_file, read_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["open_folder", "with_adapter"]

_FILES = (
    "model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json", "weights.npz", "model.npz",
    "consolidated.safetensors", "weights.safetensors", "model.onnx", "model.gguf",
)  # fmt: skip
_TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json")
#: Where the norm before the output layer is, by the kind of model: whether it takes away the mean, names, what is added to its gain.
_NORMS: dict[str, tuple[bool, str, int]] = {
    **dict.fromkeys(("llama", "mistral", "mixtral", "qwen2", "qwen3", "phi3", "granite", "smollm3", "olmo2"), (False, "model.norm", 0)),
    **dict.fromkeys(("gemma", "gemma2", "gemma3_text"), (False, "model.norm", 1)),
    "gpt2": (True, "transformer.ln_f", 0), "gpt_neox": (True, "gpt_neox.final_layer_norm", 0), "gptj": (True, "transformer.ln_f", 0),
    "bloom": (True, "transformer.ln_f", 0), "phi": (True, "model.final_layernorm", 0), "starcoder2": (True, "model.norm", 0),
    "cohere": (True, "model.norm", 0), "stablelm": (True, "model.norm", 0), "falcon": (True, "transformer.ln_f", 0),
}  # fmt: skip
_HEADS: dict[str, tuple[str, Fraction | None, Fraction | None]] = {
    **dict.fromkeys(
        ("BertForSequenceClassification", "RobertaForSequenceClassification", "XLMRobertaForSequenceClassification",
         "CamembertForSequenceClassification"), ("tanh", Fraction(-1), Fraction(1))
    ),
    "DistilBertForSequenceClassification": ("ReLU", Fraction(0), None),
}  # fmt: skip
_MASKED = {
    "BertForMaskedLM": "cls.predictions.transform.LayerNorm",
    **dict.fromkeys(("RobertaForMaskedLM", "XLMRobertaForMaskedLM"), "lm_head.layer_norm"),
}
_TIED = ("wte", "embed_tokens", "word_embeddings", "embed_in")


def open_folder(path: str, opened: Callable[[str], Model]) -> Model:
    """The model of a folder; ``opened`` reads the file of its tensors."""
    file = next((name for name in _FILES if os.path.lexists(os.path.join(path, name))), None)
    if file is None:
        if os.path.lexists(os.path.join(path, "adapter_config.json")):
            raise BadInput(
                f"adapter must be given together with its base: the folder of the base, and --adapter {path}"
            )
        raise BadInput(f"folder must hold one of {', '.join(_FILES)} ({path})")
    model = opened(os.path.join(path, file))
    config = _json(path, "config.json")
    if isinstance(config.get("text_config"), dict):
        config = {**config, **config["text_config"]}
    weights = _unpacked(dict(model.tensors), config, path)
    model = replace(model, source=path, tensors=weights)
    output = proposed(model)
    about = {**_facts(config), **model.facts}
    if output is None:
        return replace(model, facts=about)
    if config.get("tie_word_embeddings") is True and _word(output.name) in _TIED:
        about["tied"] = f"{output.name} is the output layer, too"
    weights[output.name] = replace(
        output, before=output.before or partial(_before, config, weights, output.name)
    )
    labels = partial(_labels, path, config, output.shape[output.axis or 0])
    return replace(model, output=output.name, labels=labels, facts=about)


def _json(folder: str, name: str) -> dict[str, Any]:
    path = os.path.join(folder, name)
    if not os.path.lexists(path):
        return {}
    with from_file(path) as source:
        try:
            value = json.loads(read_text(source), object_pairs_hook=unique_keys)
        except (ValueError, RecursionError) as error:
            raise BadInput(
                f"{name} must be valid JSON: {' '.join(str(error).split())[:80]} ({path})"
            ) from None
    if not isinstance(value, dict):
        raise BadInput(f"{name} must be a JSON object ({path})")
    return value


def _word(name: str) -> str:
    """The part of a name before `weight`."""
    return name.removesuffix(".weight").rpartition(".")[2]


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _facts(config: Mapping[str, Any]) -> dict[str, str]:
    """Facts of the configuration that `show` prints."""
    about = {}
    kinds = config.get("architectures")
    if isinstance(kinds, list) and kinds and all(isinstance(kind, str) for kind in kinds):
        about["architecture"] = ", ".join(kinds)[:200]
    after = [f"{word} {config[key]:g}" for key, word in _AFTER if _positive(config.get(key))]
    if after:
        about["after the layer"] = f"{', '.join(after)}: increasing, so no answer changes"
    return about


_AFTER = (
    ("final_logit_softcapping", "soft cap"),
    ("logit_scale", "scale"),
    ("logits_scaling", "divisor"),
)


def _labels(folder: str, config: Mapping[str, Any], n: int) -> list[str]:
    """Of the classes if there is a name for each, else the tokens."""
    from arrangements.models.vocabulary import vocabulary

    names = config.get("id2label")
    if isinstance(names, dict) and len(names) == n and sorted(names) == sorted(map(str, range(n))):
        return [str(names[str(k)]) for k in range(n)]
    for name in _TOKENIZERS:
        path = os.path.join(folder, name)
        if os.path.lexists(path):
            return vocabulary(path, n)
    return [str(k + 1) for k in range(n)]


def _before(config: Mapping[str, Any], tensors: Mapping[str, Tensor], name: str) -> Before | None:
    kinds = config.get("architectures")
    kind = (
        kinds[0]
        if isinstance(kinds, list) and len(kinds) == 1 and isinstance(kinds[0], str)
        else ""
    )
    if kind in _HEADS:
        word, low, high = _HEADS[kind]
        return Before((word,), low, high)
    if kind in _MASKED:
        return _norm(tensors, _MASKED[kind], True, 0)
    place = _NORMS.get(str(config.get("model_type")))
    if place is None or _word(name) not in ("lm_head", "embed_out", "decoder", *_TIED):
        return None
    return _norm(tensors, place[1], place[0], place[2])


def _norm(tensors: Mapping[str, Tensor], stem: str, centred: bool, added: int) -> Before | None:
    names = [
        name
        for start in ("", "transformer.", "model.")
        for name in (f"{start}{stem}", stem.partition(".")[2])
    ]
    name = next((name for name in names if f"{name}.weight" in tensors), None)
    if name is None or len(tensors[f"{name}.weight"].shape) != 1:
        return None
    gain, shift = tensors[f"{name}.weight"], tensors.get(f"{name}.bias")
    if shift is not None and shift.shape != gain.shape:
        return None
    gains, shifts = fractions(gain.read()), None if shift is None else fractions(shift.read())
    if gains is None or (shift is not None and shifts is None):
        return None
    more = "" if shift is None else f" and the shift {shift.name}"
    description = f"{'LayerNorm' if centred else 'RMSNorm'} with the gain {gain.name}{' plus 1' * added}{more}"
    return normalised([g + added for g in gains], shifts, centred, description)


def _unpacked(
    tensors: dict[str, Tensor], config: Mapping[str, Any], path: str
) -> dict[str, Tensor]:
    """Packed weights of MLX as the numbers that they stand for, under the same names."""
    how = config.get("quantization")
    for name, tensor in list(tensors.items()):
        stem = name.removesuffix(".weight")
        scales, biases = tensors.get(f"{stem}.scales"), tensors.get(f"{stem}.biases")
        if (
            stem == name
            or scales is None
            or biases is None
            or tensor.kind not in ("u32", "uint32")
            or not isinstance(how, dict)
        ):
            continue
        special = how.get(stem)
        own: dict[str, Any] = special if isinstance(special, dict) else how
        bits, group = own.get("bits"), own.get("group_size")
        if (
            own.get("mode", "affine") != "affine"
            or bits not in (2, 4, 8)
            or type(group) is not int
            or not 0 < group <= 1 << 20
        ):
            raise BadInput(
                f"quantization must be affine, of 2, 4 or 8 bits, not {short_repr(bits)} bits in groups of {short_repr(group)} ({path})"
            )
        if len(tensor.shape) != 2 or tensor.shape[1] * (32 // bits) % group:
            raise BadInput(
                f"packed rows must have a multiple of {group} entries, not words of shape {tensor.shape} ({tensor.note})"
            )
        shape = (tensor.shape[0], tensor.shape[1] * (32 // bits))
        if scales.shape != (shape[0], shape[1] // group) or biases.shape != scales.shape:
            wanted = f"{shape[0]} x {shape[1] // group}"
            raise BadInput(
                f"scales and biases must be {wanted}, not {scales.shape} and {biases.shape} ({tensor.note})"
            )
        rows = partial(_words, tensor, scales, biases, bits, group)
        tensors[name] = Tensor(
            name, f"{bits} bits", shape, tensor.note, partial(rows, 0, shape[0]), part=rows
        )
    return tensors


def _words(
    words: Tensor, scales: Tensor, biases: Tensor, bits: int, group: int, start: int, stop: int
) -> np.ndarray:
    """The entries of a row, the lowest bits of each word first: scale times integer plus bias."""
    import numpy as np

    raw = np.asarray(words.rows(start, stop), np.uint32)
    shifts = np.arange(0, 32, bits, dtype=np.uint32)
    whole = (
        (raw[:, :, None] >> shifts & np.uint32((1 << bits) - 1))
        .reshape(len(raw), -1, group)
        .astype(np.float64)
    )
    with np.errstate(invalid="ignore"):
        scale, bias = (
            np.asarray(part.rows(start, stop), np.float64)[:, :, None] for part in (scales, biases)
        )
    return exact_sum(exact_product(whole, scale, words.note), bias, words.note).reshape(
        len(raw), -1
    )


def with_adapter(model: Model, folder: str, opened: Callable[[str], Model]) -> tuple[Model, int]:
    """The model with a LoRA adapter merged, and the integer by which merged matrices are multiplied
    (the denominator of its scale).
    """
    config = _json(folder, "adapter_config.json")
    if (
        config.get("peft_type") != "LORA"
        or config.get("use_dora")
        or config.get("alpha_pattern")
        or config.get("rank_pattern")
    ):
        what = (
            config.get("peft_type")
            if config.get("peft_type") != "LORA"
            else "DoRA, or with patterns of ranks"
        )
        raise BadInput(f"adapter must be a plain LoRA, not {short_repr(what)} ({folder})")
    rank, alpha = config.get("r"), config.get("lora_alpha")
    # NaN is not
    number = isinstance(alpha, int | float) and not isinstance(alpha, bool) and abs(alpha) < 1e9
    if type(rank) is not int or rank < 1 or not number:
        raise BadInput(
            f"adapter must state r and lora_alpha, not {short_repr(rank)} and {short_repr(alpha)} ({folder})"
        )
    root = isqrt(rank)
    if config.get("use_rslora") and root * root != rank:
        raise BadInput(
            f"scale of the adapter must be rational, not alpha / sqrt({rank}) ({folder})"
        )
    scale = Fraction(str(alpha)) / (root if config.get("use_rslora") else rank)
    file = next(
        (
            name
            for name in ("adapter_model.safetensors", "adapter_model.bin")
            if os.path.lexists(os.path.join(folder, name))
        ),
        None,
    )
    if file is None:
        raise BadInput(
            f"adapter must hold adapter_model.safetensors or adapter_model.bin ({folder})"
        )
    parts = {
        name.removeprefix("base_model.model."): tensor
        for name, tensor in opened(os.path.join(folder, file)).tensors.items()
    }
    weights = dict(model.tensors)
    for name, tensor in parts.items():
        if name.endswith(".lora_A.weight"):
            stem = name.removesuffix(".lora_A.weight")
            other, base = parts.get(f"{stem}.lora_B.weight"), weights.get(f"{stem}.weight")
            if other is None or base is None:
                raise BadInput(
                    f"adapter must have lora_B, and the base the matrix, for {short_repr(stem)} ({folder})"
                )
            shapes = (other.shape, tensor.shape)
            if (
                base.shape != (other.shape[0], tensor.shape[-1])
                or other.shape[-1] != tensor.shape[0]
                or len(base.shape) != 2
            ):
                raise BadInput(
                    f"B A must have the shape of {short_repr(base.name)}, {base.shape}, not be a product of {shapes} ({folder})"
                )
            rows = partial(_merged, base, tensor, other, scale)
            weights[base.name] = replace(
                base,
                kind="merged",
                read=partial(rows, 0, base.shape[0]),
                part=rows,
                before=base.before,
            )
        elif ".lora_" in name and not name.endswith(".lora_B.weight"):
            raise BadInput(f"adapter must be of linear layers, not {short_repr(name)} ({folder})")
        elif (
            name.replace(".modules_to_save.default", "").replace(".modules_to_save", "") in weights
        ):
            plain = name.replace(".modules_to_save.default", "").replace(".modules_to_save", "")
            weights[plain] = replace(tensor, name=plain)
    return replace(model, tensors=weights), scale.denominator


def _merged(
    base: Tensor, first: Tensor, second: Tensor, scale: Fraction, start: int, stop: int
) -> np.ndarray:
    """(W + s B A) times the denominator of s, for some rows: exact, as no partial sum leaves 53
    bits on its grid, or refused.
    """
    import numpy as np

    a = np.asarray(first.read(), np.float64)
    w, b = (np.asarray(part.rows(start, stop), np.float64) for part in (base, second))
    if not all(np.isfinite(part).all() for part in (a, b, w)):
        raise BadInput(f"entries must be finite ({base.note})")
    p, q = scale.numerator, scale.denominator
    grid = min(
        _lowest(a) + _lowest(b) + _lowest(np.array([float(p)])),
        _lowest(w) + _lowest(np.array([float(q)])),
    )
    largest = Fraction(float(np.abs(w).max(initial=0))) * q
    largest += (
        Fraction(float(np.abs(a).max(initial=0)))
        * Fraction(float(np.abs(b).max(initial=0)))
        * abs(p)
        * a.shape[0]
    )
    if largest > Fraction(2) ** (53 + grid) or grid < -900:
        bits = (largest / Fraction(2) ** grid).__ceil__().bit_length()
        raise BadInput(
            f"merged entries must fit in 53 bits on one scale, not {bits}: W + s B A would be rounded ({base.note})"
        )
    return q * w + p * (b @ a)


def _lowest(values: np.ndarray) -> int:
    """The exponent of the lowest bit that is set in any of these numbers."""
    import numpy as np

    mantissas, exponents = np.frexp(values[values != 0])
    if not mantissas.size:
        return 0
    whole = np.ldexp(mantissas, 53).astype(np.int64)
    return int(
        (exponents - 53 + np.log2((whole & -whole).astype(np.float64)).astype(np.int64)).min()
    )
