"""What is asked of a layer, and of which inputs.

Questions are data here; ``decide`` answers one or many, ``enumerate`` lists all that have the
answer yes.
"""
