"""Small complete puzzles, one for each kind, which `tilewright new` copies to start a new puzzle.

The folder of each kind is a valid package, so the tests, the linter and the type checker cover it. The folder
``shared`` contains the files that are the same for all kinds; the README of a new puzzle consists of the shared
one and the ``json_section.md`` of the kind. In a copy, ``puzzle-name``, ``puzzle_name`` and
``My Puzzle`` are replaced with the name of the new puzzle.
"""
