"""Uses of the answers about a model: findings and their explanations, gates, reports,
the least contradictory sets of a log, and repairs (``repair`` finds them, ``least_change`` writes them).

The answers themselves are made by ``arrangements.decide``, which is given rows; here a file or a live
model becomes these (``model_audit``). The command is not imported.
"""
