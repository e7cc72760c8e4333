"""Points and linear forms as other programs print them: TOPCOM's points, SageMath's and Macaulay2's
arrangements.

A form such as ``3*t0 - 1/2*t1 + 1`` is a row of coefficients with an offset. Its variables are the
coordinates, in the order of their names, numbers in them by value; x_1 and x_3 have x_2 between
them.

>>> linear_form("3*t0 - 1/2*t1 + 1")
({'t0': '3', 't1': '-1/2'}, '1')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from arrangements.errors import BadInput, short_repr
from arrangements.io.readers.entries import Entries
from arrangements.io.readers.entry_table import MAX_ENTRIES, Table, check_shape
from arrangements.io.readers.polyhedral import written_labels
from arrangements.running.sources import Source, read_text

__all__ = ["linear_form", "read_macaulay2", "read_points", "read_sage"]

_TERM = re.compile(r"(?:(\([^()]*\)|[0-9][0-9./]*)\*?)?([A-Za-z]\w*)?")


def read_points(source: Source) -> Table:
    """TOPCOM's points: [[1, 0], [1, 1/2]]; a second list, of symmetries, may follow."""
    text = re.sub(r"\s+", "", read_text(source))
    match = re.fullmatch(r"\[((?:\[[^\[\]]*\],?)*)\](\[.*\])?", text)
    if match is None or text.count(",") > 2 * MAX_ENTRIES:
        raise BadInput(
            f"points of TOPCOM must be a list of lists of numbers, such as [[1,0],[1,1/2]] ({source.name})"
        )
    cells = [row.split(",") if row else [] for row in re.findall(r"\[([^\[\]]*)\]", match[1])]
    check_shape(len(cells), max(map(len, cells), default=0), source.name)
    entries = Entries()
    return Table(
        [
            entries.row(row, partial(_number_of_row, source.name, i))
            for i, row in enumerate(cells, 1)
        ],
        None,
    )


def read_sage(source: Source) -> Table:
    """The printed form of an arrangement or of hyperplanes of SageMath, or the code that
    ``arrangements show --output`` writes.
    """
    text = read_text(source)
    if other := re.search(
        r"Finite Field[^\n)]{0,40}|\bGF\(\s*[0-9^]+\s*\)|Complex (?:\w+ )?Field|\bQQbar\b|-adic",
        text,
    ):
        raise BadInput(
            f"arrangement must be over real numbers, not over {short_repr(other[0].strip())} ({source.name})"
        )
    start = text.find("\nrows = [")
    if start >= 0:
        body = text[start + 9 :].partition("]\n\n")[0].partition("]\nlabels = ")[0]
        cells = [re.findall(r'"([^"\n]*)"', row) for row in re.findall(r"\[([^\[\]]*)\]", body)]
        check_shape(len(cells), max(map(len, cells), default=0), source.name)
        if any(not row for row in cells):
            raise BadInput(f"rows must begin with an offset ({source.name})")
        root = _root(text)
        entries = Entries()
        read = [
            entries.row(
                [_polynomial(x, root) for x in row], partial(_number_of_row, source.name, i)
            )
            for i, row in enumerate(cells, 1)
        ]
        dimension = (
            len(read[0]) - 1
            if read
            else int((re.findall(r"^dimension = ([0-9]{1,7})$", text, re.MULTILINE) or ["0"])[0])
        )
        return Table(
            [row[1:] for row in read],
            written_labels(text, source.name),
            dimension,
            bias=[row[0] for row in read],
        )
    if match := re.search(r"Arrangement <([^<>]*)>", text):
        return _from_forms(match[1].split("|"), source.name, _coordinates(text))
    if forms := re.findall(r"Hyperplane ([^\n,\])|]*)", text):
        return _from_forms(forms, source.name, _coordinates(text))
    if "Arrangement of" in text:
        raise BadInput(
            f"arrangement of SageMath must be printed with its hyperplanes: print(A.hyperplanes()) ({source.name})"
        )
    raise BadInput(f"file must hold an arrangement of SageMath, as it prints it ({source.name})")


def _coordinates(text: str) -> list[str] | None:
    """The coordinates, where SageMath's name of the space of hyperplanes says them."""
    match = re.search(r"with coordinates? ([A-Za-z]\w*(?:, [A-Za-z]\w*)*)", text)
    return match[1].split(", ") if match else None


def _root(text: str) -> str | None:
    """The generator of the number field of our code, in the grammar of numbers."""
    coefficients = re.search(
        r"^polynomial = QQ\['x'\]\(\[([-0-9, ]{1,4000})\]\)$", text, re.MULTILINE
    )
    ends = re.search(r'RIF\(QQ\("([-0-9/]{1,4000})"\), QQ\("([-0-9/]{1,4000})"\)\)', text)
    if coefficients is None or ends is None:
        return None
    polynomial = "+".join(
        f"({c.strip()})*x^{k}" for k, c in enumerate(coefficients[1].split(",")) if c.strip() != "0"
    )
    return f"root({polynomial}, {ends[1]}, {ends[2]})"


def _polynomial(x: str, root: str | None) -> str:
    parts = x.split()
    if root is None or len(parts) < 2:
        return x
    return "+".join(f"({part})*{root}^{k}" if k else f"({part})" for k, part in enumerate(parts))


def read_macaulay2(source: Source) -> Table:
    """``arrangement {x_1, x_1-x_2}``, or the text that ``toString`` prints: ``hyperplanes =>
    {...}``.

    The variables of its ring are the coordinates, those that no form has among them. The ring must
    be over real numbers.
    """
    text = read_text(source)
    code = re.sub(r"--[^\n]*", "", text)
    match = re.search(
        r"(?:\barrangement\s*(?:\(\s*)?|hyperplanes\s*=>\s*)\{([^{}]*)\}(?:\s*,\s*([A-Za-z]\w*))?",
        code,
    )
    if match is None:
        raise BadInput(f"file must hold an arrangement {{...}} of Macaulay2 ({source.name})")
    if other := re.search(r"\bring\s*=>\s*((?:ZZ\s*/|GF|CC)[^,}]*)", code):
        raise BadInput(
            f"ring must be over real numbers, not {short_repr(other[1].strip())} ({source.name})"
        )
    root = _written_root(text)
    ring = _ring(code[: match.start()], match[2], root is not None, source.name)
    forms = [part for part in match[1].split(",") if part.strip()]
    table = _from_forms(forms, source.name, ring, root)
    return Table(
        table.rows,
        written_labels(text, source.name),
        table.dimension,
        table.reading,
        bias=table.bias,
    )


_RING = re.compile(
    r"(?:([A-Za-z]\w*)\s*:?=\s*)?\b([A-Za-z]\w*(?:\s*/\s*[0-9]+)?|\bGF\s*\(?[^\n\[]*\)?)\s*\[([^\[\]]*)\](\s*/)?"
)


def _ring(code: str, name: str | None, has_root: bool, where: str) -> list[str] | None:
    """The variables of the ring of this name, or of the last one; None if the code has none. It
    must be over real numbers.
    """
    values = dict(re.findall(r"^\s*([A-Za-z]\w*)\s*:?=\s*([^\n;]+)", code, re.MULTILINE))
    rings = [match for match in _RING.finditer(code) if not match[4]]
    ring = next((match for match in reversed(rings) if name in (None, match[1])), None)
    if ring is None:
        return None
    base = re.sub(r"\s+", "", str(values.get(ring[2], ring[2])))
    if not (base in ("QQ", "ZZ", "RR") or (has_root and base.startswith("toField(QQ[r]/"))):
        raise BadInput(
            f"ring must be over QQ, or over a field of which a real root is written, not over {short_repr(base)} ({where})"
        )
    names: list[str] = []
    for part in filter(None, (part.strip() for part in ring[3].split(","))):
        if "=>" in part:
            continue
        ends = re.fullmatch(r"([A-Za-z]\w*?)(_?)([0-9]{1,7})\s*\.\.\s*\1\2([0-9]{1,7})", part)
        if ends is not None:
            check_shape(1, max(0, int(ends[4]) + 1 - int(ends[3])) + len(names), where)
            names += [f"{ends[1]}{ends[2]}{i}" for i in range(int(ends[3]), int(ends[4]) + 1)]
        elif re.fullmatch(r"[A-Za-z]\w*", part):
            names.append(part)
        elif re.fullmatch(r"([a-z]\s*\.\.\s*[a-z]|[A-Z]\s*\.\.\s*[A-Z])", part):
            names += map(chr, range(ord(part[0]), ord(part[-1]) + 1))
        else:
            raise BadInput(
                f"variables of a ring must be names, or ranges such as x_1..x_3 or a..d, not {short_repr(part)} ({where})"
            )
    if len(set(names)) < len(names):
        raise BadInput(
            f"variables of a ring must be distinct, not {short_repr(ring[3].strip())} ({where})"
        )
    return names


def _written_root(text: str) -> str | None:
    """The generator r of the number field of our code for Macaulay2, in the grammar of numbers."""
    ends = re.search(
        r"^-- r is the root between ([-0-9/]{1,4000}) and ([-0-9/]{1,4000})$", text, re.MULTILINE
    )
    polynomial = re.search(r"^K = toField\(QQ\[r\]/\(([-+*^0-9r]{1,4000})\)\)$", text, re.MULTILINE)
    if ends is None or polynomial is None:
        return None
    return f"root({polynomial[1].replace('r', 'x')}, {ends[1]}, {ends[2]})"


def _from_forms(
    texts: Sequence[str], name: str, ring: list[str] | None = None, root: str | None = None
) -> Table:
    forms = [linear_form(text, name) for text in texts]
    if root is not None:
        forms = [
            (
                {x: re.sub(r"\br\b", root, c) for x, c in form.items()},
                re.sub(r"\br\b", root, constant),
            )
            for form, constant in forms
        ]
    names = _variables({variable for form, _ in forms for variable in form}, ring, name)
    check_shape(len(forms), len(names), name)
    entries = Entries()
    rows = [
        entries.row([form.get(x, "0") for x in names], partial(_number_of_row, name, i))
        for i, (form, _) in enumerate(forms, 1)
    ]
    bias = entries.row(
        [constant for _, constant in forms], lambda i: f"{name}, constant of row {i + 1}"
    )
    return Table(
        rows,
        None,
        len(names),
        f"exact, coordinates {', '.join(names[:8])}{', ...' if len(names) > 8 else ''}",
        bias=bias,
    )


def _variables(names: set[str], ring: list[str] | None, name: str) -> list[str]:
    """The variables in order: those of the ring, else all of a numbered family between the first
    and the last, else those that occur.
    """
    if ring is not None:
        if names <= set(ring):
            return ring
        raise BadInput(
            f"variables must be those of the ring, {', '.join(ring)}, not {short_repr(min(names - set(ring)))} ({name})"
        )
    parts = [re.fullmatch(r"([A-Za-z]*?_?)([0-9]{1,7})", variable) for variable in sorted(names)]
    if not names or None in parts or len({match[1] for match in parts if match}) > 1:
        return sorted(names)
    stem, numbers = (
        next((match[1] for match in parts if match), ""),
        [int(match[2]) for match in parts if match],
    )
    check_shape(1, max(numbers) + 1, name)
    # SageMath counts from 0, and Macaulay2's subscripts from 1.
    return [f"{stem}{i}" for i in range(min(numbers) and int(stem.endswith("_")), max(numbers) + 1)]


def linear_form(text: str, name: str = "") -> tuple[dict[str, str], str]:
    """The coefficients by variable, and the constant, as texts. A variable stands once."""
    where = f" ({name})" if name else ""
    plain = re.sub(r"\s+", "", text)
    if len(plain) > 1 << 20:
        raise BadInput(f"linear form must have at most 2^20 characters{where}")
    form: dict[str, str] = {}
    constant = ""
    terms = re.findall(r"([+-]?)((?:\([^()]*\)|[^-+()])+)", plain)
    if not terms or "".join(s + term for s, term in terms) != plain:
        raise BadInput(
            f"linear form must be a sum such as 3*x0 - 1/2*x1 + 1, not {short_repr(text.strip())}{where}"
        )
    for sign, term in terms:
        match = _TERM.fullmatch(term)
        if match is None or not match[0]:
            raise BadInput(
                f"term must be a number, a variable or their product, not {short_repr(term)}{where}"
            )
        number = (
            f"-({match[1] or 1})"
            if sign == "-" and "(" in (match[1] or "")
            else f"{'-' if sign == '-' else ''}{match[1] or 1}"
        )
        if match[2] is None:
            if constant:
                raise BadInput(
                    f"linear form must have one constant, not {short_repr(text.strip())}{where}"
                )
            constant = number
        elif match[2] in form:
            raise BadInput(
                f"variable must occur once in a linear form, not {short_repr(match[2])} again{where}"
            )
        else:
            form[match[2]] = number
    return form, constant or "0"


def _number_of_row(name: str, i: int, j: int) -> str:
    return f"{name}, row {i}, number {j + 1}"
