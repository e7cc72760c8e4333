"""Words in letters that stand for matrices, brought to normal form by the rules that the letters
obey.

``Matrix`` and ``Trace`` are sums of words; ``matrices`` decides identities between them, ``trials``
puts numbers in.

>>> A, Q = Rules({"A": "n n", "Q": "n n"}, orthogonal="Q").letters("A Q")
>>> A @ Q @ Q.T, (Q.T @ A @ Q).trace
(A, tr(A))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from proofs.paper.algebra.polynomials import Element

__all__ = ["INVERSE", "ONE", "Atom", "Matrix", "Rules", "Trace", "Word"]

INVERSE = "⁻¹"
ONE = "1_"

Atom = tuple[str, bool]  # a letter, and whether it is transposed
Word = tuple[Atom, ...]
Coefficient: TypeAlias = "int | Fraction | Element"


class Rules:
    """Letters with shapes ("rows columns") and the rules they obey.

    Letters are named in space-separated lists: ``symmetric``; ``diagonal`` (symmetric, and
    commuting with each other); ``invertible`` (square, with ``X.inv``); ``orthonormal`` (V'V = 1,
    columns orthonormal); ``orthogonal`` (square, also VV' = 1). Each entry of ``one`` is a product
    that equals the identity and defines its last letter as a right inverse of the rest, such as "M
    N" for M of full row rank.
    """

    def __init__(
        self,
        shapes: dict[str, str],
        *,
        symmetric: str = "",
        diagonal: str = "",
        invertible: str = "",
        orthonormal: str = "",
        orthogonal: str = "",
        one: Sequence[str] = (),
    ) -> None:
        self.shapes = {name: (shape.split()[0], shape.split()[1]) for name, shape in shapes.items()}
        self.diagonal = frozenset(diagonal.split())
        self.symmetric = frozenset(symmetric.split()) | self.diagonal
        self.invertible = frozenset(invertible.split())
        self.orthogonal = frozenset(orthogonal.split())
        self.orthonormal = frozenset(orthonormal.split()) | self.orthogonal
        self.relations = tuple(_word(text) for text in one)
        ones = list(self.relations)
        ones += [((x, False), (x + INVERSE, False)) for x in self.invertible] + [
            ((x + INVERSE, False), (x, False)) for x in self.invertible
        ]
        ones += [((v, True), (v, False)) for v in self.orthonormal] + [
            ((q, False), (q, True)) for q in self.orthogonal
        ]
        self._ones = frozenset(
            self._sorted(word) for one in ones for word in (one, _transposed(one))
        )
        self._lengths = sorted({len(word) for word in self._ones})

    def letters(self, names: str) -> tuple[Matrix, ...]:
        """The letters as expressions."""
        return tuple(
            Matrix(self, self.shapes[name], {((name, False),): 1}) for name in names.split()
        )

    def one(self, size: str) -> Matrix:
        """The identity matrix of the named size."""
        return Matrix(self, (size, size), {(): 1})

    def rows(self, atom: Atom) -> str:
        """The name of the number of rows of a letter or a transposed letter."""
        return self.shapes[_base(atom[0])][1 if atom[1] else 0]

    def reduced(self, word: Word) -> Word:
        """The normal form of a word: products that equal the identity are taken out until there are
        none.
        """
        word = self._sorted(word)
        while (shorter := self._without_one(word)) is not None:
            word = self._sorted(shorter)
        return word

    def _without_one(self, word: Word) -> Word | None:
        for start in range(len(word)):
            for length in self._lengths:
                if word[start : start + length] in self._ones:
                    return word[:start] + word[start + length :]
        return None

    def _sorted(self, word: Word) -> Word:
        """Symmetric letters lose their transposes; neighbouring diagonal letters are put in order,
        inverses beside their letters.
        """
        atoms = [
            (name, transposed and _base(name) not in self.symmetric) for name, transposed in word
        ]
        start = 0
        while start < len(atoms):
            end = start
            while end < len(atoms) and _base(atoms[end][0]) in self.diagonal:
                end += 1
            atoms[start:end] = sorted(atoms[start:end], key=lambda atom: (_base(atom[0]), atom))
            start = end + 1
        return tuple(atoms)


class Matrix:
    """A sum of words with coefficients (rational numbers or rational functions), of a named shape.

    Immutable. Equality is a question for ``matrices.Algebra.identity``.
    """

    def __init__(
        self, algebra: Rules, shape: tuple[str, str], terms: dict[Word, Coefficient]
    ) -> None:
        self.algebra, self.shape = algebra, shape
        self.terms = _collected((algebra.reduced(word), factor) for word, factor in terms.items())

    def __add__(self, other: Matrix) -> Matrix:
        _check(self.shape == other.shape, f"{self.shape} + {other.shape}")
        return Matrix(
            self.algebra, self.shape, _collected([*self.terms.items(), *other.terms.items()])
        )

    def __rmul__(self, factor: Coefficient) -> Matrix:
        return Matrix(
            self.algebra, self.shape, {word: factor * old for word, old in self.terms.items()}
        )

    def __neg__(self) -> Matrix:
        return -1 * self

    def __sub__(self, other: Matrix) -> Matrix:
        return self + -other

    def __matmul__(self, other: Matrix) -> Matrix:
        _check(self.shape[1] == other.shape[0], f"{self.shape} @ {other.shape}")
        products = (
            (self.algebra.reduced(v + w), f * g)
            for v, f in self.terms.items()
            for w, g in other.terms.items()
        )
        return Matrix(self.algebra, (self.shape[0], other.shape[1]), _collected(products))

    @property
    def T(self) -> Matrix:
        return Matrix(
            self.algebra,
            self.shape[::-1],
            {_transposed(word): factor for word, factor in self.terms.items()},
        )

    @property
    def inv(self) -> Matrix:
        """The inverse of a product of invertible letters."""
        ((word, factor),) = self.terms.items()
        _check(
            factor == 1 and all(_base(name) in self.algebra.invertible for name, _ in word),
            f"the inverse of {self}",
        )
        return Matrix(
            self.algebra, self.shape, {tuple(_inverted(atom) for atom in reversed(word)): 1}
        )

    @property
    def trace(self) -> Trace:
        _check(self.shape[0] == self.shape[1], f"the trace of shape {self.shape}")
        return Trace(
            self.algebra,
            {
                word or ((ONE + self.shape[0], False),): factor
                for word, factor in self.terms.items()
            },
        )

    @property
    def squared_norm(self) -> Trace:
        """The squared Frobenius norm, tr(M' M)."""
        return (self.T @ self).trace

    def __repr__(self) -> str:
        return _text(self.terms)


class Trace:
    """A sum of traces of words: a word counts the same after rotation and after transposition.

    The trace of an identity matrix is its size, which is kept as the letter ``ONE + size``.
    """

    def __init__(self, algebra: Rules, terms: dict[Word, Coefficient]) -> None:
        self.algebra = algebra
        self.terms = _collected((self._normal(word), factor) for word, factor in terms.items())

    def _normal(self, word: Word) -> Word:
        """The least of the rotations of the word and of its transpose, once no rotation can be
        shortened.
        """
        if word[0][0].startswith(ONE):
            return word
        rotations = []
        for w in (word, _transposed(word)):
            for i in range(len(w)):
                rotation = self.algebra.reduced(w[i:] + w[:i])
                if not rotation:
                    return ((ONE + self.algebra.rows(w[i]), False),)
                rotations.append(rotation)
        least = min(rotations, key=lambda w: (len(w), w))
        return least if len(least) == len(word) else self._normal(least)

    def __add__(self, other: Trace) -> Trace:
        return Trace(self.algebra, _collected([*self.terms.items(), *other.terms.items()]))

    def __rmul__(self, factor: Coefficient) -> Trace:
        return Trace(self.algebra, {word: factor * old for word, old in self.terms.items()})

    def __sub__(self, other: Trace) -> Trace:
        return self + -1 * other

    def __repr__(self) -> str:
        return f"tr({_text(self.terms)})"


def _word(text: str) -> Word:
    return tuple((name.rstrip("'"), name.endswith("'")) for name in text.split())


def _base(name: str) -> str:
    return name.removesuffix(INVERSE)


def _inverted(atom: Atom) -> Atom:
    name, transposed = atom
    return (_base(name) if name.endswith(INVERSE) else name + INVERSE), transposed


def _transposed(word: Word) -> Word:
    return tuple((name, not transposed) for name, transposed in reversed(word))


def _collected(terms: Iterable[tuple[Word, Coefficient]]) -> dict[Word, Coefficient]:
    sums: dict[Word, Coefficient] = {}
    for word, factor in terms:
        sums[word] = sums[word] + factor if word in sums else factor
    return {word: factor for word, factor in sums.items() if factor}


def _text(terms: dict[Word, Coefficient]) -> str:
    def one(word: Word, factor: Coefficient) -> str:
        letters = " ".join(name + "'" * transposed for name, transposed in word) or "1"
        return letters if factor == 1 else f"({factor}) {letters}"

    return " + ".join(one(word, factor) for word, factor in sorted(terms.items())) or "0"


def _check(fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(f"shapes must fit, not {what}")
