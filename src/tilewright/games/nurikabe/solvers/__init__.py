"""The Nurikabe solvers, one file for each."""
