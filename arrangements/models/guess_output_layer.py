"""Which of the tensors of a model is its output layer, which vector its offsets, and along which
axis outputs are counted.

>>> import numpy as np
>>> def tensor(name, *shape):
...     return Tensor(name, "float32", shape, "m.npz", lambda: np.zeros(shape))
>>> found = Model("m.npz", {t.name: t for t in (tensor("head.weight", 3, 2), tensor("head.bias", 3), tensor("other", 9, 9))})
>>> chosen = chosen_layer(found)
>>> chosen.weights.name, chosen.bias.name, chosen.axis, chosen.n, chosen.d
('head.weight', 'head.bias', 0, 3, 2)
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from arrangements.errors import BadInput, short_repr
from arrangements.models.model import Model, Tensor

__all__ = ["Chosen", "bias_of", "chosen_layer", "named", "proposed", "size"]

_LAST = (
    "lm_head.weight", "classifier.out_proj.weight", "classifier.weight", "score.weight", "head.weight", "fc.weight", "output.weight",
    "cls.predictions.decoder.weight", "embed_out.weight", "fc_w",
)  # fmt: skip
_TIED = (
    "word_embeddings.weight",
    "embed_tokens.weight",
    "wte.weight",
    "tok_embeddings.weight",
    "shared.weight",
    "token_embd.weight",
)
_OFFSETS = ("cls.predictions.bias", "lm_head.bias", "final_logits_bias")


@dataclass(frozen=True)
class Chosen:
    """An output layer among tensors; ``axis`` of the weights counts outputs."""

    weights: Tensor
    bias: Tensor | None
    axis: int

    @property
    def n(self) -> int:
        return self.weights.shape[self.axis]

    @property
    def d(self) -> int:
        return self.weights.shape[1 - self.axis]

    @property
    def description(self) -> str:
        """The weights, for messages."""
        return f"weights {short_repr(self.weights.name)} of {size(self.weights.shape)}{', transposed' if self.axis else ''}"


def chosen_layer(
    model: Model, weights: str | None = None, bias: str | None = None, labels: int | None = None
) -> Chosen:
    """The layer with the tensors named, or the likely ones. ``bias``: ``none`` for none.
    ``labels``: how many there are, if known.
    """
    tensors = model.tensors
    matrix = named(model, weights, "weights") if weights is not None else proposed(model)
    if matrix is None:
        ends = model.facts.get("it ends with")
        why = f"the model ends with {ends}" if ends else "no tensor is plainly the output layer"
        raise BadInput(
            f"weights must be named, as {why}; `arrangements show {model.source}` lists them"
        )
    stem, dot, last = matrix.name.rpartition(".")
    if last == "qweight" and f"{stem}{dot}scales" in tensors:
        raise BadInput(
            f"weights must be numbers, not integers packed as in GPTQ or AWQ, which {stem}{dot}scales scales; write the layer dequantised ({matrix.note})"
        )
    if len(matrix.shape) != 2:
        raise BadInput(f"weights must have 2 dimensions, not {size(matrix.shape)} ({matrix.note})")
    offsets = (
        None if bias == "none" else named(model, bias, "bias") if bias else bias_of(matrix, model)
    )
    length = None if offsets is None else offsets.shape[0] if len(offsets.shape) == 1 else -1
    chosen = Chosen(tensors[matrix.name], offsets, _output_axis(matrix, length, labels))
    if offsets is not None and length != chosen.n:
        shape = size(offsets.shape)
        raise BadInput(
            f"bias must have {chosen.n} entries, one for each row of {chosen.description}, not {shape} ({offsets.note})"
        )
    return chosen


def proposed(model: Model) -> Tensor | None:
    """The tensor that is likely to be the output layer: what the file says, the last product of a
    graph, a usual name, the only matrix.
    """
    if model.output is not None:
        return model.tensors[model.output]
    alone = len(model.tensors) == 1  # then it is meant, even without entries
    matrices = {
        name: tensor
        for name, tensor in model.tensors.items()
        if len(tensor.shape) == 2 and (min(tensor.shape) > 0 or alone)
    }
    multiplied = [tensor for tensor in matrices.values() if tensor.last >= 0]
    if multiplied:
        return max(multiplied, key=lambda tensor: tensor.last)
    for endings in (_LAST, _TIED):
        for ending in endings:
            for name, tensor in matrices.items():
                if name == ending or name.endswith(f".{ending}"):
                    return tensor
    return next(iter(matrices.values())) if len(matrices) == 1 else None


def bias_of(matrix: Tensor, model: Model) -> Tensor | None:
    """The vector that goes with a matrix, by the graph or by its name."""
    tensors = model.tensors
    if matrix.bias is not None:
        return tensors[matrix.bias]
    stem = matrix.name.removesuffix("weight").removesuffix("kernel")
    names = [f"{stem}bias"] if stem != matrix.name else ["bias", "b"] if len(tensors) == 2 else []
    names += [f"{matrix.name[:-2]}_b"] if matrix.name.endswith("_w") else []
    names += [f"{matrix.name}.bias"]  # as `repair` names offsets that it adds
    for name in names:
        # of another length it is refused, not passed over
        if name in tensors and len(tensors[name].shape) == 1:
            return tensors[name]
    for name in (
        _OFFSETS
        if matrix.name.endswith((*_LAST[:1], *_TIED, "cls.predictions.decoder.weight"))
        else ()
    ):
        if (
            name in tensors
            and len(tensors[name].shape) == 1
            and tensors[name].shape[0] in matrix.shape
        ):
            return tensors[name]
    return None


def _output_axis(matrix: Tensor, bias: int | None, labels: int | None) -> int:
    """Which axis counts outputs: as the graph says, else where the bias or the labels fit, else the
    first.
    """
    if matrix.axis is not None:
        return matrix.axis
    first, second = matrix.shape
    fitting = [size for size in (bias, labels) if size in (first, second)]
    return int(bool(fitting) and first not in fitting and second in fitting)


def named(model: Model, name: str, what: str) -> Tensor:
    """The tensor of this name; ``what`` is what it is for."""
    if name not in model.tensors:
        near = get_close_matches(name, list(model.tensors)[:10_000], 1)
        hint = f" (nearest: {near[0]})" if near else "; `arrangements show` lists them"
        raise BadInput(
            f"{what} must name one of the {len(model.tensors)} tensors of {model.source}, not {short_repr(name)}{hint}"
        )
    return model.tensors[name]


def size(shape: tuple[int, ...]) -> str:
    """A shape in words."""
    return " x ".join(map(str, shape)) or "no dimensions"
