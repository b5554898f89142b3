"""The Nurikabe solvers, one module for each method."""
