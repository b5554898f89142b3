"""Doors to solvers that others wrote: cpsat, sat, clingo, minizinc, prolog. Import the one that you need."""
