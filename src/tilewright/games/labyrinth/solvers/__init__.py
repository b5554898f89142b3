"""The ways to solve a labyrinth, one file each."""
