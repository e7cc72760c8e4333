"""Which invariant determines which: invariants, families of configurations, suites over them, and
counter-examples.

``proofs.pages`` is not imported; the page of a suite is made here.
"""
