"""The numbers that cells may have if every number is the size of its group of equal numbers.

A *group* is a maximal connected set of cells with the same number. Cells are numbered in reading order, and
`beside` lists the neighbours of each cell.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tilewright.geometry.connected_graph_parts import connected_parts
from tilewright.puzzles.kinds_and_states import neighbours_on_board

__all__ = ["Beside", "PossibleNumbers", "grid_neighbours"]

Beside = Sequence[Sequence[int]]
"""The indices of the neighbours of each cell; cells are numbered from 0 in reading order."""


def grid_neighbours(height: int, width: int) -> list[list[int]]:
    """Return the neighbours of each cell of a board, with cells numbered in reading order."""
    beside = neighbours_on_board(height, width).values()
    return [[row * width + column for row, column in others] for others in beside]


class PossibleNumbers:
    """The numbers that each cell may still have, as a mask in which bit `k` represents the number `k`.

    One value, `large`, represents all numbers above `limit`; these numbers must not occur as clues. `narrow`
    removes numbers until nothing changes. For example, a complete group gets no further cells, an incomplete
    group with only one possible next cell gets this cell, and a cell loses each number whose groups cannot
    reach it.
    """

    def __init__(self, clues: Sequence[int], beside: Beside, limit: int) -> None:
        self.beside = beside
        self.large = limit + 1
        everything = (1 << limit + 2) - 2
        self.masks = [1 << clue if clue else everything for clue in clues]
        self.possible = True
        self._changed = set(range(1, limit + 2))

    def numbers(self, cell: int) -> list[int]:
        """Return the numbers that a cell may have, in ascending order."""
        mask = self.masks[cell]
        return [number for number in range(1, mask.bit_length()) if mask >> number & 1]

    def narrow(self) -> None:
        """Remove numbers until nothing changes; set `possible` to False if a contradiction is found."""
        while self._changed and self.possible:
            self._narrow_number(min(self._changed))

    def _remove(self, cell: int, number: int) -> None:
        mask = self.masks[cell] & ~(1 << number)
        if mask == self.masks[cell]:
            return
        self.masks[cell] = mask
        self._changed.add(number)
        if not mask:
            self.possible = False
        elif mask & mask - 1 == 0:
            self._changed.add(mask.bit_length() - 1)

    def _fix(self, cell: int, number: int) -> None:
        removed = self.masks[cell] & ~(1 << number)
        if removed:
            self.masks[cell] = 1 << number
            self._changed.update(k for k in range(1, removed.bit_length()) if removed >> k & 1)
            self._changed.add(number)

    def _narrow_number(self, number: int) -> None:
        """Apply every deduction about one number once."""
        self._changed.discard(number)
        bit, beside = 1 << number, self.beside
        open_cells = {cell for cell, mask in enumerate(self.masks) if mask & bit}
        fixed = [cell for cell in open_cells if self.masks[cell] == bit]
        reachable: set[int] = set()
        touching: dict[int, int] = {}
        if number < self.large:
            for part in connected_parts(fixed, beside):
                border = {other for cell in part for other in beside[cell] if other in open_cells}
                border.difference_update(part)
                for cell in border:
                    touching[cell] = touching.get(cell, 0) + len(part)
                if not self._narrow_group(part, border, number, open_cells, reachable):
                    self.possible = False
                    return
            for cell, size in touching.items():
                if size >= number:
                    self._remove(cell, number)
        # A group of `number` cells, none of them fixed, cannot contain neighbours of cells fixed to `number`.
        free = open_cells.difference(touching, fixed) if number < self.large else open_cells
        for part in connected_parts(free, beside):
            if len(part) >= number:
                reachable.update(part)
        for cell in open_cells.difference(reachable):
            self._remove(cell, number)

    def _narrow_group(
        self, part: list[int], border: set[int], number: int, open_cells: set[int], reachable: set[int]
    ) -> bool:
        """Apply the deductions about a connected set of cells that are fixed to the number.

        Return whether the set can still become a group of the right size. The cells that this group can reach
        are added to `reachable`.
        """
        size = len(part)
        reachable.update(part)
        if size >= number:
            for cell in border:
                self._remove(cell, number)
            return size == number
        if len(border) == 1:
            self._fix(next(iter(border)), number)
        reached = set(part)
        frontier: Collection[int] = part
        for _ in range(number - size):
            frontier = {o for cell in frontier for o in self.beside[cell] if o in open_cells} - reached
            if not frontier:
                break
            reached |= frontier
        if len(reached) == number:
            for cell in reached:
                self._fix(cell, number)
        reachable |= reached
        return len(reached) >= number
