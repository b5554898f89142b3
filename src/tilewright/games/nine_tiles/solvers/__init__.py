"""The solvers of Nine Tiles Panic, one module each."""
