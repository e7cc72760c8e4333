"""Can this label be first? For one of many labels of a real layer, or for many together.

``decide_one`` takes one question at a time; ``walks`` decides the hard labels in batches, by a
``walk_to_centre`` and ``exponential_weights``, in the ``space`` where the ``ellipsoid`` inside the
hull of all rows is a ball.
Other kinds of questions are not known here: ``batches`` is not imported.
"""
