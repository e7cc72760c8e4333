"""Hostile model files: mutants of every file of ``files``, and the worst that a header can claim.
One line, soon, nothing executed.

``python -m tests.models.test_hostile COUNT [FILE ..]`` tries so many mutants of each file. HDF5 is
read there in forked processes, as a new interpreter for each mutant would take a second.
"""

import json
import os
import pickle
import random
import select
import shutil
import signal
import struct
import sys
import time
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from arrangements.errors import ArrangementsError, BadInput, InternalError, LimitReached
from arrangements.loading.layers import load_layer
from arrangements.models import keras_format, tensors
from arrangements.running import limited
from tests.models.make_files import FILES
from tests.processes import soon

SEED = 32
MUTATED = sorted(
    path
    for path in FILES.rglob("*")
    if path.is_file() and not path.name.endswith((".expected.npz", "merged.npz"))
)
EXTREMES = [
    bytes(8), b"\xff" * 8, b"\xff" * 4, b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", struct.pack("<q", 1 << 62), struct.pack("<Q", 1 << 63),
    b"\xff" * 7 + b"\x7f", b"\x80", b"\x00", b"\xff" * 9 + b"\x01", b"\x01\x00\x00\x00\x00\x00\x00\x80",
]  # fmt: skip


def mutant(raw: bytes, draw: random.Random) -> bytes:
    out = bytearray(raw)
    for _ in range(draw.choice((1, 1, 1, 2, 5))):
        place = draw.randrange(len(out) + 1)
        match draw.randrange(7):
            case 0:
                out[place : place + 1] = bytes([draw.randrange(256)])
            case 1:
                if place < len(out):
                    out[place] ^= 1 << draw.randrange(8)
            case 2:
                extreme = draw.choice(EXTREMES)
                out[place : place + len(extreme)] = extreme
            case 3:
                del out[place : place + draw.choice((1, 4, 64))]
            case 4:
                other = draw.randrange(len(out) + 1)
                out[place:place] = out[other : other + draw.choice((1, 8, 64))]
            case 5:
                del out[place : len(out) if draw.random() < 0.2 else place + 2]
            case _:
                out[place : place + 4] = struct.pack(
                    "<i", draw.choice((-1, 0, 1, 2, 1 << 30, -(1 << 31), draw.randrange(1 << 31)))
                )
    return bytes(out)


def read(path: Path) -> None:
    """Whatever can be read is read; what is refused must be refused by one line."""
    soon(lambda: read_once(path), 5)


def read_once(path: Path) -> None:
    with limited("a hostile file", memory=1 << 28):
        for work in (
            lambda: [tensor.read() for tensor in tensors(path).values()],
            lambda: load_layer(path),
        ):
            message = ""
            try:
                work()
            except (BadInput, LimitReached) as refused:
                message = str(refused)
            assert "\n" not in message
            assert len(message) < 2000


def attack(path: Path, count: int, folder: Path, seed: int = SEED) -> None:
    draw = random.Random(seed)
    raw = path.read_bytes()
    target = read_as = folder / path.name
    if path.parent != FILES:  # a file of a folder
        shutil.copytree(path.parent, folder / "model")
        target, read_as = folder / "model" / path.name, folder / "model"
    for number in range(count):
        made = mutant(raw, draw)
        target.write_bytes(made)
        try:
            read(read_as)
        except BaseException as error:
            kept = Path(folder, f"mutant-{number}-{path.name}")
            kept.write_bytes(made)
            raise AssertionError(
                f"mutant {number} of {path.name} with seed {seed}, kept as {kept}: {error!r}"
            ) from error


@pytest.mark.parametrize("path", MUTATED, ids=lambda path: str(path.relative_to(FILES)))
def test_mutants_are_read_or_refused_in_one_line(path, tmp_path):
    # HDF5 is read in a process of its own, which takes a second to start.
    attack(path, 4 if path.suffix in (".h5", ".keras") else 100, tmp_path)


def _pt(folder: Path, raw: bytes, **members: bytes) -> Path:
    path = folder / "m.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("m/data.pkl", raw)
        for name, value in members.items():
            archive.writestr(f"m/{name}", value)
    return path


class Exploit:
    def __reduce__(self):
        return Path.write_bytes, (Path("executed"), b"")


def nested(depth: int) -> bytes:
    """A tuple of the tuple before, twice: 2^depth places, printed or walked naively."""
    return b"\x80\x02)" + b"".join(b"q\x00h\x00\x86" for _ in range(depth)) + b"."


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("m.pkl", "must not be a pickle, which is a program; if you trust"),
        ("m.py", "load its model as its authors say"),
        ("model.min.js", "write them: node -e"),
        ("m.mlmodel", "of Core ML, which is not read"),
        ("m.mlpackage", "of Core ML, which is not read"),
    ],
)
def test_what_is_refused_says_what_to_do(name, message, tmp_path):
    path = tmp_path / f"a line\nand another {name}"
    path.mkdir() if name.endswith("package") else path.write_bytes(b"")
    for work in (load_layer, tensors):
        with pytest.raises(BadInput, match=message) as refused:
            work(path)
        assert "\n" not in str(refused.value)


def test_nothing_is_executed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for protocol in range(5):
        path = _pt(tmp_path, pickle.dumps({"w": Exploit()}, protocol))
        with pytest.raises(BadInput, match=r"tensors only|instruction"):
            tensors(path)
    calls = [b"cos\nsystem\n(S'touch executed'\ntR.", b"(S'touch executed'\nios\nsystem\n."]
    calls.append(b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R.")
    for call in (
        *calls,
        b"ctorch\nnn.Linear\n(tR.",
        b"cbuiltins\neval\n(S'1'\ntR.",
        b"\x82\x01.",
        b"Pname\n.",
        b"(cos\nsystem\nS'x'\no.",
    ):
        with pytest.raises(BadInput, match="tensors only"):
            tensors(_pt(tmp_path, call))
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (nested(60), "model must hold tensors, not none"),
        (
            b"\x80\x02}q\x00(X\x01\x00\x00\x00aX\x01\x00\x00\x00bu.",
            "model must hold tensors, not none",
        ),
        (b"\x80\x02}q\x00X\x01\x00\x00\x00ah\x00s.", "not none"),  # a dictionary within itself
        (
            b"\x80\x02" + b"}X\x01\x00\x00\x00a" * 1000 + b"N" + b"s" * 1000 + b".",
            "at most 64 dictionaries deep|not none",
        ),
        (b"\x80\x02(.", "complete"),
        (b"\x80\x02", "complete"),
        (b"\x80\x02\x8b\xff\xff\xff\x7f.", "complete"),
        (b"0" * 10, "complete"),
        (b"]" * (1 << 20) + b"N" * 9 + b".", "at most 1048576 instructions"),
        (b"}(NNu.", "a key must be a text"),
    ],
)
def test_pickles_of_nothing(raw, message, tmp_path):
    def refused() -> None:
        with pytest.raises(BadInput, match=message):
            tensors(_pt(tmp_path, raw))

    soon(refused, 5)


def view(
    offset: int = 0,
    shape: tuple[int, ...] = (2, 2),
    strides: tuple[int, ...] = (2, 1),
    count: int = 4,
) -> bytes:
    """The pickle of one float32 tensor with these claims."""
    name = (
        b"(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpu"
        + pickle.dumps(count, 2)[2:-1]
        + b"tQ"
    )
    numbers = b"".join(pickle.dumps(value, 2)[2:-1] for value in (offset, shape, strides))
    return (
        b"\x80\x02}X\x01\x00\x00\x00wctorch._utils\n_rebuild_tensor_v2\n("
        + name
        + numbers
        + b"\x89}tRs."
    )


def test_views_of_storages(tmp_path):
    numbers = struct.pack("<4f", 1, 2, 3, 4)
    assert tensors(_pt(tmp_path, view(), **{"data/0": numbers}))["w"].read().tolist() == [
        [1, 2],
        [3, 4],
    ]
    for claim in (
        view(1),
        view(shape=(3, 2)),
        view(strides=(3, 1)),
        view(offset=1 << 62),
        view(strides=(1 << 63, 1)),
        view(offset=-1),
    ):
        with pytest.raises(BadInput, match=r"inside its storage|natural numbers"):
            tensors(_pt(tmp_path, claim, **{"data/0": numbers}))
    # one number, seen 2^80 times
    huge = _pt(tmp_path, view(shape=(1 << 40, 1 << 40), strides=(0, 0)), **{"data/0": numbers})
    with pytest.raises(BadInput, match="at most 32 axes and 281474976710656 entries"):
        load_layer(huge)
    for shape in ((0, 1 << 59), (0, 1 << 40, 1 << 40)):  # NumPy has no such arrays
        empty = _pt(tmp_path, view(shape=shape, strides=(1,) * len(shape)), **{"data/0": numbers})
        with pytest.raises(BadInput, match="at most 32 axes"):
            tensors(empty)
    with pytest.raises(BadInput, match="storage must have"):
        tensors(
            _pt(
                tmp_path,
                view(count=1 << 40, shape=(1 << 20, 1 << 20), strides=(1 << 20, 1)),
                **{"data/0": numbers},
            )
        )["w"].read()
    with pytest.raises(BadInput, match="in the file"):
        tensors(_pt(tmp_path, view()))["w"].read()


def test_an_archive_that_unpacks_to_much(tmp_path):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m/data.pkl", bytes(1 << 27))
    (tmp_path / "m.pt").write_bytes(out.getvalue())
    with pytest.raises(BadInput, match="at most"):
        tensors(tmp_path / "m.pt")


def test_fasttext_claims(tmp_path):
    raw = (FILES / "softmax.bin").read_bytes()
    place = raw.rindex(struct.pack("<qq", 5, 6))  # the size of the output matrix
    for n, d in ((1 << 62, 6), (-1, 6), (5, 1 << 40), (1 << 40, 1 << 30)):
        (tmp_path / "m.bin").write_bytes(raw[:place] + struct.pack("<qq", n, d) + raw[place + 16 :])
        with pytest.raises(BadInput, match=r"all that it announces|natural numbers"):
            tensors(tmp_path / "m.bin")
    (tmp_path / "m.bin").write_bytes(
        raw[:8]
        + struct.pack("<12i", *[6] * 12)
        + bytes(8)
        + struct.pack("<iiiqq", 1 << 30, 1 << 30, 0, 0, 0)
    )
    with pytest.raises(BadInput, match="dictionary must hold"):
        tensors(tmp_path / "m.bin")


def test_hdf5_that_leads_elsewhere(tmp_path):
    h5py = pytest.importorskip("h5py")
    numpy = pytest.importorskip("numpy")
    (tmp_path / "secret").write_bytes(bytes(64))
    makers = {
        "external link": lambda file: file.__setitem__("w", h5py.ExternalLink("other.h5", "/w")),
        "soft link": lambda file: file.__setitem__("w", h5py.SoftLink("/w")),
        "external data": lambda file: file.create_dataset(
            "w", (2, 2), "f4", external=[(str(tmp_path / "secret"), 0, 16)]
        ),
    }
    for name, make in makers.items():
        path = tmp_path / "m.h5"
        with h5py.File(path, "w") as file:
            make(file)
        with pytest.raises(
            BadInput,
            match=r"links of HDF5 must be to its own|data of HDF5 must lie in the file itself",
        ):
            load_layer(path, weights="w")
        assert name
    with h5py.File(tmp_path / "circle.h5", "w") as file:
        file["a/w"] = numpy.ones((2, 2))
        file["a/b"] = file["a"]
    assert list(tensors(tmp_path / "circle.h5")) == ["a/w"]
    with h5py.File(tmp_path / "huge.h5", "w") as file:
        file.create_dataset("w", (1 << 24, 1 << 20), "f4", chunks=(1 << 10, 1 << 10))
    with limited("a hostile file", memory=1 << 28), pytest.raises(LimitReached, match="must fit"):
        load_layer(tmp_path / "huge.h5", weights="w")


def test_a_file_that_sends_the_library_into_an_endless_loop(monkeypatch):
    """A mutant of ``model.h5``: HDF5 never comes back from reading an attribute of it."""
    pytest.importorskip("h5py")
    monkeypatch.setattr(keras_format, "_SECONDS", 1.0)
    with pytest.raises(LimitReached, match=r"time must be at most 1 s for .*endless.h5"):
        tensors(Path(__file__).parent / "endless.h5")
    monkeypatch.setattr(keras_format, "_SECONDS", 500.0)
    monkeypatch.setattr(keras_format, "_LOOKING", 2)
    with pytest.raises(LimitReached, match=r"time must be at most 2 s for .*endless.h5"):
        tensors(Path(__file__).parent / "endless.h5")


def test_lambda_layers_are_refused(tmp_path):
    h5py = pytest.importorskip("h5py")
    layers = [
        {"class_name": "Lambda", "config": {"name": "l", "function": ["4wEAAA==", None, None]}}
    ]
    with h5py.File(tmp_path / "m.h5", "w") as file:
        file.attrs["model_config"] = json.dumps(
            {"class_name": "Sequential", "config": {"layers": layers}}
        )
    with pytest.raises(
        BadInput, match="no Lambda layers, whose code is a program; save its weights alone"
    ):
        tensors(tmp_path / "m.h5")


@pytest.mark.parametrize("path", ["../secret.bin", "/etc/passwd", "a/b.bin", "..", ""])
def test_tfjs_shards_that_lead_out(path, tmp_path):
    weights = [{"name": "w/kernel", "shape": [1, 1], "dtype": "float32"}]
    manifest = {"weightsManifest": [{"paths": [path], "weights": weights}]}
    (tmp_path / "model.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match=r"files beside model.json|regular file|exist"):
        load_layer(tmp_path / "model.json", weights="w/kernel")


def test_tflite_lists_that_are_shared(tmp_path):
    """A list of references to one table, which refers to the list: each of 50,000 times 50,000
    entries.
    """
    count = 50_000
    body = bytearray(b"\x10\0\0\0TFL3" + bytes(8))
    # a layout: fields 1, 2, 4 at 4
    body += struct.pack("<H", 14) + struct.pack("<H", 8) + struct.pack("<5H", 0, 4, 4, 0, 4)
    body += bytes(2)
    root = len(body)
    body[0:4] = struct.pack("<I", root)
    # the table, whose fields lead to the list behind it
    body += struct.pack("<i", root - 16) + struct.pack("<I", 4)
    begin = len(body)
    body += struct.pack("<I", count) + b"".join(
        struct.pack("<I", (root - (begin + 4 + 4 * k)) & 0xFFFFFFFF) for k in range(count)
    )
    (tmp_path / "m.tflite").write_bytes(body)

    def refused() -> None:
        with pytest.raises(BadInput, match="TFLite"):
            tensors(tmp_path / "m.tflite")

    soon(refused, 5)


def test_a_saved_model_without_its_data(tmp_path):
    shutil.copytree(FILES / "saved", tmp_path / "saved")
    (data,) = (tmp_path / "saved" / "variables").glob("*.data-*")
    data.unlink()
    with pytest.raises(BadInput, match="file must exist"):
        load_layer(tmp_path / "saved")
    (tmp_path / "m.index").write_bytes(bytes(100))
    with pytest.raises(BadInput, match="end with its magic number"):
        tensors(tmp_path / "m.index")


def test_skops_that_is_nothing(tmp_path):
    for tree, message in (
        ({}, "fitted linear estimator, not 'NoneType'"),
        ([], "fitted linear estimator"),
        (
            {"__loader__": "NdArrayNode", "type": "numpy", "file": "../x.npy"},
            "hold all arrays that it names",
        ),
        (
            {
                "__loader__": "ObjectNode",
                "__class__": "os.system",
                "content": {"__loader__": "DictNode", "content": {}},
            },
            "not 'object'",
        ),
    ):
        with zipfile.ZipFile(tmp_path / "m.skops", "w") as archive:
            archive.writestr("schema.json", json.dumps(tree))
        with pytest.raises(BadInput, match=message):
            tensors(tmp_path / "m.skops")


def forked(
    function: Callable[..., object], *arguments: object, instance: str, timeout: float
) -> object:
    """What ``isolated`` does, in a copy of this process, which has loaded the library already."""
    sink, source = os.pipe()
    if not (child := os.fork()):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            outcome: object = function(*arguments)
        except ArrangementsError as error:
            outcome = error
        except BaseException as error:
            outcome = AssertionError(repr(error))
        with os.fdopen(source, "wb") as file:
            pickle.dump(outcome, file)
        os._exit(0)
    os.close(source)
    try:
        raw, end = b"", time.monotonic() + timeout
        while select.select([sink], [], [], max(0, end - time.monotonic()))[0]:
            if not (part := os.read(sink, 1 << 20)):
                break
            raw += part
        else:
            os.kill(child, signal.SIGKILL)
            raise LimitReached(f"time must be at most {timeout:g} s for {instance}")
    finally:
        os.close(sink)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        raise InternalError(f"the process must end with an answer, not with {code}, for {instance}")
    found = pickle.loads(raw)
    if isinstance(found, Exception):
        raise found
    return found


if __name__ == "__main__":
    import tempfile

    import h5py as h5py

    keras_format.isolated = forked  # type: ignore[attr-defined]
    keras_format._SECONDS = 4.0
    for name in sys.argv[2:] or [str(path.relative_to(FILES)) for path in MUTATED]:
        begin = time.process_time()
        attack(
            FILES / name,
            int(sys.argv[1]),
            Path(tempfile.mkdtemp()),
            random.SystemRandom().randrange(1 << 30),
        )
        print(name, f"{time.process_time() - begin:.1f} s", flush=True)
