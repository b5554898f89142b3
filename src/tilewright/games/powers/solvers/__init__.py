"""The solvers of Powers, one module each."""
