"""Compiled loops of the labyrinth solvers."""
