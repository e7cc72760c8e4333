"""Checks on families: determinations "P determines Q" and statements about single
configurations.

``checks`` is the table, ``shards.evaluate`` runs one check on one range of one family; behind it
are ``records`` and ``instances`` (compiled, for small integer matrices), ``chirotopes`` and
``order_types`` (signs without coordinates) and ``exact`` (any configuration). ``groups`` merges and
judges what ranges found.

Suites and stores are not imported: a range is evaluated the same wherever it runs.
"""
