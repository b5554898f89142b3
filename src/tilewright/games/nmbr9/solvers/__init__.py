"""The solvers of Nmbr9, one module each."""
