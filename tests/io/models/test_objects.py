"""Layers of live objects: of libraries where they are installed, and of objects that have what
those have.
"""

import importlib
import importlib.util
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pandas
import pytest

from arrangements import Configuration, audit_layer, decide_argmax
from arrangements.errors import BadInput
from arrangements.io.models import load_layer
from tests.io.models.make_files import BIAS, WEIGHTS

ROWS = np.column_stack([BIAS, WEIGHTS])
PLAIN = np.column_stack([np.zeros(len(WEIGHTS)), WEIGHTS])


def library(name: str) -> Any:
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    return importlib.import_module(name)


class Fitted:
    """An estimator with these attributes; the name of the class is that of scikit-learn's."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)


class MultinomialNB(Fitted):
    pass


class BernoulliNB(Fitted):
    pass


class GaussianMixture(Fitted):
    pass


def test_arrays_and_pairs():
    assert np.array_equal(load_layer((WEIGHTS, BIAS)).rows, ROWS)
    assert np.array_equal(load_layer((WEIGHTS.T, BIAS)).rows, ROWS)  # as the offsets fit
    assert np.array_equal(load_layer(WEIGHTS.astype("f2")).rows, PLAIN)
    assert np.array_equal(
        load_layer((WEIGHTS.astype(ml_dtypes.bfloat16), BIAS.astype("f4"))).rows, ROWS
    )
    assert np.array_equal(load_layer({"kernel": WEIGHTS.T, "bias": BIAS}).rows, ROWS)
    assert np.array_equal(
        load_layer({"a.weight": WEIGHTS * 2, "head.weight": WEIGHTS, "head.bias": BIAS}).rows, ROWS
    )
    assert load_layer((WEIGHTS, BIAS), labels=list("abcde")).labels == ("a", "b", "c", "d", "e")
    frame = pandas.DataFrame(
        np.column_stack([WEIGHTS, BIAS]), columns=["x", "y", "z", "bias"], index=list("abcde")
    )
    layer = load_layer(frame)
    assert np.array_equal(layer.rows, ROWS)
    assert (layer.labels, layer.bias) == (("a", "b", "c", "d", "e"), "bias")
    assert np.array_equal(load_layer(frame, bias="none").rows, PLAIN)


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (3, "layer must be a file, a matrix or a model, not int"),
        (object(), "not object"),
        ((WEIGHTS, BIAS[:2]), "one offset for each row"),
        (np.array([["a"]]), "integers or of floats"),
        (np.array([[np.nan]]), "finite numbers"),
        (np.array([[1 << 60]]), "at most 2.53"),
        (np.zeros(3), "must be a matrix"),
        (np.zeros((2, 2), np.longdouble), "at most 64 bits"),
        (
            Fitted(
                coef_=np.zeros((3, 2)),
                intercept_=np.zeros(3),
                support_vectors_=1,
                classes_=[1, 2, 3],
            ),
            "not in pairs",
        ),
        (type("LinearSVC", (), {})(), "LinearSVC must be fitted"),
        (
            type("GaussianNB", (Fitted,), {})(feature_log_prob_=WEIGHTS, class_log_prior_=BIAS),
            "MultinomialNB or BernoulliNB",
        ),
    ],
)
def test_refused(thing, message):
    with pytest.raises(BadInput, match=message):
        load_layer(thing)


def test_estimators():
    classes = ["a", "b", "c", "d", "e"]
    layer = load_layer(Fitted(coef_=WEIGHTS, intercept_=BIAS, classes_=np.array(classes)))
    assert np.array_equal(layer.rows, ROWS)
    assert layer.labels == tuple(classes)
    two = load_layer(
        Fitted(coef_=WEIGHTS[:1], intercept_=BIAS[:1], classes_=np.array([False, True]))
    )
    assert two.rows.tolist() == [[0, 0, 0, 0], ROWS[0].tolist()]
    assert two.labels == ("False", "True")
    pipeline = Fitted(
        steps=[
            ("scale", object()),
            ("fit", Fitted(coef_=WEIGHTS, intercept_=np.zeros(1), classes_=classes)),
        ]
    )
    assert np.array_equal(load_layer(pipeline).rows, PLAIN)
    counts = load_layer(
        MultinomialNB(feature_log_prob_=WEIGHTS, class_log_prior_=BIAS, classes_=classes)
    )
    assert (counts.before.low, counts.before.high) == (0, None)
    network = Fitted(
        coefs_=[np.eye(3), WEIGHTS.T],
        intercepts_=[np.zeros(3), BIAS],
        activation="tanh",
        classes_=classes,
    )
    assert np.array_equal(load_layer(network).rows, ROWS)
    assert (load_layer(network).before.low, load_layer(network).before.high) == (-1, 1)


def test_a_layer_is_a_configuration_for_every_question():
    layer = load_layer((WEIGHTS, BIAS), labels=list("abcde"))
    exact = layer.configuration()
    assert exact.functions[0] == (Fraction(1, 2), Fraction(3, 2), -2, Fraction(1, 8))
    for label, answer in zip("abcde", audit_layer((WEIGHTS, BIAS)), strict=True):
        assert decide_argmax(exact, label)[0] is bool(answer)
    assert np.array_equal(load_layer(exact).rows, ROWS)
    assert load_layer(layer) is layer
    assert load_layer(Configuration([["1/3", 2]], ["a"])).scale == 3


def test_scikit_learn():
    library("sklearn")
    from sklearn import (
        datasets,
        linear_model,
        multiclass,
        multioutput,
        naive_bayes,
        neural_network,
        svm,
    )
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    points, targets = datasets.load_iris(return_X_y=True)
    models = [
        linear_model.LogisticRegression(max_iter=500), linear_model.SGDClassifier(), svm.LinearSVC(), linear_model.Perceptron(),
        linear_model.RidgeClassifier(), LinearDiscriminantAnalysis(), naive_bayes.MultinomialNB(), naive_bayes.BernoulliNB(binarize=None),
        multiclass.OneVsRestClassifier(svm.LinearSVC()),
    ]  # fmt: skip
    for model in models:
        binary = isinstance(model, naive_bayes.BernoulliNB)
        given = (points > 2).astype(float) if binary else points
        for wanted in (targets, np.where(targets == 2, 1, targets)):
            model.fit(given, wanted)
            layer = load_layer(model)
            scores = given @ layer.rows[:, 1:].T + layer.rows[:, 0]
            best = np.array(layer.labels)[scores.argmax(axis=1)]
            assert (best == model.predict(given).astype(str)).all(), model
    network = neural_network.MLPClassifier(
        (5,), activation="relu", max_iter=300, random_state=0
    ).fit(points, targets)
    layer = load_layer(network)
    hidden = np.maximum(points @ network.coefs_[0] + network.intercepts_[0], 0)
    assert (
        (hidden @ layer.rows[:, 1:].T + layer.rows[:, 0]).argmax(axis=1).astype(str)
        == network.predict(points).astype(str)
    ).all()
    assert layer.before.low == 0
    several = np.stack([targets == 0, targets > 0, targets == 1], axis=1).astype(int)
    for model in (
        multiclass.OneVsRestClassifier(svm.LinearSVC()),
        multioutput.MultiOutputClassifier(svm.LinearSVC()),
    ):
        model.fit(points, several)
        rows = load_layer(model).rows
        assert (
            (points @ rows[:, 1:].T + rows[:, 0] > 0).astype(int) == model.predict(points)
        ).all(), model


def test_torch():
    torch = library("torch")
    linear = torch.nn.Linear(3, 5)
    linear.weight.data, linear.bias.data = torch.tensor(WEIGHTS).float(), torch.tensor(BIAS).float()
    assert np.array_equal(load_layer(linear).rows, ROWS)
    assert np.array_equal(load_layer(linear.to(torch.bfloat16)).rows, ROWS)
    for activation, low, high in (
        (torch.nn.ReLU(), 0, None),
        (torch.nn.SiLU(), Fraction("-0.2784645428"), None),
        (torch.nn.Tanh(), -1, 1),
    ):
        model = torch.nn.Sequential(
            torch.nn.Linear(4, 3), activation, torch.nn.Dropout(), linear, torch.nn.Softmax(dim=-1)
        )
        layer = load_layer(model)
        assert np.array_equal(layer.rows, ROWS)
        assert (layer.before.low, layer.before.high) == (low, high)
    assert load_layer(torch.nn.Sequential(torch.nn.Linear(4, 3), linear)).before is None
    module = torch.nn.Module()
    module.body, module.classifier = torch.nn.Linear(4, 3), linear
    assert np.array_equal(load_layer(module).rows, ROWS)
    assert load_layer(module, weights="body.weight").n == 3


def test_keras():
    keras = library("keras")
    head = keras.layers.Dense(5, activation="softmax")
    model = keras.Sequential(
        [
            keras.Input((4,)),
            keras.layers.Dense(3, activation="relu"),
            keras.layers.Dropout(0.5),
            head,
        ]
    )
    head.set_weights([WEIGHTS.T, BIAS])
    for thing in (model, head):
        assert np.array_equal(load_layer(thing).rows, ROWS)
    assert load_layer(model).before.low == 0


def test_transformers():
    library("transformers")
    from transformers import BertConfig, BertForSequenceClassification, GPT2Config, GPT2LMHeadModel

    small = {
        "hidden_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 8,
        "vocab_size": 20,
    }
    model = BertForSequenceClassification(
        BertConfig(**small, id2label={0: "no", 1: "yes", 2: "maybe"}, num_labels=3)
    )
    layer = load_layer(model)
    assert np.array_equal(layer.rows[:, 1:], model.classifier.weight.detach().double().numpy())
    assert layer.labels == ("no", "yes", "maybe")
    tied = GPT2LMHeadModel(GPT2Config(n_embd=8, n_layer=1, n_head=2, vocab_size=20))
    assert np.array_equal(
        load_layer(tied).rows[:, 1:], tied.transformer.wte.weight.detach().double().numpy()
    )


def test_jax():
    library("jax")
    import jax.numpy as jnp

    assert np.array_equal(load_layer((jnp.array(WEIGHTS), jnp.array(BIAS))).rows, ROWS)
    assert np.array_equal(
        load_layer({"kernel": jnp.array(WEIGHTS.T, jnp.bfloat16), "bias": jnp.array(BIAS)}).rows,
        ROWS,
    )


def test_duck_typed_modules():
    """What PyTorch and Keras have, without them."""
    linear = SimpleNamespace(
        weight=WEIGHTS, bias=BIAS, out_features=5, state_dict=dict, named_modules=list
    )
    assert np.array_equal(load_layer(linear).rows, ROWS)
    dense = SimpleNamespace(name="dense", kernel=WEIGHTS.T, bias=BIAS)
    relu = SimpleNamespace(activation=SimpleNamespace(__name__="relu"))
    assert np.array_equal(load_layer(dense).rows, ROWS)
    assert load_layer(SimpleNamespace(layers=[relu, dense])).before.steps == ("ReLU",)
    with pytest.raises(BadInput, match="last layer must have a kernel"):
        load_layer(SimpleNamespace(layers=[dense, relu]))


@pytest.mark.parametrize(
    ("words", "axis", "simplex"),
    [
        (["Softmax"], -1, True),
        (["Softmax", "Dropout"], -1, True),
        (["Softmax"], 1, False),
        (["Softmax", "Flatten"], -1, False),
    ],
)
def test_a_simplex_is_claimed_only_over_all_coordinates(words, axis, simplex):
    kinds = [type(word, (Fitted,), {})(axis=axis) for word in words]
    dense = SimpleNamespace(name="dense", kernel=WEIGHTS.T, bias=BIAS)
    before = load_layer(SimpleNamespace(layers=[*kinds, dense])).before
    assert (before.low, before.high, before.simplex) == (0, 1, simplex)
