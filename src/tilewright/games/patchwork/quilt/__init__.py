"""The placement study: one player's board, filled patch by patch in a given order."""
