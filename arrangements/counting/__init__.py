"""How many topes and rankings there are, without listing one. It certifies that
a listing is complete.

``whitney`` and ``faces`` hold the public functions; ``images`` turns exact rows into residues that
decide which minors vanish, ``components`` splits what falls apart, ``flats`` counts what is
connected, ``regions`` puts all numbers together; ``bounds`` predicts and needs nothing of this.

Rows come in, numbers go out: tables, pictures and the command are not imported.

>>> from arrangements import count_rankings, count_topes, load
>>> count_topes(load("threshold:4")), count_rankings(load("paper/H.1-A"))
(1882, 14)
"""
