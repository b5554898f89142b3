"""Compiled (Numba) functions for Domino."""
