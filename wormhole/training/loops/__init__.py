"""Loops of training; numba compiles them."""
