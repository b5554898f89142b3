"""Compiled (Numba) functions for the Labyrinth solvers."""
