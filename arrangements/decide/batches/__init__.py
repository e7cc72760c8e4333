"""The methods ``bulk`` and ``single`` of ``decide.answers``, for layers of real models: which answers
can never be given? Exact, certified, at real sizes.

``driver`` puts them together: ``search`` finds witnesses by exact products, hard labels go to
``decide.labels``, and ``label_sets``, ``rankings``, ``ranks``, ``log_scores`` and ``thresholds``
decide the other kinds of questions; ``evidence`` is their certificate, ``store`` what a stopped
run leaves.

The command, pattern tables and pictures are not imported.
"""
