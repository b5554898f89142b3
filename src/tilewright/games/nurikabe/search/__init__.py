"""Code that the search solvers share: board, clause model, connectivity cuts, sweep order."""
