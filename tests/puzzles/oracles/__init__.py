"""Brute-force solvers for small puzzles, written from the rules alone. They share no code with Tilewright.

Each module named in `NAMES` has three functions:

- ``solutions(instance)`` lists all solutions of an instance, which is given as its JSON object. Each solution
  has a hashable canonical form, so that two equal solutions are equal values.
- ``canonical(solution)`` returns the canonical form of a solution that is given as its JSON object.
- ``random_instance(rng)`` returns a small random instance. About a third of these instances have no solution, a
  third exactly one, and a third several.
"""

from __future__ import annotations

NAMES = ("dominosa", "fillomino", "heyawake", "lits", "numberlink", "packing", "shikaku")
"""The games that have an oracle."""
