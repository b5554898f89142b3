"""An independent, slow and simple implementation of the rules of the two-player game.

It shares only the data of the patches with the implementations under test. Squares are pairs, the circle is a
list that is rotated step by step, and a token moves along the time board one space at a time.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
from tilewright.games.patchwork.pieces.patches import BOX

Square = tuple[int, int]

INCOME = [space for space in range(54) if space % 6 == 5]
SINGLES = {"classic": [20, 26, 32, 44, 50], "revised": [26, 32, 38, 44, 50]}
SHAPES_OF_PATCH_4 = {"box": {(0, 0), (0, 1), (1, 0), (1, 1)}, "paper": {(0, 1), (1, 0), (1, 1)}}


def orientations_of(patches: str, patch: int) -> list[frozenset[Square]]:
    """Return the distinct orientations of a patch: the rotations of the patch and of its mirror image."""
    orientations: list[frozenset[Square]] = []
    cells = SHAPES_OF_PATCH_4[patches] if patch == 4 else set(BOX[patch].shape.cells)
    for _ in range(2):
        for _ in range(4):
            cells = {(column, -row) for row, column in cells}
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            normalised = frozenset((row - top, column - left) for row, column in cells)
            if normalised not in orientations:
                orientations.append(normalised)
        cells = {(row, -column) for row, column in cells}
    return orientations


ORIENTATIONS = {name: [orientations_of(name, patch.id) for patch in BOX] for name in ("box", "paper")}


class OracleGame:
    """A mutable game in progress."""

    def __init__(self, circle: list[int], variant: Variant) -> None:
        self.circle = list(circle)
        self.orientations = ORIENTATIONS[variant.patches]
        self.covered: list[set[Square]] = [set(), set()]
        self.buttons = [5, 5]
        self.income = [0, 0]
        self.space = [0, 0]
        self.arrived = [0, 1]
        """For each player, when the token arrived on its space: a later arrival has a larger number."""
        self.clock = 1
        self.singles = set(SINGLES[variant.edition])
        self.pending = 0
        self.pending_player = -1
        self.bonus: int | None = None
        self.first_finished: int | None = None

    def turn(self) -> int:
        if self.pending:
            return self.pending_player
        if self.space[0] != self.space[1]:
            return self.space.index(min(self.space))
        return 0 if self.clock == 1 else self.arrived.index(max(self.arrived))

    def finished(self) -> bool:
        return self.space == [53, 53] and not self.pending

    def moves(self) -> set[Any]:
        """Return all moves as tuples: ("advance",), ("special", square), ("buy", patch, squares)."""
        if self.finished():
            return set()
        covered = self.covered[self.turn()]
        if self.pending:
            return {("special", square) for square in product(range(9), range(9)) if square not in covered}
        moves: set[Any] = {("advance",)}
        for patch in self.circle[:3]:
            if BOX[patch].buttons > self.buttons[self.turn()]:
                continue
            for shape in self.orientations[patch]:
                for down, right in product(range(9), range(9)):
                    laid = frozenset((row + down, column + right) for row, column in shape)
                    if all(row < 9 and column < 9 for row, column in laid) and not laid & covered:
                        moves.add(("buy", patch, laid))
        return moves

    def play(self, move: Any) -> None:
        player = self.turn()
        if move[0] == "special":
            self.pending -= 1
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
            self.buttons[player] -= BOX[patch].buttons
            self.income[player] += BOX[patch].income
            self.cover(player, squares)
            for _ in range(BOX[patch].time):
                self.step(player)
        if len(self.covered[player]) == 81:
            self.pending = 0

    def step(self, player: int) -> None:
        """Move a token one space forward, unless it is on the last space."""
        if self.space[player] == 53:
            return
        self.space[player] += 1
        self.clock += 1
        self.arrived[player] = self.clock
        if self.space[player] in INCOME:
            self.buttons[player] += self.income[player]
        if self.space[player] in self.singles:
            self.singles.remove(self.space[player])
            self.pending += 1
            self.pending_player = player
        if self.space[player] == 53 and self.first_finished is None:
            self.first_finished = player

    def cover(self, player: int, squares: Any) -> None:
        self.covered[player] |= set(squares)
        if self.bonus is None:
            for down, right in product(range(3), range(3)):
                if all(
                    (down + row, right + column) in self.covered[player]
                    for row in range(7)
                    for column in range(7)
                ):
                    self.bonus = player

    def scores(self) -> tuple[int, int]:
        first, second = (
            self.buttons[player] - 2 * (81 - len(self.covered[player])) + 7 * (self.bonus == player)
            for player in (0, 1)
        )
        return first, second

    def winner(self) -> int | None:
        if not self.finished():
            return None
        first, second = self.scores()
        return 0 if first > second else 1 if second > first else self.first_finished
