"""Analysis of recorded games: the value of each move, and the best alternative.

An agent estimates the values from the point of view of the player who moved: in a two-player game the win
probability, where a draw counts as half a win; in a one-player game the expected final score. The loss of a
move is the value of the best move minus the value of the move. Depending on its loss, a move is an inaccuracy,
a mistake or a blunder.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from tilewright.errors import BadInput, EngineFailure, TilewrightError
from tilewright.play.agent import (
    Critic,
    Entrant,
    Forfeit,
    GameCritic,
    Reusable,
    Review,
    Valued,
    Valuer,
    one_player,
    random_numbers,
)
from tilewright.play.matches_and_game_records import Outcome, Record, Step, replay
from tilewright.play.state import PlayableGame, State

__all__ = [
    "MARKS",
    "SIGNS",
    "JudgedMove",
    "analysis_to_json",
    "best_moves",
    "format_value",
    "judge_moves",
    "mark_of",
    "position_to_json",
    "review_step",
    "totals",
    "value_history",
]

MARKS = ("inaccuracy", "mistake", "blunder")
SIGNS = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The usual annotation symbols for the marks."""

PROBABILITY_LOSSES = (0.05, 0.1, 0.2)
"""The smallest loss for each mark in a two-player game, as a difference of win probabilities."""
POINT_LOSSES = (1.0, 3.0, 6.0)
"""The smallest loss for each mark in a one-player game, in points."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """The review of a move of a recorded game. Plies are numbered from 1; a good move has an empty mark."""

    ply: int
    player: int
    review: Review
    mark: str

    def to_json(self) -> dict[str, Any]:
        best, played = self.review.best, self.review.played
        return {
            "ply": self.ply,
            "player": self.player,
            "move": played.move.to_json(),
            "value": _rounded(played.value),
            "best_move": best.move.to_json(),
            "best_value": _rounded(best.value),
            "loss": _rounded(self.review.loss),
            "mark": self.mark or None,
        }


def format_value(value: float, players: int) -> str:
    """Return a value as text for display: a win probability as a percentage, or points."""
    return f"{value:.1%}" if players == 2 else f"{value:.4g}"


def mark_of(loss: float, players: int) -> str:
    """Return the mark of a move with the given loss; empty for a good move."""
    limits = POINT_LOSSES if players == 1 else PROBABILITY_LOSSES
    # The tolerance allows for rounding: 0.3 - 0.1 is slightly less than 0.2.
    deserved = [mark for mark, limit in zip(MARKS, limits, strict=True) if loss > limit - 1e-9]
    return deserved[-1] if deserved else ""


def judge_moves(played: PlayableGame, record: Record, analyst: Entrant, seed: int = 0) -> Iterator[JudgedMove]:
    """Yield the moves of a record, each with its review.

    The whole record is verified before the first review.
    """
    steps = list(replay(played, record))
    with closing(_reviews(played, steps, analyst, seed)) as reviews:
        for step, review in zip(steps, reviews, strict=True):
            mark = mark_of(review.loss, step.before.players)
            yield JudgedMove(step.ply + 1, step.before.to_move, review, mark)


def _reviews(
    played: PlayableGame, steps: Sequence[Step], analyst: Entrant, seed: int
) -> Generator[Review, None, None]:
    """Yield a review of each move; if the agent is a `GameCritic`, it reviews the whole game at once."""
    with _judge(played, analyst) as player:
        if isinstance(player, GameCritic):
            with _reporting_failures(analyst, "this game"):
                reviews = player.review_game([(step.before, step.move) for step in steps])
            yield from reviews
        elif isinstance(player, Reusable):
            for step in steps:
                player.new_game()
                yield _review(played, player, step, analyst, seed)
        else:
            for step in steps:
                yield review_step(played, step, analyst, seed)


def review_step(played: PlayableGame, step: Step, analyst: Entrant, seed: int = 0) -> Review:
    """Let a new player review a move, so that no review depends on a previous one."""
    with _judge(played, analyst) as player:
        return _review(played, player, step, analyst, seed)


def _review(played: PlayableGame, player: Critic | Valuer, step: Step, analyst: Entrant, seed: int) -> Review:
    state = step.before
    rng = random_numbers(seed, state.to_move, step.ply)
    with _reporting_failures(analyst, f"move {step.ply + 1}"):
        if isinstance(player, Critic):
            shown = state if getattr(player, "sees_all", False) else played.seen(state)
            review = player.review(shown, step.move, rng)
        else:
            review = _compare(played, player, step, rng)
    # Values are estimates: if the value of the played move is at least that of the best move, the played move
    # is treated as the best move.
    return Review(review.played, review.played) if review.played.value >= review.best.value else review


def best_moves(played: PlayableGame, state: State[Any], analyst: Entrant, seed: int = 0) -> Sequence[Valued]:
    """Return the moves that an agent considered, best first, with their values."""
    if state.over:
        raise BadInput("the game is over in this state; there is no move left")
    with _judge(played, analyst) as player:
        if not isinstance(player, Valuer):
            raise BadInput(f"the agent {analyst} reviews moves, but does not list the best ones")
        with _reporting_failures(analyst, "this state"):
            return player.values(played.seen(state), random_numbers(seed, state.to_move, 0))


def position_to_json(
    played: PlayableGame, state: State[Any], analyst: Entrant, best: Sequence[Valued]
) -> dict[str, Any]:
    """Return the JSON document for the best moves in a state; `best` contains moves from `best_moves`."""
    return {
        "game": played.game.name,
        "agent": str(analyst),
        "state": state.to_text(),
        "player": state.to_move,
        "moves": [{"move": each.move.to_json(), "value": _rounded(each.value)} for each in best],
    }


@contextmanager
def _judge(played: PlayableGame, analyst: Entrant) -> Iterator[Critic | Valuer]:
    with one_player(played.game, analyst) as player:
        if not isinstance(player, Critic | Valuer):
            raise BadInput(f"the agent {analyst} cannot evaluate moves; name another agent with --agent")
        yield player


@contextmanager
def _reporting_failures(analyst: Entrant, where: str) -> Iterator[None]:
    """Convert a forfeit or an unexpected error of the agent to `EngineFailure`.

    `where` names the move, the state or the game that the agent evaluates.
    """
    try:
        yield
    except TilewrightError:
        raise
    except Forfeit as forfeit:
        raise EngineFailure(f"{analyst} failed on {where}: {forfeit}") from None
    except Exception as error:
        line = " ".join(f"{analyst} failed on {where}: {type(error).__name__}: {error}".split())
        raise EngineFailure(line) from error


def _compare(played: PlayableGame, player: Valuer, step: Step, rng: Random) -> Review:
    """Return a review by an agent that only lists values: the move is compared with the best listed move."""
    listed = player.values(played.seen(step.before), rng)
    own = next((each for each in listed if each.move == step.move), None)
    if own is None:
        own = Valued(step.move, _value_after(played, player, step, rng))
    return Review(listed[0], own)


def _value_after(played: PlayableGame, player: Valuer, step: Step, rng: Random) -> float:
    """Return the value of a move that is not on the agent's list: the value of the state after the move."""
    after, mover = step.after, step.before.to_move
    if after.over:
        return _final(after.players, after.scores(), after.winner(), mover)
    value = player.values(played.seen(after), rng)[0].value
    return 1 - value if after.to_move != mover else value


def _final(players: int, scores: Sequence[int], winner: int | None, player: int) -> float:
    if players == 1:
        return float(scores[player])
    return 0.5 if winner is None else float(winner == player)


# --- The whole game -----------------------------------------------------------------------------------


def analysis_to_json(
    played: PlayableGame, record: Record, analyst: Entrant, moves: Sequence[JudgedMove]
) -> dict[str, Any]:
    """Return the analysis of a recorded game: its moves, and the totals of the players."""
    return {
        "game": played.game.name,
        "agent": str(analyst),
        "moves": [judged.to_json() for judged in moves],
        "players": totals(moves, record.agents),
        "result": record.outcome.to_json(),
    }


def totals(moves: Sequence[JudgedMove], agents: Sequence[str]) -> list[dict[str, Any]]:
    """Return for each player the number of moves, the total and mean loss, and the count of each mark."""
    rows: list[dict[str, Any]] = []
    for player, agent in enumerate(agents):
        own = [judged for judged in moves if judged.player == player]
        loss = sum(judged.review.loss for judged in own)
        rows.append(
            {
                "player": player,
                "agent": agent,
                "moves": len(own),
                "loss": _rounded(loss),
                "mean_loss": _rounded(loss / len(own)) if own else None,
                "inaccuracies": sum(judged.mark == "inaccuracy" for judged in own),
                "mistakes": sum(judged.mark == "mistake" for judged in own),
                "blunders": sum(judged.mark == "blunder" for judged in own),
            }
        )
    return rows


def value_history(moves: Sequence[JudgedMove], players: int, outcome: Outcome | None = None) -> list[float]:
    """Return the first player's win probability (or expected score) at the start and after each move.

    If the outcome of a finished game is given, the last value is the actual result.
    """
    if not moves:
        return []

    def of_first(judged: JudgedMove, value: float) -> float:
        return value if judged.player == 0 else 1 - value

    values = [of_first(moves[0], moves[0].review.best.value)]
    values += [of_first(judged, judged.review.played.value) for judged in moves]
    if outcome is not None and outcome.finished:
        values[-1] = _final(players, outcome.scores, outcome.winner, 0)
    return values


def _rounded(value: float) -> float:
    return round(value, 4) + 0.0  # avoid -0.0
