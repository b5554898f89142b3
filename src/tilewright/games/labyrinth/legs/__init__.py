"""Split a labyrinth into independent legs, and compute first paths, node prices and frontier orders."""
