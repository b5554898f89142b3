"""Arithmetic that the solvers share: addition chains for powers, and intervals in which n may lie."""
