"""``stated_inputs``: the set that the answers about a layer are about. Here alone ``auto`` becomes a
set, and a larger set is taken where a question cannot be answered for the set that was named.

The value is ``Inputs``, whose ``name`` says this set: whatever prints, keeps or proves answers takes
both from the value. A larger set is named as what it is.

>>> import numpy as np
>>> from arrangements.models.model import Before, Norm
>>> from fractions import Fraction
>>> ones, zeros = (Fraction(1),) * 2, (Fraction(0),) * 2
>>> norm = Before(("LayerNorm",), -ones[0], ones[0], norm=Norm(ones, zeros, True))
>>> head = OutputLayer(np.ones((1, 3)), ("a",), "m.onnx", "w", "b", before=norm)
>>> stated_inputs(head, "auto")
<Inputs auto: after LayerNorm: a norm in dimension 2>
>>> stated_inputs(head, "auto", linear=True).name
'auto: box:-1:1, around the outputs of the norm (a no holds for these, too, a yes need not), after LayerNorm'
"""

from __future__ import annotations

from arrangements.decide.dyadic.norms import fits
from arrangements.layers.configuration import Configuration
from arrangements.layers.inputs import Inputs
from arrangements.layers.inputs.polyhedra import named
from arrangements.loading.inputs import load_inputs
from arrangements.loading.inputs_of_model import proven
from arrangements.loading.layers import OutputLayer

__all__ = ["described", "stated_inputs"]

_AROUND = ", around the outputs of the norm (a no holds for these, too, a yes need not)"


def described(layer: OutputLayer | Configuration, inputs: Inputs) -> dict[str, object]:
    """The layer and the inputs of answers, as certificates, reports and summaries name them."""
    if isinstance(layer, OutputLayer):
        weights, bias, scale = layer.weights, layer.bias, layer.scale
    else:
        weights, bias, scale = "rows", None if layer.bias is None else "bias", 1
    return {
        "weights": weights,
        "bias": bias,
        "dimension": layer.d,
        "inputs": inputs.words,
        "content_hash": layer.content_hash,
        "scale": scale,
    }


def stated_inputs(
    layer: OutputLayer | Configuration,
    asked: str | Inputs | None = None,
    *,
    linear: bool = False,
    lengths: bool = False,
    spheres: bool = False,
) -> Inputs:
    """The inputs that ``asked`` stands for, or with ``auto`` what the model proves of them: what its
    last norm puts out, if there is one, and else bounds. A sphere becomes its ball, unless the
    method takes ``spheres``.

    ``linear``: the question takes linear conditions alone, so for ``auto`` bounds are taken of what
    a norm puts out, too, as they are where floats do not hold the layer behind the norm.
    ``lengths``: answers depend on how long inputs are, as probabilities do. Otherwise, without
    offsets, regions are cones, and an RMSNorm without zero gain and shift changes nothing.

    >>> import numpy as np
    >>> from arrangements.models.model import Before
    >>> relu = Before(("ReLU",), 0)
    >>> stated_inputs(OutputLayer(np.ones((1, 3)), ("a",), "m", "w", "b", before=relu), "auto")
    <Inputs auto: nonnegative, after ReLU: 2 inequalities in dimension 2>
    """
    if asked is None:
        return Inputs(layer.d, name="everything")
    if asked != "auto":
        found = asked if isinstance(asked, Inputs) else named(load_inputs(asked, layer.d), asked)
        return found if spheres else found.in_ball()
    if not isinstance(layer, OutputLayer):
        return proven(None, layer.d)  # which refuses
    before = layer.before
    after = ", after ".join(() if before is None else before.steps)
    norm = None if before is None else before.norm
    if norm is not None and not linear and len(norm.gains) == layer.d:
        offsets = bool(layer.rows[:, 0].any()) or norm.centred or any(norm.shift)
        if not (lengths or offsets) and all(norm.gains):
            words = f"auto: everything, after {after}, which changes nothing without bias"
            return Inputs(layer.d, name=words)
        make = Inputs.layernorm if norm.centred else Inputs.rmsnorm
        found = make(norm.gains, norm.shift, name=f"auto: after {after}")
        if fits(layer.rows, found):
            return found
    found = proven(before, layer.d)
    spelling = found.name
    if spelling == "auto":
        equation = " and an equation" * bool(found.equations)
        spelling = f"a box with bounds for each coordinate{equation}"
    return named(found, f"auto: {spelling}{_AROUND * (norm is not None)}, after {after}")
