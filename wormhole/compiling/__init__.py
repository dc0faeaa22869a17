"""Compiles loops with numba: groups of them, their cache, and the children that compile."""
