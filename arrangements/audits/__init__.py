"""Uses of the answers about a model: findings and their explanations, gates, reports,
the least contradictory sets of a log, and repairs.

The answers themselves are made by ``arrangements.decide``; the command is not imported.
"""
