"""Arrangements of hyperplanes as geometry: what a configuration with or without offsets cuts R^d into.

The hyperplane of row i is where <u_i, h> + b_i = 0. Modules: ``flats`` (the intersection poset and its polynomials), ``cells`` (faces as
polyhedra, vertices, rays), ``operations`` (deletion, restriction, cones, products), ``regions`` (distances, simplicial arrangements),
``freeness`` (modular chains, formal and free arrangements), ``derivations`` (their modules, bases, Saito's determinant). The SageMath page
of the documentation lists them against Sage's methods.
"""

__all__ = ["cells", "derivations", "flats", "freeness", "operations", "regions"]
