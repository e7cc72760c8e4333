"""Output layers of model files as other programs write them, against the numbers that were put
in.
"""

import json
import zipfile
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from safetensors.numpy import save_file

from arrangements import load
from arrangements.errors import BadInput
from arrangements.loading.layers import load_layer
from arrangements.models import tensors
from arrangements.models.labels import distinct, read_labels
from tests.processes import soon

WEIGHTS = np.array([[1.5, -2.0], [0.25, 3.0], [-1.0, 0.0]])
BIAS = np.array([0.5, -1.0, 2.0])
ROWS = np.column_stack([BIAS, WEIGHTS])
PLAIN = np.column_stack([np.zeros(3), WEIGHTS])


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "bfloat16"])
def test_safetensors(kind, tmp_path):
    dtype = ml_dtypes.bfloat16 if kind == "bfloat16" else kind
    path = tmp_path / "model.safetensors"
    other = np.zeros((4, 4), dtype)
    save_file(
        {
            "encoder.weight": other,
            "lm_head.weight": WEIGHTS.astype(dtype),
            "lm_head.bias": BIAS.astype(dtype),
        },
        path,
    )
    layer = load_layer(path)
    assert (layer.weights, layer.bias, layer.labels) == (
        "lm_head.weight",
        "lm_head.bias",
        ("1", "2", "3"),
    )
    assert np.array_equal(layer.rows, ROWS)
    assert np.array_equal(load_layer(path, bias="none").rows, PLAIN)
    assert load_layer(path, weights="encoder.weight").bias is None


def test_shards(tmp_path):
    save_file({"a.weight": np.zeros((2, 2), "f4")}, tmp_path / "1.safetensors")
    save_file(
        {"classifier.weight": WEIGHTS.astype("f4"), "classifier.bias": BIAS.astype("f4")},
        tmp_path / "2.safetensors",
    )
    index = tmp_path / "model.safetensors.index.json"
    places = {
        "a.weight": "1.safetensors",
        "classifier.weight": "2.safetensors",
        "classifier.bias": "2.safetensors",
    }
    index.write_text(json.dumps({"weight_map": places}))
    assert np.array_equal(load_layer(index).rows, ROWS)
    index.write_text(json.dumps({"weight_map": {"x": "../2.safetensors"}}))
    with pytest.raises(BadInput, match="beside it"):
        load_layer(index)
    index.write_text(json.dumps({"weight_map": {"x": "2.safetensors"}}))
    with pytest.raises(BadInput, match="where the index says"):
        load_layer(index)


@pytest.mark.parametrize("form", ["matmul", "gemm", "gemm transposed", "constants"])
def test_onnx(form, tmp_path):
    from onnx import TensorProto, helper, numpy_helper, save

    across = form == "gemm transposed"
    weights = numpy_helper.from_array(
        WEIGHTS.astype("f4") if across else WEIGHTS.T.astype("f4").copy(), "w"
    )
    bias, early = (
        numpy_helper.from_array(BIAS.astype("f4"), "b"),
        numpy_helper.from_array(np.zeros((2, 2), "f4"), "early"),
    )
    nodes, given = [helper.make_node("MatMul", ["x", "early"], ["h"])], [weights, bias, early]
    if form == "constants":
        given = [early]
        for item in (weights, bias):
            nodes.append(helper.make_node("Constant", [], [f"{item.name}_c"], value=item))
            nodes.append(helper.make_node("Identity", [f"{item.name}_c"], [item.name]))
    if form.startswith("gemm"):
        nodes.append(helper.make_node("Gemm", ["h", "w", "b"], ["y"], transB=int(across)))
    else:
        nodes += [
            helper.make_node("MatMul", ["h", "w"], ["z"]),
            helper.make_node("Add", ["z", "b"], ["y"]),
        ]
    values = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [None, size])
        for name, size in (("x", 2), ("y", 3))
    ]
    model = helper.make_model(helper.make_graph(nodes, "g", values[:1], values[1:], given))
    model.metadata_props.add(key="names", value="α\n β\nγ\n")
    path = str(tmp_path / "m.onnx")
    save(model, path)
    layer = load_layer(path, labels=f"{path}:names")
    assert np.array_equal(layer.rows, ROWS)
    assert layer.labels == ("α", "' β' #2", "γ")
    (tmp_path / "m.onnx").write_bytes(b"\x00\xff" * 50)
    with pytest.raises(BadInput, match="ONNX must be a complete model"):
        load_layer(path)


def _graph(nodes, given=(), **more):
    from onnx import helper

    return helper.make_model(helper.make_graph(nodes, "g", [], [], list(given)), **more)


def _proto(values=WEIGHTS.T, name="w", **changed):
    from onnx import numpy_helper

    proto = numpy_helper.from_array(np.ascontiguousarray(values, "f4"), name)
    for key, value in changed.items():
        if key == "dims":
            del proto.dims[:]
            proto.dims.extend(value)
        elif key == "external":
            proto.ClearField("raw_data")
            proto.data_location = proto.EXTERNAL
            for name, text in value.items():
                proto.external_data.add(key=name, value=text)
        else:
            setattr(proto, key, value)
    return proto


@pytest.mark.parametrize(
    "nodes",
    [
        [("MatMul", [], []), ("Gemm", ["x"], ["y"]), ("Constant", [], []), ("Add", [], [])],
        [
            ("Identity", [], ["a"]),
            ("Identity", ["a"], []),
            ("MatMul", ["x"], ["y"]),
            ("MatMul", ["x", "x"], ["y"]),
        ],
        [
            ("Identity", ["a"], ["b"]),
            ("Identity", ["b"], ["a"]),
            ("Identity", ["c"], ["c"]),
            ("MatMul", ["x", "a"], ["z"]),
        ],
        [
            ("MatMul", ["x", "w"], ["z"]),
            ("Add", ["z"], ["y"]),
            ("Add", ["z", "z"], ["v"]),
            ("MatMul", ["z", ""], []),
        ],
        [("MatMul", ["x", "c"], ["a"]), ("Add", ["a", "c"], ["c"]), ("Identity", ["c"], ["w"])],
    ],
    ids=["nothing", "half", "circles", "sums of one", "a circle through a sum"],
)
def test_graphs_that_make_no_sense(nodes, tmp_path):
    """A node that lacks what its kind must have says nothing of the tensors, and the only matrix is
    found as it is elsewhere.
    """
    from onnx import helper, save

    path = str(tmp_path / "m.onnx")
    save(_graph([helper.make_node(*node) for node in nodes], [_proto()]), path)
    assert np.array_equal(tensors(path)["w"].read(), WEIGHTS.T)
    assert load_layer(path).weights == "w"


def test_graphs_that_are_long(tmp_path):
    """Chains of any length, in time that grows as they do."""
    from onnx import helper, save

    path, n = str(tmp_path / "m.onnx"), 30_000
    chain = [helper.make_node("Identity", [f"i{k + 1}"], [f"i{k}"]) for k in range(n)] + [
        helper.make_node("Identity", ["w"], [f"i{n}"])
    ]
    products = [helper.make_node("MatMul", [f"x{k}", f"i{k}"], [f"x{k + 1}"]) for k in range(n)]
    save(
        _graph(
            [*chain, *products, helper.make_node("Add", [f"x{n}", "b"], ["y"])],
            [_proto(), _proto(BIAS, "b")],
        ),
        path,
    )
    layer = soon(lambda: load_layer(path), 5)
    assert np.array_equal(layer.rows, ROWS)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"data_type": 999}, "tensor must hold floats or integers .*not type 999"),
        ({"data_type": 0}, "not undefined"),
        ({"data_type": 8}, "not string"),
        ({"dims": [-2, 3]}, "natural numbers, not .-2, 3."),
        ({"dims": [2, 4]}, "must have 32 bytes, not 24"),
        ({"dims": [2**20, 2**3]}, "must have 33554432 bytes, not 24"),
        ({"raw_data": b"123"}, "must have 24 bytes, not 3"),
        (
            {"dims": [0, 2**62], "raw_data": b""},
            "at most 32 axes and 281474976710656 entries, not .0, 4611686018427387904.",
        ),
        (
            {"name": "w", "external": {"location": "../w.bin"}},
            "external data must lie beside the model, not at '../w.bin'",
        ),
        (
            {"external": {"location": "/etc/passwd"}},
            "external data must lie beside the model, not at '/etc/passwd'",
        ),
        (
            {"external": {"location": "link"}},
            "external data must lie beside the model, not at 'link'",
        ),
        ({"external": {"location": "."}}, "external data must lie beside the model, not at '.'"),
        (
            {"external": {"location": "a\0b"}},
            "external data must lie beside the model, not at 'a.x00b'",
        ),
        ({"external": {}}, "external data must lie beside the model, not at ''"),
        ({"external": {"location": "missing"}}, "file must exist"),
        ({"external": {"location": "w.bin", "offset": "-4"}}, "natural numbers, not '-4' and None"),
        (
            {"external": {"location": "w.bin", "length": "1e9"}},
            "natural numbers, not '0' and '1e9'",
        ),
        (
            {"external": {"location": "w.bin", "offset": "8", "length": "24"}},
            "must have 24 bytes from 8 on, not 24 of 24",
        ),
        ({"external": {"location": "w.bin", "offset": "9999"}}, "must have 24 bytes from 9999 on"),
    ],
)
def test_tensors_of_onnx_that_are_refused(changed, message, tmp_path):
    from onnx import save

    (tmp_path / "w.bin").write_bytes(WEIGHTS.T.astype("f4").tobytes())
    (tmp_path / "link").symlink_to("/etc/passwd")
    path = str(tmp_path / "m.onnx")
    save(_graph([], [_proto(**changed)]), path)
    with pytest.raises(BadInput, match=message):
        load_layer(path)


def test_external_data(tmp_path):
    """Beside the model or below, from an offset; in a cache of downloads, where model and data are
    links into one folder; in full.
    """
    from onnx import save

    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "w.bin").write_bytes(
        b"12345678" + WEIGHTS.T.astype("f4").tobytes() + b"more"
    )
    path = tmp_path / "m.onnx"
    save(
        _graph([], [_proto(external={"location": "below/w.bin", "offset": "8", "length": "24"})]),
        str(path),
    )
    assert np.array_equal(load_layer(path).rows, np.column_stack([np.zeros(2), WEIGHTS.T]))
    blobs, cache = tmp_path / "blobs", tmp_path / "cache"
    blobs.mkdir()
    cache.mkdir()
    (blobs / "1").write_bytes(WEIGHTS.T.astype("f4").tobytes())
    save(_graph([], [_proto(external={"location": "w.bin"})]), str(blobs / "2"))
    (cache / "w.bin").symlink_to(blobs / "1")
    (cache / "m.onnx").symlink_to(blobs / "2")
    assert np.array_equal(load_layer(cache / "m.onnx").rows[:, 1:], WEIGHTS.T)


@pytest.mark.parametrize(
    "kind",
    [
        "float16",
        "float32",
        "float64",
        "bfloat16",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
    ],
)
def test_types_of_onnx(kind, tmp_path):
    """As bytes and as numbers of the message, against what the library of ONNX itself reads."""
    from onnx import helper, numpy_helper, save

    dtype = np.dtype(ml_dtypes.bfloat16 if kind == "bfloat16" else kind)
    values = (
        np.array([[1, 2], [3, 100], [0, 7]])
        if dtype.kind == "u"
        else np.array([[-1, 2], [-3, 100], [0, 7]])
    ).astype(dtype)
    code = helper.np_dtype_to_tensor_dtype(dtype)
    for raw in (True, False):
        entries = values.tobytes() if raw else values.flatten().tolist()
        proto = helper.make_tensor("w", code, values.shape, entries, raw=raw)
        assert np.array_equal(numpy_helper.to_array(proto), values)
        save(_graph([], [proto]), str(tmp_path / "m.onnx"))
        assert np.array_equal(load_layer(tmp_path / "m.onnx").rows[:, 1:], values.astype("f8"))


def test_names_of_onnx_that_are_not_unique(tmp_path):
    from onnx import save

    save(_graph([], [_proto(), _proto()]), str(tmp_path / "m.onnx"))
    with pytest.raises(BadInput, match="tensor name must be unique, not a second 'w'"):
        tensors(tmp_path / "m.onnx")
    save(_graph([], [_proto(name="name")]), str(tmp_path / "m.onnx"))
    (tmp_path / "m.onnx").write_bytes(
        (tmp_path / "m.onnx").read_bytes().replace(b"name", b"nam\xff")
    )
    with pytest.raises(BadInput, match=r"tensor name must be UTF-8, not b'nam\\xff'"):
        tensors(tmp_path / "m.onnx")


def test_arrays_and_text(tmp_path):
    np.save(tmp_path / "m.npy", WEIGHTS.astype(">f4"))
    assert np.array_equal(load_layer(tmp_path / "m.npy").rows, PLAIN)
    np.savez(tmp_path / "m.npz", coef=WEIGHTS.T, bias=BIAS)
    # transposed, as the bias fits
    assert np.array_equal(load_layer(tmp_path / "m.npz", weights="coef", bias="bias").rows, ROWS)
    (tmp_path / "m.csv").write_text("label,x,y,bias\na,1/3,-2,0\nb,0.25,3,1/7\n")
    layer = load_layer(tmp_path / "m.csv")
    assert (layer.scale, layer.labels) == (84, ("a", "b"))
    assert layer.rows.tolist() == [[0, 28, -168], [12, 21, 252]]


HEAD = b"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2)}"


def _npy(head=HEAD, magic=b"\x93NUMPY\x01\x00"):
    return magic + len(head).to_bytes(2, "little") + head + WEIGHTS.tobytes()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (_npy(HEAD + b")("), "npy header must give"),
        (_npy(b"{"), "npy header must give"),
        (_npy(b"'" * 3), "npy header must give"),
        (_npy(b"(" * 3000), "npy header must give"),
        (_npy(b"-" * 9000 + b"1"), "npy header must give"),
        (_npy(b"{{}: 1}"), "npy header must give"),
        (_npy(b"\xff\xfe"), "npy header must give"),
        (_npy(HEAD.replace(b"3,", b"3L,")), "npy header must give"),
        (_npy(HEAD.replace(b"3", b"True")), "natural numbers, not .True, 2."),
        (_npy(HEAD.replace(b"3", b"-3")), "natural numbers, not .-3, 2."),
        (_npy(HEAD.replace(b"3", b"4")), "must have 64 bytes"),
        (_npy(HEAD.replace(b"(3, 2)", b"(0, 1 << 62)")), "npy header must give"),
        (_npy(HEAD.replace(b"(3, 2)", b"(0, 4611686018427387904)")), "at most 32 axes and"),
        (_npy(HEAD.replace(b"(3, 2)", b"(" + b"1," * 99 + b")")), "at most 32 axes and"),
        (_npy(HEAD.replace(b"False", b"0")), "True or False for fortran_order, not 0"),
        (
            _npy(HEAD.replace(b"'<f8'", b"[('a', '<f8')]")),
            "integers,? or floats of at most 64 bits",
        ),
        (_npy(HEAD.replace(b"'<f8'", b"'|O'")), "integers,? or floats of at most 64 bits"),
        (_npy(HEAD.replace(b"'<f8'", b"{}")), "integers,? or floats of at most 64 bits"),
        (_npy(magic=b"\x93NUMPY\x09\x00"), "magic bytes and version"),
        (b"PK\x03\x04", "magic bytes and version"),
        (_npy()[:9], "npy header must give"),
        (_npy()[:-1], "must have 48 bytes"),
    ],
)
def test_arrays_of_numpy_that_are_refused(content, message, tmp_path):
    """By both readers, of matrices and of models, and as a member of an archive."""
    (tmp_path / "m.npy").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as archive:
        archive.writestr("w.npy", content)
    for name in ("m.npy", "m.npz"):
        for read in (
            load,
            lambda path: load_layer(path, weights=path.stem if path.suffix == ".npy" else "w"),
        ):
            with pytest.raises(BadInput, match=message):
                read(tmp_path / name)


@pytest.mark.parametrize("wound", ["wrong sum", "locked", "another method"])
def test_archives_that_are_refused(wound, tmp_path):
    with zipfile.ZipFile(
        tmp_path / "m.npz",
        "w",
        zipfile.ZIP_BZIP2 if wound == "another method" else zipfile.ZIP_STORED,
    ) as archive:
        archive.writestr("w.npy", _npy())
    data = bytearray((tmp_path / "m.npz").read_bytes())
    if wound == "wrong sum":
        data[data.index(HEAD) + len(HEAD) + 1] ^= 1
    if wound == "locked":
        for place in (6, data.index(b"PK\x01\x02") + 8):
            data[place] |= 1
    (tmp_path / "m.npz").write_bytes(data)
    words = {
        "wrong sum": "bad crc-32",
        "locked": "is encrypted",
        "another method": "not compressed by method 12",
    }
    for read in (load, load_layer):
        with pytest.raises(BadInput, match=words[wound]):
            read(tmp_path / "m.npz")


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(3, 2), (0, 2), (3, 0), (0, 0)])
def test_arrays_of_numpy(order, shape, tmp_path):
    values = np.arange(6.0)[: shape[0] * shape[1]].reshape(shape, order=order)
    np.save(tmp_path / "m.npy", values)
    np.savez(tmp_path / "m.npz", values)
    for name in ("m.npy", "m.npz"):
        assert np.array_equal(load_layer(tmp_path / name).rows[:, 1:], values)


@pytest.mark.parametrize(
    ("arrays", "options", "message"),
    [
        (
            {"w": WEIGHTS, "b": np.zeros(7)},
            {"weights": "w", "bias": "b"},
            "3 entries, one for each row of weights 'w' of 3 x 2, not 7",
        ),
        (
            {"w": WEIGHTS},
            {"weights": "v"},
            "weights must name one of the 1 tensors of .*not 'v'; `arrangements show` lists them",
        ),
        ({"w": np.zeros(3)}, {"weights": "w"}, "weights must have 2 dimensions, not 3"),
        (
            {"lm_head.qweight": np.ones((2, 2), np.int32), "lm_head.scales": np.ones((1, 2))},
            {"weights": "lm_head.qweight"},
            "packed as in GPTQ or AWQ, which lm_head.scales scales; write the layer dequantised",
        ),
        ({"w": np.zeros((2, 2)), "v": np.ones((2, 2))}, {}, "weights must be named"),
        (
            {"w": np.array([[1, np.nan], [np.inf, np.nan]])},
            {},
            r"not NaN at \(1, 2\) and 2 more such",
        ),
        ({"w": np.array([[1, 2**60]])}, {}, "at most 2.53"),
        ({"w": np.array([[1j]])}, {}, "complex|integers or floats|floats of at most"),
    ],
)
def test_refused(arrays, options, message, tmp_path):
    np.savez(tmp_path / "m.npz", **arrays)
    with pytest.raises(BadInput, match=message):
        load_layer(tmp_path / "m.npz", **options)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ("1e999,1\n2,3", "'1000000"),
        ("9007199254740993,1\n2,3", "'9007199254740993'"),
        ("9007199254740991,1/3\n2,3", "'9007199254740991'"),
    ],
)
def test_numbers_that_are_no_floats_on_any_scale(entries, told, tmp_path):
    """Refused, with the number: a rounded row would be another layer."""
    (tmp_path / "m.csv").write_text(entries)
    with pytest.raises(BadInput, match=f"common denominator with which they are, not {told}"):
        load_layer(tmp_path / "m.csv")


def test_large_numbers_that_are_floats(tmp_path):
    (tmp_path / "m.csv").write_text("1e22,-1e300\n1/3,2")
    with pytest.raises(BadInput, match="not '-1000"):
        load_layer(tmp_path / "m.csv")
    (tmp_path / "m.csv").write_text(f"{2**70},-9007199254740992\n1/8,1e-5\n")
    layer = load_layer(tmp_path / "m.csv")
    assert [[Fraction(x) / layer.scale for x in row] for row in layer.rows.tolist()] == [
        [0, 2**70, -(2**53)], [0, Fraction(1, 8), Fraction(1, 10**5)],
    ]  # fmt: skip


def test_programs_are_refused_with_the_line_that_converts():
    for name in ("m.pkl", "m.joblib"):
        with pytest.raises(BadInput, match=r"joblib.load.*m.npz"):
            tensors(name)


def test_labels(tmp_path):
    def read(name, text):
        (tmp_path / name).write_bytes(text.encode())
        return read_labels(str(tmp_path / name))

    assert read("vocab.txt", "a\n b \n\nc\u2028d\n") == ["a", " b ", "", "c\u2028d"]
    assert read("list.json", '["x", "x"]') == ["x", "x"]
    assert read("vocab.json", '{"b": 1, "a": 0}') == ["a", "b"]
    assert read("config.json", '{"id2label": {"0": "no", "1": "yes", "2": "no"}}') == [
        "no",
        "yes",
        "no",
    ]
    bpe = {"model": {"vocab": {"a": 0, "b": 1}}, "added_tokens": [{"id": 2, "content": "<s>"}]}
    assert read("tokenizer.json", json.dumps(bpe)) == ["a", "b", "<s>"]
    assert read("unigram.json", json.dumps({"model": {"vocab": [["a", -1.0], ["b", -2.0]]}})) == [
        "a",
        "b",
    ]
    assert distinct(["a", "a", "a #1", "", "\t"]) == [
        "a #1 #1",
        "a #2",
        "a #1 #3",
        "'' #4",
        "'\\t' #5",
    ]
    for text in (
        f'{{"{"9" * 5000}": "a"}}',
        '{"a": 0, "b": 2}',
        '{"a": 0, "b": 0}',
        '{"model": {"vocab": [[{}, -1.0], ["b", -2.0]]}}',
        '{"model": {"vocab": {"a": 0}}, "added_tokens": [{"id": 1, "content": []}]}',
        "[1]",
        "3",
    ):
        with pytest.raises(BadInput, match="labels"):
            read("bad.json", text)
    with pytest.raises(BadInput, match="valid JSON"):
        read("bad.json", "{")


def test_file_and_tensor(tmp_path):
    path = tmp_path / "m.safetensors"
    save_file(
        {
            "a.weight": np.zeros((2, 2), "f4"),
            "b.weight": WEIGHTS.astype("f4"),
            "b.bias": BIAS.astype("f4"),
        },
        path,
    )
    layer = load_layer(f"{path}:b.weight")
    assert (layer.weights, layer.bias, layer.source) == ("b.weight", "b.bias", str(path))
    assert np.array_equal(layer.rows, ROWS)
    with pytest.raises(BadInput, match="weights must be named once"):
        load_layer(f"{path}:b.weight", weights="b.weight")
    with pytest.raises(BadInput, match=r"nearest: b[.]weight"):
        load_layer(f"{path}:b.weigth")
    (tmp_path / "odd.npz:w.npy").write_bytes(b"")
    # a file with such a name is that file
    with pytest.raises(BadInput, match=r"must not be empty"):
        load_layer(tmp_path / "odd.npz:w.npy")


@pytest.mark.parametrize("kind", ["float8_e4m3fn", "float8_e5m2", "bfloat16", "float16"])
def test_every_number_of_small_floats(kind, tmp_path):
    codes = (
        np.arange(256, dtype="u1") if kind.startswith("float8") else np.arange(1 << 16, dtype="u2")
    )
    values = codes.view(getattr(ml_dtypes, kind, None) or kind)
    finite = values[np.isfinite(values.astype("f4"))].reshape(-1, 2)
    save_file({"w": finite}, tmp_path / "m.safetensors")
    (tensor,) = tensors(tmp_path / "m.safetensors").values()
    assert np.array_equal(tensor.read().astype("f8"), finite.astype("f8"))
    assert np.array_equal(np.concatenate(list(tensor.blocks(6))), tensor.read())


def test_blocks_of_every_format(tmp_path):
    table = np.arange(1.0, 31.0).reshape(10, 3)
    save_file({"w": table.astype(ml_dtypes.bfloat16)}, tmp_path / "b.safetensors")
    save_file({"w": table}, tmp_path / "d.safetensors")
    np.save(tmp_path / "c.npy", table)
    np.save(tmp_path / "f.npy", np.asfortranarray(table))
    np.savez_compressed(tmp_path / "z.npz", w=table)
    for path in sorted(tmp_path.iterdir()):
        (tensor,) = tensors(path).values()
        assert [len(block) for block in tensor.blocks(9)] == [3, 3, 3, 1], path
        assert np.array_equal(np.concatenate(list(tensor.blocks(1))), table), path
        assert np.array_equal(tensor.rows(2, 5), table[2:5]), path


def test_a_number_that_is_not_finite_is_named_by_its_row(tmp_path):
    table = np.zeros((1 << 12, 1 << 11), "f4")
    table[3000, 7] = np.inf
    table[3001, 7] = np.nan
    np.save(tmp_path / "m.npy", table)
    with pytest.raises(BadInput, match=r"not infinity at \(3001, 8\) and 1 more such"):
        load_layer(tmp_path / "m.npy")


def test_transposed_weights_of_several_blocks(tmp_path):
    """One row an input, more of them than one block holds."""
    inputs, outputs = 2100, 2000
    assert inputs * outputs > 1 << 22
    draw = np.random.default_rng(3)
    weights = draw.integers(-99, 100, (inputs, outputs)).astype("f2")
    bias = draw.integers(-99, 100, outputs).astype("f2")
    save_file({"head.weight": weights, "head.bias": bias}, tmp_path / "m.safetensors")
    layer = load_layer(tmp_path / "m.safetensors")
    assert (layer.n, layer.d) == (outputs, inputs)
    assert np.array_equal(layer.rows, np.column_stack([bias, weights.T]))
