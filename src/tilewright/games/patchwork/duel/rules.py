"""The rules of Patchwork: what a position is, what may be played, and what comes of it.

Two players own a quilt of 9 x 9 squares each, and a marker on the time board, which has the spaces 0 to 53. Who
is behind moves; on the same space, the one who came last. A move is to advance to the space after the
opponent's, a button for each step, or to buy one of the next three patches of the circle: pay its buttons, lay
it on free squares, and go forward by its time. Each income space that is reached or passed, whatever the move,
pays a button for each button on the own quilt. The first to reach or pass a space with a 1x1 patch lays it at
once. The first whose quilt has a full square of 7 x 7 gets 7 points. When both are on the last space, buttons
count a point, open squares cost two. A tie goes to the player who reached the last space first.

Positions are values: they never change, and playing a move gives a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import SQUARES, Advance, Buy, Move, Special, mask_of, purchases
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.geometry import Polyomino

__all__ = [
    "BONUS",
    "INCOME_SPACES",
    "LAST_SPACE",
    "OFFER",
    "PENALTY",
    "RULES",
    "SEVENS",
    "SPECIAL_SPACES",
    "START_BUTTONS",
    "PatchworkState",
    "Reckoning",
    "Side",
    "explain",
    "has_seven",
    "opening",
    "remaining_incomes",
]

LAST_SPACE = 53
INCOME_SPACES = (5, 11, 17, 23, 29, 35, 41, 47, 53)
SPECIAL_SPACES = (20, 26, 32, 44, 50)
START_BUTTONS = 5
BONUS = 7
PENALTY = 2
OFFER = 3
"""So many patches ahead of the marker may be bought."""

RULES: Mapping[str, str] = {
    "game-over": "No move is played when both players are on the last space.",
    "special-first": "A 1x1 patch from the time board is laid before anything else is done.",
    "no-special": "A 1x1 patch is laid only by the player who has just taken it from the time board.",
    "not-on-offer": "Only the next three patches of the circle may be bought.",
    "too-dear": "A patch is paid in full when it is bought.",
    "not-the-patch": "The squares of a purchase are the patch, turned or turned over.",
    "off-board": "A patch lies on the quilt of 9 x 9 squares.",
    "overlap": "A patch lies on free squares.",
}

_BLOCK = mask_of(tuple((row, column) for row in range(7) for column in range(7)))
SEVENS = tuple(_BLOCK << SIDE * row + column for row in range(3) for column in range(3))
"""The nine squares of 7 x 7 on a quilt, as bits."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player: quilt, purse, and place on the time board."""

    quilt: int = 0
    """The covered squares; bit 9 * row + column."""
    buttons: int = START_BUTTONS
    income: int = 0
    """Buttons on the quilt."""
    time: int = 0

    @property
    def open_squares(self) -> int:
        return SQUARES - self.quilt.bit_count()


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What makes a player's score."""

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
    """A moment of the game, with all there is to know about it."""

    players: ClassVar[int] = 2

    circle: tuple[int, ...]
    """The patches left, first the one just ahead of the marker; the first three are on offer."""
    sides: tuple[Side, Side] = (Side(), Side())
    to_move: int = 0
    specials: tuple[int, ...] = SPECIAL_SPACES
    """The spaces of the time board where a 1x1 patch still lies."""
    pending: int = 0
    """1x1 patches that the player to move must lay now."""
    bonus: int | None = None
    """Who has the 7x7."""
    first_home: int | None = None
    """Who reached the last space first."""

    @property
    def mover(self) -> Side:
        """The side of the player to move."""
        return self.sides[self.to_move]

    @property
    def waiting(self) -> Side:
        """The side of the other player."""
        return self.sides[1 - self.to_move]

    @property
    def offer(self) -> tuple[int, ...]:
        """The patches that may be bought, dear or not."""
        return self.circle[:OFFER]

    @property
    def over(self) -> bool:
        return not self.pending and all(side.time == LAST_SPACE for side in self.sides)

    # moves

    def moves(self) -> list[Move]:
        """Every legal move: 1x1 patches from the top left square on; or advancing, then the purchases.

        Purchases stand in the order of the circle, those of a patch by their squares, from the top left on.
        """
        if self.over:
            return []
        if self.pending:
            return [
                Special(divmod(square, SIDE)) for square in range(SQUARES) if not self.mover.quilt >> square & 1
            ]
        return [Advance(), *(move for patch in self.offer for move in self.purchases(patch))]

    def purchases(self, patch: int) -> Iterator[Buy]:
        """The ways to buy a patch on offer; none if it is too dear or fits nowhere."""
        quilt = self.mover.quilt
        if PATCHES[patch].buttons <= self.mover.buttons:
            yield from (move for mask, move in purchases(patch) if not mask & quilt)

    def play(self, move: Move) -> PatchworkState:
        """The position after a move; `BadInput` names the rule that an illegal one breaks and what is legal."""
        if broken := self._broken(move):
            code, reason = broken
            raise BadInput(f"{move}: {reason} ({code}); {self._legal()}")
        match move:
            case Advance():
                side = self.mover
                time = min(self.waiting.time + 1, LAST_SPACE)
                return self._moved(replace(side, buttons=side.buttons + time - side.time), time)
            case Buy():
                return self._bought(move)
            case Special():
                side = self.mover
                return self._settled(replace(side, quilt=side.quilt | mask_of((move.cell,))), self.pending - 1)

    def _bought(self, move: Buy) -> PatchworkState:
        patch, side, at = PATCHES[move.patch], self.mover, self.circle.index(move.patch)
        laid = replace(
            side,
            quilt=side.quilt | mask_of(move.cells),
            buttons=side.buttons - patch.buttons,
            income=side.income + patch.income,
        )
        after = replace(self, circle=self.circle[at + 1 :] + self.circle[:at])
        return after._moved(laid, min(side.time + patch.time, LAST_SPACE))

    def _moved(self, side: Side, time: int) -> PatchworkState:
        """The player to move goes forward: income and 1x1 patches of all spaces reached or passed."""
        way = range(side.time + 1, time + 1)
        incomes = sum(space in way for space in INCOME_SPACES)
        taken = sum(space in way for space in self.specials)
        after = replace(
            self,
            specials=tuple(space for space in self.specials if space not in way),
            first_home=self.to_move if time == LAST_SPACE and self.first_home is None else self.first_home,
        )
        return after._settled(replace(side, time=time, buttons=side.buttons + incomes * side.income), taken)

    def _settled(self, side: Side, pending: int) -> PatchworkState:
        """Put the side back: the bonus for a 7x7, 1x1 patches without room discarded, and who is next."""
        sides = (side, self.sides[1]) if self.to_move == 0 else (self.sides[0], side)
        pending = pending if side.open_squares else 0
        return replace(
            self,
            sides=sides,
            pending=pending,
            bonus=self.to_move if self.bonus is None and has_seven(side.quilt) else self.bonus,
            # On the same space the last to arrive goes on: the one who has just moved.
            to_move=1 - self.to_move if not pending and side.time > self.waiting.time else self.to_move,
        )

    # what is wrong with a move

    def _broken(self, move: Move) -> tuple[str, str] | None:
        """The code of the first rule that a move breaks, with the reason."""
        if self.over:
            return "game-over", "the game is over"
        if self.pending and not isinstance(move, Special):
            return "special-first", "you have a 1x1 patch to lay first"
        match move:
            case Special():
                if not self.pending:
                    return "no-special", "you have no 1x1 patch to lay"
                return self._misplaced((move.cell,))
            case Buy():
                return self._not_for_sale(move) or self._misplaced(move.cells)
        return None

    def _not_for_sale(self, move: Buy) -> tuple[str, str] | None:
        if move.patch not in self.offer:
            where = "not on offer" if move.patch in self.circle else "not in the circle"
            return "not-on-offer", f"patch {move.patch} is {where}"
        patch, purse = PATCHES[move.patch], self.mover.buttons
        if patch.buttons > purse:
            return "too-dear", f"patch {patch.id} costs {patch.buttons} buttons and you have {purse}"
        if len(move.cells) != patch.area or Polyomino(move.cells) not in patch.orientations:
            return "not-the-patch", f"these squares do not have the shape of patch {patch.id}"
        return None

    def _misplaced(self, cells: tuple[tuple[int, int], ...]) -> tuple[str, str] | None:
        for row, column in cells:
            if not (0 <= row < SIDE and 0 <= column < SIDE):
                return "off-board", f"{row},{column} is off the quilt"
        for cell in cells:
            if mask_of((cell,)) & self.mover.quilt:
                return "overlap", f"a patch lies on {cell[0]},{cell[1]} already"
        return None

    def _legal(self) -> str:
        """What may be played, in a few words."""
        if self.over:
            return "there is no move to play"
        if self.pending:
            count = self.mover.open_squares
            return f"you may lay it on any of {count} open squares" if count > 1 else "one square is open"
        good = [str(patch) for patch in self.offer if next(self.purchases(patch), None)]
        if not good:
            return "you may only advance"
        listed = " or ".join(filter(None, [", ".join(good[:-1]), good[-1]]))
        return f"you may advance or buy {listed}"

    # the end

    def scores(self) -> tuple[int, int]:
        """What each player would have if the game ended now."""
        first, second = explain(self)
        return first.total, second.total

    def winner(self) -> int | None:
        """Who has won; None while the game goes on. A tie goes to the one who reached the last space first."""
        if not self.over:
            return None
        first, second = self.scores()
        return self.first_home if first == second else int(second > first)

    def bounds(self) -> tuple[int, int]:
        """No move lowers a score: no patch costs more than two buttons a square.

        At best a player gets a button for each step left, has every patch of the circle at once, and leaves no
        square open.
        """
        to_come = sum(PATCHES[patch].income for patch in self.circle)
        best = (
            side.buttons
            + LAST_SPACE
            - side.time
            + remaining_incomes(side.time) * (side.income + to_come)
            + (BONUS if self.bonus in (None, player) else 0)
            for player, side in enumerate(self.sides)
        )
        return min(self.scores()), max(best)

    def to_text(self) -> str:
        """One line that `parse_state` reads back."""
        from tilewright.games.patchwork.duel.notation import state_to_text

        return state_to_text(self)

    def __str__(self) -> str:
        from tilewright.games.patchwork.duel.picture import state_scene

        return state_scene(self).to_text().rstrip("\n")


def opening(circle: tuple[int, ...]) -> PatchworkState:
    """The position before the first move."""
    return PatchworkState(circle)


def has_seven(quilt: int) -> bool:
    """Is there a full square of 7 x 7?"""
    return any(quilt & seven == seven for seven in SEVENS)


def remaining_incomes(time: int) -> int:
    """How many income spaces lie ahead of a space."""
    return sum(space > time for space in INCOME_SPACES)


def explain(state: PatchworkState) -> tuple[Reckoning, Reckoning]:
    """How the score of each player comes about, were the game to end now."""

    def reckoning(player: int) -> Reckoning:
        side = state.sides[player]
        penalty = PENALTY * side.open_squares
        bonus = BONUS if state.bonus == player else 0
        return Reckoning(side.buttons, side.open_squares, penalty, bonus, side.buttons - penalty + bonus)

    return reckoning(0), reckoning(1)
