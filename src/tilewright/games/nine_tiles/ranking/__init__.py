"""Towns ranked for sets of three themes: best patterns, ranks, rivals, and the smallest cover."""
