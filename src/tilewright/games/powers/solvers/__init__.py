"""The Powers solvers, one module per solver."""
