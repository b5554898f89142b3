"""What the searching solvers share: board, clause model, connectivity cuts, sweep order."""
