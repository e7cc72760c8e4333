"""Run by the Python of ``.venv-peers``: what SageMath says of the arrangements of the files named
on standard input, one JSON line each.

The first line is the version and the public methods of an arrangement. A file is code that makes
the arrangement ``A``; after ``faces:`` its faces are listed, too.
"""

import json
import sys
import time


def main() -> None:
    import sage.all__sagemath_polyhedra
    import sage.version
    from sage.geometry.hyperplane_arrangement.arrangement import (
        HyperplaneArrangementElement,
        HyperplaneArrangements,
    )
    from sage.rings.number_field.number_field import NumberField
    from sage.rings.qqbar import AA
    from sage.rings.rational_field import QQ
    from sage.rings.real_mpfi import RIF

    methods = sorted(
        name for name in vars(HyperplaneArrangementElement) if not name.startswith("_")
    )
    print(json.dumps([f"SageMath (passagemath) {sage.version.version}", methods]), flush=True)
    names = {
        "HyperplaneArrangements": HyperplaneArrangements,
        "NumberField": NumberField,
        "AA": AA,
        "QQ": QQ,
        "RIF": RIF,
    }
    for line in sys.stdin.read().split("\n"):
        path = line.removeprefix("faces:")
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
            if path != line:
                start = time.perf_counter()
                faces = arrangement.closed_faces()
                answer["faces_seconds"] = time.perf_counter() - start
                answer["faces"] = covectors(arrangement, space["hyperplanes"], faces)
        except Exception as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


def covectors(arrangement, hyperplanes, faces) -> list[str]:
    """The signs of our rows on each face; SageMath has each hyperplane once, with a side of its
    own.
    """
    sides = []
    for ours in hyperplanes.values():
        row = ours.dense_coefficient_list()
        lead = next(k for k, x in enumerate(row) if k and x)
        for place, theirs in enumerate(arrangement.hyperplanes()):
            other = theirs.dense_coefficient_list()
            if [x * other[lead] for x in row] == [x * row[lead] for x in other]:
                sides.append((place, 1 if row[lead] * other[lead] > 0 else -1))
                break
    return ["".join("0+-"[side * int(signs[place])] for place, side in sides) for signs, _ in faces]


if __name__ == "__main__":
    main()
