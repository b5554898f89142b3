"""Lazy constraints compared with brute force: they yield clauses if and only if an assignment breaks a rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from tilewright.game import Cell
from tilewright.geometry import is_connected
from tilewright.puzzles.kinds_and_states import Edge, all_edges
from tilewright.puzzles.lazy_graph_constraints import Connected, NoCycles, SingleLoop
from tilewright.puzzles.rule_model import Clause, LazyConstraint, Truth
from tilewright.puzzles.solution_types import components

HEIGHT, WIDTH = 3, 3
CELLS = list(product(range(HEIGHT), range(WIDTH)))
EDGES = list(all_edges(HEIGHT, WIDTH))
CELL_VARIABLES = {cell: number for number, cell in enumerate(CELLS, 1)}
EDGE_VARIABLES = {edge: number for number, edge in enumerate(EDGES, 1)}


def beside() -> dict[Cell, list[Cell]]:
    neighbours: dict[Cell, list[Cell]] = {cell: [] for cell in CELLS}
    for first, second in EDGES:
        neighbours[first].append(second)
        neighbours[second].append(first)
    return neighbours


def assignments(variables: int) -> Iterator[list[bool]]:
    for values in product((False, True), repeat=variables):
        yield [False, *values]


def satisfies(clause: Clause, truth: Truth) -> bool:
    return any(truth[abs(literal)] == (literal > 0) for literal in clause)


def compare(
    constraint: LazyConstraint, obeys: Callable[[Truth], bool], candidates: list[list[bool]], sample: int
) -> None:
    """Check the clauses that the constraint yields for a sample of the candidate assignments.

    The constraint must yield clauses if and only if the assignment breaks the rule. The assignment must violate
    each of these clauses, and all legal candidates must satisfy them.
    """
    legal = [truth for truth in candidates if obeys(truth)]
    assert 0 < len(legal) < len(candidates)
    rng = random.Random(1)
    for truth in rng.sample(candidates, min(sample, len(candidates))):
        clauses = list(constraint.violated(truth))
        assert bool(clauses) != obeys(truth)
        for clause in clauses:
            assert not satisfies(clause, truth)
            assert all(satisfies(clause, other) for other in legal)


@pytest.mark.parametrize("sure", [None, (1, 1)])
def test_connected_cells(sure: Cell | None) -> None:
    candidates = [truth for truth in assignments(9) if sure is None or truth[CELL_VARIABLES[sure]]]

    def obeys(truth: Truth) -> bool:
        return is_connected([cell for cell, variable in CELL_VARIABLES.items() if truth[variable]])

    groups = [] if sure is None else [[sure]]
    compare(Connected(CELL_VARIABLES, beside(), groups), obeys, candidates, 200)


def test_connected_cells_with_negative_literals() -> None:
    literals = {cell: -variable for cell, variable in CELL_VARIABLES.items()}

    def obeys(truth: Truth) -> bool:
        return is_connected([cell for cell, variable in CELL_VARIABLES.items() if not truth[variable]])

    compare(Connected(literals, beside()), obeys, list(assignments(9)), 200)


def drawn(truth: Truth) -> list[Edge]:
    return [edge for edge, variable in EDGE_VARIABLES.items() if truth[variable]]


def test_no_cycles() -> None:
    def obeys(truth: Truth) -> bool:
        # A graph has no cycle if and only if it has as many connected components as it has nodes minus edges.
        return len(components(CELLS, drawn(truth))) == len(CELLS) - len(drawn(truth))

    rng = random.Random(2)
    candidates = rng.sample(list(assignments(12)), 1000)
    compare(NoCycles(EDGE_VARIABLES), obeys, candidates, 200)


def test_a_single_loop() -> None:
    """All cells have degree 0 or 2, as the constraint presupposes; 4 x 4 cells have room for several loops."""
    edges = list(all_edges(4, 4))
    variables = {edge: number for number, edge in enumerate(edges, 1)}
    loops = [square(row, column) for row, column in product(range(3), range(3))]
    candidates = []
    for chosen in product((False, True), repeat=9):
        drawn_edges: set[Edge] = set()
        for used, loop in zip(chosen, loops, strict=True):
            drawn_edges ^= loop if used else set()
        degrees = [sum(cell in edge for edge in drawn_edges) for cell in product(range(4), range(4))]
        if drawn_edges and set(degrees) <= {0, 2}:
            candidates.append([False, *(edge in drawn_edges for edge in edges)])

    def obeys(truth: Truth) -> bool:
        used = [edge for edge, variable in variables.items() if truth[variable]]
        return len(components({cell for edge in used for cell in edge}, used)) == 1

    compare(SingleLoop(variables), obeys, candidates, 500)


def square(row: int, column: int) -> set[Edge]:
    """Return the four edges between the cells of a 2 x 2 block, which form a loop."""
    return {
        ((row, column), (row, column + 1)),
        ((row, column), (row + 1, column)),
        ((row, column + 1), (row + 1, column + 1)),
        ((row + 1, column), (row + 1, column + 1)),
    }
