"""The Packing solvers, one module per solver."""
