"""Strategies on the constraint model: policies and evaluations that use propagation.

These strategies implement the paper's definitions independently of the strategies on bitboards, so that tests
can compare both implementations. Only strategies that need no more than placements and domains are implemented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from tilewright.game import Cell
from tilewright.games.patchwork.quilt.regular_model.domains import QuiltDomains, regret
from tilewright.games.patchwork.quilt.regular_model.unrolled_automata import ModelPlacement

__all__ = ["EVALUATIONS", "POLICIES", "Step", "lay"]

Policy = Callable[[QuiltDomains, int], Sequence[ModelPlacement]]
"""A function that takes the domains, with a tile declared used, and the tile; it returns the alternatives."""
Evaluation = Callable[[QuiltDomains, QuiltDomains, int], int]
"""A function that takes the domains before and after a placement, and the tile; it returns the cost."""


class Step(NamedTuple):
    """The placement of a tile, the number of alternatives, and the domains after the placement."""

    cells: tuple[Cell, ...]
    alternatives: int
    domains: QuiltDomains


def lay(domains: QuiltDomains, tile: int, policy: Policy, evaluation: Evaluation | None) -> Step | None:
    """Place a tile by a strategy; return None if the tile does not fit.

    The first alternative with the least cost is chosen, or the first alternative if `evaluation` is None. If
    only one placement is possible, propagation has already found it, and the policy is not called.
    """
    before = domains.declare_used(tile)
    if before is None:
        return None
    offered: Sequence[ModelPlacement] = before.placements(tile)
    if len(offered) > 1:
        offered = policy(before, tile)
    best: tuple[int, ModelPlacement, QuiltDomains] | None = None
    for placed in offered[:1] if evaluation is None else offered:
        after = domains.place(tile, placed.cells)
        assert after is not None, "every placement that the automaton accepts is consistent"
        value = 0 if evaluation is None or len(offered) == 1 else evaluation(before, after, tile)
        if best is None or value < best[0]:
            best = value, placed, after
    assert best is not None, "a tile that fits has a placement"
    return Step(best[1].cells, len(offered), best[2])


# --- Policies -----------------------------------------------------------------------------------------


def corner(placed: ModelPlacement) -> Cell:
    """Return the first row and the first column of a placement."""
    return placed.cells[0][0], min(column for _, column in placed.cells)


def bottom_left(placed: ModelPlacement) -> tuple[int, int, ModelPlacement]:
    row, column = corner(placed)
    return column, row, placed


def left_bottom(placed: ModelPlacement) -> tuple[int, int, ModelPlacement]:
    row, column = corner(placed)
    return row, column, placed


def by_transform(placements: Iterable[ModelPlacement]) -> list[list[ModelPlacement]]:
    """Return the placements, grouped by transform."""
    groups: dict[int, list[ModelPlacement]] = {}
    for placed in sorted(placements, key=attrgetter("transform")):
        groups.setdefault(placed.transform, []).append(placed)
    return list(groups.values())


def some(key: Callable[[ModelPlacement], Any]) -> Policy:
    """Return a policy that offers the placement with the smallest sort key."""
    return lambda domains, tile: [min(domains.placements(tile), key=key)]


def every(key: Callable[[ModelPlacement], Any]) -> Policy:
    """Return a policy that offers, for each transform, the placement with the smallest sort key."""
    return lambda domains, tile: [min(group, key=key) for group in by_transform(domains.placements(tile))]


def both(first: Policy, second: Policy) -> Policy:
    """Return a policy that offers the alternatives of the first policy, then the alternatives of the second."""
    return lambda domains, tile: [*first(domains, tile), *second(domains, tile)]


def pareto(per_transform: bool) -> Policy:
    """Return a policy that offers, for each column, the placement beginning there with the smallest first row.

    If `per_transform` is true, the policy does this for each transform separately. It tries the columns in use
    (see `_last_column_of_run`) and the column after them. A tile that fits must be laid, so if none of these
    columns has a placement, the policy tries the next column that has one.
    """

    def policy(domains: QuiltDomains, tile: int) -> list[ModelPlacement]:
        farthest = _last_column_of_run(domains) + 1
        by_column: dict[int, list[ModelPlacement]] = {}
        for placed in domains.placements(tile):
            by_column.setdefault(corner(placed)[1], []).append(placed)
        columns = sorted(by_column)
        tried = [column for column in columns if column <= farthest] or columns[:1]
        groups = [by_column[column] for column in tried]
        if per_transform:
            groups = [group for column in groups for group in by_transform(column)]
        return [min(group, key=left_bottom) for group in groups]

    return policy


def _last_column_of_run(domains: QuiltDomains) -> int:
    """Return the last column of the unbroken run 0, 1, 2, ... of columns with a decided square.

    A square is decided if its domain has a single value. Column 0 is always part of the run.
    """
    decided = (domains.sizes == 1).any(axis=0)
    last = 0
    while last + 1 < len(decided) and decided[last + 1]:
        last += 1
    return last


def by_domain(sign: int) -> Policy:
    """Return a policy that covers squares, one by one, until only one placement of the tile is left.

    If `sign` is +1, the policy chooses squares with the largest domain; if `sign` is -1, it chooses squares
    with the smallest domain.
    """

    def policy(domains: QuiltDomains, tile: int) -> list[ModelPlacement]:
        while len(placements := domains.placements(tile)) > 1:
            sizes = domains.sizes
            cells = {cell for placed in placements for cell in placed.cells}
            undecided = [cell for cell in sorted(cells) if sizes[cell] > 1]
            chosen = max(undecided, key=lambda cell: (sign * sizes[cell], (-cell[0], -cell[1])))
            after = domains.place(tile, [chosen])
            assert after is not None, "if a tile is in the domain of a square, the tile can cover the square"
            domains = after
        return placements

    return policy


def _lexicographic(placed: ModelPlacement) -> ModelPlacement:
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
    "all": lambda domains, tile: domains.placements(tile),
}


# --- Evaluations --------------------------------------------------------------------------------------


def reverse_regret(before: QuiltDomains, after: QuiltDomains, tile: int) -> int:
    return -regret(before, after, tile)


EVALUATIONS: Mapping[str, Evaluation | None] = {
    "first": None,
    "regret": regret,
    "reverse-regret": reverse_regret,
}
