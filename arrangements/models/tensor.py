"""``Tensor``: one array of a model file, known by name and shape, and read when it is asked for."""

from arrangements.models.model import Tensor

__all__ = ["Tensor"]
