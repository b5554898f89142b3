"""Compiled (Numba) searches of the solvers, and the part shapes that they share."""
