"""Legs: the independent parts of a labyrinth, each with a first path, node prices, an elimination order."""
