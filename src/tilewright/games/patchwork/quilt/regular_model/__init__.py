"""The paper's constraint model of the quilt: placements as words of regular languages.

The model is that of "State Representation and Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist).
`unrolled_automata` unrolls the placement automata of ``tilewright.geometry`` over the board,
`propagator_kernel` propagates through them, `domains` holds the domains of the variables, and
`run_strategy_by_propagation` runs strategies on them. `cpsat_model` states the same model for CP-SAT;
``solvers/quilt.mzn`` states it for MiniZinc, with data from `minizinc_data`.
"""
