"""Clauses of connectivity constraints: they exclude disconnected assignments and allow all connected ones."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tilewright.geometry import regions
from tilewright.puzzles.kinds_and_states import all_edges, neighbours_on_board
from tilewright.puzzles.lazy_graph_constraints import Connected, NotDivided

HEIGHT, WIDTH = 3, 4
BESIDE = neighbours_on_board(HEIGHT, WIDTH)
LITERALS = {cell: number for number, cell in enumerate(BESIDE, 1)}
ASSIGNMENTS = [(False, *values) for values in product((False, True), repeat=len(LITERALS))]


def satisfies(truth: tuple[bool, ...], clause: list[int]) -> bool:
    return any(truth[abs(literal)] == (literal > 0) for literal in clause)


def parts(truth: tuple[bool, ...], value: bool) -> int:
    return len(regions({cell for cell, literal in LITERALS.items() if truth[literal] is value}))


@pytest.mark.parametrize("seed", range(4))
def test_clauses_for_isolated_true_cells_hold_in_all_solutions(seed: int) -> None:
    legal = [
        truth
        for truth in ASSIGNMENTS
        if not any(truth[LITERALS[a]] and truth[LITERALS[b]] for a, b in all_edges(HEIGHT, WIDTH))
    ]
    solutions = [truth for truth in legal if parts(truth, False) <= 1]
    divided = [truth for truth in legal if parts(truth, False) > 1]
    constraint = NotDivided(LITERALS, BESIDE)
    assert not any(list(constraint.violated(truth)) for truth in solutions)
    for truth in random.Random(seed).sample(divided, 10):
        clauses = list(constraint.violated(truth))
        assert clauses
        for clause in clauses:
            assert not satisfies(truth, clause)
            assert all(satisfies(solution, clause) for solution in solutions)


@pytest.mark.parametrize("with_groups", [False, True])
def test_clauses_for_connected_true_cells_hold_in_all_solutions(with_groups: bool) -> None:
    left = [cell for cell in BESIDE if cell[1] < 2]
    right = [cell for cell in BESIDE if cell[1] >= 2]
    groups = [left, right] if with_groups else []

    def fits(truth: tuple[bool, ...]) -> bool:
        return all(sum(truth[LITERALS[cell]] for cell in group) >= 2 for group in groups)

    solutions = [truth for truth in ASSIGNMENTS if parts(truth, True) <= 1 and fits(truth)]
    divided = [truth for truth in ASSIGNMENTS if parts(truth, True) > 1 and fits(truth)]
    constraint = Connected(LITERALS, BESIDE, groups, in_each_group=2)
    assert not any(list(constraint.violated(truth)) for truth in solutions)
    for truth in random.Random(1).sample(divided, 40):
        clauses = list(constraint.violated(truth))
        assert clauses
        for clause in clauses:
            assert not satisfies(truth, clause)
            assert all(satisfies(solution, clause) for solution in solutions)
