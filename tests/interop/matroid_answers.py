"""Run by the Python of ``.venv-peers``: what the package sign_vectors says of the matrices on
standard input, one JSON line each.

Columns are the elements. The first line is the version.
"""

import json
import sys
import time
from importlib.metadata import version


def main() -> None:
    from sage.matrix.constructor import matrix
    from sage.rings.rational_field import QQ
    from sign_vectors.oriented_matroids import OrientedMatroid

    print(json.dumps(f"sign_vectors {version('sign_vectors')}"), flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        found = OrientedMatroid(matrix(QQ, [[QQ(x) for x in row] for row in json.loads(line)]))
        answer = {"chirotope": found.chirotope_as_string()}
        for kind in ("circuits", "cocircuits", "covectors", "topes"):
            answer[kind] = sorted(str(vector).strip("()") for vector in getattr(found, kind)())
        answer["seconds"] = time.perf_counter() - start
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
