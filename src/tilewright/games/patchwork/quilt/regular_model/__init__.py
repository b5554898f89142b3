"""The constraint model of the board: placements as words of regular languages, after "State Representation and
Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist).

`layers` unrolls the placement automata of the geometry room over the board, `kernel` propagates through them,
`space` is the model with its domains, `strategies` plays the experiment with it. The same model for the engines
is `for_cpsat` and, in MiniZinc, ``solvers/quilt.mzn``.
"""
