"""What determines what: invariants, families of configurations, suites over them, and
counter-examples.
"""
