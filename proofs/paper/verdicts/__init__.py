"""How a claim is settled: ``claim`` has the values and the one rule for a verdict, ``evidence``
steps of what the engine certifies.
"""
