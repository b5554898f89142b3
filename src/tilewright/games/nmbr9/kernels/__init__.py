"""Compiled searches of the solvers."""
