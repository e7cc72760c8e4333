"""Which sign vectors, rankings, faces and winners occur: all of them, by methods that share nothing
but exact arithmetic.

The values that are returned are those of ``patterns``; the long loops are in ``kernels`` and, for
small work, in ``pure_python``.

Pattern tables, pictures and the command are not imported.
"""
