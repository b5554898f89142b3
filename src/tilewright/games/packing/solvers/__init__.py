"""The solver `cover`; the other solvers of polyomino packing are those of every pencil puzzle."""
