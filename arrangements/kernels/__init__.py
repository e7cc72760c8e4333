"""Compiled enumeration kernels: plain functions on integer arrays, each the compilation of a Python function that also runs as it is."""
