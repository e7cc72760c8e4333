"""Primes against their definition, and linear algebra modulo primes against the definitions over
small fields.
"""

from __future__ import annotations

import random
from itertools import islice, product

import sympy

from arrangements.exact.linear import flint_matrices, rank, residues


def test_primes() -> None:
    assert list(residues.primes(200)) == list(sympy.primerange(200))[::-1]
    assert [m for m in range(3000) if residues.is_prime(m)] == list(sympy.primerange(3000))
    # Strong pseudoprimes to several of the first bases.
    assert not any(
        map(
            residues.is_prime,
            (2047, 3215031751, 3474749660383, 341550071728321, 3825123056546413051),
        )
    )
    found = list(islice(residues.primes(1 << 50), 3))
    expected = [sympy.prevprime(1 << 50)]
    for _ in range(2):
        expected.append(sympy.prevprime(expected[-1]))
    assert found == expected


def test_rank_and_bases_modulo_three() -> None:
    for entries in product(range(3), repeat=6):
        rows = [entries[:2], entries[2:4], entries[4:]]
        span, found = {(0, 0)}, []
        for k, row in enumerate(rows):
            if row not in span:
                found.append(k)
                span = {
                    tuple((x + c * y) % 3 for x, y in zip(v, row, strict=True))
                    for v in span
                    for c in range(3)
                }
        assert residues.independent(rows, 3) == found
        assert residues.rank(rows, 3) == len(found)


def test_solutions() -> None:
    rng = random.Random(7)
    for p in (2, 5, 2**31 - 1, 2**61 - 1):
        for n in range(1, 5):
            matrix = [[rng.randrange(-p, p) for _ in range(n)] for _ in range(n)]
            right = [[rng.randrange(p) for _ in range(2)] for _ in range(n)]
            found = residues.solve(matrix, right, p)
            assert (found is None) == (residues.rank(matrix, p) < n)
            if found is not None:
                back = [
                    [
                        sum(x * row[c] for x, row in zip(line, found, strict=True)) % p
                        for c in range(2)
                    ]
                    for line in matrix
                ]
                assert back == right
    assert residues.solve([(1, 1), (1, 1)], [(0,), (1,)], 7) is None


def test_without_rows_or_columns() -> None:
    assert (
        residues.independent([], 7)
        == residues.independent([(), ()], 7)
        == flint_matrices.independent([()])
        == []
    )
    assert residues.rank([], 7) == residues.rank([()], 7) == 0
    assert residues.solve([], [], 7) == flint_matrices.solved([], []) == []
    assert (
        flint_matrices.dependency([])
        == flint_matrices.dependency([(1, 0), (0, 1)])
        == flint_matrices.dependency([(), ()])
        == []
    )
    assert flint_matrices.dependency([()]) == [1]
    assert flint_matrices.short_kernel([], 2) == [[1, 0], [0, 1]]
    assert flint_matrices.short_kernel([(1, 2)], 0) == []


def test_images_are_homomorphic_and_never_raise_the_rank() -> None:
    rows = [(2, 4, 1), (1, 2, 3), (3, 6, 4)]
    cleared = [residues.polynomials(row) for row in rows]
    for p, root in islice(residues.homomorphisms(None, 50), 10):
        assert residues.image(cleared, p, root) == [[x % p for x in row] for row in rows]
        assert residues.rank(rows, p) <= rank(rows)


def test_what_ranks_are_computed_modulo_is_prime() -> None:
    assert all(flint_matrices.is_prime(p) for p in flint_matrices._PRIMES)
    assert not any(map(flint_matrices.is_prime, (0, 1, 2**60 - 1, 561)))
