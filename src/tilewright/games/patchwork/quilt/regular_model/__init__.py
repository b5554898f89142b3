"""The paper's constraint model of the quilt, in which placements are words of regular languages.

The paper is "State Representation and Polyomino Placement for the Game Patchwork" (M. Z. Lagerkvist).
`unrolled_automata` unrolls the placement automata of ``tilewright.geometry`` over the board;
`propagator_kernel` propagates through the unrolled automata; `domains` holds the domains of the variables;
`strategies_by_propagation` runs strategies on the domains. `cpsat_model` states the same model for CP-SAT;
``solvers/quilt.mzn`` states it for MiniZinc, with data from `minizinc_data`.
"""
