"""The set of benchmark instances, from trivial to unsolved, with the best known results."""
