"""The way in: a name of the catalogue, a file or a live object becomes a configuration
(``configurations``), the output layer of a model (``layers``), or inputs (``inputs``; from what
precedes the layer in the model, ``inputs_of_model``).

Nothing is decided or listed here: the rooms that do are not imported.
"""
