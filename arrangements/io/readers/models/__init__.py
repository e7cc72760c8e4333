"""Model files: one module per format, each of which lists the tensors of a file and reads one of
them, exactly, in blocks of rows.

``open_model`` chooses the module. Nothing is executed, nothing outside the model's own folder is
opened, no size is believed before the bytes are there. ``Model`` and ``Tensor`` (``model.py``) are
the interface, ``proposals`` chooses the output layer among the tensors.
"""

from arrangements.io.readers.models.model import Model, Tensor
from arrangements.io.readers.models.opening import open_model, split

__all__ = ["Model", "Tensor", "open_model", "split"]
