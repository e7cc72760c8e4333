"""The numbers of topes and rankings, without listing them; these numbers prove that a list is
complete.

``whitney`` and ``face_counts`` hold the public functions; ``images`` turns exact rows into residues
that decide which minors vanish, ``components`` splits a configuration into connected ones,
``flat_counting`` counts each of these, ``region_counts`` puts all numbers together;
``largest_counts`` predicts the size of a list.

Rows come in, numbers go out: tables, pictures and the command are not imported.

>>> from arrangements import count_rankings, count_topes, load
>>> count_topes(load("threshold:4")), count_rankings(load("paper/H.1-A"))
(1882, 14)
"""
