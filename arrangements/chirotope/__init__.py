"""Chirotopes: the signs of all maximal minors of a configuration, and oriented matroids given by such signs alone."""
