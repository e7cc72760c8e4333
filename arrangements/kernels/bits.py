"""Words of 64 bits: counts, and comparisons of 64 numbers at once whose outcomes are the bits of
one word.

Vector code that numba cannot be led to write: in a kernel each of these plain functions is one
instruction of LLVM, compiled to whatever the machine has. Column c of an array of 64 numbers is bit
c of the word (value ``1 << c``).

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
from numba.extending import lower_builtin, type_callable

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
# words that are moved at once: most runs of a merge are shorter, and their ends cannot be foreseen
RUN = 16


def _vector(context: Any, builder: Any, array_type: Any, array: Any, width: int) -> Any:
    """The first ``width`` entries of a contiguous array as one vector value."""
    data = context.make_array(array_type)(context, builder, array).data
    vector = ir.VectorType(context.get_data_type(array_type.dtype), width)
    return builder.load(builder.bitcast(data, vector.as_pointer()), align=8, typ=vector)


def _splat(builder: Any, vector: Any, value: Any) -> Any:
    """The vector all of whose entries are ``value``."""
    lane = ir.IntType(32)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(lane, 0))
    return builder.shuffle_vector(
        one, one, ir.Constant(ir.VectorType(lane, vector.count), [0] * vector.count)
    )


def _in_kernels(
    function: Callable[..., Any], signature: Callable[..., Any], build: Callable[..., Any]
) -> None:
    """Let the result of ``build`` stand for the function where kernels call it; the signature is
    that of the types of the arguments.
    """
    type_callable(function)(lambda context: signature)
    lower_builtin(function, types.VarArg(types.Any))(build)


def _compared(order: str, builder: Any, left: Any, right: Any) -> Any:
    """The word whose bit c says how entry c of a vector compares with that of another; "uno" is
    whether it is not a number.
    """
    width = left.type.count
    if isinstance(left.type.element, ir.IntType):
        found = builder.icmp_unsigned(order, left, right)
    elif order == "uno":
        found = builder.fcmp_unordered("uno", left, right)
    else:
        found = builder.fcmp_ordered(order, left, right)
    word = builder.bitcast(found, ir.IntType(width))
    return word if width == WIDTH else builder.zext(word, ir.IntType(WIDTH))


def _comparison(order: str) -> Callable[..., Any]:
    """Of 64 floats with the second argument, or with 0."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left = _vector(context, builder, signature.args[0], arguments[0], WIDTH)
        number = arguments[1] if len(arguments) > 1 else ir.Constant(left.type.element, 0.0)
        return _compared(order, builder, left, _splat(builder, left.type, number))

    return build


def _build_rank(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words, count, word = arguments
    found = cgutils.alloca_once(builder, ir.IntType(WIDTH))
    with builder.if_else(builder.icmp_signed("<=", count, ir.Constant(count.type, 16))) as branches:
        for branch, width in zip(branches, (16, WIDTH), strict=True):
            with branch:
                left = _vector(context, builder, signature.args[0], words, width)
                builder.store(
                    _compared("<", builder, left, _splat(builder, left.type, word)), found
                )
    return builder.ctpop(builder.load(found))


def _build_move(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, read, write, last = arguments
    data = context.make_array(signature.args[0])(context, builder, array).data
    vector = ir.VectorType(ir.IntType(64), RUN)

    def at(index: Any) -> Any:
        first = builder.sub(index, ir.Constant(index.type, RUN - 1))
        return builder.bitcast(builder.gep(data, [first]), vector.as_pointer())

    loaded = builder.load(at(read), align=8, typ=vector)
    builder.store(loaded, at(write), align=8)
    larger = builder.bitcast(
        builder.icmp_unsigned(">", loaded, _splat(builder, vector, last)), ir.IntType(RUN)
    )
    run = builder.ctlz(builder.not_(larger), cgutils.false_bit)
    return builder.zext(run, ir.IntType(64))


def _where(test: Callable[[Any], Any], array: Any) -> Any:
    return np.uint64(sum(1 << c for c in range(WIDTH) if test(array[c])))


def leading_zeros(word):
    """Zeros above the highest set bit: with element 0 on top, the first element of a set; 64 for
    the empty set.
    """
    return WIDTH - int(word).bit_length()


def ones(word):
    """Number of set bits."""
    return int(word).bit_count()


def where_greater(array, number):
    """Columns whose entry is greater than the number. NaN compares false, as in the next three."""
    return _where(lambda x: x > number, array)


def where_less(array, number):
    """Columns whose entry is less than the number."""
    return _where(lambda x: x < number, array)


def where_zero(array):
    """Columns whose entry is zero."""
    return _where(lambda x: x == 0, array)


def where_equal(array, number):
    """Columns whose entry equals the number."""
    return _where(lambda x: x == number, array)


def where_nan(array):
    """Columns whose entry is not a number."""
    return _where(math.isnan, array)


def rank_among(words, count, word):
    """How many of ``words[:count]`` are less than ``word``; the other words, up to 64 in all, must
    be the largest word there is.
    """
    return sum(int(words[k]) < int(word) for k in range(count))


def move_run(words, read, write, last):
    """Copy the ``RUN`` words that end at ``read`` to end at ``write``; returns how many, from the
    end, exceed ``last``.
    """
    run = 0
    while run < RUN and words[read - run] > last:
        run += 1
    words[write - RUN + 1 : write + 1] = words[read - RUN + 1 : read + 1].copy()
    return run


_WORD, _NUMBER, _INDEX = types.uint64, types.float64, types.intp
_in_kernels(
    leading_zeros,
    lambda word: _INDEX(_WORD),
    lambda context, builder, _, given: builder.ctlz(given[0], cgutils.false_bit),
)
_in_kernels(
    ones, lambda word: _INDEX(_WORD), lambda context, builder, _, given: builder.ctpop(given[0])
)
for _two, _order in ((where_greater, ">"), (where_less, "<"), (where_equal, "==")):
    _in_kernels(_two, lambda array, number: _WORD(array, _NUMBER), _comparison(_order))
for _one, _order in ((where_zero, "=="), (where_nan, "uno")):
    _in_kernels(_one, lambda array: _WORD(array), _comparison(_order))
_in_kernels(rank_among, lambda words, count, word: _INDEX(words, _INDEX, _WORD), _build_rank)
_in_kernels(
    move_run, lambda words, read, write, last: _INDEX(words, _INDEX, _INDEX, _WORD), _build_move
)
