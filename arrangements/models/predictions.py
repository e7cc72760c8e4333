"""Whether a live object predicts as the layer that was read from it: the object is asked at once,
on random inputs.

All is in floating point, with a tolerance that only refuses: it accepts no other layer than the one
that was read, and no answer depends on it.

>>> import numpy as np
>>> class Doubler:
...     classes_ = ("cat", "owl")
...     def predict(self, inputs):
...         return np.array(["owl" if x > 0 else "cat" for x, _ in inputs])
>>> rows = np.array([[0.0, 0, 0], [0, 2, 0]])
>>> estimator_agrees(Doubler(), rows)
'predictions on 64 random inputs agree'
>>> estimator_agrees(Doubler(), rows[::-1])
Traceback (most recent call last):
...
arrangements.errors.BadInput: Doubler must predict as the layer that was read from it, not otherwise (predict, on random inputs); give the weights themselves, as (matrix, offsets)
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from arrangements.errors import BadInput

if TYPE_CHECKING:
    import numpy as np

__all__ = ["estimator_agrees", "layer_agrees"]

_MANY, _FEW = 64, 8  # random inputs, and those of a layer of
_LARGE = 1 << 24  # entries
_SEED = 20  # of them, so that the same object has the same answer
# By how much a product may be off, of the sum of its terms: float64, float32 (of which graphics
# cards keep 10 bits), shorter floats.
_OFF = {8: 1e-9, 4: 2e-3, 2: 6e-2}
# And how far apart two outputs are that nearly tie, of the same sum, which is more than that.
_GAP = 0.005

Drawn = tuple["np.ndarray", "np.ndarray"]


def estimator_agrees(
    thing: object, rows: np.ndarray, drawn: Callable[[np.ndarray], Drawn] | None = None
) -> str:
    """Refuse an estimator that predicts otherwise than the layer whose rows begin with offsets; else
    say how the estimator was asked. It has ``predict``, and is asked for its scores, too, or else for
    its probabilities, whose order must be that of the scores.

    ``drawn``: of random numbers of the width of the layer, what the estimator is given and what its
    layer then gets.
    """
    import numpy as np

    numbers = _inputs(rows)
    given, entering = (numbers, numbers) if drawn is None else drawn(numbers)
    scores, size = _scores(rows, entering)
    classes = getattr(thing, "classes_", None)
    scored = hasattr(thing, "decision_function")
    for name in ("decision_function" if scored else "predict_proba", "predict"):
        if not hasattr(thing, name):
            continue
        answer = _asked(thing, getattr(thing, name), _framed(thing, given), name)
        if isinstance(answer, list):  # one array for each output, as of several outputs
            if name != "predict_proba" or not all(np.ndim(x) == 2 for x in answer):
                continue
            answer = np.column_stack([x[:, -1] for x in answer])
        answer = np.asarray(answer)
        if name == "predict" and classes is not None:
            agrees = _labelled(answer, classes, scores, size)
        elif name == "predict_proba":
            agrees = _ordered(_both(answer, scores), scores, size, _off(answer))
        else:
            agrees = _equal(_both(answer, scores), scores, size, _off(answer))
        if not agrees:
            raise _otherwise(thing, name)
    return f"predictions on {len(numbers)} random inputs agree"


def layer_agrees(
    layer: Callable[[object], object],
    weights: object,
    rows: np.ndarray,
    read: Callable[[object], np.ndarray],
) -> str:
    """Refuse a layer of PyTorch or Keras whose outputs are not the products with the rows that were
    read, or, where the layer has an activation, are not in their order.

    ``read`` makes an array of a tensor.
    """
    import numpy as np

    numbers = _inputs(rows)
    given: object = (
        cast("Any", weights).detach().new_tensor(numbers.tolist())
        if hasattr(weights, "new_tensor")
        else numbers.astype(np.float32)
    )
    entering = read(given)
    scores, size = _scores(rows, entering)
    out = _asked(layer, layer, given, "its outputs")
    off = max(_OFF[_width(weights)], _OFF[_width(out)])
    answer = read(out)
    word = getattr(getattr(layer, "activation", None), "__name__", "linear")
    agrees = _equal if word == "linear" else _ordered
    if not agrees(answer, scores, size, off):
        raise _otherwise(layer, "its outputs")
    return f"outputs of the layer on {len(numbers)} random inputs agree"


def _inputs(rows: np.ndarray) -> np.ndarray:
    """Random inputs, half of them so large that products weigh about as much as offsets, and half of
    these moved to where the two largest outputs nearly tie.
    """
    import numpy as np

    weights, offsets = rows[:, 1:], rows[:, 0]
    many = _MANY if rows.size < _LARGE else _FEW
    inputs = np.random.default_rng(_SEED).normal(0, 1, (many, weights.shape[1]))
    lengths = np.sqrt(np.einsum("ij,ij->i", weights, weights))
    typical = float(lengths.mean()) if len(rows) else 0.0
    largest = float(np.abs(offsets).max(initial=0))
    if 0 < typical < np.inf and 0 < largest < np.inf:
        inputs[::2] *= largest / typical
    if len(rows) < 2:
        return inputs
    for k in range(0, many, 4):
        i, j = np.argsort(_scores(rows, inputs[k : k + 1])[0][0])[-2:]  # the two largest
        across = weights[i] - weights[j]
        length = float(across @ across)
        if 0 < length < np.inf:
            gap = float(across @ inputs[k] + offsets[i] - offsets[j])
            size = float(_scores(rows[[i, j]], inputs[k : k + 1])[1].max())
            inputs[k] += (_GAP * size * (-1) ** (k // 4) - gap) / length * across
    return inputs


def _scores(rows: np.ndarray, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The outputs of the layer, and bounds of the sums of the moduli of their terms."""
    import numpy as np

    weights, offsets = rows[:, 1:], rows[:, 0]
    lengths = np.sqrt(np.einsum("ij,ij->i", weights, weights))
    size = np.sqrt((inputs**2).sum(axis=1))[:, None] * lengths + np.abs(offsets)
    return inputs @ weights.T + offsets, size


def _asked(thing: object, method: Callable[[Any], Any], arguments: Any, name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return method(arguments)
        except Exception as error:
            raise BadInput(
                f"{type(thing).__name__} must answer for random inputs ({name}), so that the layer can be "
                f"checked, not raise {type(error).__name__}: {' '.join(str(error).split())[:120]}"
            ) from None


def _otherwise(thing: object, name: str) -> BadInput:
    return BadInput(
        f"{type(thing).__name__} must predict as the layer that was read from it, not otherwise "
        f"({name}, on random inputs); give the weights themselves, as (matrix, offsets)"
    )


def _framed(thing: Any, inputs: np.ndarray) -> Any:
    """The inputs with the names of columns that the estimator was fitted with."""
    names = getattr(thing, "feature_names_in_", None)
    pandas = sys.modules.get("pandas")
    if names is None or pandas is None or len(names) != inputs.shape[1]:
        return inputs
    return pandas.DataFrame(inputs, columns=list(names))


def _width(values: Any) -> int:
    """The bytes of a float of an array or tensor."""
    size = getattr(values, "element_size", None)
    width = size() if callable(size) else getattr(getattr(values, "dtype", None), "itemsize", 4)
    return width if width in _OFF else 8 if width > 8 else 4 if width > 4 else 2


def _off(values: np.ndarray) -> float:
    # Estimators may have been fitted in float32 and give float64.
    return max(_OFF[_width(values)], 1e-6) if values.dtype.kind == "f" else 1e-6


def _both(answer: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Of two classes that are told apart by one number: zero, and that number."""
    import numpy as np

    if answer.ndim == 1 and scores.shape[1] == 2:
        return np.column_stack([np.zeros(len(answer)), answer])
    return answer[:, None] if answer.ndim == 1 else answer


def _equal(answer: np.ndarray, scores: np.ndarray, size: np.ndarray, off: float) -> bool:
    import numpy as np

    if answer.shape != scores.shape or answer.dtype.kind not in "fiu":
        return False
    return bool((np.abs(answer - scores) <= off * size + 1e-30).all())


def _ordered(answer: np.ndarray, scores: np.ndarray, size: np.ndarray, off: float) -> bool:
    """Whether larger scores have larger answers, where scores differ plainly."""
    import numpy as np

    if answer.shape != scores.shape or not np.isfinite(answer).all():
        return False
    order = np.argsort(-scores, axis=1, kind="stable")
    sorted_scores = np.take_along_axis(scores, order, 1)
    near = off * size.max(axis=1, initial=0)[:, None]
    values = np.take_along_axis(answer, order, 1).astype(np.float64)
    rounding = off * np.abs(values).max(axis=1, initial=0)[:, None]
    rising = values[:, 1:] > values[:, :-1] + rounding
    plain = sorted_scores[:, :-1] - sorted_scores[:, 1:] > near
    # Answers that are all equal would agree with every layer.
    told = scores.shape[1] < 2 or bool((np.ptp(values, axis=1) > 0).any())
    return told and not bool((rising & plain).any())


def _labelled(
    answer: np.ndarray, classes: Sequence[Any], scores: np.ndarray, size: np.ndarray
) -> bool:
    """Whether the labels are those of the largest scores, or of all scores above zero."""
    import numpy as np

    near = 1e-6 * size.max(axis=1, initial=0)
    if answer.ndim == 2:
        if answer.shape != scores.shape:
            return False
        yes = [1 if np.ndim(labels) == 0 else labels[-1] for labels in classes]
        on = np.column_stack([answer[:, k] == yes[k] for k in range(answer.shape[1])])
        return bool(((on == (scores > 0)) | (np.abs(scores) <= near[:, None])).all())
    if answer.ndim != 1 or len(classes) != scores.shape[1]:
        return False
    places = {label: k for k, label in enumerate(np.asarray(classes).tolist())}
    positions = np.array([places.get(label, -1) for label in answer.tolist()])
    if (positions < 0).any():
        return False
    chosen = scores[np.arange(len(positions)), positions]
    return bool((chosen >= scores.max(axis=1) - near).all())
