"""Code for all pencil puzzles: boards, notations, SAT models, solvers, hints, grades, generators, pictures.

A pencil puzzle is a grid in which a player decides *places*: the cells, or the edges between neighbouring
cells. `tilewright.puzzles.kinds_and_states` lists the kinds of decisions. The folder of a puzzle has a file
``puzzle.py`` with a `tilewright.puzzles.puzzle_definition.Puzzle`, which provides everything that the folder
does not define itself.
"""
