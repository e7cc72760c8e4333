"""Flats, counted over prime fields: each one of them (``flat_count``), or one for each orbit of a
group (``orbit_count``).
"""
