"""Ways to solve Nmbr9: one file for each."""
