"""Repair: the least change of the biases of a layer after which questions that were impossible are
possible, with a proof that less does not suffice.

``bias`` alternates between audits of the whole layer and a linear program of what the refutations
demand (``change_programs``); ``checker`` judges the proof of a lower bound and imports nothing of
the project. Nothing here reads or writes files.
"""
