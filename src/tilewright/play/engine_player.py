"""A player that asks a program for its moves: the agent ``exec:COMMAND``."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.play.agent import Entrant, Forfeit, Valued
from tilewright.play.engine_process import Answer, EngineProcess
from tilewright.play.state import PlayableGame, State

__all__ = ["EnginePlayer"]

SEEDS = 2**31


class EnginePlayer:
    """A player that starts a program in its constructor, lets it choose all moves, and ends it in `close`."""

    def __init__(self, game: Game, entrant: Entrant) -> None:
        self._played = PlayableGame(game)
        self._entrant = entrant
        self._engine = EngineProcess(entrant.command, str(entrant))
        self.new_game()

    def new_game(self) -> None:
        """Tell the program that a new game begins."""
        self._engine.new_game(self._played.game.name)

    def close(self) -> None:
        self._engine.close()

    def choose(self, state: State[Any], rng: random.Random) -> Any:
        return self._move(state, self._ask(state, rng).move)

    def consider(self, state: State[Any], rng: random.Random) -> tuple[Any, Sequence[Valued]]:
        """Return the program's move, and the moves with values in its `info` lines, best first.

        If one of the values is for the program's move, this move is first.
        """
        answer = self._ask(state, rng)
        chosen = self._move(state, answer.move)
        values: dict[Any, Valued] = {}
        for text, info in answer.infos.items():
            if info.value is None or (state.players == 2 and not 0 <= info.value <= 1):
                continue
            try:
                move = self._move(state, text) if text else chosen
                state.play(move)
            except (Forfeit, BadInput):
                continue  # an `info` line about an illegal move is ignored
            values[move] = Valued(move, info.value, info.visits)
        return chosen, sorted(values.values(), key=lambda each: (each.move != chosen, -each.value))

    def values(self, state: State[Any], rng: random.Random) -> Sequence[Valued]:
        """Return the moves with values; raise `BadInput` if the program reports no value for its own move."""
        chosen, values = self.consider(state, rng)
        if not values or values[0].move != chosen:
            kind = "an expected score" if state.players == 1 else "a win probability from 0 to 1"
            raise BadInput(
                f"the engine {self._entrant} gives no value for its move {chosen}, so it cannot analyse moves:"
                f" it printed no line 'info value NUMBER' with {kind}"
            )
        return values

    def _ask(self, state: State[Any], rng: random.Random) -> Answer:
        # With this seed, an engine that has the option `seed` repeats its choices when a game is repeated, as
        # built-in agents do.
        self._engine.set_option("seed", int(rng.random() * SEEDS))
        return self._engine.go(state.to_text(), self._entrant.budget)

    def _move(self, state: State[Any], text: str) -> Any:
        if not text:
            raise Forfeit("it sent bestmove without a move")
        try:
            return self._played.parse_move(state, text)
        except Exception as error:
            raise Forfeit(f"its move {text[:80]} is not legal: {error}") from None
