"""One file for each way to solve a board."""
