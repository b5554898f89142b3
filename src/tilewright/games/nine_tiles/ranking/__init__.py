"""Rankings of towns for sets of three themes: best patterns, comparisons with all towns, the smallest cover."""
