"""The rules of the two-player game: positions, legal moves, and scores.

Each player has a quilt of 9 x 9 squares and a token on the time board, which has the spaces 0 to 53. The player
whose token is behind is to move; if both tokens are on the same space, it is the player who arrived there
last. A move is either to advance to the space after the opponent's, which gives one button per step, or to buy
one of the next three patches of the circle: pay its price, lay it on free squares, and move forward by its
time. Each income space that a player reaches or passes, by any move, pays one button for each button on the
player's quilt. The first player to reach or pass a space with a 1x1 patch lays that patch at once. The first
player whose quilt has a full 7 x 7 block gets 7 points. The game ends when both players are on the last space:
each button counts one point, and each open square costs two points. A tie goes to the player who reached the
last space first.

The set of patches and the spaces of the 1x1 patches depend on the variant (``patch_set_and_edition.py``).
Positions are immutable: playing a move returns a new position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import SQUARES, Advance, Buy, Move, Special, mask_of, purchases
from tilewright.games.patchwork.duel.patch_set_and_edition import STANDARD, Variant
from tilewright.games.patchwork.pieces.patches import PATCH_SETS, SIDE, PatchSet
from tilewright.geometry import Polyomino

__all__ = [
    "INCOME_SPACES",
    "LAST_SPACE",
    "OFFERS",
    "OPEN_PENALTY",
    "RULES",
    "SEVENS",
    "SEVEN_BONUS",
    "START_BUTTONS",
    "PatchworkState",
    "ScoreBreakdown",
    "Side",
    "explain",
    "has_seven",
    "opening",
    "remaining_incomes",
]

LAST_SPACE = 53
INCOME_SPACES = (5, 11, 17, 23, 29, 35, 41, 47, 53)
START_BUTTONS = 5
SEVEN_BONUS = 7
OPEN_PENALTY = 2
OFFERS = 3
"""The number of patches after the marker that may be bought."""

RULES: Mapping[str, str] = {
    "game-over": "No move is played after the end of the game.",
    "special-first": "A 1x1 patch from the time board is laid before any other move.",
    "no-special": "A 1x1 patch is laid only by the player who has just taken it from the time board.",
    "not-on-offer": "Only the next three patches of the circle may be bought.",
    "too-dear": "A patch is paid for in full when it is bought.",
    "not-the-patch": "The squares of a purchase have the shape of the patch, possibly rotated or mirrored.",
    "off-board": "A patch is laid inside the 9 x 9 quilt.",
    "overlap": "A patch is laid on free squares.",
}

_BLOCK = mask_of(tuple((row, column) for row in range(7) for column in range(7)))
SEVENS = tuple(_BLOCK << SIDE * row + column for row in range(3) for column in range(3))
"""The nine 7 x 7 blocks of a quilt, as bit masks."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's quilt, buttons, income, and space on the time board."""

    quilt: int = 0
    """The set of covered squares; square (row, column) is bit 9 * row + column."""
    buttons: int = START_BUTTONS
    income: int = 0
    """The number of buttons on the quilt."""
    time: int = 0

    @property
    def open_squares(self) -> int:
        return SQUARES - self.quilt.bit_count()


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The parts of a player's score."""

    buttons: int
    open_squares: int
    penalty: int
    bonus: int
    total: int

    def __str__(self) -> str:
        squares = "square" if self.open_squares == 1 else "squares"
        buttons = "button" if self.buttons == 1 else "buttons"
        bonus = f" + {self.bonus} for the 7x7" if self.bonus else ""
        return f"{self.buttons} {buttons} - 2 x {self.open_squares} open {squares}{bonus} = {self.total}"


@dataclass(frozen=True, slots=True)
class PatchworkState:
    """A complete, immutable position of the game."""

    players: ClassVar[int] = 2

    circle: tuple[int, ...]
    """The remaining patches, beginning with the one just after the marker; the first three are on offer."""
    sides: tuple[Side, Side] = (Side(), Side())
    to_move: int = 0
    specials: tuple[int, ...] = STANDARD.special_spaces
    """The spaces of the time board that still have a 1x1 patch."""
    pending: int = 0
    """The number of 1x1 patches that the player to move must lay now."""
    bonus: int | None = None
    """The player who has the 7x7 bonus, or None."""
    first_home: int | None = None
    """The player who reached the last space first, or None."""
    variant: Variant = STANDARD
    """The set of patches and the edition, which never change during a game."""

    @property
    def patches(self) -> PatchSet:
        """The set of patches that the game is played with."""
        return self.variant.patch_set

    @property
    def mover(self) -> Side:
        """The side of the player to move."""
        return self.sides[self.to_move]

    @property
    def waiting(self) -> Side:
        """The side of the player who is not to move."""
        return self.sides[1 - self.to_move]

    @property
    def offer(self) -> tuple[int, ...]:
        """The patches on offer, whether the player to move can afford them or not."""
        return self.circle[:OFFERS]

    @property
    def over(self) -> bool:
        return not self.pending and all(side.time == LAST_SPACE for side in self.sides)

    # --- Moves ------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Return all legal moves.

        If a 1x1 patch must be laid, there is a move for each open square, in reading order. Otherwise the first
        move is the advance; the purchases follow, in the order of their patches in the circle. The purchases of
        one patch are in lexicographic order of their squares.
        """
        if self.over:
            return []
        if self.pending:
            return [
                Special(divmod(square, SIDE)) for square in range(SQUARES) if not self.mover.quilt >> square & 1
            ]
        return [Advance(), *(move for patch in self.offer for move in self.purchases(patch))]

    def purchases(self, patch: int) -> Iterator[Buy]:
        """Yield the purchases of a patch on offer: none if the patch is too expensive or fits nowhere."""
        quilt = self.mover.quilt
        if self.patches[patch].buttons <= self.mover.buttons:
            yield from (move for mask, move in purchases(self.patches, patch) if not mask & quilt)

    def play(self, move: Move) -> PatchworkState:
        """Return the position after a move; if the move is illegal, raise `BadInput` with the broken rule."""
        if broken := self._find_broken_rule(move):
            code, reason = broken
            raise BadInput(f"{move}: {reason} ({code}); {self._describe_legal_moves()}")
        match move:
            case Advance():
                side = self.mover
                time = min(self.waiting.time + 1, LAST_SPACE)
                return self._move_to(replace(side, buttons=side.buttons + time - side.time), time)
            case Buy():
                return self._buy(move)
            case Special():
                side = self.mover
                return self._finish_move(
                    replace(side, quilt=side.quilt | mask_of((move.cell,))), self.pending - 1
                )

    def _buy(self, move: Buy) -> PatchworkState:
        patch, side, index = self.patches[move.patch], self.mover, self.circle.index(move.patch)
        laid = replace(
            side,
            quilt=side.quilt | mask_of(move.cells),
            buttons=side.buttons - patch.buttons,
            income=side.income + patch.income,
        )
        after = replace(self, circle=self.circle[index + 1 :] + self.circle[:index])
        return after._move_to(laid, min(side.time + patch.time, LAST_SPACE))

    def _move_to(self, side: Side, time: int) -> PatchworkState:
        """Move the player's token to a space; the spaces reached or passed give income and 1x1 patches."""
        spaces = range(side.time + 1, time + 1)
        incomes = sum(space in spaces for space in INCOME_SPACES)
        taken = sum(space in spaces for space in self.specials)
        after = replace(
            self,
            specials=tuple(space for space in self.specials if space not in spaces),
            first_home=self.to_move if time == LAST_SPACE and self.first_home is None else self.first_home,
        )
        return after._finish_move(replace(side, time=time, buttons=side.buttons + incomes * side.income), taken)

    def _finish_move(self, side: Side, pending: int) -> PatchworkState:
        """Award the 7x7 bonus, discard 1x1 patches that do not fit, and set the player to move."""
        sides = (side, self.sides[1]) if self.to_move == 0 else (self.sides[0], side)
        pending = pending if side.open_squares else 0
        return replace(
            self,
            sides=sides,
            pending=pending,
            bonus=self.to_move if self.bonus is None and has_seven(side.quilt) else self.bonus,
            # If both players are on the same space, the player who has just arrived there moves again.
            to_move=1 - self.to_move if not pending and side.time > self.waiting.time else self.to_move,
        )

    # --- Checking a move --------------------------------------------------------------------------------

    def _find_broken_rule(self, move: Move) -> tuple[str, str] | None:
        """Return the code of the first rule that a move breaks, and the reason; None if the move is legal."""
        if self.over:
            return "game-over", "the game is over"
        if self.pending and not isinstance(move, Special):
            return "special-first", "you have a 1x1 patch to lay first"
        match move:
            case Special():
                if not self.pending:
                    return "no-special", "you have no 1x1 patch to lay"
                return self._check_squares((move.cell,))
            case Buy():
                return self._check_purchase(move) or self._check_squares(move.cells)
        return None

    def _check_purchase(self, move: Buy) -> tuple[str, str] | None:
        if move.patch not in self.offer:
            where = "not on offer" if move.patch in self.circle else "not in the circle"
            return "not-on-offer", f"patch {move.patch} is {where}"
        patch, buttons = self.patches[move.patch], self.mover.buttons
        if patch.buttons > buttons:
            return "too-dear", f"patch {patch.id} costs {patch.buttons} buttons and you have {buttons}"
        if len(move.cells) != patch.area or Polyomino(move.cells) not in patch.orientations:
            return "not-the-patch", self._describe_wrong_shape(move)
        return None

    def _describe_wrong_shape(self, move: Buy) -> str:
        """Return the error message for squares that do not have the shape of the patch.

        The message also names the sets in which the patch does have this shape.
        """
        reason = f"these squares do not have the shape of patch {move.patch} in the set {self.patches.name!r}"
        others = (
            name
            for name, patches in PATCH_SETS.items()
            if len(move.cells) == patches[move.patch].area
            and Polyomino(move.cells) in patches[move.patch].orientations
        )
        return reason + "".join(f", but they do in the set {name!r}" for name in others)

    def _check_squares(self, cells: tuple[tuple[int, int], ...]) -> tuple[str, str] | None:
        for row, column in cells:
            if not (0 <= row < SIDE and 0 <= column < SIDE):
                return "off-board", f"{row},{column} is off the quilt"
        for cell in cells:
            if mask_of((cell,)) & self.mover.quilt:
                return "overlap", f"{cell[0]},{cell[1]} is already covered"
        return None

    def _describe_legal_moves(self) -> str:
        """Return a short description of the legal moves."""
        if self.over:
            return "there is no move to play"
        if self.pending:
            count = self.mover.open_squares
            squares = f"any of {count} open squares" if count > 1 else "the only open square"
            return f"you may lay the 1x1 patch on {squares}"
        available = [str(patch) for patch in self.offer if next(self.purchases(patch), None)]
        if not available:
            return "you may only advance"
        listed = " or ".join(filter(None, [", ".join(available[:-1]), available[-1]]))
        return f"you may advance or buy {listed}"

    # --- Scores and winner ------------------------------------------------------------------------------

    def scores(self) -> tuple[int, int]:
        """Return the score that each player would have if the game ended now."""
        first, second = explain(self)
        return first.total, second.total

    def winner(self) -> int | None:
        """Return the winner, or None if the game is not over.

        A tie goes to the player who reached the last space first.
        """
        if not self.over:
            return None
        first, second = self.scores()
        return self.first_home if first == second else int(second > first)

    def bounds(self) -> tuple[int, int]:
        """Return a lower and an upper bound that hold for the final scores of both players.

        No move lowers a score, because no patch costs more than two buttons per square. The upper bound assumes
        that a player gets a button for each remaining step, pays for no patch, has at once the income of all
        patches in the circle, leaves no square open, and gets the 7x7 bonus if the opponent does not have it.
        """
        to_come = sum(self.patches[patch].income for patch in self.circle)
        best = (
            side.buttons
            + LAST_SPACE
            - side.time
            + remaining_incomes(side.time) * (side.income + to_come)
            + (SEVEN_BONUS if self.bonus in (None, player) else 0)
            for player, side in enumerate(self.sides)
        )
        return min(self.scores()), max(best)

    def to_text(self) -> str:
        """Return one line of text that `parse_state` reads back."""
        from tilewright.games.patchwork.duel.notation import state_to_text

        return state_to_text(self)

    def __str__(self) -> str:
        from tilewright.games.patchwork.duel.picture import state_scene

        return state_scene(self).to_text().rstrip("\n")


def opening(circle: tuple[int, ...], variant: Variant = STANDARD) -> PatchworkState:
    """Return the position before the first move of a game with the given circle."""
    return PatchworkState(circle, specials=variant.special_spaces, variant=variant)


def has_seven(quilt: int) -> bool:
    """Return whether a quilt has a full 7 x 7 block."""
    return any(quilt & seven == seven for seven in SEVENS)


def remaining_incomes(time: int) -> int:
    """Return the number of income spaces after the space `time`."""
    return sum(space > time for space in INCOME_SPACES)


def explain(state: PatchworkState) -> tuple[ScoreBreakdown, ScoreBreakdown]:
    """Return the parts of the scores that both players would have if the game ended now."""

    def breakdown(player: int) -> ScoreBreakdown:
        side = state.sides[player]
        penalty = OPEN_PENALTY * side.open_squares
        bonus = SEVEN_BONUS if state.bonus == player else 0
        return ScoreBreakdown(side.buttons, side.open_squares, penalty, bonus, side.buttons - penalty + bonus)

    return breakdown(0), breakdown(1)
