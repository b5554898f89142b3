"""The game of two players: two quilts, the circle of patches, and the time board."""
