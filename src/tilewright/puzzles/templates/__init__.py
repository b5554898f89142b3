"""Small complete puzzles, one for each kind, which `tilewright new` copies as the start of a puzzle.

Each folder is a package that Python, the linter and the type checker understand. A copy has its own name in
place of ``puzzle-name``, ``puzzle_name`` and ``Puzzle title``. The folder ``shared`` has the files that are the
same for all kinds.
"""
