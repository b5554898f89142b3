"""Who plays Nine Tiles Panic: one file for each player."""
