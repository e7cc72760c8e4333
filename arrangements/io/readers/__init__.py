"""Readers of matrix files, one module for each kind: ``text`` (JSON, TOML, CSV, TSV) and ``arrays``
(npy, npz, safetensors).

Each reader takes a ``Source`` and returns a ``Table``; ``arrangements.loading.configurations.load`` chooses the
reader and makes the configuration. Readers treat their input as hostile: sizes are checked before
anything is read or unpacked, nothing is evaluated or unpickled.
"""
