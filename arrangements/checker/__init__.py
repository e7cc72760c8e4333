"""The checker of proofs. Nothing here imports anything else of the project: no solver, and for the rules
nothing but integers and the standard library.

``python -m arrangements.checker PROOF [CONFIGURATION]`` checks a file; ``make checker`` joins the modules
of the rules into one file, for reviewers. ``proof`` says what acceptance implies. ``batches``, ``repair``
and ``realizability`` check the proofs of audits, repairs and chirotopes.
"""
