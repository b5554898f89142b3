"""The Nurikabe solvers, one module each."""
