"""Trained models from files: their tensors, the output layer among these, and the names of its
labels.

``tensors`` opens the files, ``onnx_format`` the graphs, ``layers`` finds and reads the output
layer, ``labels`` the vocabulary.

Nothing here asks a question about the layer.
"""

from arrangements.io.models.layers import OutputLayer, load_layer
from arrangements.io.models.tensor import Tensor
from arrangements.io.models.tensors import tensors

__all__ = ["OutputLayer", "Tensor", "load_layer", "tensors"]
