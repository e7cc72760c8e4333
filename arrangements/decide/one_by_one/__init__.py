"""One question at a time, by an exact program over the rationals or a number field.

``decide`` answers yes or no, ``best_rank`` and ``confidence`` with a bracket, ``balls`` and
``sphere_border`` where inputs are limited by a norm; ``lp_listing`` and ``lp_faces`` list, and
``patterns_and_pairs`` certifies whole lists, along a ``prefix_tree``. ``batches`` is not imported.
"""
