"""Code for all pencil puzzles: boards, notations, SAT models, solvers, hints, grades, generators, pictures.

A pencil puzzle is a grid in which a player decides *places*: the cells, or the edges between neighbouring
cells. `tilewright.puzzles.kinds_and_states` lists the kinds of decisions. If the folder of a puzzle has a file
``puzzle.py``, its `tilewright.puzzles.puzzle_definition.Puzzle` provides everything that the folder does not
define itself. A puzzle without this file, such as Nurikabe, has its own solvers, hints and generator, and uses
only some modules of this package.
"""
