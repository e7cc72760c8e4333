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

from arrangements import Configuration, audit, decide_argmax
from arrangements.errors import BadInput
from arrangements.loading.layers import load_layer
from tests.models.make_files import BIAS, WEIGHTS

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


class LogisticRegression(Fitted):
    pass


class MLPClassifier(Fitted):
    pass


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
    layer = load_layer(
        LogisticRegression(coef_=WEIGHTS, intercept_=BIAS, classes_=np.array(classes))
    )
    assert np.array_equal(layer.rows, ROWS)
    assert layer.labels == tuple(classes)
    assert layer.checked == "unchecked: the LogisticRegression has no predict to be asked"
    two = load_layer(
        LogisticRegression(coef_=WEIGHTS[:1], intercept_=BIAS[:1], classes_=np.array([False, True]))
    )
    assert two.rows.tolist() == [[0, 0, 0, 0], ROWS[0].tolist()]
    assert two.labels == ("False", "True")
    pipeline = Fitted(
        steps=[
            ("scale", object()),
            ("fit", LogisticRegression(coef_=WEIGHTS, intercept_=np.zeros(1), classes_=classes)),
        ]
    )
    assert np.array_equal(load_layer(pipeline).rows, PLAIN)
    counts = load_layer(
        MultinomialNB(feature_log_prob_=WEIGHTS, class_log_prior_=BIAS, classes_=classes)
    )
    assert (counts.before.low, counts.before.high) == (0, None)
    network = MLPClassifier(
        coefs_=[np.eye(3), WEIGHTS.T],
        intercepts_=[np.zeros(3), BIAS],
        activation="tanh",
        classes_=classes,
    )
    assert np.array_equal(load_layer(network).rows, ROWS)
    assert (load_layer(network).before.low, load_layer(network).before.high) == (-1, 1)


class Linear:
    """An estimator as scikit-learn has them, or one that predicts otherwise than its attributes say."""

    def __init__(
        self, rows: Any, classes: Any, *, wrong: Any = None, says: tuple[str, ...] = ("predict",)
    ) -> None:
        self.coef_, self.intercept_, self.classes_ = rows[:, 1:], rows[:, 0], np.array(classes)
        self.true = rows if wrong is None else wrong
        for name in says:
            setattr(self, name, getattr(self, f"_{name}"))

    def _decision_function(self, inputs: Any) -> Any:
        scores = inputs @ self.true[:, 1:].T + self.true[:, 0]
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def _predict_proba(self, inputs: Any) -> Any:
        scores = inputs @ self.true[:, 1:].T + self.true[:, 0]
        if scores.shape[1] == 1:
            scores = np.column_stack([np.zeros(len(scores)), scores])
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)

    def _predict(self, inputs: Any) -> Any:
        return self.classes_[self._predict_proba(inputs).argmax(axis=1)]


SQUARE = np.random.default_rng(8).normal(0, 1, (4, 5)).round(2)  # 4 classes, 4 columns
#: What an estimator may predict instead: the same numbers in another order.
OTHERWISE = {
    "column by column": np.column_stack(
        [SQUARE[:, 0], SQUARE[:, 1:].ravel().reshape(4, 4, order="F")]
    ),
    "the other sign": -SQUARE,
    "offsets beyond the attributes": SQUARE + np.eye(4, 5, k=-2)[:, :1] * 0.5 + [[0.7, 0, 0, 0, 0], *[[0.0] * 5] * 3],
    "two rows exchanged": SQUARE[[1, 0, 2, 3]],
    "one coefficient": SQUARE + 0.3 * (np.arange(20) == 7).reshape(4, 5),
}  # fmt: skip
SAYS = [("predict",), ("predict", "predict_proba"), ("predict", "decision_function")]


@pytest.mark.parametrize("says", SAYS)
def test_an_estimator_that_predicts_as_it_was_read(says):
    layer = load_layer(Linear(SQUARE, list("abcd"), says=says))
    assert np.array_equal(layer.rows, SQUARE)
    assert layer.checked == "predictions on 64 random inputs agree"
    two = load_layer(Linear(SQUARE[:1], ["no", "yes"], says=says))
    assert np.array_equal(two.rows, [np.zeros(5), SQUARE[0]])


@pytest.mark.parametrize("says", SAYS)
@pytest.mark.parametrize("name", OTHERWISE)
def test_an_estimator_that_predicts_otherwise_is_refused(name, says):
    wrong = OTHERWISE[name]
    assert not np.array_equal(wrong, SQUARE)
    with pytest.raises(BadInput, match="Linear must predict as the layer that was read from it"):
        load_layer(Linear(SQUARE, list("abcd"), wrong=wrong, says=says))


@pytest.mark.parametrize("says", SAYS)
@pytest.mark.parametrize("wrong", [-SQUARE[:1], SQUARE[:1] + 0.6 * np.eye(1, 5), SQUARE[1:2]])
def test_two_classes_that_are_told_apart_otherwise_are_refused(wrong, says):
    with pytest.raises(BadInput, match="must predict as the layer"):
        load_layer(Linear(SQUARE[:1], ["no", "yes"], wrong=wrong, says=says))


def test_what_estimators_answer_must_fit():
    class Silent(Linear):
        def _predict(self, inputs: Any) -> Any:
            raise ValueError("X has 4 features, but 2 are expected")

    class Constant(Linear):
        def _predict_proba(self, inputs: Any) -> Any:
            return np.full((len(inputs), 4), 0.25)

    class Strange(Linear):
        def _predict(self, inputs: Any) -> Any:
            return np.full(len(inputs), "z")

    with pytest.raises(
        BadInput,
        match=r"Silent must answer for random inputs .predict., .* not raise ValueError: X has",
    ):
        load_layer(Silent(SQUARE, list("abcd")))
    for kind in (Constant, Strange):
        with pytest.raises(BadInput, match="must predict as the layer"):
            load_layer(kind(SQUARE, list("abcd"), says=SAYS[1]))
    with pytest.raises(BadInput, match=r"estimator must have predict.* not Linear"):
        load_layer(Linear(SQUARE, list("abcd"), says=()))


def test_scores_and_probabilities_are_asked_besides_labels():
    """Labels are right in all of these."""

    class Doubled(Linear):
        def _decision_function(self, inputs: Any) -> Any:
            return 2 * super()._decision_function(inputs)

    class Level(Linear):
        def _predict_proba(self, inputs: Any) -> Any:
            return np.full((len(inputs), 4), 0.25)

        def _predict(self, inputs: Any) -> Any:
            return self.classes_[super()._predict_proba(inputs).argmax(axis=1)]

    class Renamed(Linear):
        def _predict(self, inputs: Any) -> Any:
            return np.where((found := super()._predict(inputs)) == "d", "z", found)

    for thing, method in (
        (Doubled(SQUARE, list("abcd"), says=SAYS[2]), "decision_function"),
        (Level(SQUARE, list("abcd"), says=SAYS[1]), "predict_proba"),
        (Renamed(SQUARE, list("abcd")), "predict"),
    ):
        with pytest.raises(BadInput, match=rf"must predict as the layer .*\({method}, on random"):
            load_layer(thing)


def test_offsets_that_differ_by_little_are_noticed_where_outputs_nearly_tie():
    """By labels alone, of which few change."""
    moved = SQUARE + 0.05 * np.eye(4, 5, k=0) * (np.arange(5) == 0)
    with pytest.raises(BadInput, match="must predict as the layer"):
        load_layer(Linear(SQUARE, list("abcd"), wrong=moved))
    two = SQUARE[:1] + 0.04 * np.eye(1, 5)
    with pytest.raises(BadInput, match="must predict as the layer"):
        load_layer(Linear(SQUARE[:1], ["no", "yes"], wrong=two))


def test_estimators_with_one_estimator_for_each_class():
    """One versus rest; but three pairs of three classes are no layer, though they look like one."""

    class OneVersus:
        def __init__(self, wrong: bool) -> None:
            self.estimator = None
            self.estimators_ = [Linear(SQUARE[k : k + 1], [0, 1]) for k in range(3)]
            self.classes_ = np.arange(3)
            self.wrong = wrong

        def predict(self, inputs: Any) -> Any:
            scores = inputs @ SQUARE[:3, 1:].T + SQUARE[:3, 0]
            if not self.wrong:
                return scores.argmax(axis=1)
            pairs = np.column_stack(
                [
                    scores[:, 0] + scores[:, 1],
                    scores[:, 2] - scores[:, 0],
                    -scores[:, 1] - scores[:, 2],
                ]
            )
            return pairs.argmax(axis=1)

    assert np.array_equal(load_layer(OneVersus(wrong=False)).rows, SQUARE[:3])
    with pytest.raises(BadInput, match="OneVersus must predict as the layer"):
        load_layer(OneVersus(wrong=True))


def test_several_outputs_and_numbers():
    class Several(Linear):
        def _predict(self, inputs: Any) -> Any:
            return (self._decision_function(inputs) > 0).astype(int)

    class Numbers(Linear):
        def _predict(self, inputs: Any) -> Any:
            return self._decision_function(inputs)

    assert np.array_equal(load_layer(Several(SQUARE, range(4))).rows, SQUARE)
    numbers = Numbers(SQUARE, range(4))
    del numbers.classes_
    assert np.array_equal(load_layer(numbers).rows, SQUARE)
    for wrong in OTHERWISE.values():
        numbers.true = wrong
        for thing in (numbers, Several(SQUARE, range(4), wrong=wrong)):
            with pytest.raises(BadInput, match="must predict as the layer"):
                load_layer(thing)


def test_networks_are_asked_from_their_first_layer_on():
    class Network(Fitted):
        coefs_: Any
        intercepts_: Any
        classes_: Any
        activation: str

        def predict(self, inputs: Any) -> Any:
            hidden = inputs @ self.coefs_[0] + self.intercepts_[0]
            hidden = {
                "tanh": np.tanh,
                "relu": lambda x: np.maximum(x, 0),
                "identity": lambda x: x,
                "logistic": lambda x: 1 / (1 + np.exp(-x)),
            }[self.activation](hidden)
            return self.classes_[(hidden @ self.coefs_[1] + self.intercepts_[1]).argmax(axis=1)]

    draw = np.random.default_rng(3)
    given = {
        "coefs_": [draw.normal(0, 1, (7, 4)), SQUARE[:, 1:].T],
        "intercepts_": [draw.normal(0, 1, 4), SQUARE[:, 0]],
        "classes_": np.array(list("abcd")),
    }
    for activation in ("tanh", "relu", "identity", "logistic"):
        network = Network(activation=activation, **given)
        layer = load_layer(network)
        assert np.array_equal(layer.rows, SQUARE)
        assert layer.checked == "predictions on 64 random inputs agree"
    network.classes_ = network.classes_[::-1]
    assert load_layer(network).labels == tuple("dcba")
    network.predict = lambda inputs: np.full(len(inputs), "a")
    with pytest.raises(BadInput, match="Network must predict as the layer"):
        load_layer(network)


class Called:
    """A layer that can be called, as those of PyTorch and Keras; ``turn`` is what it does besides."""

    def __init__(self, turn: Any = None, activation: Any = None) -> None:
        self.weight, self.bias, self.out_features = SQUARE[:, 1:].astype("f4"), SQUARE[:, 0], 4
        self.kernel = self.weight.T
        self.turn = turn or (lambda scores, inputs: scores)
        if activation is not None:
            self.activation = SimpleNamespace(__name__=activation)

    def __call__(self, inputs: Any) -> Any:
        return self.turn(inputs @ self.weight.T + self.bias, inputs).astype("f4")

    def state_dict(self) -> dict[str, Any]:
        return {"weight": self.weight}

    def named_modules(self) -> list[Any]:
        return [("", self)]


WRONG_TURNS = {
    "the other sign": lambda scores, inputs: -scores,
    "cosines": lambda scores, inputs: scores / np.linalg.norm(SQUARE[:, 1:], axis=1),
    "inputs of length 1": lambda scores, inputs: scores / np.linalg.norm(inputs, axis=1)[:, None],
    "more weights": lambda scores, inputs: scores + 0.1 * inputs,
    "other shape": lambda scores, inputs: scores[:, :3],
}


def _keras_like(layer: Called) -> SimpleNamespace:
    return SimpleNamespace(layers=[layer])


@pytest.mark.parametrize("bias", [None, "none"])
def test_layers_that_can_be_called(bias):
    offsets = SQUARE[:, :1] if bias is None else np.zeros((4, 1))
    rows = np.hstack([offsets, SQUARE[:, 1:].astype("f4")])
    module = load_layer(Called(), bias=bias)
    assert np.array_equal(module.rows, rows)
    assert module.checked == "outputs of the layer on 64 random inputs agree"
    assert (module.bias is None) is (bias == "none")
    softmax = Called(lambda scores, inputs: np.exp(scores - scores.max()), activation="softmax")
    model = load_layer(_keras_like(softmax), bias=bias)
    assert np.array_equal(model.rows, rows)
    told = "outputs of the layer on 64 random inputs agree; the model around it was not run"
    assert model.checked == told


@pytest.mark.parametrize("name", WRONG_TURNS)
def test_layers_that_give_other_outputs_are_refused(name):
    for thing in (Called(WRONG_TURNS[name]), _keras_like(Called(WRONG_TURNS[name]))):
        with pytest.raises(BadInput, match="Called must predict as the layer that was read"):
            load_layer(thing)
    if name != "inputs of length 1":  # which keeps the order
        with pytest.raises(BadInput, match="Called must predict as the layer"):
            load_layer(_keras_like(Called(WRONG_TURNS[name], activation="softmax")))


def test_labels_of_the_configuration_of_a_module():
    """As models of transformers have them, one for each output in its order."""

    def model(names: Any) -> SimpleNamespace:
        return SimpleNamespace(
            state_dict=lambda: {"body.weight": WEIGHTS.T, "head.weight": SQUARE[:, 1:]},
            named_modules=list,
            config=SimpleNamespace(id2label=names),
        )

    assert load_layer(model(dict(enumerate("abcd")))).labels == tuple("abcd")
    assert load_layer(model({3: "d", 1: "b", 0: "a", 2: "c"})).labels == tuple("abcd")
    for names in (dict(enumerate("abc")), {1: "a", 2: "b", 3: "c", 4: "d"}, None, list("abcd")):
        assert load_layer(model(names)).labels == ("1", "2", "3", "4")


def test_outputs_that_are_no_numbers_are_refused():
    with pytest.raises(BadInput, match="outputs must hold finite numbers"):
        load_layer(Called(lambda scores, inputs: scores * np.nan))


def test_what_is_chosen_by_its_name_is_unchecked():
    tensors = {"a.weight": WEIGHTS * 2, "head.weight": WEIGHTS, "head.bias": BIAS}
    assert load_layer(tensors).checked == "unchecked: head.weight was chosen by its name"
    assert load_layer(tensors, weights="a.weight").checked is None
    assert load_layer((WEIGHTS, BIAS)).checked is None
    assert load_layer(Configuration([[1, 2]])).checked is None


def test_a_layer_is_a_configuration_for_every_question():
    layer = load_layer((WEIGHTS, BIAS), labels=list("abcde"))
    exact = layer.configuration()
    assert exact.functions[0] == (Fraction(1, 2), Fraction(3, 2), -2, Fraction(1, 8))
    for label, answer in zip("abcde", audit((WEIGHTS, BIAS)).winners, strict=True):
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


@pytest.mark.peer
def test_estimators_that_are_no_layer_are_refused():
    """What has ``coef_`` or ``estimators_``, and predicts by something else."""
    library("sklearn")
    from sklearn import (
        datasets,
        ensemble,
        linear_model,
        multiclass,
        naive_bayes,
        neural_network,
        svm,
    )

    points, targets = datasets.load_iris(return_X_y=True)
    first, two = points[:, 0], np.where(targets == 2, 1, targets)
    for model, wanted in [
        (multiclass.OutputCodeClassifier(svm.LinearSVC(), code_size=2, random_state=0), targets),
        (multiclass.OutputCodeClassifier(svm.LinearSVC(), code_size=1, random_state=0), targets),
        (ensemble.BaggingClassifier(svm.LinearSVC(), n_estimators=3), two),
        (ensemble.AdaBoostClassifier(linear_model.LogisticRegression(), n_estimators=3), two),
        (linear_model.PoissonRegressor(), first),
        (naive_bayes.CategoricalNB(), targets),
        (svm.SVC(kernel="linear"), targets),
    ]:
        with pytest.raises(BadInput, match="must"):
            load_layer(model.fit(points, wanted))
    for model, wanted in [
        (svm.SVC(kernel="linear"), two),
        (linear_model.LinearRegression(), first),
        (linear_model.Ridge(), points[:, :2]),
        (neural_network.MLPRegressor(hidden_layer_sizes=(5,), max_iter=50), first),
        (neural_network.MLPClassifier((5, 4), activation="tanh", max_iter=50), targets),
        (neural_network.MLPClassifier((5, 4), activation="logistic", max_iter=50), two),
        (linear_model.LogisticRegression(fit_intercept=False), targets),
        (naive_bayes.BernoulliNB(binarize=1.5), targets),
    ]:
        layer = load_layer(model.fit(points, wanted))
        assert layer.checked == "predictions on 64 random inputs agree"


@pytest.mark.peer
@pytest.mark.parametrize("classes", [2, 3])
def test_xgboost_has_its_coefficients_otherwise(classes):
    xgboost = library("xgboost")
    draw = np.random.default_rng(classes)
    points = draw.normal(0, 1, (300, 4))
    targets = (points @ draw.normal(0, 1, (4, classes))).argmax(axis=1)
    model = xgboost.XGBClassifier(booster="gblinear", n_estimators=20).fit(points, targets)
    with pytest.raises(BadInput, match="XGBClassifier must predict as the layer"):
        load_layer(model)


@pytest.mark.peer
def test_layers_of_torch_that_compute_something_else():
    torch = library("torch")

    class Cosine(torch.nn.Linear):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            rows = torch.nn.functional.normalize(self.weight, dim=-1)
            return torch.nn.functional.normalize(x, dim=-1) @ rows.T

    class Turned(torch.nn.Linear):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            return -super().forward(x)

    for kind in (Cosine, Turned):
        for model in (kind(6, 5), torch.nn.Sequential(torch.nn.Linear(3, 6), kind(6, 5))):
            with pytest.raises(BadInput, match="must predict as the layer that was read from it"):
                load_layer(model)
    for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16):
        layer = load_layer(torch.nn.Linear(600, 50).to(dtype))
        assert layer.checked == "outputs of the layer on 64 random inputs agree"
    normed = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(6, 5))
    assert load_layer(normed).checked == "outputs of the layer on 64 random inputs agree"


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
