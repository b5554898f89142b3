"""The solvers of Domino and their models."""
