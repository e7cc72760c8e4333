"""Is this sign vector, ranking, top label or tie possible? Exact answers, with certificates that an
independent checker verifies.

``answers`` has the entrances: ``answers`` of many questions and ``decide_*`` of one. Its methods are
``one_by_one``, exact programs, and ``batches``, for real layers, which stands on ``labels`` and
``dyadic``. ``arrangements.layers.questions`` says what can be asked; the exact programs that answer
are ``arrangements.exact.programs``.

Questions are about rows (``arrangements.layers.layer``): model files (``arrangements.loading``),
pattern tables, pictures and the command are not imported.
"""
