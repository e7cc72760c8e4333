"""Counter-examples to "P determines Q": pairs of configurations with equal P and different Q.

``pairs`` holds what a counter-example is, with its certificate; ``smallest`` finds the smallest,
``random_search`` many, ``near`` one close to a given configuration; ``moves`` are the changes that
keep P by construction; ``compare`` takes all pairs of a grid. ``answer`` puts them together.
``arrows`` are proofs that there is none, ``map`` has a verdict for every two invariants, and
``explorer`` answers the page of ``arrangements explore``.
"""
