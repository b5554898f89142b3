"""Longest trails and rows in the graph whose nodes are labels and whose edges are stones."""
