"""The program proved in Coq as a checker that stands by itself, with the exit codes of
``checker/proof.py``.

    python -m proofs.coq.recheck certificate.json [configuration.json]

exits 0 for accepted, 1 for refused (it does not prove its answer), 2 for unreadable, or for a
certificate that the program has no question for. It accepts what ``arrangements/checker/proof.py``
accepts, of which it uses nothing. The program is built by ``make formal``.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

from proofs.coq.coq import Failure
from proofs.coq.problems import Problem
from proofs.coq.reader import Unknown, Unreadable, problems_of
from proofs.coq.verified import binary, judged

__all__ = ["main", "outcomes"]

_LARGEST = 1 << 28  # characters of a file


def outcomes(texts: list[str], program: Path) -> list[int]:
    """The exit code for each text, by one run of the program for all of them."""
    codes: list[int | None] = []
    asked: list[tuple[Problem, ...]] = []
    for text in texts:
        try:
            asked.append(problems_of(text))
            codes.append(None)
        except Failure:
            codes.append(1)
        except (Unknown, Unreadable):
            codes.append(2)
    answers = iter(judged([problem for problems in asked for problem in problems], program))
    accepted = iter([set(islice(answers, len(problems))) <= {True} for problems in asked])
    return [int(not next(accepted)) if code is None else code for code in codes]


def main(arguments: list[str]) -> int:
    try:
        if not 1 <= len(arguments) <= 2:
            raise Unreadable(
                "usage: python -m proofs.coq.recheck certificate.json [configuration.json]"
            )
        program = binary()
        if program is None:
            raise Unreadable("the program must be built, by make formal")
        texts = []
        for path in arguments:
            with open(path, encoding="utf-8") as file:
                texts.append(file.read(_LARGEST + 1))
            if len(texts[-1]) > _LARGEST:
                raise Unreadable("the file must be smaller")
        if not all(judged(problems_of(*texts), program)):
            raise Failure("the program does not accept it")
        print(f"accepted: {arguments[0]}")
        return 0
    except Failure as error:
        print("refused:", error, file=sys.stderr)
        return 1
    except (Unknown, ValueError, OSError) as error:
        print("unreadable:", error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
