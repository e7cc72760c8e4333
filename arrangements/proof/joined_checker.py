"""The checker of proofs in one file, for reviewers and for machines without this package: ``make checker``.

The modules that ``checker/proof.py`` needs follow one another, each after those that it imports; what they
import of the standard library stands at the beginning. The file is generated, never edited.

>>> text = joined()
>>> text.count("from arrangements"), text.rstrip().endswith("sys.exit(main(sys.argv[1:]))")
(0, True)
"""

from __future__ import annotations

import ast
from pathlib import Path

import arrangements.checker

__all__ = ["joined", "modules_of"]

_ROOM = "arrangements.checker."


def modules_of(name: str = "proof") -> list[str]:
    """The modules of the room that one needs, each after those that it imports, and itself last."""
    order: list[str] = []

    def visit(name: str) -> None:
        for node in ast.parse(_source(name)).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_ROOM):
                other = str(node.module).removeprefix(_ROOM)
                if other not in order:
                    visit(other)
        order.append(name)

    visit(name)
    return order


def joined() -> str:
    """The text of the file."""
    whole, names = set[str](), dict[str, set[str]]()  # what is imported of the standard library
    parts = []
    for name in modules_of():
        source = _source(name)
        lines = source.splitlines()
        title, *body = ast.parse(source).body
        for node in body:
            lone = isinstance(node, ast.Import | ast.ImportFrom)
            if isinstance(node, ast.Import):
                whole |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not str(node.module).startswith(_ROOM):
                names.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
            exported = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            if lone or exported:
                lines[node.lineno - 1 : node.end_lineno] = [""] * (
                    int(node.end_lineno or 0) - node.lineno + 1
                )
        said = "\n".join(
            f"# {line}".rstrip() for line in ast.literal_eval(ast.unparse(title)).splitlines()
        )
        code = "\n".join(lines[title.end_lineno :]).strip("\n")
        parts.append(f"# checker/{name}.py\n#\n{said}\n\n{code}\n")
    del names["__future__"]
    first = "from __future__ import annotations"
    head = '"""The checker of proofs of the package arrangements, joined into one file."""'
    imports = "\n".join(
        [
            *(f"import {name}" for name in sorted(whole)),
            *(f"from {name} import {', '.join(sorted(names[name]))}" for name in sorted(names)),
        ]
    )
    return (
        "\n\n".join([head, first, imports, *parts])
        + '\n\nif __name__ == "__main__":\n    sys.exit(main(sys.argv[1:]))\n'
    )


def _source(name: str) -> str:
    return (Path(str(arrangements.checker.__file__)).parent / f"{name}.py").read_text(
        encoding="utf-8"
    )


if __name__ == "__main__":
    print(joined(), end="")
