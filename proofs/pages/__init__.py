"""Pages for readers: the report of the claims, the gallery of counter-examples, the figures of the
paper, the picture of the map.

Nothing is proved here, and no other room of the proofs imports this one.
"""
