"""The quilt in plain Python: sets of squares, domains and regret by their definitions.

Slow and short: what the bitboards say is held against this. A domain is the set of values that a square may
still take, as in the constraint model of the paper: `EMPTY`, `HAND` for the patch in hand, and one value for
each patch that is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE

__all__ = [
    "EMPTY",
    "EVALUATIONS",
    "HAND",
    "POLICIES",
    "Cells",
    "Cost",
    "Domains",
    "Quilt",
    "domains",
    "domains_in_hand",
    "regret",
    "strategy_of",
]

Cells = tuple[Cell, ...]
"""The squares of a placement, in reading order."""

Domains = Mapping[Cell, frozenset[int]]
"""For each open square its values: EMPTY, HAND, or a place in the list of patches to come."""

EMPTY, HAND = -1, -2

BOARD = frozenset((row, column) for row in range(SIDE) for column in range(SIDE))


@dataclass(frozen=True, slots=True)
class Quilt:
    """The covered squares, and the patches that are still to come."""

    covered: frozenset[Cell] = frozenset()
    to_come: tuple[int, ...] = ()

    @property
    def open(self) -> frozenset[Cell]:
        return BOARD - self.covered

    def placements(self, patch: int) -> tuple[Cells, ...]:
        """Where a patch fits, in lexicographic order: of two, the one whose first other square comes first."""
        return tuple(cells for _, cells in _all_placements(patch) if self.covered.isdisjoint(cells))

    def transforms(self, patch: int) -> tuple[tuple[Cells, ...], ...]:
        """Where a patch fits, transform by transform."""
        count = len(PATCHES[patch].orientations)
        fitting = [each for each in _all_placements(patch) if self.covered.isdisjoint(each[1])]
        return tuple(tuple(cells for way, cells in fitting if way == wanted) for wanted in range(count))

    def laid(self, cells: Cells) -> Quilt:
        return Quilt(self.covered | set(cells), self.to_come)


@cache
def _all_placements(patch: int) -> tuple[tuple[int, Cells], ...]:
    """Every placement on the empty board, with the number of its transform, in lexicographic order."""
    found = [
        (way, tuple(sorted(cells)))
        for way, shape in enumerate(PATCHES[patch].orientations)
        for cells in shape.placements(SIDE, SIDE)
    ]
    return tuple(sorted(found, key=lambda each: each[1]))


# --- Domains ------------------------------------------------------------------------------------------


def domains(quilt: Quilt) -> Domains:
    """What each open square may become: empty, or any patch to come that has a placement over it."""
    reach = {patch: _union(quilt.placements(patch)) for patch in set(quilt.to_come)}
    return {
        cell: frozenset([EMPTY, *(at for at, patch in enumerate(quilt.to_come) if cell in reach[patch])])
        for cell in quilt.open
    }


def domains_in_hand(quilt: Quilt, hand: int, ways: Sequence[Cells]) -> Domains:
    """The same when a patch in hand must be laid in one of some ways.

    Squares that all ways share are the patch's. No other patch goes there; and none goes anywhere whose area
    is, with the hand's, more than all squares that anything can cover.
    """
    shared = frozenset.intersection(*map(frozenset, ways))
    reach = {patch: _union(quilt.laid(tuple(shared)).placements(patch)) for patch in set(quilt.to_come)}
    while True:
        room = len(_union(ways) | _union(reach.values()))
        crowded = {
            patch for patch, cells in reach.items() if cells and PATCHES[patch].area + PATCHES[hand].area > room
        }
        if not crowded:
            break
        reach.update(dict.fromkeys(crowded, frozenset()))
    own = _union(ways)
    found = {}
    for cell in quilt.open:
        others = (at for at, patch in enumerate(quilt.to_come) if cell in reach[patch])
        values = [HAND] if cell in shared else [EMPTY, *others, *([HAND] if cell in own else [])]
        found[cell] = frozenset(values)
    return found


def regret(before: Domains, after: Domains) -> int:
    """Formula (7): by how much the domains shrink, where they were open before and the patch does not lie."""
    return sum(len(before[cell]) - len(values) for cell, values in after.items() if len(before[cell]) > 1)


def _union(sets: Iterable[Iterable[Cell]]) -> frozenset[Cell]:
    return frozenset(cell for cells in sets for cell in cells)


# --- Policies -----------------------------------------------------------------------------------------

Offer = Callable[[Quilt, int], list[Cells]]
"""A policy: the alternatives for a patch; none where it fits nowhere."""


def _first(ways: Sequence[Cells]) -> list[Cells]:
    return [min(ways)] if ways else []


def _bottom_left(ways: Sequence[Cells]) -> list[Cells]:
    return [min(ways, key=lambda cells: (_first_column(cells), _first_row(cells), cells))] if ways else []


def _left_bottom(ways: Sequence[Cells]) -> list[Cells]:
    return [min(ways, key=lambda cells: (_first_row(cells), _first_column(cells), cells))] if ways else []


def _first_column(cells: Cells) -> int:
    return min(column for _, column in cells)


def _first_row(cells: Cells) -> int:
    return min(row for row, _ in cells)


def _some(choose: Callable[[Sequence[Cells]], list[Cells]]) -> Offer:
    return lambda quilt, patch: choose(quilt.placements(patch))


def _every(choose: Callable[[Sequence[Cells]], list[Cells]]) -> Offer:
    return lambda quilt, patch: [cells for ways in quilt.transforms(patch) for cells in choose(ways)]


def _both(one: Offer, two: Offer) -> Offer:
    def offer(quilt: Quilt, patch: int) -> list[Cells]:
        ways = quilt.placements(patch)
        return list(ways) if len(ways) < 2 else one(quilt, patch) + two(quilt, patch)

    return offer


def _pareto(quilt: Quilt, patch: int, groups: Sequence[Sequence[Cells]]) -> list[Cells]:
    ways = quilt.placements(patch)
    if not ways:
        return []
    now = domains_in_hand(quilt, patch, ways)
    decided = [cell for cell in BOARD if cell in quilt.covered or len(now[cell]) == 1]
    found: list[Cells] = []
    last = _last_of_run({column for _, column in decided}) + 1
    for column in range(SIDE):
        if column > last and found:
            break
        for group in groups:
            found += _bottom_left([cells for cells in group if _first_column(cells) == column])
    return found


def _last_of_run(lines: set[int]) -> int:
    """The last of the lines that follow each other in the set, line 0 always counted as in it."""
    last = 0
    while last + 1 in lines:
        last += 1
    return last


def _by_domains(largest: bool, every: bool) -> Offer:
    """Cover the open square of largest, or smallest, domain, propagate, and again until one way is left."""

    def follow(quilt: Quilt, patch: int, ways: Sequence[Cells]) -> list[Cells]:
        while len(ways) > 1:
            now = domains_in_hand(quilt, patch, ways)
            choice = sorted(cell for cell, values in now.items() if HAND in values and len(values) > 1)
            pick = max if largest else min
            target = pick(choice, key=lambda cell: len(now[cell]))
            ways = [cells for cells in ways if target in cells]
        return list(ways)

    def offer(quilt: Quilt, patch: int) -> list[Cells]:
        groups = quilt.transforms(patch) if every else [quilt.placements(patch)]
        return [cells for ways in groups for cells in follow(quilt, patch, ways)]

    return offer


POLICIES: Mapping[str, Offer] = {
    "all": lambda quilt, patch: list(quilt.placements(patch)),
    "in-order-some": _some(_first),
    "in-order-every": _every(_first),
    "size-some": _by_domains(largest=True, every=False),
    "size-every": _by_domains(largest=True, every=True),
    "first-fail-some": _by_domains(largest=False, every=False),
    "first-fail-every": _by_domains(largest=False, every=True),
    "bl-some": _some(_bottom_left),
    "bl-every": _every(_bottom_left),
    "bl/lb-some": _both(_some(_bottom_left), _some(_left_bottom)),
    "bl/lb-every": _both(_every(_bottom_left), _every(_left_bottom)),
    "pareto-bl-some": lambda quilt, patch: _pareto(quilt, patch, [quilt.placements(patch)]),
    "pareto-bl-every": lambda quilt, patch: _pareto(quilt, patch, quilt.transforms(patch)),
}


# --- Evaluations --------------------------------------------------------------------------------------

Cost = Callable[[Quilt, int, Cells], int]
"""An evaluation: what a placement costs; the first of the cheapest is taken."""


def _extents(quilt: Quilt, cells: Cells) -> tuple[int, int]:
    """The last column and the last row of the runs with decided squares, after a placement."""
    after = quilt.laid(cells)
    now = domains(after)
    decided = [cell for cell in BOARD if cell in after.covered or len(now[cell]) == 1]
    return _last_of_run({column for _, column in decided}), _last_of_run({row for row, _ in decided})


@lru_cache(maxsize=1)
def _before(quilt: Quilt, patch: int) -> Domains:
    """The domains before a patch is laid: the same for all its placements."""
    return domains_in_hand(quilt, patch, quilt.placements(patch))


def _regret(quilt: Quilt, patch: int, cells: Cells) -> int:
    return regret(_before(quilt, patch), domains(quilt.laid(cells)))


EVALUATIONS: Mapping[str, Cost] = {
    "first": lambda quilt, patch, cells: 0,
    "bottom": lambda quilt, patch, cells: 0,
    "left": lambda quilt, patch, cells: _extents(quilt, cells)[0],
    "area": lambda quilt, patch, cells: _extents(quilt, cells)[0],
    "bottom-fixed": lambda quilt, patch, cells: _extents(quilt, cells)[1],
    "area-fixed": lambda quilt, patch, cells: (_extents(quilt, cells)[0] + 1) * (_extents(quilt, cells)[1] + 1),
    "regret": _regret,
    "reverse-regret": lambda quilt, patch, cells: -_regret(quilt, patch, cells),
}


def strategy_of(name: str) -> tuple[Offer, Cost]:
    """The policy and the evaluation of a strategy; `BadInput` where there is no plain version."""
    policy, _, evaluation = name.partition("+")
    if policy not in POLICIES or evaluation not in EVALUATIONS:
        raise BadInput(
            f"solver rules does not play {name}: it has no learning policy, no random choice and no rollouts"
        )
    return POLICIES[policy], EVALUATIONS[evaluation]
