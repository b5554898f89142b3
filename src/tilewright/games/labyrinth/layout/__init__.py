"""Compute the positions at which the nodes of a graph are drawn."""
