"""The claims of the sources, each with its statement, its proof in steps, and its verdict.

Suites, counter-examples and pages are not imported.
"""
