"""Who plays Patchwork: one file for each player."""
