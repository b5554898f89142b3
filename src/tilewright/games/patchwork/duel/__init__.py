"""The whole game of Patchwork: two quilts, the circle of patches, and the time board."""
