"""Numbers that are rounded for reading are times, sizes or no bounds; every bound is written by
``arrangements.exact.numbers.one_sided``, which rounds it to the safe side.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import arrangements
import proofs

ROOTS = [Path(str(package.__file__)).parent for package in (arrangements, proofs)]
HOME = "arrangements/exact/numbers/one_sided.py"
ROUNDING = re.compile(r"\.[0-9{]|[eEfFgGn%]$")
NUMBERS = {"float", "round"}  # functions whose result is not written as it is

# Seconds and bytes, by the names of their variables.
SIZES = re.compile(r"seconds|timeout|SECONDS|perf_counter|monotonic|memory|bytes|widths|COLUMN")
# All others, which are no bounds: by module, the expression and what it is.
NO_BOUNDS = {
    (
        "arrangements/audits/findings.py",
        "margin",
    ): "a lead in floating point, said to be small",
    ("arrangements/audits/report.py", "weight"): "a share, for a page that says so",
    (
        "arrangements/exact/numbers/algebraic.py",
        "Decimal(exactly.numerator) / Decimal(exactly.denominator)",
    ): "rounded()",
    ("arrangements/exact/numbers/one_sided.py", "found"): "the helper itself",
    ("arrangements/checker/repair.py", "found"): "that of the checker",
    ("arrangements/figures/cosine_pictures.py", "value"): "an entry in its cell",
    ("arrangements/figures/palette.py", "round(a + (b - a) * part)"): "a colour",
    ("arrangements/figures/palette.py", "round(x + (goal - x) * part)"): "a colour",
    ("arrangements/models/graph_bounds.py", "float(beta)"): "a constant of a graph",
    ("arrangements/models/onnx_graph.py", "factor"): "a constant of a graph",
    ("arrangements/models/folder.py", "config[key]"): "a constant of a configuration",
    ("arrangements/models/gguf_format.py", "facts[key]"): "a constant of a file",
    ("arrangements/io/tables/typeset.py", "space"): "a length in LaTeX",
    ("proofs/pages/figures.py", "value"): "an entry in its cell",
    ("proofs/pages/figures.py", "weight / sum(weights)"): "a share in a figure",
    (
        "proofs/paper/claims/theorem_h_1.py",
        "' and '.join((f'{float(minor):.1e}' for minor in minors))",
    ): "about",
    ("proofs/paper/claims/theorem_h_1.py", "float(minor)"): "about",
    ("proofs/search/suites/command.py", "speed"): "members a second",
}


def rounded(path: Path) -> Iterator[str]:
    """Expressions that a module writes rounded: in an f-string, by ``format``, or by ``%``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FormattedValue):
            called = {
                inner.func.id
                for inner in ast.walk(node.value)
                if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name)
            }
            spec = "" if node.format_spec is None else ast.unparse(node.format_spec)[2:-1]
            if ROUNDING.search(spec) or called & NUMBERS:
                yield ast.unparse(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "format":
                yield ast.unparse(node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            text = node.left.value if isinstance(node.left, ast.Constant) else None
            if isinstance(text, str) and re.search(r"%[-+ #0-9.]*[eEfFgG]", text):
                yield ast.unparse(node)


def test_no_bound_is_rounded_otherwise() -> None:
    found = {
        (path.relative_to(root.parent).as_posix(), expression)
        for root in ROOTS
        for path in root.rglob("*.py")
        for expression in rounded(path)
        if not SIZES.search(expression)
    }
    assert found == {*NO_BOUNDS}


def test_each_way_of_rounding_is_seen(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        'f"{a:.7g} {b} {float(c)} {d:,.0f} {e:>8} {round(f, 2)} {g:{h}.3f} {i:e} {j:,}"\n'
        'format(k, "g")\n"%.3f" % l\n"%s %d" % (m, n)\n'
    )
    seen = ["a", "float(c)", "d", "round(f, 2)", "g", "i", "format(k, 'g')", "'%.3f' % l"]
    assert sorted(rounded(module)) == sorted(seen)


def test_pages_write_bounds_by_their_helpers() -> None:
    """In JavaScript ``toPrecision`` and the like stand in the helpers alone."""
    for page in ROOTS[0].rglob("*.html"):
        lines = [line for line in page.read_text("utf-8").splitlines() if "toPrecision" in line]
        assert all(line.startswith(("const number = ", "const share = ")) for line in lines), lines
