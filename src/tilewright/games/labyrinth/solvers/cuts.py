"""Solve with CP-SAT and degree constraints; when cycles appear, add cuts that exclude them.

The model only requires that one chosen edge meets the start, one meets the target, and two or none meet every
other node. Its optimum is a path, possibly with separate cycles. Each cycle gives a cut: if one of the cycle's
nodes is visited, at least two chosen edges leave the cycle's nodes. The optimum of each model is an upper
bound, which falls as cuts are added, until the optimum has no cycle or is not better than the best known path.
"""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.legs.decomposition import Incumbent, Leg, ReportProgress, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import first_path, with_detours
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["improve", "solve"]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """Find the costliest path, or prove that there is no path."""
    return solve_by_legs(instance, run, first_path, improve)


def improve(leg: Leg, incumbent: Incumbent, run: Run, report_progress: ReportProgress) -> Incumbent:
    """Return the best path and bound: cuts are added until a path is proved optimal or the run stops."""
    model = _Model(leg)
    while incumbent.cost < incumbent.bound:
        model.require_cost(incumbent.cost + 1, incumbent.bound)
        outcome = cpsat.solve(model.model, run.part(), model.used)
        if outcome.status is Status.INFEASIBLE:
            return incumbent.proved()
        incumbent = incumbent.with_bound(outcome.bound)
        if outcome.best is None:
            return incumbent
        path, *cycles = _path_and_cycles(leg, (edge for edge, used in outcome.best.items() if used))
        path = with_detours(leg, path)
        if leg.cost(path) > incumbent.cost:
            incumbent = Incumbent(tuple(path), leg.cost(path), max(incumbent.bound, leg.cost(path)))
        report_progress(incumbent)
        for cycle in cycles:
            model.add_cut(cycle)
        if outcome.status is not Status.OPTIMAL:
            return incumbent
    return incumbent


class _Model:
    def __init__(self, leg: Leg) -> None:
        self.leg = leg
        self.model = cp_model.CpModel()
        self.used = {(a, b): self.model.new_bool_var(f"{a}-{b}") for a, b, _ in leg.edges()}
        self.visited = [self.model.new_bool_var(f"{node}") for node in range(leg.size)]
        self.cost = sum(cost * self.used[a, b] for a, b, cost in leg.edges())
        for node in range(leg.size):
            edges = sum(self._edge(node, other) for other in leg.neighbours[node])
            self.model.add(edges == (1 if node in (leg.start, leg.target) else 2 * self.visited[node]))
        self.model.maximize(self.cost)

    def _edge(self, a: int, b: int) -> cp_model.IntVar:
        return self.used[min(a, b), max(a, b)]

    def require_cost(self, least: int, most: int) -> None:
        """Require a cost from `least` to `most`."""
        self.model.add_linear_constraint(self.cost, least, most)

    def add_cut(self, cycle: list[int]) -> None:
        """Add a cut: if a node of the cycle is visited, at least two chosen edges leave the cycle's nodes."""
        inside = set(cycle)
        leaving = sum(self._edge(a, b) for a in cycle for b in self.leg.neighbours[a] if b not in inside)
        for node in cycle:
            self.model.add(leaving >= 2 * self.visited[node])


def _path_and_cycles(leg: Leg, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the path and the cycles that the chosen edges form; the path from start to target comes first."""
    joined: dict[int, list[int]] = {}
    for a, b in edges:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    pieces = []
    for first in (leg.start, *joined):
        if first not in joined:
            continue
        piece = [first]
        while (others := joined.pop(piece[-1])) and (remaining := [node for node in others if node in joined]):
            piece.append(remaining[0])
        pieces.append(piece)
    return pieces
