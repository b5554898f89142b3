"""What the moves of a game were worth, and what could have been played instead.

Values are those of the agent that is asked, as seen by the one who moved: in a game of two a chance to win, a
draw counted as half; in a game of one the final score that it expects. A move's loss is the value of the best
move less its own; from certain losses on it is called an inaccuracy, a mistake or a blunder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tilewright.errors import BadInput, EngineFailure, TilewrightError
from tilewright.play.agent import (
    Critic,
    Entrant,
    GameCritic,
    Player,
    Review,
    Valued,
    Valuer,
    make_player,
    random_numbers,
)
from tilewright.play.match import Outcome, Record, Step, replay
from tilewright.play.state import Played, State

__all__ = [
    "MARKS",
    "SIGNS",
    "Judged",
    "best_moves",
    "course",
    "judge_moves",
    "mark_of",
    "review_step",
    "tell_value",
    "totals",
]

MARKS = ("inaccuracy", "mistake", "blunder")
SIGNS = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""How books on games write the marks."""

CHANCES = (0.05, 0.1, 0.2)
"""From which loss of winning chance on a move has each mark."""
POINTS = (1.0, 3.0, 6.0)
"""The same in a game of one, in points."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of a recorded game, and the best one there was. Plies are counted from 1."""

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


def tell_value(value: float, players: int) -> str:
    """A value as people read it: per cent of the chances, or points."""
    return f"{value:.1%}" if players == 2 else f"{value:.4g}"


def mark_of(loss: float, players: int) -> str:
    """The mark of a move that cost so much; empty for a good one."""
    limits = POINTS if players == 1 else CHANCES
    # A loss of 0.3 - 0.1 is one of 0.2.
    deserved = [mark for mark, limit in zip(MARKS, limits, strict=True) if loss > limit - 1e-9]
    return deserved[-1] if deserved else ""


def judge_moves(played: Played, record: Record, analyst: Entrant, seed: int = 0) -> Iterator[Judged]:
    """The moves of a record, one after the other, each reviewed.

    The whole record is verified before the first review.
    """
    steps = list(replay(played, record))
    for step, review in zip(steps, _reviews(played, steps, analyst, seed), strict=True):
        yield Judged(step.ply + 1, step.before.to_move, review, mark_of(review.loss, step.before.players))


def _reviews(played: Played, steps: Sequence[Step], analyst: Entrant, seed: int) -> Iterable[Review]:
    """One for each move: each by itself, unless the agent judges games as a whole."""
    player = _judge(played, analyst)
    if not isinstance(player, GameCritic):
        return (review_step(played, step, analyst, seed) for step in steps)
    try:
        return player.review_game([(step.before, step.move) for step in steps])
    except TilewrightError:
        raise
    except Exception as error:
        raise EngineFailure(_failure(analyst, "this game", error)) from error


def review_step(played: Played, step: Step, analyst: Entrant, seed: int = 0) -> Review:
    """What an agent says of a move. It is made anew for each, so that no review depends on others."""
    player = _judge(played, analyst)
    state = step.before
    rng = random_numbers(seed, state.to_move, step.ply)
    try:
        if isinstance(player, Critic):
            shown = state if getattr(player, "sees_all", False) else played.seen(state)
            review = player.review(shown, step.move, rng)
        else:
            review = _compare(played, player, step, rng)
    except TilewrightError:
        raise
    except Exception as error:
        raise EngineFailure(_failure(analyst, f"move {step.ply + 1}", error)) from error
    # Values are estimates: a move that turns out no worse than the best one is as good as any.
    return Review(review.played, review.played) if review.played.value >= review.best.value else review


def best_moves(played: Played, state: State[Any], analyst: Entrant, seed: int = 0) -> Sequence[Valued]:
    """The moves of a state that an agent considered, the best first, with their values."""
    if state.over:
        raise BadInput("the game is over in this state; there is no move left")
    player = _judge(played, analyst)
    if not isinstance(player, Valuer):
        raise BadInput(f"the agent {analyst} reviews moves, but does not list the best ones")
    try:
        return player.values(played.seen(state), random_numbers(seed, state.to_move, 0))
    except TilewrightError:
        raise
    except Exception as error:
        raise EngineFailure(_failure(analyst, "this state", error)) from error


def _judge(played: Played, analyst: Entrant) -> Critic | Valuer:
    player: Player = make_player(played.game, analyst)
    if isinstance(player, Critic | Valuer):
        return player
    raise BadInput(f"the agent {analyst} does not say what moves are worth; another can be named by --agent")


def _failure(analyst: Entrant, where: str, error: Exception) -> str:
    return " ".join(f"{analyst} failed at {where}: {type(error).__name__}: {error}".split())


def _compare(played: Played, player: Valuer, step: Step, rng: Random) -> Review:
    """A review by one who only knows values: the best move of the list, and the move that was played."""
    listed = player.values(played.seen(step.before), rng)
    own = next((each for each in listed if each.move == step.move), None)
    if own is None:
        own = Valued(step.move, _value_after(played, player, step, rng))
    return Review(listed[0], own)


def _value_after(played: Played, player: Valuer, step: Step, rng: Random) -> float:
    """What a move is worth that is not on the list: the value of the state after it."""
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


def totals(moves: Sequence[Judged], agents: Sequence[str]) -> list[dict[str, Any]]:
    """What the moves of each player cost together, and how many have each mark."""
    found: list[dict[str, Any]] = []
    for player, agent in enumerate(agents):
        own = [judged for judged in moves if judged.player == player]
        loss = sum(judged.review.loss for judged in own)
        found.append(
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
    return found


def course(moves: Sequence[Judged], players: int, outcome: Outcome | None = None) -> list[float]:
    """How the game went: the chance of the first player (or the score expected) at the start, and after each
    move. With an outcome of a finished game, the last value is the result itself."""
    if not moves:
        return []

    def of_first(judged: Judged, value: float) -> float:
        return value if judged.player == 0 else 1 - value

    values = [of_first(moves[0], moves[0].review.best.value)]
    values += [of_first(judged, judged.review.played.value) for judged in moves]
    if outcome is not None and outcome.finished:
        values[-1] = _final(players, outcome.scores, outcome.winner, 0)
    return values


def _rounded(value: float) -> float:
    return round(value, 4) + 0.0  # never minus zero
