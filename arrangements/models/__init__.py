"""Trained models: one module per format, each of which lists the tensors of a file and reads one of
them, exactly, in blocks of rows.

``opening`` chooses the module; ``Model`` and ``Tensor`` (``model.py``) are the
interface. ``guess_output_layer`` chooses the output layer among the tensors, ``graph_bounds`` bounds
what comes before it, ``objects`` reads live objects, ``labels`` the vocabulary, ``writing`` writes
weights back. Nothing is executed, nothing outside the model's own folder is opened, no size is
believed before the bytes are there.

Nothing here asks a question about the layer: ``loading`` and the rooms above are not imported.
"""

from arrangements.models.model import Model, Tensor
from arrangements.models.opening import open_model, split, tensors

__all__ = ["Model", "Tensor", "open_model", "split", "tensors"]
