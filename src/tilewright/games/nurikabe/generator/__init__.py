"""The board that the puzzle generator modifies."""
