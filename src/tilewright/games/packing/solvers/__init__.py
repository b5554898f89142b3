"""The solver `cover` of polyomino packing; its other solvers are the same for all pencil puzzles."""
