"""All topes of one configuration: ``narrow`` drives the kernels for at most 64 elements, ``wide``
those for any number.
"""
