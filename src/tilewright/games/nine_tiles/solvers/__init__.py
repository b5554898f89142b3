"""One file for each way to find the best town."""
