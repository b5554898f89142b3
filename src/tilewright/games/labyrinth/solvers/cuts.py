"""CP-SAT without the circuit, and cuts when they are needed.

The model only says that one edge of the path meets the start and the target, and two or none any other node.
Its best choice is a path and perhaps some rings beside it. Each ring gives a cut: if one of its nodes is used,
at least two edges leave its nodes. The choices get poorer with every cut and remain upper bounds, until one of
them is a path alone, or none is dearer than the best path known.
"""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, solve_by_legs
from tilewright.games.labyrinth.legs.first_path import first_path, stretched
from tilewright.games.labyrinth.rules import LabyrinthInstance

__all__ = ["improve", "solve"]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    return solve_by_legs(instance, run, first_path, improve)


def improve(leg: Leg, found: Found, run: Run, tell: Tell) -> Found:
    """Cut rings until a path is proved the dearest, or the run is stopped."""
    model = _Model(leg)
    while found.cost < found.bound:
        model.ask_for(found.cost + 1, found.bound)
        outcome = cpsat.solve(model.model, run.part(), model.used)
        if outcome.status is Status.INFEASIBLE:
            return Found(found.path, found.cost, found.cost)
        bound = found.bound if outcome.bound is None else min(found.bound, outcome.bound)
        found = Found(found.path, found.cost, bound)
        if outcome.best is None:
            return found
        path, *rings = _pieces(leg, (edge for edge, used in outcome.best.items() if used))
        path = stretched(leg, path)
        if leg.cost(path) > found.cost:
            found = Found(tuple(path), leg.cost(path), max(bound, leg.cost(path)))
        tell(found)
        for ring in rings:
            model.cut(ring)
        if outcome.status is not Status.OPTIMAL:
            return found
    return found


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

    def ask_for(self, least: int, most: int) -> None:
        """Only what is worth more than we have, and no more than can be."""
        self.model.add_linear_constraint(self.cost, least, most)

    def cut(self, ring: list[int]) -> None:
        """A node of the ring is used only if two edges lead out of the ring's nodes."""
        inside = set(ring)
        leaving = sum(self._edge(a, b) for a in ring for b in self.leg.neighbours[a] if b not in inside)
        for node in ring:
            self.model.add(leaving >= 2 * self.visited[node])


def _pieces(leg: Leg, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """What the edges form: the path from the start to the target first, then the rings."""
    joined: dict[int, list[int]] = {}
    for a, b in edges:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    pieces = []
    for first in (leg.start, *joined):
        if first not in joined:
            continue
        piece = [first]
        while (others := joined.pop(piece[-1])) and (onward := [node for node in others if node in joined]):
            piece.append(onward[0])
        pieces.append(piece)
    return pieces
