"""Strategies in plain Python: a reference that computes domains and regret directly from their definitions.

Boards are sets of squares. The code is short and slow; tests compare the bitboard version with it. A domain is
the set of values that a square may still take in the constraint model of the paper: `EMPTY`, `CURRENT` for the
current patch, and one value for each patch that is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PAPER, SIDE, PatchSet

__all__ = [
    "CURRENT",
    "EMPTY",
    "EVALUATIONS",
    "POLICIES",
    "Cells",
    "Cost",
    "Domains",
    "Quilt",
    "domains",
    "domains_with_current",
    "reference_strategy",
    "regret",
]

Cells = tuple[Cell, ...]
"""The squares of a placement, in reading order."""

Domains = Mapping[Cell, frozenset[int]]
"""For each open square: its possible values (EMPTY, CURRENT, or the index of a patch in `Quilt.to_come`)."""

EMPTY, CURRENT = -1, -2

BOARD = frozenset((row, column) for row in range(SIDE) for column in range(SIDE))


@dataclass(frozen=True, slots=True)
class Quilt:
    """A quilt: the covered squares, the patches that are still to come, and the set of patches."""

    covered: frozenset[Cell] = frozenset()
    to_come: tuple[int, ...] = ()
    patches: PatchSet = PAPER

    @property
    def open(self) -> frozenset[Cell]:
        return BOARD - self.covered

    def placements(self, patch: int) -> tuple[Cells, ...]:
        """Return the placements of a patch that fit on the quilt, in lexicographic order of their squares."""
        return tuple(
            cells for _, cells in _all_placements(self.patches, patch) if self.covered.isdisjoint(cells)
        )

    def transforms(self, patch: int) -> tuple[tuple[Cells, ...], ...]:
        """Return the placements of a patch that fit on the quilt, grouped by transform."""
        groups: list[list[Cells]] = [[] for _ in self.patches[patch].orientations]
        for transform, cells in _all_placements(self.patches, patch):
            if self.covered.isdisjoint(cells):
                groups[transform].append(cells)
        return tuple(map(tuple, groups))

    def laid(self, cells: Cells) -> Quilt:
        """Return the quilt after the given squares have been covered."""
        return Quilt(self.covered | set(cells), self.to_come, self.patches)


@cache
def _all_placements(patches: PatchSet, patch: int) -> tuple[tuple[int, Cells], ...]:
    """Return every placement of a patch on the empty board, with its transform, in lexicographic order."""
    placements = [
        (transform, tuple(sorted(cells)))
        for transform, shape in enumerate(patches[patch].orientations)
        for cells in shape.placements(SIDE, SIDE)
    ]
    return tuple(sorted(placements, key=lambda placement: placement[1]))


# --- Domains ------------------------------------------------------------------------------------------


def domains(quilt: Quilt) -> Domains:
    """Return the domain of each open square: EMPTY, and every patch to come that can cover the square."""
    reachable = {patch: _union(quilt.placements(patch)) for patch in set(quilt.to_come)}
    return {
        cell: frozenset(
            [EMPTY, *(index for index, patch in enumerate(quilt.to_come) if cell in reachable[patch])]
        )
        for cell in quilt.open
    }


def domains_with_current(quilt: Quilt, current: int, placements: Sequence[Cells]) -> Domains:
    """Return the domain of each open square when the current patch must take one of the given placements.

    Squares that all these placements share belong to the current patch; no other patch can cover them. A patch
    is ruled out if its area plus the area of the current patch exceeds the number of squares that can be
    covered.
    """
    shared = frozenset.intersection(*map(frozenset, placements))
    reachable = {patch: _union(quilt.laid(tuple(shared)).placements(patch)) for patch in set(quilt.to_come)}
    while True:
        coverable = len(_union(placements) | _union(reachable.values()))
        too_large = {
            patch
            for patch, cells in reachable.items()
            if cells and quilt.patches[patch].area + quilt.patches[current].area > coverable
        }
        if not too_large:
            break
        reachable.update(dict.fromkeys(too_large, frozenset()))
    own = _union(placements)
    domain_of = {}
    for cell in quilt.open:
        others = (index for index, patch in enumerate(quilt.to_come) if cell in reachable[patch])
        values = [CURRENT] if cell in shared else [EMPTY, *others, *([CURRENT] if cell in own else [])]
        domain_of[cell] = frozenset(values)
    return domain_of


def regret(before: Domains, after: Domains) -> int:
    """Return the regret by formula (7) of the paper: the amount by which the domains shrink.

    Squares that were already decided before, and squares that the patch covers, do not count.
    """
    return sum(len(before[cell]) - len(values) for cell, values in after.items() if len(before[cell]) > 1)


def _union(sets: Iterable[Iterable[Cell]]) -> frozenset[Cell]:
    return frozenset(cell for cells in sets for cell in cells)


# --- Policies -----------------------------------------------------------------------------------------

Offer = Callable[[Quilt, int], list[Cells]]
"""A policy: a function that returns the alternatives for a patch (an empty list if the patch fits nowhere)."""


SortKey = Callable[[Cells], tuple[Any, ...]]
"""A sort key for placements; a policy prefers the placement with the smallest key."""


def _lexicographic(cells: Cells) -> Cells:
    return cells


def _bottom_left(cells: Cells) -> tuple[int, int, Cells]:
    return _first_column(cells), _first_row(cells), cells


def _left_bottom(cells: Cells) -> tuple[int, int, Cells]:
    return _first_row(cells), _first_column(cells), cells


def _first_column(cells: Cells) -> int:
    return min(column for _, column in cells)


def _first_row(cells: Cells) -> int:
    return min(row for row, _ in cells)


def _some(key: SortKey) -> Offer:
    """Return a policy that offers the placement with the smallest sort key."""
    return lambda quilt, patch: sorted(quilt.placements(patch), key=key)[:1]


def _every(key: SortKey) -> Offer:
    """Return a policy that offers, for each transform, the placement with the smallest sort key."""
    return lambda quilt, patch: [min(group, key=key) for group in quilt.transforms(patch) if group]


def _both(first: Offer, second: Offer) -> Offer:
    def offer(quilt: Quilt, patch: int) -> list[Cells]:
        placements = quilt.placements(patch)
        return list(placements) if len(placements) < 2 else first(quilt, patch) + second(quilt, patch)

    return offer


def _pareto(quilt: Quilt, patch: int, groups: Sequence[Sequence[Cells]]) -> list[Cells]:
    placements = quilt.placements(patch)
    if not placements:
        return []
    domains_now = domains_with_current(quilt, patch, placements)
    decided = [cell for cell in BOARD if cell in quilt.covered or len(domains_now[cell]) == 1]
    alternatives: list[Cells] = []
    last = _last_of_initial_run({column for _, column in decided}) + 1
    for column in range(SIDE):
        if column > last and alternatives:
            break
        for group in groups:
            in_column = [cells for cells in group if _first_column(cells) == column]
            alternatives += sorted(in_column, key=_bottom_left)[:1]
    return alternatives


def _last_of_initial_run(lines: set[int]) -> int:
    """Return the last number of the unbroken run 0, 1, 2, ... in a set of rows or columns.

    The number 0 counts as a member of every set.
    """
    last = 0
    while last + 1 in lines:
        last += 1
    return last


def _by_domains(largest: bool, every: bool) -> Offer:
    """Return a policy that covers squares with the largest (or smallest) domain until one placement is left.

    The domains are computed again after each square. If `every` is true, the policy does this for each
    transform separately.
    """

    def follow(quilt: Quilt, patch: int, placements: Sequence[Cells]) -> list[Cells]:
        while len(placements) > 1:
            domains_now = domains_with_current(quilt, patch, placements)
            undecided = sorted(
                cell for cell, values in domains_now.items() if CURRENT in values and len(values) > 1
            )
            pick = max if largest else min
            target = pick(undecided, key=lambda cell: len(domains_now[cell]))
            placements = [cells for cells in placements if target in cells]
        return list(placements)

    def offer(quilt: Quilt, patch: int) -> list[Cells]:
        groups = quilt.transforms(patch) if every else [quilt.placements(patch)]
        return [cells for placements in groups for cells in follow(quilt, patch, placements)]

    return offer


POLICIES: Mapping[str, Offer] = {
    "all": lambda quilt, patch: list(quilt.placements(patch)),
    "in-order-some": _some(_lexicographic),
    "in-order-every": _every(_lexicographic),
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
"""An evaluation: a function that returns the cost of a placement.

The first placement with the least cost is chosen.
"""


def _extents(quilt: Quilt, cells: Cells) -> tuple[int, int]:
    """Return the last column and the last row in use after a placement.

    A square is decided if it is covered, or if it can only stay empty. The columns (rows) in use are the
    unbroken run 0, 1, 2, ... of columns (rows) with a decided square; column (row) 0 is always in use.
    """
    after = quilt.laid(cells)
    domains_now = domains(after)
    decided = [cell for cell in BOARD if cell in after.covered or len(domains_now[cell]) == 1]
    rows, columns = {row for row, _ in decided}, {column for _, column in decided}
    return _last_of_initial_run(columns), _last_of_initial_run(rows)


@lru_cache(maxsize=1)
def _domains_before(quilt: Quilt, patch: int) -> Domains:
    """Return the domains before a patch is laid; they are the same for all placements of the patch."""
    return domains_with_current(quilt, patch, quilt.placements(patch))


def _regret(quilt: Quilt, patch: int, cells: Cells) -> int:
    return regret(_domains_before(quilt, patch), domains(quilt.laid(cells)))


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


def reference_strategy(name: str) -> tuple[Offer, Cost]:
    """Return the policy and the evaluation of a strategy; raise `BadInput` if either is not implemented."""
    policy, _, evaluation = name.partition("+")
    if policy not in POLICIES or evaluation not in EVALUATIONS:
        raise BadInput(
            f"the solver 'rules' does not implement {name}: it has no learning policies,"
            f" and its evaluations are {', '.join(EVALUATIONS)}"
        )
    return POLICIES[policy], EVALUATIONS[evaluation]
