"""The two-player game: two quilts, the circle of patches, and the time board."""
