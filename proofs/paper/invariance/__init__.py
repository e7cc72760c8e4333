"""Similarity measures and repairs against changes of parameters: the cells of the invariance table,
each computed.
"""
