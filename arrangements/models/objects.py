"""Layers of live objects: PyTorch, Keras, scikit-learn, transformers, JAX, NumPy and pandas, by
what they have, without importing them.

======================================= =======================================================================================
``torch.nn.Linear`` and the like        ``weight``, ``bias``
a PyTorch module                        ``get_output_embeddings()``, else the last linear layer of a ``Sequential``, else by name
a Keras layer or model                  ``kernel``, ``bias`` of the layer, or of the last such layer
scikit-learn, linear                    ``coef_``, ``intercept_``; two classes are two rows, the first of them zero
naive Bayes, networks, one versus rest  what ``predict`` multiplies with; counts are not negative, hidden units as activated
``(W, b)``, arrays, dicts of arrays     NumPy, JAX, anything with ``__array__``
a data frame                            its index names the labels, a column ``bias`` holds the offsets
======================================= =======================================================================================

Attributes of such names prove nothing: an estimator, and a layer that can be called, must predict as
the layer that was read (``predictions``). What cannot be asked is taken by the name of its class, if
that is known, and said to be unchecked.

>>> import numpy as np
>>> layer_of((np.array([[1.0, 2], [3, 4]], np.float32), np.array([0.5, 0], np.float32))).rows.tolist()
[[0.5, 1.0, 2.0], [0.0, 3.0, 4.0]]
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from arrangements.errors import BadInput, short_repr
from arrangements.models.graph_bounds import LEAST
from arrangements.models.guess_output_layer import Chosen, chosen_layer
from arrangements.models.model import Before, Model, Tensor
from arrangements.models.predictions import estimator_agrees, layer_agrees

if TYPE_CHECKING:
    import numpy as np

__all__ = ["LiveLayer", "layer_of", "live_layer", "preceding"]

_ZERO, _ONE = Fraction(0), Fraction(1)
#: What activations prove, by the names that libraries give them, in small letters without underscores.
_ACTIVATIONS: dict[str, Before] = {
    "relu": Before(("ReLU",), _ZERO), "relu6": Before(("ReLU6",), _ZERO, Fraction(6)), "silu": Before(("SiLU",), LEAST["SiLU"]),
    "swish": Before(("SiLU",), LEAST["SiLU"]), "gelu": Before(("GELU",), LEAST["GELU (tanh)"]), "mish": Before(("Mish",), LEAST["Mish"]),
    "hardswish": Before(("HardSwish",), LEAST["HardSwish"]), "tanh": Before(("tanh",), -_ONE, _ONE),
    "sigmoid": Before(("sigmoid",), _ZERO, _ONE), "logistic": Before(("sigmoid",), _ZERO, _ONE),
    "hardsigmoid": Before(("hard sigmoid",), _ZERO, _ONE), "softplus": Before(("softplus",), _ZERO),
    "softsign": Before(("softsign",), -_ONE, _ONE),
}  # fmt: skip
_SKIPPED = (
    "dropout",
    "identity",
    "flatten",
    "alphadropout",
    "linear_",
    "inputlayer",
    "activityregularization",
)
# Estimators of scikit-learn whose attributes are known to be the layer, for those that have no
# ``predict``, as in files.
_KNOWN = frozenset(
    ("LogisticRegression", "LogisticRegressionCV", "SGDClassifier", "LinearSVC", "SVC", "NuSVC", "Perceptron", "PassiveAggressiveClassifier",
     "RidgeClassifier", "RidgeClassifierCV", "LinearDiscriminantAnalysis", "MLPClassifier", "MultinomialNB", "BernoulliNB",
     "OneVsRestClassifier", "MultiOutputClassifier", "MultiOutputRegressor", "LinearRegression", "Ridge", "RidgeCV")
)  # fmt: skip
# after the layer; increasing, or of all outputs alike
_FINAL = ("softmax", "logsoftmax", "sigmoid", "temperature")


class LiveLayer(NamedTuple):
    """The rows with their offsets in the first column, the names of weights and offsets, labels if
    there are any, the layers before.

    ``checked``: how the object was asked whether it predicts so, or why not; None for plain numbers.
    ``picked``: whether the layer was picked among others.
    """

    rows: np.ndarray
    weights: str
    bias: str | None
    labels: list[str] | None
    before: Before | None
    checked: str | None = None
    picked: bool = False


def live_layer(
    thing: object, weights: str | None = None, bias: str | None = None
) -> LiveLayer | None:
    """The output layer of an object; None if it has nothing of a layer. ``weights``, ``bias`` name
    tensors of modules.
    """
    for attempt in (_estimator, _frame, _pair, _module, _keras, _matrix):
        layer: LiveLayer | None = attempt(thing, weights, bias)
        if layer is not None:
            return layer
    return None


def _array(value: Any, what: str) -> np.ndarray:
    """Any array as one of NumPy, each number exactly."""
    import numpy as np

    for step in ("detach", "cpu"):
        if hasattr(value, step):
            value = getattr(value, step)()
    # float64 holds every float of PyTorch
    if hasattr(value, "double") and not isinstance(value, np.ndarray):
        value = value.double() if value.is_floating_point() else value
    if hasattr(value, "toarray"):
        value = value.toarray()
    values = np.asarray(
        value.numpy() if hasattr(value, "numpy") and not isinstance(value, np.ndarray) else value
    )
    if values.dtype.kind == "V" or values.dtype.name == "bfloat16":
        values = values.astype(np.float32)
    if values.dtype.kind not in "fiu" or values.dtype.itemsize > 8:
        raise BadInput(
            f"{what} must be an array of integers or of floats of at most 64 bits, not of {values.dtype}"
        )
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise BadInput(f"{what} must hold finite numbers, not NaN or infinity")
    if (
        values.dtype.kind != "f"
        and values.size
        and max(abs(int(values.min())), abs(int(values.max()))) > 1 << 53
    ):
        raise BadInput(f"{what} must hold integers of at most 2^53 in modulus")
    return values.astype(np.float64)


def _made(
    matrix: np.ndarray,
    offsets: np.ndarray | None,
    names: tuple[str, str],
    labels: Any = None,
    before: Before | None = None,
) -> LiveLayer:
    """One row an output."""
    import numpy as np

    if matrix.ndim != 2 or (offsets is not None and offsets.shape != (len(matrix),)):
        shapes = f"{matrix.shape} and {None if offsets is None else offsets.shape}"
        raise BadInput(
            f"weights must be a matrix with one offset for each row, not of shapes {shapes}"
        )
    rows = np.column_stack([np.zeros(len(matrix)) if offsets is None else offsets, matrix])
    texts = None if labels is None else [str(label) for label in labels]
    if texts is not None and len(texts) != len(matrix):
        raise BadInput(f"labels must be {len(matrix)}, one for each row, not {len(texts)}")
    return LiveLayer(rows, names[0], names[1] if offsets is not None else None, texts, before)


def _estimator(thing: Any, weights: str | None, bias: str | None) -> LiveLayer | None:
    """An estimator of scikit-learn, which predicts as its layer does."""
    if hasattr(thing, "steps") and isinstance(thing.steps, list) and thing.steps:  # a pipeline
        return _estimator(thing.steps[-1][1], weights, bias)
    if hasattr(thing, "best_estimator_"):
        return _estimator(thing.best_estimator_, weights, bias)
    kind = type(thing).__name__
    try:
        layer = _fitted(thing)
    except (AttributeError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(
            f"{kind} must be fitted and linear, with arrays as scikit-learn has them: {' '.join(str(error).split())[:120]}"
        ) from None
    if layer is None:
        return None
    if hasattr(thing, "predict"):
        return layer._replace(checked=estimator_agrees(thing, layer.rows, partial(_drawn, thing)))
    if kind not in _KNOWN:
        raise BadInput(
            f"estimator must have predict, so that its layer can be checked, or be one of {', '.join(sorted(_KNOWN))}, not {kind}"
        )
    return layer._replace(checked=f"unchecked: the {kind} has no predict to be asked")


def _drawn(thing: Any, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of random numbers: what an estimator is given, and what its layer then gets."""
    import numpy as np

    if hasattr(thing, "feature_log_prob_"):
        if type(thing).__name__ != "BernoulliNB":
            counts = np.abs(np.round(8 * numbers))
            return counts, counts
        ones = (numbers > 0).astype(np.float64)
        border = getattr(thing, "binarize", None)
        return (ones if border is None else border + 2 * ones - 1), ones
    if not hasattr(thing, "coefs_"):
        return numbers, numbers
    first = _array(thing.coefs_[0], "coefs_[0]")
    given = hidden = np.random.default_rng(len(first)).normal(0, 1, (len(numbers), len(first)))
    for weights, offsets in zip(thing.coefs_[:-1], thing.intercepts_[:-1], strict=True):
        hidden = hidden @ _array(weights, "coefs_") + _array(offsets, "intercepts_")
        match thing.activation:
            case "relu":
                hidden = np.maximum(hidden, 0)
            case "tanh":
                hidden = np.tanh(hidden)
            case "logistic":
                hidden = 0.5 + 0.5 * np.tanh(hidden / 2)
    return given, hidden


def _fitted(thing: Any) -> LiveLayer | None:
    """The layer that the attributes of an estimator are by their names."""
    import numpy as np

    kind = type(thing).__name__
    if hasattr(thing, "feature_log_prob_") and hasattr(thing, "class_log_prior_"):
        logs, prior = (
            _array(thing.feature_log_prob_, "feature_log_prob_"),
            _array(thing.class_log_prior_, "class_log_prior_"),
        )
        if kind == "MultinomialNB":
            counts = Before(("counts",), _ZERO)
            return _made(
                logs, prior, ("feature_log_prob_", "class_log_prior_"), thing.classes_, counts
            )
        # the numbers that predict multiplies with, which it computes in float64
        if kind == "BernoulliNB":
            others = np.log(1 - np.exp(logs))
            names = ("feature_log_prob_", "class_log_prior_")
            return _made(
                logs - others,
                prior + others.sum(axis=1),
                names,
                thing.classes_,
                Before(("zeros and ones",), _ZERO, _ONE),
            )
        raise BadInput(f"naive Bayes must be MultinomialNB or BernoulliNB, not {kind}")
    if hasattr(thing, "coefs_") and hasattr(thing, "intercepts_"):
        last, offsets = (
            _array(thing.coefs_[-1], "coefs_[-1]").T,
            _array(thing.intercepts_[-1], "intercepts_[-1]"),
        )
        before = _ACTIVATIONS.get(str(thing.activation)) if len(thing.coefs_) > 1 else None
        classes = getattr(thing, "classes_", None)
        return _two(last, offsets, ("coefs_[-1]", "intercepts_[-1]"), classes, before)
    if (
        hasattr(thing, "estimators_")
        and isinstance(thing.estimators_, list)
        and hasattr(thing, "estimator")
    ):
        return _several(thing)
    if not hasattr(thing, "coef_") or not hasattr(thing, "intercept_"):
        if kind in (
            "LogisticRegression",
            "SGDClassifier",
            "LinearSVC",
            "Perceptron",
            "RidgeClassifier",
            "MLPClassifier",
            "MultinomialNB",
        ):
            raise BadInput(f"{kind} must be fitted")
        return None
    if hasattr(thing, "support_vectors_") and len(getattr(thing, "classes_", ())) > 2:
        raise BadInput(
            f"{kind} must compare each class with the others, not in pairs; LinearSVC does"
        )
    matrix, offsets = (
        np.atleast_2d(_array(thing.coef_, "coef_")),
        np.atleast_1d(_array(thing.intercept_, "intercept_")),
    )
    if len(offsets) != len(matrix):  # fit_intercept=False
        offsets = np.broadcast_to(offsets, (len(matrix),))
    return _two(matrix, offsets, ("coef_", "intercept_"), getattr(thing, "classes_", None))


def _two(
    matrix: np.ndarray,
    offsets: np.ndarray,
    names: tuple[str, str],
    classes: Any,
    before: Before | None = None,
) -> LiveLayer:
    """The rows of an estimator; of two classes that share one row the first has zero."""
    import numpy as np

    if classes is not None and len(classes) == 2 and len(matrix) == 1:
        matrix, offsets = np.vstack([np.zeros_like(matrix), matrix]), np.append(0.0, offsets)
    return _made(
        matrix,
        offsets,
        names,
        classes if classes is not None and len(classes) == len(matrix) else None,
        before,
    )


def _several(thing: Any) -> LiveLayer | None:
    """One estimator with one row for each class, or for each output."""
    import numpy as np

    rows, offsets = list[np.ndarray](), list[np.ndarray]()
    for one in thing.estimators_:
        if not hasattr(one, "coef_") or not hasattr(one, "intercept_"):
            return None if not rows else _unlike(one)
        row, offset = (
            np.atleast_2d(_array(one.coef_, "coef_")),
            np.atleast_1d(_array(one.intercept_, "intercept_")),
        )
        if len(row) != 1:
            return _unlike(one)
        rows.append(row[0])
        offsets.append(offset[0])
    if not rows:
        return None
    classes = getattr(thing, "classes_", None)
    plain = (
        classes is not None
        and len(classes) == len(rows)
        and all(np.ndim(label) == 0 for label in classes)
    )
    if plain or not hasattr(thing, "label_binarizer_"):
        return _made(
            np.array(rows), np.array(offsets), ("coef_", "intercept_"), classes if plain else None
        )
    return _two(np.array(rows), np.array(offsets), ("coef_", "intercept_"), classes)


def _unlike(one: object) -> LiveLayer | None:
    raise BadInput(f"estimators must be linear with one row each, not {type(one).__name__}")


def _frame(thing: Any, weights: str | None, bias: str | None) -> LiveLayer | None:
    """A data frame: pandas, or what has columns, an index and ``to_numpy``."""
    if not (hasattr(thing, "columns") and hasattr(thing, "to_numpy") and hasattr(thing, "index")):
        return None
    columns = [str(name) for name in thing.columns]
    values = _array(thing.to_numpy(), "data frame")
    place = (
        next(
            (k for k, name in enumerate(columns) if name.lower() == (bias or "bias").lower()), None
        )
        if bias != "none"
        else None
    )
    kept = [
        k
        for k in range(len(columns))
        if k != place and (bias != "none" or columns[k].lower() != "bias")
    ]
    return _made(
        values[:, kept],
        None if place is None else values[:, place],
        ("rows", "bias"),
        list(thing.index),
    )


def _pair(thing: Any, weights: str | None, bias: str | None) -> LiveLayer | None:
    """Weights and offsets, or a dictionary of arrays."""
    if (
        isinstance(thing, tuple | list)
        and len(thing) == 2
        and all(hasattr(part, "shape") for part in thing)
    ):
        matrix, offsets = _array(thing[0], "weights"), _array(thing[1], "bias")
        turned = (
            matrix.ndim == 2 and len(offsets) != len(matrix) and len(offsets) == matrix.shape[1]
        )
        return _made(matrix.T if turned else matrix, offsets, ("weights", "bias"))
    if (
        isinstance(thing, Mapping)
        and thing
        and all(isinstance(name, str) and hasattr(part, "shape") for name, part in thing.items())
    ):
        layer = _of_tensors(_tensors(thing), weights, bias)
        if weights is not None or len(thing) == 1:
            return layer
        return layer._replace(
            checked=f"unchecked: {layer.weights} was chosen by its name", picked=True
        )
    return None


def _tensors(state: Mapping[str, Any]) -> dict[str, Tensor]:
    tensors = {}
    for name, value in state.items():
        axis = 1 if name == "kernel" or name.endswith((".kernel", "/kernel")) else None
        tensors[name] = Tensor(
            name,
            "array",
            tuple(map(int, value.shape)),
            name,
            partial(_array, value, short_repr(name)),
            axis,
        )
    return tensors


def _of_tensors(
    tensors: dict[str, Tensor], weights: str | None, bias: str | None, before: Before | None = None
) -> LiveLayer:
    chosen: Chosen = chosen_layer(Model("the object", tensors), weights, bias)
    matrix = chosen.weights.read()
    offsets = None if chosen.bias is None else chosen.bias.read()
    names = (chosen.weights.name, chosen.bias.name if chosen.bias is not None else "")
    return _made(matrix.T if chosen.axis else matrix, offsets, names, None, before)


def _module(thing: Any, weights: str | None, bias: str | None) -> LiveLayer | None:
    """A module of PyTorch, or of transformers."""
    if not (hasattr(thing, "state_dict") and hasattr(thing, "named_modules")):
        return None
    if hasattr(thing, "out_features") and hasattr(thing, "weight"):
        return _linear(thing, "weight", bias)
    state = {
        name: part for name, part in thing.state_dict().items() if hasattr(part, "shape")
    }  # not what packs quantised weights
    labels = _labels(thing)
    if weights is not None:
        return _of_tensors(_tensors(state), weights, bias)._replace(
            checked="unchecked: the weights were named"
        )
    head = thing.get_output_embeddings() if hasattr(thing, "get_output_embeddings") else None
    if head is not None and hasattr(head, "weight"):
        return _alone(_linear(head, "get_output_embeddings().weight", bias))
    order = [(name, part) for name, part in thing.named_modules() if not list(part.children())]
    if type(thing).__name__ == "Sequential":
        places = [
            k
            for k, (_, part) in enumerate(order)
            if hasattr(part, "out_features") and hasattr(part, "weight")
        ]
        after = order[places[-1] + 1 :] if places else []
        if places and all(type(part).__name__.lower() in (*_FINAL, *_SKIPPED) for _, part in after):
            name, last = order[places[-1]]
            before = _preceding(
                [type(part).__name__ for _, part in order[: places[-1]]],
                [part for _, part in order[: places[-1]]],
            )
            return _alone(
                _linear(last, f"{name}.weight", bias)._replace(before=before, labels=labels)
            )
    layer = _of_tensors(_tensors(state), None, bias)
    own = dict(thing.named_modules()).get(layer.weights.rpartition(".")[0])
    if hasattr(own, "out_features") and hasattr(own, "weight"):
        layer = _alone(_linear(own, layer.weights, bias))
    else:
        layer = layer._replace(checked=f"unchecked: {layer.weights} was chosen by its name")
    return layer._replace(
        labels=labels if labels is not None and len(labels) == len(layer.rows) else None,
        picked=True,
    )


def _alone(layer: LiveLayer) -> LiveLayer:
    """A layer that was asked without the model around it."""
    asked = layer.checked or ""
    told = asked if asked.startswith("unchecked") else f"{asked}; the model around it was not run"
    return layer._replace(checked=told, picked=True)


def _labels(thing: Any) -> list[str] | None:
    """The names of the classes in the configuration of a model of transformers."""
    names = getattr(getattr(thing, "config", None), "id2label", None)
    if not isinstance(names, Mapping) or sorted(names) != list(range(len(names))):
        return None
    return [str(names[k]) for k in range(len(names))]


def _linear(layer: Any, name: str, bias: str | None) -> LiveLayer:
    offsets = getattr(layer, "bias", None)
    names = (name, name.removesuffix("weight") + "bias")
    made = _made(
        _array(layer.weight, name), None if offsets is None else _array(offsets, "bias"), names
    )
    return _called(layer, layer.weight, made, bias)


def _called(layer: Any, weights: Any, made: LiveLayer, bias: str | None) -> LiveLayer:
    """The layer, which gives the outputs that were read, if it can be called; then without its
    offsets, if none are wanted.
    """
    if callable(layer):
        told = layer_agrees(layer, weights, made.rows, partial(_array, what="outputs"))
    else:
        told = f"unchecked: the {type(layer).__name__} cannot be called"
    if bias == "none":
        made.rows[:, 0] = 0
        made = made._replace(bias=None)
    return made._replace(checked=told)


def _preceding(names: list[str], parts: list[Any]) -> Before | None:
    """Bounds that the last of these layers proves; dropout and its like are passed over."""
    moved = False
    for name, part in zip(reversed(names), reversed(parts), strict=True):
        word = name.lower().replace("_", "")
        if word.startswith(_SKIPPED):
            moved = moved or word.startswith("flatten")
            continue
        if word == "softmax":
            # Over the coordinates of the layer, and over all of them, the sum is 1.
            last = not moved and getattr(part, "dim", getattr(part, "axis", -1)) == -1
            return Before(("softmax",), _ZERO, _ONE, simplex=last)
        return _ACTIVATIONS.get(word)
    return None


def preceding(words: list[str]) -> Before | None:
    """Bounds that the last of these activations or kinds of layers proves; dropout and its like are
    passed over.

    >>> preceding(["Dense", "relu", "Dropout"]).low
    Fraction(0, 1)
    """
    return _preceding(words, [None] * len(words))


def _keras(thing: Any, weights: str | None, bias: str | None) -> LiveLayer | None:
    """A layer of Keras with a kernel, or the last such layer of a model."""
    layers = getattr(thing, "layers", None)
    if isinstance(layers, list) and layers and weights is None:
        places = [k for k, layer in enumerate(layers) if _kernel(layer) is not None]
        if not places:
            return None
        place = places[-1]
        if any(
            type(layer).__name__.lower() not in (*_FINAL, *_SKIPPED, "activation")
            for layer in layers[place + 1 :]
        ):
            raise BadInput(
                f"last layer must have a kernel, not {type(layers[-1]).__name__}; give the layer itself"
            )
        found = _keras(layers[place], None, bias)
        names, parts = list[str](), list[Any]()
        for layer in layers[:place]:
            names.append(type(layer).__name__)
            parts.append(layer)
            activation = getattr(getattr(layer, "activation", None), "__name__", "linear")
            if activation != "linear":
                names.append(activation)
                parts.append(layer)
        return None if found is None else _alone(found._replace(before=_preceding(names, parts)))
    kernel = _kernel(thing)
    if kernel is None:
        return None
    offsets = getattr(thing, "bias", None)
    names_of = (
        (f"{thing.name}/kernel", f"{thing.name}/bias")
        if hasattr(thing, "name")
        else ("kernel", "bias")
    )
    found = _made(
        _array(kernel, "kernel").T, None if offsets is None else _array(offsets, "bias"), names_of
    )
    return _called(thing, kernel, found, bias)


def _kernel(layer: Any) -> Any:
    kernel = getattr(layer, "kernel", None)
    return kernel if kernel is not None and len(getattr(kernel, "shape", ())) == 2 else None


def _matrix(thing: Any, weights: str | None, bias: str | None) -> LiveLayer | None:
    if not hasattr(thing, "shape") or not (hasattr(thing, "__array__") or hasattr(thing, "detach")):
        return None
    return _made(_array(thing, "weights"), None, ("weights", ""))


def layer_of(thing: object) -> LiveLayer:
    """The layer of an object; refused if there is none."""
    layer = live_layer(thing)
    if layer is None:
        raise BadInput(f"layer must be a file, a matrix or a model, not {type(thing).__name__}")
    return layer
