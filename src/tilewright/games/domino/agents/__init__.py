"""Who plays domino: one file for each player."""
