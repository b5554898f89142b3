"""One file for each way to lay the stones."""
