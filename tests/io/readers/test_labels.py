"""What is taken for labels: by header, by name, and what is said about it."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from arrangements import load
from arrangements.cli import app
from arrangements.errors import BadInput, ReadingWarning

TABLE = "x,token,y\n1/2,2,0\n1,1,3\n5,3,1\n"


def test_a_column_that_numbers_the_rows_is_told(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text(TABLE)
    with pytest.warns(
        ReadingWarning, match="column 'token' numbers the rows .* --label-column token"
    ):
        assert load(file).d == 3
    done = CliRunner().invoke(app, ["show", str(file)])
    assert "arrangements: note: column 'token' numbers the rows" in done.stderr
    assert "labels from no column" in done.stdout


@pytest.mark.filterwarnings("error")
def test_a_label_column_is_taken_from_anywhere(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text(TABLE)
    c = load(file, label_column="token")
    assert c.labels == ("2", "1", "3")
    assert [list(map(str, row)) for row in c.rows] == [["1/2", "0"], ["1", "3"], ["5", "1"]]
    assert "labels from the column 'token'" in c.reading
    with pytest.raises(BadInput, match="label column must be one of x, token, y, not 'id'"):
        load(file, label_column="id")
    with pytest.raises(BadInput, match="label column must be of a file with a header"):
        load("paper/C.1", label_column="id")


@pytest.mark.parametrize("separator", [" ", "\t"])
def test_what_write_table_of_r_writes_is_read(separator: str, tmp_path: Path) -> None:
    """The header has no head for the row names, which are quoted, as ``write.table(m, file)`` has it."""
    path = tmp_path / "m.txt"
    lines = [['"x"', '"y"'], ['"New York"', "0.1", "2"], ['"b"', "-3e-05", "NA"]]
    lines[2][2] = "4"
    path.write_text("".join(separator.join(line) + "\n" for line in lines))
    found = load(path)
    assert found.labels == ("New York", "b")
    assert found.rows == ((Fraction(1, 10), 2), (Fraction(-3, 10**5), 4))
    lines.append(['"c"', "1"])
    path.write_text("".join(separator.join(line) + "\n" for line in lines))
    with pytest.raises(BadInput, match="line must have 3 cells, as the first one has, not 2"):
        load(path)


def test_what_savetxt_writes_is_read(tmp_path: Path) -> None:
    matrix = np.array([[0.5, -1.25], [3, 1e-3], [0, 7]])
    buffer = io.StringIO()
    np.savetxt(buffer, matrix, header="made by a program")
    file = tmp_path / "m.txt"
    file.write_text(buffer.getvalue())
    assert [[float(x) for x in row] for row in load(file).rows] == matrix.tolist()
