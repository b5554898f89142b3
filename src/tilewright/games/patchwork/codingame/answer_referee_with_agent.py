"""Answer the referee of the contest with the moves of one of Tilewright's agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.errors import BadInput
from tilewright.games.patchwork.codingame.commands_to_referee import (
    command_of,
    described,
)
from tilewright.games.patchwork.codingame.referee_input import CONTEST_EDITION, RefereeInput, RefereePatch, Turn
from tilewright.games.patchwork.duel.notation import parse_state, quilt_to_rows
from tilewright.games.patchwork.duel.rules import LAST_SPACE, PatchworkState, Side, has_seven
from tilewright.games.patchwork.pieces.patches import BOX
from tilewright.geometry import Polyomino
from tilewright.play.agent import Player, random_numbers

__all__ = ["ContestPlayer", "answer_referee"]

_Key = tuple[Polyomino, int, int, int]


def answer_referee(lines: Iterator[str], write: Callable[[str], None], player: Player, seed: int = 0) -> None:
    """Read the referee's lines and write a command for each turn, until the input ends."""
    referee = RefereeInput(lines)
    contestant = ContestPlayer(player, seed)
    if referee.check_time_board():
        while (turn := referee.read_turn()) is not None:
            write(contestant.command(turn))


class ContestPlayer:
    """Converts the input for a turn to a position, and the player's move to a command."""

    def __init__(self, player: Player, seed: int = 0) -> None:
        self._player = player
        self._seed = seed
        self._ply = 0
        self._seat: int | None = None
        self._bonus: int | None = None
        self._numbers = {_key(patch): number for number, patch in described(BOX).items()}

    def command(self, turn: Turn) -> str:
        """Return the command for a turn."""
        patches = {self._number(patch): patch for patch in turn.patches}
        state = self._position(turn, list(patches))
        move = self._player.choose(state, random_numbers(self._seed, state.to_move, self._ply))
        self._ply += 1
        self._bonus = state.play(move).bonus
        return command_of(move, turn.special, patches)

    def _number(self, patch: RefereePatch) -> int:
        """Return Tilewright's number for a patch that the referee describes."""
        number = self._numbers.get(_key(patch))
        if number is None:
            raise BadInput(f"the referee's patch {patch.to_line()!r} is not a patch of the game")
        return number

    def _position(self, turn: Turn, circle: list[int]) -> PatchworkState:
        if self._seat is None:
            self._seat = int(turn.theirs.time > 0)
        seat = self._seat
        sides = (turn.mine, turn.theirs) if seat == 0 else (turn.theirs, turn.mine)
        words = [
            f"patches={BOX.name}",
            f"edition={CONTEST_EDITION}",
            f"circle={','.join(map(str, circle)) or '-'}",
            f"quilts={','.join(map(_quilt, sides))}",
            f"buttons={','.join(str(side.buttons) for side in sides)}",
            f"income={','.join(str(side.income) for side in sides)}",
            f"time={','.join(str(side.time) for side in sides)}",
            f"to-move={seat}",
            f"pending={int(turn.special != 0)}",
            f"bonus={self._bonus_holder(turn)}",
        ]
        if turn.mine.time == turn.theirs.time == LAST_SPACE:
            words.append(f"home={1 - seat}")  # the player to move reached the last space second
        return parse_state(" ".join(words))

    def _bonus_holder(self, turn: Turn) -> int | str:
        """Return the player who has the 7x7 bonus, or `-`; the referee does not report it."""
        assert self._seat is not None
        if self._bonus is None:
            # The opponent's quilt is checked first: if the player's own last move, which came before the
            # opponent's moves, had won the bonus, `_bonus` would already be set.
            if has_seven(turn.theirs.quilt):
                self._bonus = 1 - self._seat
            elif has_seven(turn.mine.quilt):
                self._bonus = self._seat
        return "-" if self._bonus is None else self._bonus


def _key(patch: RefereePatch) -> _Key:
    return patch.shape.canonical(mirror=True), patch.income, patch.buttons, patch.time


def _quilt(side: Side) -> str:
    return "/".join(quilt_to_rows(side.quilt))
