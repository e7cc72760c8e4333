"""What is shown: the report of the claims, the gallery of counter-examples, the figures of the
paper, the picture of the map.
"""
