"""A player that gets its moves from a program written for the contest, for which it acts as the referee."""

from __future__ import annotations

import time

from tilewright.errors import BadInput, EngineFailure
from tilewright.games.patchwork.codingame.commands_to_referee import (
    command_of,
    described,
    parse_command,
    special_id,
)
from tilewright.games.patchwork.codingame.moves_between import moves_between, moves_since_opening
from tilewright.games.patchwork.codingame.referee_input import CONTEST_EDITION, Turn, time_board_lines
from tilewright.games.patchwork.duel.moves import Move
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.play.engine_process import split_command
from tilewright.processes.line_program import BadOutput, LineProgram, ProgramEnded

__all__ = ["BotPlayer"]

LONGEST_LINE, MOST_OUTPUT = 2**16, 2**20
MOVE_SECONDS = 300.0
"""The maximum time for a move, in seconds. It matters only for a bot that hangs: the program that uses this
player as an engine has a limit of its own, which is normally shorter."""


class BotPlayer:
    """A player that runs a program written for the contest; the program is restarted for each new game."""

    def __init__(self, command: str) -> None:
        self._argv = split_command(command, "codingame-bot")
        self._program = self._start()
        self._after: PatchworkState | None = None
        """The position after the program's last move; None before its first move."""

    def choose(self, state: PatchworkState, rng: object = None) -> Move:
        if state.variant.edition != CONTEST_EDITION:
            raise BadInput(f"the contest is played with edition={CONTEST_EDITION}, not {state.variant.edition}")
        patches = described(state.variant.patch_set)
        opponent = self._opponent_moves(state)
        first = time_board_lines() if self._after is None else []
        turn = Turn(
            state.mover,
            state.waiting,
            tuple(patches[patch] for patch in state.circle),
            special_id(state),
            tuple(command_of(move, special, patches) for move, special in opponent),
        )
        move = parse_command(self._ask([*first, *turn.to_lines()]), state, patches)
        self._after = state.play(move)
        return move

    def _opponent_moves(self, state: PatchworkState) -> list[tuple[Move, int]]:
        """Return the opponent's moves since the program's last move, or since the start of the game.

        Each move comes with the referee's number for the 1x1 patch that the move lays, or 0. If `state`
        cannot be reached from the position after the program's last move, it belongs to another game, and the
        program is restarted. The list is empty if the program is started in the middle of a game.
        """
        if self._after is not None:
            start, moves = self._after, moves_between(self._after, state)
            if moves is not None:
                return _with_specials(start, moves)
            self._program.close()
            self._program = self._start()
            self._after = None
        return [] if (found := moves_since_opening(state)) is None else _with_specials(*found)

    def _start(self) -> LineProgram:
        try:
            return LineProgram(self._argv, longest_line=LONGEST_LINE, most_output=MOST_OUTPUT)
        except OSError as error:
            raise BadInput(f"{self._argv[0]} cannot be started: {error.strerror}") from None

    def _ask(self, lines: list[str]) -> str:
        self._program.reset_output_count()
        for line in lines:
            self._program.send(line)
        try:
            return self._program.receive(time.monotonic() + MOVE_SECONDS)
        except TimeoutError:
            raise EngineFailure(f"the bot printed no command within {MOVE_SECONDS:g} s") from None
        except (ProgramEnded, BadOutput) as error:
            words = self._program.last_words
            raise EngineFailure(
                f"the bot {error}" + (f"; its last line on standard error: {words}" if words else "")
            ) from None

    def close(self) -> None:
        self._program.close()


def _with_specials(state: PatchworkState, moves: list[Move]) -> list[tuple[Move, int]]:
    """Return each move with the referee's number for the 1x1 patch that it lays, or 0.

    The moves are played from `state`.
    """
    result = []
    for move in moves:
        result.append((move, special_id(state)))
        state = state.play(move)
    return result
