"""Constraints about the numbers of shaded cells: every shading that obeys the rules satisfies them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tilewright.game import Cell
from tilewright.geometry import regions
from tilewright.puzzles.redundant_shading_constraints import add_count_constraints
from tilewright.puzzles.rule_model import Model


def shadings(height: int, width: int) -> Iterator[set[Cell]]:
    """Yield all shadings in which no two shaded cells share an edge and all unshaded cells are connected."""
    cells = [(row, column) for row in range(height) for column in range(width)]

    def extend(position: int, shaded: set[Cell]) -> Iterator[set[Cell]]:
        if position == len(cells):
            if len(list(regions(set(cells) - shaded))) <= 1:
                yield shaded
            return
        yield from extend(position + 1, shaded)
        row, column = cells[position]
        if shaded.isdisjoint([(row - 1, column), (row, column - 1)]):
            yield from extend(position + 1, shaded | {cells[position]})

    return extend(0, set())


@pytest.mark.parametrize("size", [(1, 1), (1, 6), (2, 2), (2, 6), (3, 3), (3, 5), (4, 4), (4, 5)])
def test_every_shading_that_obeys_the_rules_is_allowed(size: tuple[int, int]) -> None:
    height, width = size
    half = {(row, column) for row in range(height) for column in range(width) if column < width // 2 + row % 2}
    model = Model()
    shaded = model.decide_shading([(row, column) for row in range(height) for column in range(width)])
    add_count_constraints(model, shaded, [])
    base = model.rules[0]
    seen = 0
    for shading in shadings(height, width):
        rule = base
        if seen % 50 == 0:
            counted = Model()
            rooms = [(half, len(half & shading)), (set(shaded), len(shading))]
            add_count_constraints(counted, counted.decide_shading(shaded), rooms)
            rule = counted.rules[0]
        seen += 1
        true = {shaded[cell] for cell in shading}
        joins = iter(range(len(shaded) + 1, model.variables + 1))
        for row in range(height - 1):
            for column in range(width - 1):
                block = {(r, c) for r in (row, row + 1) for c in (column, column + 1)}
                join = next(joins)
                true |= {join} if len(block & shading) == 2 else set()
        assert all(any((abs(x) in true) == (x > 0) for x in clause) for clause in rule.clauses)
        assert all(sum((abs(x) in true) == (x > 0) for x in literals) <= k for literals, k in rule.at_mosts)
    assert seen > min(height, width)


def test_a_ring_is_excluded() -> None:
    model = Model()
    shaded = model.decide_shading([(row, column) for row in range(3) for column in range(3)])
    add_count_constraints(model, shaded, [])
    ring = {shaded[cell] for cell in ((0, 1), (1, 0), (1, 2), (2, 1))}
    assert any({-literal for literal in clause} <= ring for clause in model.rules[0].clauses)
