"""Compiled deduction on a Nurikabe board, and the compiled frontier sweep."""
