"""The puzzles that ship with Tilewright."""
