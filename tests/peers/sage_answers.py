"""Run by the Python of ``.venv-peers``: what SageMath says of the arrangements of the files named on standard input, one JSON line each.

The first line is the version. A file is code that makes the arrangement ``A``.
"""

import json
import sys
import time


def main() -> None:
    import sage.all__sagemath_polyhedra
    import sage.version
    from sage.geometry.hyperplane_arrangement.arrangement import HyperplaneArrangements
    from sage.rings.number_field.number_field import NumberField
    from sage.rings.qqbar import AA
    from sage.rings.rational_field import QQ
    from sage.rings.real_mpfi import RIF

    print(json.dumps(f"SageMath (passagemath) {sage.version.version}"), flush=True)
    names = {"HyperplaneArrangements": HyperplaneArrangements, "NumberField": NumberField, "AA": AA, "QQ": QQ, "RIF": RIF}
    for path in sys.stdin.read().split("\n"):
        if not path:
            continue
        answer = {}
        try:
            with open(path, encoding="utf-8") as file:
                space = dict(names)
                exec(file.read(), space)
            arrangement = space["A"]
            start = time.perf_counter()
            answer["polynomial"] = [int(c) for c in arrangement.characteristic_polynomial().list()]
            answer["polynomial_seconds"] = time.perf_counter() - start
            start = time.perf_counter()
            regions = arrangement.regions()
            answer["listed"] = len(regions)
            answer["listed_seconds"] = time.perf_counter() - start
            answer["labels"] = {label: str(h) for label, h in space["hyperplanes"].items()}
            answer["repr"] = str(arrangement.hyperplanes())
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
