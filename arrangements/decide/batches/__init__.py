"""The methods ``bulk`` and ``single`` of ``decide.answers``, for layers of real models: which answers
can never be given? Exact, certified, at real sizes.

``driver`` puts them together: ``search`` finds witnesses by exact products, hard questions go to
workers, which do ``tasks``. There hard labels go to ``decide.labels``, and ``label_sets``,
``rankings`` and ``log_scores`` decide the other kinds of questions. ``ranks`` finds best places,
``thresholds`` decides by probabilities; ``evidence`` is the certificate of all, ``store`` what a
stopped run leaves.

The command, pattern tables and pictures are not imported.
"""
