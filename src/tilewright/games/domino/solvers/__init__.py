"""The Domino solvers and their models."""
