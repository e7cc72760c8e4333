"""The methods ``bulk`` and ``single`` of ``decide.answers``, for layers of real models: which answers
can never be given? Exact, certified, at real sizes.

``products`` multiplies exactly at the speed of floating point, ``domains`` makes exact inputs,
``search`` finds witnesses in bulk, ``settle`` decides what is left, ``audit`` puts them together.
"""
