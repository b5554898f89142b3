"""Code that the searching solvers share: board, clause model, connectivity cuts, sweep order."""
