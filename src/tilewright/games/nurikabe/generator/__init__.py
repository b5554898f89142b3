"""The filled board that the puzzle generator modifies."""
