"""The inputs of a layer: closed convex polyhedra of inputs, and configurations on them in
homogeneous coordinates.

``Inputs`` is the value, ``hulls`` turns points and rays into inequalities and back, ``homogenised``
brings a configuration and its inputs into the one form that every method works on.

Nothing here knows a question.
"""

from arrangements.layers.inputs.polyhedra import Inputs

__all__ = ["Inputs"]
