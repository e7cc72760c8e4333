"""Counter-examples to "P determines Q": pairs of configurations with equal P and different Q.

``pairs`` holds what a counter-example is, with its certificate; ``exhaustive`` finds the smallest,
``drawn`` many, ``near`` one close to a given configuration; ``moves`` are the changes that keep P
by construction. ``answer`` puts them together.
"""
