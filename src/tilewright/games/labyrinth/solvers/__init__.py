"""The Labyrinth solvers, one module per solver."""
