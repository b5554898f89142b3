"""Choose a solver for each leg: `search` for small legs, `frontier` for narrow legs, `cuts` for the other legs.

If the cost of the first path through a leg equals the first upper bound, the leg is already solved. Before
`cuts` runs, `frontier` runs with narrow beams, unless the frontier is very wide: a path found with narrow beams
is often already optimal. `frontier` and `cuts` are imported only when they are needed, because loading compiled
code takes time.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.game import Answer, Run
from tilewright.games.labyrinth.legs.decomposition import Incumbent, Leg, ReportProgress, legs, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import first_path
from tilewright.games.labyrinth.legs.frontier_order import frontier_order, frontier_widths
from tilewright.games.labyrinth.rules import LabyrinthInstance
from tilewright.games.labyrinth.solvers import search

__all__ = ["prepare", "solve"]

LARGEST_FOR_SEARCH = 20
"""The maximum number of nodes of a leg that `search` solves."""
WIDEST_FOR_FRONTIER = 15
"""If the frontier is at most this wide, only `frontier.MEMORY` limits the beam width of `frontier`."""
WIDEST_FOR_BEAMS = 26
"""The maximum width of the frontier for which `frontier` runs. With a wider frontier it rarely finds a better
path."""
WIDEST_BEAM_BEFORE_CUTS = 8000
"""The maximum beam width of `frontier` on a leg whose frontier is wider than `WIDEST_FOR_FRONTIER`. If
necessary, `cuts` then solves the leg."""


def prepare(instance: LabyrinthInstance) -> None:
    """Import the solvers and compile their code, if a leg needs them."""
    first_paths = [(leg, first_path(leg)) for leg in legs(instance)]
    if any(leg.size > LARGEST_FOR_SEARCH and best.cost < best.bound for leg, best in first_paths):
        from tilewright.games.labyrinth.solvers import cuts, frontier  # noqa: F401

        frontier.prepare(instance)


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """Find the costliest path, or prove that there is no path."""
    # If `first_path` finds a proved optimum for every leg, none of the solvers below runs, and the result names
    # "search".
    solvers_used = ["search"]

    def beams(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
        if leg.size <= LARGEST_FOR_SEARCH:
            solvers_used.append("search")
            return search.improve(leg, incumbent, run, report_progress)
        order = frontier_order(leg)
        if order is None or (width := max(frontier_widths(leg, order))) > WIDEST_FOR_BEAMS:
            return incumbent
        from tilewright.games.labyrinth.solvers import frontier

        solvers_used.append("frontier")
        widest = WIDEST_BEAM_BEFORE_CUTS if width > WIDEST_FOR_FRONTIER else frontier.MEMORY // (8 * leg.size)
        return frontier.beams(leg, incumbent, run, report_progress, order, widest)

    def cuts(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
        from tilewright.games.labyrinth.solvers import cuts

        solvers_used.append("cuts")
        return cuts.improve(leg, incumbent, run, report_progress)

    answer = solve_by_legs(instance, run, first_path, beams, cuts)
    return replace(answer, stats={**answer.stats, "answered_by": solvers_used[-1]})
