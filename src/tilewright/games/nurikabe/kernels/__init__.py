"""Numba kernels: deduction on a Nurikabe board, and the frontier sweep."""
