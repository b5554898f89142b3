"""Depth-first branch and bound: walk on from the head, as long as the target can be reached."""

from __future__ import annotations

from tilewright.game import Answer, Run, Status
from tilewright.games.labyrinth.rules import LabyrinthInstance, LabyrinthSolution

__all__ = ["solve"]


def solve(instance: LabyrinthInstance, run: Run) -> Answer:
    """The dearest path, or the proof that there is none."""
    neighbours: dict[int, dict[int, int]] = {}
    for (a, b), cost in instance.costs.items():
        neighbours.setdefault(a, {})[b] = cost
        neighbours.setdefault(b, {})[a] = cost
    best: tuple[int, tuple[int, ...]] | None = None
    path = [instance.start]
    visited = {instance.start}
    todo = [(iter(sorted(neighbours[instance.start].items())), 0)]
    while todo and not run.stopped:
        steps, total = todo[-1]
        for node, cost in steps:
            if node == instance.target:
                if best is None or total + cost > best[0]:
                    best = (total + cost, (*path, node))
                    run.report(best=best[0])
            elif node not in visited:
                path.append(node)
                visited.add(node)
                todo.append((iter(sorted(neighbours[node].items())), total + cost))
                break
        else:
            todo.pop()
            visited.remove(path.pop())
    if best is None:
        return Answer(Status.UNKNOWN if todo else Status.INFEASIBLE)
    status = Status.FEASIBLE if todo else Status.OPTIMAL
    return Answer(status, LabyrinthSolution(best[1]), objective=best[0])
