"""Compiled (Numba) searches of the solvers."""
