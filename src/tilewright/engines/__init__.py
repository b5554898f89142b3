"""Interfaces to external solvers: cpsat, sat, clingo, minizinc, prolog. Import the module that you need."""
