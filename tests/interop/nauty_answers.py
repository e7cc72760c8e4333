"""Run by the Python of ``.venv-peers``: what nauty says of the oriented matroids on standard input,
one JSON line each: elements, rank, signs in lexicographic order, and whether signs count.

The answer: a text that is equal for equal types, up to relabelling, and reorientation unless signs
count, and the number of relabellings that leave the type as it is. The first line is the version.
"""

import json
import sys
import time
from hashlib import sha256
from importlib.metadata import version
from itertools import combinations


def cocircuits(n, rank, signs):
    """All of them, from the signs alone."""
    chi = dict(zip(combinations(range(n), rank), signs, strict=True))
    found = set()
    for subset in combinations(range(n), rank - 1):
        vector = []
        for e in range(n):
            after = sum(f > e for f in subset)
            sign = chi.get(tuple(sorted((*subset, e))), "0")
            vector.append({"+": 1, "-": -1, "0": 0}[sign] * (-1) ** after)
        if any(vector):
            found |= {tuple(vector), tuple(-x for x in vector)}
    return sorted(found)


def components(n, vectors):
    """How many sets of elements no cocircuit joins."""
    part = list(range(n))

    def top(e):
        while part[e] != e:
            e = part[e]
        return e

    for vector in vectors:
        support = [e for e in range(n) if vector[e]]
        for e in support[1:]:
            part[top(e)] = top(support[0])
    return sum(part[e] == e for e in range(n))


def answer(pynauty, n, rank, signs, signed):
    vectors = cocircuits(n, rank, signs)
    # Element e is the vertices e and n + e, its two sides.
    edges = {e: [n + e] for e in range(n)}
    for k, vector in enumerate(vectors, 2 * n):
        edges[k] = [e if x > 0 else n + e for e, x in enumerate(vector) if x]
    sides = [set(range(n)), set(range(n, 2 * n))] if signed else [set(range(2 * n))]
    colours = [*sides, set(range(2 * n, 2 * n + len(vectors)))]
    graph = pynauty.Graph(2 * n + len(vectors), adjacency_dict=edges, vertex_coloring=colours)
    _, order, power, *_ = pynauty.autgrp(graph)
    order = round(order * 10**power)
    if not signed:
        order //= 2 ** components(n, vectors)
    text = f"{n} {rank} {len(vectors)} ".encode() + pynauty.certificate(graph)
    return {"key": sha256(text).hexdigest(), "symmetries": order}


def main():
    import pynauty

    print(json.dumps(f"nauty {version('pynauty')}"), flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        found = answer(pynauty, *json.loads(line))
        found["seconds"] = time.perf_counter() - start
        print(json.dumps(found))


if __name__ == "__main__":
    main()
