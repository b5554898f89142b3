"""Interfaces to solvers of other projects: cpsat, sat, clingo, minizinc, prolog. Import the one you need."""
