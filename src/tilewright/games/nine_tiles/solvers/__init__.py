"""The solvers of Nine Tiles Panic, each in its own module."""
