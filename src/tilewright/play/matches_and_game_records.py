"""Matches between agents, and game records. A record is one line of JSON; it can be replayed and verified."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Limits
from tilewright.play.agent import Entrant, Forfeit, Player, close_players, make_players, random_numbers
from tilewright.play.state import PlayableGame, State
from tilewright.strict_json import read_json

__all__ = ["Forfeit", "GameSession", "Outcome", "Record", "Step", "opening", "play_match", "replay"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game; players are numbered from 0.

    `winner` is None for a draw, for a one-player game and for an unfinished game that nobody has forfeited.
    `forfeit` is the player who forfeited the game, if any, and `reason` is the cause.
    """

    scores: tuple[int, ...]
    winner: int | None
    finished: bool = True
    forfeit: int | None = None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"scores": list(self.scores), "winner": self.winner}
        if not self.finished:
            data |= {"finished": False}
        if self.forfeit is not None:
            data |= {"forfeit": self.forfeit, "reason": self.reason}
        return data

    @classmethod
    def from_json(cls, data: Any) -> Outcome:
        match data:
            case {"scores": [*scores], "winner": int() | None as winner} if all(
                type(score) is int for score in scores
            ):
                return cls(
                    tuple(scores),
                    winner,
                    data.get("finished") is not False,
                    data.get("forfeit"),
                    str(data.get("reason", "")),
                )
        raise BadInput('the result of a record must look like {"scores": [7], "winner": null}')


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a game. It contains the deal and the moves as JSON; `replay` parses and verifies them."""

    game: str
    deal: Mapping[str, Any]
    agents: tuple[str, ...]
    seed: int
    moves: tuple[Any, ...]
    outcome: Outcome

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            **self.deal,
            "agents": list(self.agents),
            "seed": self.seed,
            "moves": list(self.moves),
            "result": self.outcome.to_json(),
        }

    def to_line(self) -> str:
        return json.dumps(self.to_json())

    @classmethod
    def from_json(cls, data: Any) -> Record:
        if not isinstance(data, dict):
            raise BadInput("a record must be a JSON object")
        own = {"game": str, "agents": list, "seed": int, "moves": list, "result": dict}
        for key, kind in own.items():
            if not isinstance(data.get(key), kind) or isinstance(data[key], bool):
                raise BadInput(f"a record needs the key {key!r}, {_KINDS[kind]}")
        if not all(isinstance(agent, str) for agent in data["agents"]):
            raise BadInput("the agents of a record must be strings")
        return cls(
            data["game"],
            {key: value for key, value in data.items() if key not in own},
            tuple(data["agents"]),
            data["seed"],
            tuple(data["moves"]),
            Outcome.from_json(data["result"]),
        )

    @classmethod
    def from_line(cls, line: str) -> Record:
        return cls.from_json(read_json(line, "the record"))


_KINDS = {str: "a string", list: "a list", int: "a whole number", dict: "an object"}


# --- Playing ------------------------------------------------------------------------------------------


class GameSession:
    """A game in progress: the states so far, and the moves between them."""

    def __init__(self, played: PlayableGame, deal: Any, agents: Sequence[str], seed: int = 0) -> None:
        self.played = played
        self.deal = deal
        self.agents = tuple(agents)
        self.seed = Limits(seed=seed).seed
        self._states = [played.start(deal)]
        self._moves: list[Any] = []
        if len(self.agents) != self.state.players:
            raise BadInput(f"{played.game.name} takes {_seats(self.state.players)}, not {len(self.agents)}")

    @property
    def state(self) -> State[Any]:
        return self._states[-1]

    @property
    def ply(self) -> int:
        """The number of moves made so far."""
        return len(self._moves)

    @property
    def movers(self) -> list[int]:
        """The players who made the moves so far, in order."""
        return [state.to_move for state in self._states[:-1]]

    def play(self, move: Any) -> None:
        self._states.append(self.state.play(move))
        self._moves.append(move)

    def undo(self) -> None:
        """Take back the last move."""
        self._states.pop()
        self._moves.pop()

    def turn(self, player: Player) -> Any:
        """Let a player move, and return the move; raise `Forfeit` if the player crashes or moves illegally."""
        state = self.state
        try:
            seen = self.played.seen(state)
            move = player.choose(seen, random_numbers(self.seed, state.to_move, self.ply))
        except Forfeit as forfeit:
            raise Forfeit(_one_line(str(forfeit))) from None
        except (Exception, SystemExit) as error:
            # An agent that raises an error loses the game, but must not stop the program that runs the game.
            raise Forfeit(_one_line(f"it crashed: {type(error).__name__}: {error}")) from error
        try:
            self.play(move)
        except (BadInput, TypeError, AttributeError) as error:
            raise Forfeit(_one_line(f"its move {move} is not legal: {error}")) from error
        return move

    def record(self, forfeit: str = "") -> Record:
        """Return the record of the game so far.

        If the player to move has forfeited the game, `forfeit` is the reason; otherwise it is empty.
        """
        scores, state = self.state.scores(), self.state
        if forfeit:
            loser = state.to_move
            outcome = Outcome(scores, 1 - loser if state.players == 2 else None, False, loser, forfeit)
        elif state.over:
            outcome = Outcome(scores, state.winner())
        else:
            outcome = Outcome(scores, None, False)
        return Record(
            self.played.game.name,
            self.played.deal_to_json(self.deal),
            self.agents,
            self.seed,
            tuple(move.to_json() for move in self._moves),
            outcome,
        )


def play_match(
    played: PlayableGame,
    deal: Any,
    entrants: Sequence[Entrant],
    seed: int = 0,
    on_event: Callable[[str, Any], None] | None = None,
) -> Record:
    """Play one game between agents and return its record.

    Before each move, `on_event` is called with "turn" and the player to move; after each move, with "move" and
    the JSON of this move.
    """
    on_event = on_event or (lambda kind, value: None)
    session = GameSession(played, deal, [entrant.text for entrant in entrants], seed)
    players = make_players(played.game, entrants)
    try:
        while not session.state.over:
            mover = session.state.to_move
            on_event("turn", mover)
            try:
                move = session.turn(players[mover])
            except Forfeit as forfeit:
                return session.record(str(forfeit))
            on_event("move", move.to_json())
    finally:
        close_players(players)
    return session.record()


# --- Replaying ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a replayed game, with the states before and after it; `ply` counts from 0."""

    ply: int
    before: State[Any]
    move: Any
    after: State[Any]


def opening(played: PlayableGame, record: Record) -> State[Any]:
    """Return the state before the first move of a recorded game."""
    if record.game != played.game.name:
        raise BadInput(f"the recorded game is {record.game[:40]}, not {played.game.name}")
    state = played.start(played.deal_from_json(record.deal))
    if len(record.agents) != state.players:
        named = "1 agent" if len(record.agents) == 1 else f"{len(record.agents)} agents"
        raise BadInput(f"the record names {named}; the game takes {_seats(state.players)}")
    return state


def replay(played: PlayableGame, record: Record) -> Iterator[Step]:
    """Yield the moves of a record and verify each of them; after the last move, verify the result."""
    state = opening(played, record)
    for ply, data in enumerate(record.moves):
        if state.over:
            raise BadInput(f"move {ply + 1} of the record: the game was already over before this move")
        try:
            move = played.move_from_json(state, data)
            after = state.play(move)
        except BadInput as error:
            raise BadInput(f"move {ply + 1} of the record: {error}") from None
        yield Step(ply, state, move, after)
        state = after
    _verify(record.outcome, state)


def _verify(outcome: Outcome, state: State[Any]) -> None:
    if outcome.finished and not state.over:
        raise BadInput("the record says that the game is finished, but there are legal moves left")
    if outcome.scores != state.scores():
        stated, reached = list(outcome.scores), list(state.scores())
        raise BadInput(f"the record says that the scores are {stated}, but its moves give {reached}")
    if outcome.finished and outcome.winner != state.winner():
        named, actual = _winner(outcome.winner), _winner(state.winner())
        raise BadInput(f"the record gives the winner as {named}, but its moves give {actual}")


def _winner(seat: int | None) -> str:
    return "nobody" if seat is None else f"player {seat + 1}"


def _seats(players: int) -> str:
    return "one player" if players == 1 else f"{players} players"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
