"""Reading and writing: readers, models, tables, writers, and the formats that they
share.

Nothing is decided or listed here; the tables ask the rooms that do.
"""
