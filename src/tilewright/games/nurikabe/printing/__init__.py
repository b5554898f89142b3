"""Pages of puzzles to print."""
