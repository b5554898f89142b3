"""The whole game once more, on sets of squares and a board of 54 spaces: slow, plain, and nothing shared.

A second reading of the rules. Squares are pairs, the circle is a list that is rotated step by step, and a
marker walks the time board one space at a time.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from tilewright.games.patchwork.pieces.patches import PATCHES

Square = tuple[int, int]

INCOME = [space for space in range(54) if space % 6 == 5]
SINGLES = [20, 26, 32, 44, 50]


def images(patch: int) -> list[frozenset[Square]]:
    """The shapes of a patch: turned by quarters, and the same from behind."""
    found: list[frozenset[Square]] = []
    cells = set(PATCHES[patch].shape.cells)
    for _ in range(2):
        for _ in range(4):
            cells = {(column, -row) for row, column in cells}
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            pushed = frozenset((row - top, column - left) for row, column in cells)
            if pushed not in found:
                found.append(pushed)
        cells = {(row, -column) for row, column in cells}
    return found


IMAGES = [images(patch.id) for patch in PATCHES]


class Table:
    """The table at which two people sit. Playing changes it."""

    def __init__(self, circle: list[int]) -> None:
        self.circle = list(circle)
        self.covered: list[set[Square]] = [set(), set()]
        self.buttons = [5, 5]
        self.sewn = [0, 0]
        self.space = [0, 0]
        self.arrived = [0, 1]
        """When each came to the space where it stands, the later the larger; player 0 begins."""
        self.clock = 1
        self.singles = set(SINGLES)
        self.in_hand = 0
        self.hand = -1
        self.seven: int | None = None
        self.first: int | None = None

    def turn(self) -> int:
        if self.in_hand:
            return self.hand
        if self.space[0] != self.space[1]:
            return self.space.index(min(self.space))
        return 0 if self.clock == 1 else self.arrived.index(max(self.arrived))

    def finished(self) -> bool:
        return self.space == [53, 53] and not self.in_hand

    def moves(self) -> set[Any]:
        """All moves as hashable JSON: ("advance",), ("special", square), ("buy", patch, squares)."""
        if self.finished():
            return set()
        covered = self.covered[self.turn()]
        if self.in_hand:
            return {("special", square) for square in product(range(9), range(9)) if square not in covered}
        found: set[Any] = {("advance",)}
        for patch in self.circle[:3]:
            if PATCHES[patch].buttons > self.buttons[self.turn()]:
                continue
            for shape in IMAGES[patch]:
                for down, right in product(range(9), range(9)):
                    laid = frozenset((row + down, column + right) for row, column in shape)
                    if all(row < 9 and column < 9 for row, column in laid) and not laid & covered:
                        found.add(("buy", patch, laid))
        return found

    def play(self, move: Any) -> None:
        player = self.turn()
        if move[0] == "special":
            self.in_hand -= 1
            self.cover(player, {move[1]})
        elif move[0] == "advance":
            while self.space[player] <= self.space[1 - player] and self.space[player] < 53:
                self.buttons[player] += 1
                self.step(player)
        else:
            _, patch, squares = move
            while self.circle[0] != patch:
                self.circle.append(self.circle.pop(0))
            self.circle.pop(0)
            self.buttons[player] -= PATCHES[patch].buttons
            self.sewn[player] += PATCHES[patch].income
            self.cover(player, squares)
            for _ in range(PATCHES[patch].time):
                self.step(player)
        if len(self.covered[player]) == 81:
            self.in_hand = 0

    def step(self, player: int) -> None:
        """One space on, if there is one."""
        if self.space[player] == 53:
            return
        self.space[player] += 1
        self.clock += 1
        self.arrived[player] = self.clock
        if self.space[player] in INCOME:
            self.buttons[player] += self.sewn[player]
        if self.space[player] in self.singles:
            self.singles.remove(self.space[player])
            self.in_hand += 1
            self.hand = player
        if self.space[player] == 53 and self.first is None:
            self.first = player

    def cover(self, player: int, squares: Any) -> None:
        self.covered[player] |= set(squares)
        if self.seven is None:
            for down, right in product(range(3), range(3)):
                if all(
                    (down + row, right + column) in self.covered[player]
                    for row in range(7)
                    for column in range(7)
                ):
                    self.seven = player

    def scores(self) -> tuple[int, int]:
        one, two = (
            self.buttons[player] - 2 * (81 - len(self.covered[player])) + 7 * (self.seven == player)
            for player in (0, 1)
        )
        return one, two

    def winner(self) -> int | None:
        if not self.finished():
            return None
        one, two = self.scores()
        return 0 if one > two else 1 if two > one else self.first
