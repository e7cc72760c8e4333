"""Evidence: ``certificates`` as values and files, and in the languages of others (``smt_vipr``).

Nothing is decided here: ``decide`` is not imported.
"""
