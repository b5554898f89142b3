"""The compiled loops of the Labyrinth solvers."""
