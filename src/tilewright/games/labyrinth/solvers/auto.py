"""The solver that suits each leg: search for small ones, the frontier for narrow ones, cuts for the others.

A leg whose first path reaches its first bound needs none of them. Before the cuts come some beams of the
frontier, whose path is often the best one already. What is not needed is not loaded: compiled code takes time.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.game import Answer, Run
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, legs, solve_by_legs
from tilewright.games.labyrinth.legs.elimination_order import frontier_order, widths
from tilewright.games.labyrinth.legs.first_path import first_path
from tilewright.games.labyrinth.rules import LabyrinthInstance
from tilewright.games.labyrinth.solvers import search

__all__ = ["prepare", "solve"]

SMALL = 20
"""The search takes legs of at most so many nodes."""
NARROW = 15
"""The frontier alone takes legs whose frontier never has more nodes than this."""
TOO_WIDE = 26
"""Where the frontier has more nodes than this, its beams find nothing that is worth their time."""
BEAM = 8000
"""The widest beam before the cuts get their turn."""


def prepare(instance: LabyrinthInstance) -> None:
    """Load the engines, and the compiled code, if there is work for them."""
    first = [(leg, first_path(leg)) for leg in legs(instance)]
    if any(leg.size > SMALL and found.cost < found.bound for leg, found in first):
        from tilewright.games.labyrinth.solvers import cuts, frontier  # noqa: F401

        frontier.prepare(instance)


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    asked = ["search"]  # which has nothing to do where the first path is as dear as the first bound

    def beams(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
        if leg.size <= SMALL:
            asked.append("search")
            return search.improve(leg, found, run, tell)
        order = frontier_order(leg)
        if order is None or (width := max(widths(leg, order))) > TOO_WIDE:
            return found
        from tilewright.games.labyrinth.solvers import frontier

        asked.append("frontier")
        widest = BEAM if width > NARROW else frontier.MEMORY // (8 * leg.size)
        return frontier.beams(leg, found, run, tell, order, widest)

    def cuts(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
        from tilewright.games.labyrinth.solvers import cuts

        asked.append("cuts")
        return cuts.improve(leg, found, run, tell)

    answer = solve_by_legs(instance, run, first_path, beams, cuts)
    return replace(answer, stats={**answer.stats, "answered_by": asked[-1]})
