"""The set of benchmark instances, from trivial to open, with the best known results."""
