"""The patches of the game: shapes, numbers of copies, prices, times and incomes."""
