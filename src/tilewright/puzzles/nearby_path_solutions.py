"""Find a solution of a path puzzle that differs from a given one only in a few neighbouring paths.

A board with several solutions usually has such a solution. If all other paths are fixed, only a small part of
the board is left, so the search takes milliseconds; a search for any other solution can take minutes. If the
search finds nothing, the puzzle may still have other solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tilewright.game import Run
from tilewright.geometry import neighbours
from tilewright.puzzles.kinds_and_states import LINE, edge_between
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.sat_search import ModelSearch
from tilewright.puzzles.solution_types import Paths

__all__ = ["nearby_solution"]

LARGEST_GROUP = 4
"""The largest number of paths that may differ from the given solution."""

PATIENCE = 200
"""The number of conflicts after which the search continues with the next group of paths."""


def nearby_solution(model: Model, run: Run, solution: Paths) -> list[bool] | None:
    """Return an assignment of the model that differs from `solution` only in a few neighbouring paths.

    Return None if none was found.
    """
    lines = [[model.values[edge_between(*step)][LINE] for step in pairwise(path)] for path in solution.paths]
    with ModelSearch(model) as search:
        search.add([[-line for path in lines for line in path]])
        for group in _groups(solution):
            search.patience = search.stats["conflicts"] + PATIENCE
            fixed = [line for number, path in enumerate(lines) if number not in group for line in path]
            truth = search.find(run, fixed)
            if isinstance(truth, list):
                return truth
            if run.stopped:
                break
    return None


def _groups(solution: Paths) -> Iterator[frozenset[int]]:
    """Yield connected groups of paths, as sets of the paths' indices.

    Groups of fewer paths come first; of the groups with equally many paths, those with fewer cells come first.
    """
    owner = {cell: number for number, path in enumerate(solution.paths) for cell in path}
    beside: dict[int, set[int]] = {number: set() for number in range(len(solution.paths))}
    for cell, number in owner.items():
        beside[number].update(owner[other] for other in neighbours(cell) if other in owner)
    groups = {frozenset([number]) for number in beside}
    for _ in range(LARGEST_GROUP):
        yield from sorted(
            groups, key=lambda group: (sum(len(solution.paths[one]) for one in group), sorted(group))
        )
        groups = {group | {other} for group in groups for one in group for other in beside[one] - group}
