"""Who plays Nmbr9: one file for each player."""
