"""Strategies played with the constraint model: what a policy offers and an evaluation chooses, by propagation.

Written from the paper's definitions, apart from the strategies on bitboards, so that each can be held against
the other. Not all are here: only those whose choices need nothing but placements and domains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from tilewright.game import Cell
from tilewright.games.patchwork.quilt.regular_model.domains import Space, regret
from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import Placed

__all__ = ["EVALUATIONS", "POLICIES", "Step", "lay"]

Policy = Callable[[Space, int], Sequence[Placed]]
"""The alternatives for a tile, from the space in which it is declared used."""
Evaluation = Callable[[Space, Space, int], int]
"""How bad a placement is, from the spaces before and after it."""


class Step(NamedTuple):
    """What became of a tile: where it went, the alternatives that it had, and the space after it."""

    cells: tuple[Cell, ...]
    alternatives: int
    space: Space


def lay(space: Space, tile: int, policy: Policy, evaluation: Evaluation | None) -> Step | None:
    """Place the tile; None if it does not fit. Of equally good alternatives the first is taken.

    Where one placement is left, propagation has found it, and the policy has no choice.
    """
    before = space.declare(tile)
    if before is None:
        return None
    offered: Sequence[Placed] = before.placements(tile)
    if len(offered) > 1:
        offered = policy(before, tile)
    best: tuple[int, Placed, Space] | None = None
    for placed in offered[:1] if evaluation is None else offered:
        after = space.place(tile, placed.cells)
        assert after is not None, "what the automaton offers can be placed"
        value = 0 if evaluation is None or len(offered) == 1 else evaluation(before, after, tile)
        if best is None or value < best[0]:
            best = value, placed, after
    assert best is not None, "a tile that fits has a placement"
    return Step(best[1].cells, len(offered), best[2])


# --- Policies -----------------------------------------------------------------------------------------


def corner(placed: Placed) -> Cell:
    """The first row and the first column in use."""
    return placed.cells[0][0], min(column for _, column in placed.cells)


def bottom_left(placed: Placed) -> tuple[int, int, Placed]:
    row, column = corner(placed)
    return column, row, placed


def left_bottom(placed: Placed) -> tuple[int, int, Placed]:
    row, column = corner(placed)
    return row, column, placed


def by_transform(placements: Iterable[Placed]) -> list[list[Placed]]:
    groups: dict[int, list[Placed]] = {}
    for placed in sorted(placements, key=attrgetter("transform")):
        groups.setdefault(placed.transform, []).append(placed)
    return list(groups.values())


def some(key: Callable[[Placed], Any]) -> Policy:
    return lambda space, tile: [min(space.placements(tile), key=key)]


def every(key: Callable[[Placed], Any]) -> Policy:
    return lambda space, tile: [min(group, key=key) for group in by_transform(space.placements(tile))]


def both(one: Policy, other: Policy) -> Policy:
    return lambda space, tile: [*one(space, tile), *other(space, tile)]


def pareto(per_transform: bool) -> Policy:
    """For each first column that is tried, in each transform or in any, the placement of the first row.

    A patch that fits must be laid: where the columns tried have no placement, the next that has one is tried.
    """

    def policy(space: Space, tile: int) -> list[Placed]:
        farthest = _last_column_of_run(space) + 1
        by_column: dict[int, list[Placed]] = {}
        for placed in space.placements(tile):
            by_column.setdefault(corner(placed)[1], []).append(placed)
        columns = sorted(by_column)
        tried = [column for column in columns if column <= farthest] or columns[:1]
        groups = [by_column[column] for column in tried]
        if per_transform:
            groups = [group for column in groups for group in by_transform(column)]
        return [min(group, key=left_bottom) for group in groups]

    return policy


def _last_column_of_run(space: Space) -> int:
    """The last of the columns 0, 1, 2, ... that have a decided square; the first counts as if it had one."""
    decided = (space.sizes == 1).any(axis=0)
    last = 0
    while last + 1 < len(decided) and decided[last + 1]:
        last += 1
    return last


def by_domain(sign: int) -> Policy:
    """Cover square after square by the tile, each time the one of largest (or smallest) domain."""

    def policy(space: Space, tile: int) -> list[Placed]:
        while len(placements := space.placements(tile)) > 1:
            sizes = space.sizes
            cells = {cell for placed in placements for cell in placed.cells}
            undecided = [cell for cell in sorted(cells) if sizes[cell] > 1]
            chosen = max(undecided, key=lambda cell: (sign * sizes[cell], (-cell[0], -cell[1])))
            after = space.place(tile, [chosen])
            assert after is not None, "a square in the domain of a tile can be covered by it"
            space = after
        return placements

    return policy


def _lexicographic(placed: Placed) -> Placed:
    return placed


POLICIES: Mapping[str, Policy] = {
    "in-order-some": some(_lexicographic),
    "in-order-every": every(_lexicographic),
    "size-some": by_domain(+1),
    "first-fail-some": by_domain(-1),
    "bl-some": some(bottom_left),
    "bl-every": every(bottom_left),
    "bl/lb-some": both(some(bottom_left), some(left_bottom)),
    "bl/lb-every": both(every(bottom_left), every(left_bottom)),
    "pareto-bl-some": pareto(per_transform=False),
    "pareto-bl-every": pareto(per_transform=True),
    "all": lambda space, tile: space.placements(tile),
}


# --- Evaluations --------------------------------------------------------------------------------------


def reverse_regret(before: Space, after: Space, tile: int) -> int:
    return -regret(before, after, tile)


EVALUATIONS: Mapping[str, Evaluation | None] = {
    "first": None,
    "regret": regret,
    "reverse-regret": reverse_regret,
}
