"""The placement study: one player's quilt, filled patch by patch in a given order."""
