"""What an agent is, and how one is made from its name.

An agent is named as people type it: ``greedy``, or with a budget for each move, ``mcts:1s`` and
``mcts:2000it``; one that has variants may name one after a plus sign, ``greedy+all+regret:1s``. A game declares
its agents in its `Game`; each is a function ``make(budget) -> Player`` in its own file below ``agents/``. The
agent ``random`` plays every game.

A player gets its random numbers from outside. One that counts iterations chooses the same move on any machine
when it is given the same state, seed and budget.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from tilewright.errors import BadInput
from tilewright.game import Agent, Game
from tilewright.play.state import State

__all__ = [
    "HUMAN",
    "NO_BUDGET",
    "RANDOM",
    "Budget",
    "Critic",
    "Entrant",
    "GameCritic",
    "Player",
    "Review",
    "Valued",
    "Valuer",
    "agents_of",
    "analyst_of",
    "find_agent",
    "make_player",
    "random_numbers",
    "refuse_budget",
]

HUMAN = "human"
"""Who sits at the terminal; no agent may take this name."""


class Player(Protocol):
    """One who chooses moves. A new one is made for each game, so it may remember what it thought."""

    def choose(self, state: Any, rng: random.Random) -> Any:
        """A legal move of the state, which is not over."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A move and what it is worth to the one who makes it.

    In a game of two the value is the chance to win, a draw counted as half; in a game of one it is the final
    score that the agent expects.
    """

    move: Any
    value: float


@runtime_checkable
class Valuer(Player, Protocol):
    """A player that can say what moves are worth: for hints and for comments on a game."""

    def values(self, state: Any, rng: random.Random) -> Sequence[Valued]:
        """The moves that it considered, the best first; not empty.

        The best one is the one that it would play. A search may put it before a move of higher value that it
        has hardly looked at.
        """


@dataclass(frozen=True, slots=True)
class Review:
    """A move that was played, beside the best one there was; both as seen by the one who moved."""

    best: Valued
    played: Valued

    @property
    def loss(self) -> float:
        """What the move cost. Values are estimates: a move that looks better than the best has cost nothing."""
        return max(0.0, self.best.value - self.played.value)


@runtime_checkable
class Critic(Player, Protocol):
    """A player that can judge a move after the fact, with more care than when it has to choose one.

    In a game that hides something a critic is shown what the player to move could know. One whose class says
    ``sees_all = True`` is shown the whole state, and judges with hindsight.
    """

    def review(self, state: Any, move: Any, rng: random.Random) -> Review:
        """The best move of a state, and the legal move that was played there."""


@runtime_checkable
class GameCritic(Critic, Protocol):
    """A critic that judges a whole game better than its moves one by one, with hindsight.

    What is reached by a later move was in reach before it: so it may judge the last move first.
    """

    def review_game(self, moves: Sequence[tuple[Any, Any]]) -> Sequence[Review]:
        """A review for each move of a game, given with the whole state before it."""


_BUDGET = re.compile(r"(?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,9})?)s|(?P<iterations>[0-9]{1,9})it")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an agent may use for one move: seconds, or iterations, or what it likes."""

    seconds: float | None = None
    iterations: int | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """``1s``, ``0.25s`` or ``2000it``."""
        found = _BUDGET.fullmatch(text)
        if found and found["seconds"] and float(found["seconds"]) > 0:
            return cls(seconds=float(found["seconds"]))
        if found and found["iterations"] and int(found["iterations"]) > 0:
            return cls(iterations=int(found["iterations"]))
        raise BadInput(f"no budget is written {text[:40]!r}; expected seconds, 1s, or iterations, 2000it")

    def __str__(self) -> str:
        if self.iterations is not None:
            return f"{self.iterations}it"
        return "" if self.seconds is None else f"{self.seconds:.9f}".rstrip("0").rstrip(".") + "s"


NO_BUDGET = Budget()


def refuse_budget(name: str, budget: Budget) -> None:
    """For an agent that thinks as long as it thinks."""
    if budget != NO_BUDGET:
        raise BadInput(f"the agent {name} takes no budget, so {name}:{budget} is just {name}")


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent as it was typed: its name, its budget and its variant."""

    text: str
    name: str
    budget: Budget = NO_BUDGET
    variant: str = ""

    @classmethod
    def parse(cls, text: str) -> Entrant:
        agent, colon, budget = text.partition(":")
        name, plus, variant = agent.partition("+")
        if plus and not variant:
            raise BadInput(f"a variant must follow the plus sign of {text[:40]!r}")
        return cls(text, name, Budget.parse(budget) if colon else NO_BUDGET, variant)

    def __str__(self) -> str:
        return self.text


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def choose(self, state: State[Any], rng: random.Random) -> Any:
        moves = state.moves()
        # Of all methods of `Random`, only `random` is promised to give the same numbers in every Python.
        return moves[int(rng.random() * len(moves))]


RANDOM = Agent("random", "any legal move, each as likely as the others")


def agents_of(game: Game) -> tuple[Agent, ...]:
    """Who plays the game: its own agents, and `random`."""
    return (*game.agents, RANDOM)


def analyst_of(game: Game) -> Entrant:
    """Who gives hints and judges moves when nobody else is asked for."""
    return Entrant.parse(game.analyst or agents_of(game)[0].name)


def find_agent(game: Game, entrant: Entrant) -> Agent:
    """The agent that an entrant names, found without importing it: some compile for a minute."""
    if entrant.name == HUMAN:
        raise BadInput("human plays in the terminal only: tilewright play")
    for agent in agents_of(game):
        if agent.name == entrant.name:
            if entrant.variant and not agent.variants:
                raise BadInput(f"the agent {agent.name} has no variants, so {entrant.text[:60]!r} is nobody")
            if agent is RANDOM:
                refuse_budget(RANDOM.name, entrant.budget)
            return agent
    names = ", ".join(agent.name for agent in agents_of(game))
    raise BadInput(f"{game.name} has no agent {entrant.name[:40]!r}; it has {names}")


def make_player(game: Game, entrant: Entrant) -> Player:
    """A new player for one game; `BadInput` if nobody has that name, or its budget or variant does not suit."""
    agent = find_agent(game, entrant)
    if agent is RANDOM:
        return RandomPlayer()
    _, make = game.entry(agent, "agents", "make")
    player: Player = make(entrant.budget, entrant.variant) if agent.variants else make(entrant.budget)
    return player


def random_numbers(seed: int, player: int, ply: int) -> random.Random:
    """The random numbers for one choice.

    Each choice has its own, so that after an undo an agent answers the same move in the same way, and any
    choice of a recorded game can be asked for again.
    """
    return random.Random(f"{seed}/{player}/{ply}")
