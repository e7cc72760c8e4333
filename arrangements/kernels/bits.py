"""Words of 64 bits: counts, and comparisons of 64 numbers at once whose outcomes are the bits of one word.

Vector code that numba cannot be led to write: each function is one instruction of LLVM, compiled to whatever the machine has. Column
c of an array of 64 numbers is bit c of the word (value ``1 << c``).

>>> import numpy as np
>>> int(where_greater(np.arange(64.0), 61.0)) == 0b11 << 62, int(ones(np.uint64(7))), int(leading_zeros(np.uint64(1)))
(True, 3, 63)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from arrangements.kernels.jit import kernel

__all__ = [
    "RUN",
    "WIDTH",
    "leading_zeros",
    "move_run",
    "ones",
    "rank_among",
    "where_equal",
    "where_greater",
    "where_less",
    "where_nan",
    "where_zero",
]

WIDTH = 64  # bits of a word
RUN = 8  # words that are moved at once


def _vector(context: Any, builder: Any, array_type: Any, array: Any, width: int) -> Any:
    """The first ``width`` entries of a contiguous array as one vector value."""
    data = context.make_array(array_type)(context, builder, array).data
    vector = ir.VectorType(context.get_data_type(array_type.dtype), width)
    return builder.load(builder.bitcast(data, vector.as_pointer()), align=8, typ=vector)


def _splat(builder: Any, vector: Any, value: Any) -> Any:
    """The vector all of whose entries are ``value``."""
    lane = ir.IntType(32)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(lane, 0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(lane, vector.count), [0] * vector.count))


def _comparison(order: str, width: int, float_entries: bool = True) -> Callable[..., Any]:
    """An intrinsic (array, number) -> word whose bit c says how array[c] compares with the number."""

    @intrinsic
    def compare(typing_context, array, number):
        def build(context, builder, signature, arguments):
            left = _vector(context, builder, signature.args[0], arguments[0], width)
            right = _splat(builder, left.type, arguments[1])
            if not float_entries:
                found = builder.icmp_unsigned(order, left, right)
            elif order == "uno":
                found = builder.fcmp_unordered("uno", left, right)
            else:
                found = builder.fcmp_ordered(order, left, right)
            word = builder.bitcast(found, ir.IntType(width))
            return word if width == WIDTH else builder.zext(word, ir.IntType(WIDTH))

        return types.uint64(array, types.float64 if float_entries else types.uint64), build

    return compare


@intrinsic
def _ctlz(typing_context, word):
    def build(context, builder, signature, arguments):
        return builder.ctlz(arguments[0], cgutils.false_bit)

    return types.uint64(types.uint64), build


@intrinsic
def _ctpop(typing_context, word):
    def build(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


_greater, _less, _equal, _nan = (_comparison(order, WIDTH) for order in (">", "<", "==", "uno"))
_below_16, _below_64 = (_comparison("<", width, float_entries=False) for width in (16, WIDTH))


@intrinsic
def _move_run(typing_context, words, read, write, last):
    def build(context, builder, signature, arguments):
        array, read, write, last = arguments
        data = context.make_array(signature.args[0])(context, builder, array).data
        vector = ir.VectorType(ir.IntType(64), RUN)

        def at(index):
            first = builder.sub(index, ir.Constant(index.type, RUN - 1))
            return builder.bitcast(builder.gep(data, [first]), vector.as_pointer())

        loaded = builder.load(at(read), align=8, typ=vector)
        builder.store(loaded, at(write), align=8)
        larger = builder.bitcast(builder.icmp_unsigned(">", loaded, _splat(builder, vector, last)), ir.IntType(RUN))
        run = builder.ctlz(builder.not_(larger), cgutils.false_bit)
        return builder.zext(run, ir.IntType(64))

    return types.intp(words, types.intp, types.intp, types.uint64), build


# Plain functions, which run without a compiler, and what stands for them in compiled code.
def _plain_leading_zeros(word):
    return WIDTH - int(word).bit_length()


def _plain_ones(word):
    return int(word).bit_count()


def _plain_where(test, array):
    return np.uint64(sum(1 << c for c in range(WIDTH) if test(array[c])))


def _plain_greater(array, number):
    return _plain_where(lambda x: x > number, array)


def _plain_less(array, number):
    return _plain_where(lambda x: x < number, array)


def _plain_equal(array, number):
    return _plain_where(lambda x: x == number, array)


def _plain_nan(array):
    return _plain_where(math.isnan, array)


def _plain_move_run(words, read, write, last):
    run = 0
    while run < RUN and words[read - run] > last:
        run += 1
    words[write - RUN + 1 : write + 1] = words[read - RUN + 1 : read + 1].copy()
    return run


def _plain_rank(words, count, word):
    return sum(int(words[k]) < int(word) for k in range(count))


overload(_plain_leading_zeros, inline="always")(lambda word: lambda word: types.intp(_ctlz(types.uint64(word))))
overload(_plain_ones, inline="always")(lambda word: lambda word: types.intp(_ctpop(types.uint64(word))))
overload(_plain_greater, inline="always")(lambda array, number: lambda array, number: _greater(array, number))
overload(_plain_less, inline="always")(lambda array, number: lambda array, number: _less(array, number))
overload(_plain_equal, inline="always")(lambda array, number: lambda array, number: _equal(array, number))
overload(_plain_nan, inline="always")(lambda array: lambda array: _nan(array, 0.0))


overload(_plain_move_run, inline="always")(
    lambda words, read, write, last: lambda words, read, write, last: _move_run(words, read, write, last)
)


@overload(_plain_rank, inline="always")
def _compiled_rank(words, count, word):
    def rank(words, count, word):
        return types.intp(_ctpop(_below_16(words, word) if count <= 16 else _below_64(words, word)))

    return rank


@kernel
def leading_zeros(word):
    """Zeros above the highest set bit: with element 0 on top, the first element of a set; 64 for the empty set."""
    return _plain_leading_zeros(word)


@kernel
def ones(word):
    """Number of set bits."""
    return _plain_ones(word)


@kernel
def where_greater(array, number):
    """Columns whose entry is greater than the number. NaN compares false, as in the next three."""
    return _plain_greater(array, number)


@kernel
def where_less(array, number):
    """Columns whose entry is less than the number."""
    return _plain_less(array, number)


@kernel
def where_zero(array):
    """Columns whose entry is zero."""
    return _plain_equal(array, 0.0)


@kernel
def where_equal(array, number):
    """Columns whose entry equals the number."""
    return _plain_equal(array, number)


@kernel
def where_nan(array):
    """Columns whose entry is not a number."""
    return _plain_nan(array)


@kernel
def rank_among(words, count, word):
    """How many of ``words[:count]`` are less than ``word``; the other words, up to 64 in all, must be the largest word there is."""
    return _plain_rank(words, count, word)


@kernel
def move_run(words, read, write, last):
    """Copy the ``RUN`` words that end at ``read`` to end at ``write``; returns how many, from the end, exceed ``last``."""
    return _plain_move_run(words, read, write, last)
