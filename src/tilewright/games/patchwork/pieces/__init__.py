"""The patches: shapes, copies, prices, times and incomes."""
