"""Small complete puzzles, one for each kind, which `tilewright new` copies to start a new puzzle.

Each folder is a valid package, so it is covered by the tests, the linter and the type checker. In a copy,
``puzzle-name``, ``puzzle_name`` and ``My Puzzle`` are replaced with the name of the new puzzle. The folder
``shared`` contains the files that are the same for all kinds.
"""
