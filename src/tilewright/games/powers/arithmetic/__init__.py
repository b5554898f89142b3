"""Arithmetic that several solvers share: addition chains for powers, and search windows for n."""
