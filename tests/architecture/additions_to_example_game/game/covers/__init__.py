"""Store a cover in a file, and count the pieces of a cover in another process."""
