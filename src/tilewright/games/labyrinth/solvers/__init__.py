"""The solvers of Labyrinth, one module each."""
