"""Agents: the protocols that players implement, budgets, and functions that create players from agent names.

An agent is named as on the command line: ``greedy``, or with a budget for each move, ``mcts:1s`` or
``mcts:2000it``. If an agent has variants, a plus sign and a variant may follow the name: ``mcts+2:1s``. A game
declares its agents in its `Game`. A function ``make(budget) -> Player``, or ``make(budget, variant) -> Player``
if the agent has variants, creates the players of an agent; it is usually in the agent's own file in
``agents/``. The agent ``random`` plays every game. ``exec:COMMAND`` runs a program that speaks the engine
protocol (``docs/engines-protocol.md``); a budget may follow, as in ``exec:./bot:0.5s``.

The caller supplies the random numbers. With a budget of iterations, a player chooses the same move on any
machine for the same state, random numbers and budget.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from tilewright.errors import BadInput
from tilewright.game import Agent, Game
from tilewright.play.state import State

__all__ = [
    "EXEC",
    "HUMAN",
    "NO_BUDGET",
    "RANDOM",
    "Budget",
    "Closable",
    "Considering",
    "Critic",
    "Entrant",
    "Forfeit",
    "GameCritic",
    "Interruptible",
    "Player",
    "Reusable",
    "Review",
    "Valued",
    "Valuer",
    "agents_of",
    "analyst_of",
    "close_players",
    "consider",
    "find_agent",
    "make_player",
    "make_players",
    "one_player",
    "random_numbers",
    "refuse_budget",
]

HUMAN = "human"
"""The name that stands for a person at the terminal; no agent may have this name."""

EXEC = "exec"
"""The prefix of the name of an agent that is an external program, as in ``exec:COMMAND``."""


class Forfeit(Exception):
    """An agent forfeits the game: it crashed, exceeded its time limit, or chose an illegal move."""


class Player(Protocol):
    """An object that chooses moves. A new player is created for each game, so it may store data between moves.

    A `Reusable` player may serve several games; `new_game` discards its data.
    """

    def choose(self, state: Any, rng: random.Random) -> Any:
        """Return a legal move in the given state; the game must not be over."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A move and its value for the player who makes it.

    In a two-player game the value is the win probability, where a draw counts as half a win; in a one-player
    game it is the expected final score.
    """

    move: Any
    value: float
    visits: int | None = field(default=None, compare=False)
    """How often a search has visited the move; None if the player does not count visits."""


@runtime_checkable
class Valuer(Player, Protocol):
    """A player that can estimate the values of moves, for hints and for the analysis of a game."""

    def values(self, state: Any, rng: random.Random) -> Sequence[Valued]:
        """Return the moves that the player considered, best first; there is at least one.

        The first move is the one that the player would play. A search may rank it above a move that has a
        higher value but was visited only a few times.
        """


@dataclass(frozen=True, slots=True)
class Review:
    """The move that was played and the best move, both with their values for the player who moved."""

    best: Valued
    played: Valued

    @property
    def loss(self) -> float:
        """The value of the best move minus the value of the played move, or 0 if the difference is negative."""
        return max(0.0, self.best.value - self.played.value)


@runtime_checkable
class Critic(Player, Protocol):
    """A player that can review moves that were played; it may search longer for a review than for a move.

    In a game with hidden information, a critic receives only the information that the player to move had. A
    critic with ``sees_all = True`` receives the whole state, including the hidden information.
    """

    def review(self, state: Any, move: Any, rng: random.Random) -> Review:
        """Return the best move in a state and the legal move that was played in it, both with values."""


@runtime_checkable
class GameCritic(Critic, Protocol):
    """A critic that reviews a whole game at once instead of move by move, and takes later moves into account.

    A final score that can be reached after a move can also be reached from the state before the move. So a
    game critic may review the moves from the last to the first and use what it found for later moves when it
    reviews earlier ones.
    """

    def review_game(self, moves: Sequence[tuple[Any, Any]]) -> Sequence[Review]:
        """Return a review for each pair of a state and the move that was played in it.

        The states include hidden information.
        """


@runtime_checkable
class Interruptible(Player, Protocol):
    """A player whose search can be ended early from another thread.

    When the event `stopped` is set, the player returns the best move found so far as soon as possible. A caller
    that may end searches assigns a new event before each choice.
    """

    stopped: threading.Event


@runtime_checkable
class Closable(Player, Protocol):
    """A player that uses a process or another resource, which `close` releases after the game."""

    def close(self) -> None: ...


@runtime_checkable
class Reusable(Player, Protocol):
    """A player that is slow to create and is therefore reused for several games."""

    def new_game(self) -> None:
        """Discard all data of the previous game."""


@runtime_checkable
class Considering(Player, Protocol):
    """A player, such as an external program, that returns its move together with values of moves."""

    def consider(self, state: Any, rng: random.Random) -> tuple[Any, Sequence[Valued]]:
        """Return the move that the player would play, and the moves that it evaluated (if any), best first."""


_BUDGET = re.compile(r"(?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,9})?)s|(?P<iterations>[0-9]{1,9})it")


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of an agent for one move: seconds, iterations, or (if neither is set) the agent's default."""

    seconds: float | None = None
    iterations: int | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget for a text such as ``1s``, ``0.25s`` or ``2000it``."""
        match = _BUDGET.fullmatch(text)
        if match and match["seconds"] and float(match["seconds"]) > 0:
            return cls(seconds=float(match["seconds"]))
        if match and match["iterations"] and int(match["iterations"]) > 0:
            return cls(iterations=int(match["iterations"]))
        raise BadInput(f"{text[:40]!r} is not a budget; expected seconds (1s) or iterations (2000it)")

    def __str__(self) -> str:
        if self.iterations is not None:
            return f"{self.iterations}it"
        return "" if self.seconds is None else f"{self.seconds:.9f}".rstrip("0").rstrip(".") + "s"


NO_BUDGET = Budget()


def refuse_budget(name: str, budget: Budget) -> None:
    """Raise `BadInput` if a budget is given to an agent that does not take one."""
    if budget != NO_BUDGET:
        raise BadInput(f"the agent {name} takes no budget: write {name}, not {name}:{budget}")


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent as the user typed it: name, budget and variant.

    `command` is the command line of an agent that is an external program, and empty for all other agents.
    """

    text: str
    name: str
    budget: Budget = NO_BUDGET
    variant: str = ""
    command: str = ""

    @classmethod
    def parse(cls, text: str) -> Entrant:
        if text.startswith(f"{EXEC}:"):
            return cls._parse_exec(text)
        agent, colon, budget = text.partition(":")
        name, plus, variant = agent.partition("+")
        if plus and not variant:
            raise BadInput(f"the name of a variant must follow the plus sign in {text[:40]!r}")
        return cls(text, name, Budget.parse(budget) if colon else NO_BUDGET, variant)

    @classmethod
    def _parse_exec(cls, text: str) -> Entrant:
        """Parse ``exec:COMMAND`` or ``exec:COMMAND:BUDGET``; the command may contain colons."""
        command = text.removeprefix(f"{EXEC}:")
        front, _, last = command.rpartition(":")
        budget = NO_BUDGET
        if front and _BUDGET.fullmatch(last):
            command, budget = front, Budget.parse(last)
        if not command.strip():
            raise BadInput(f"a command must follow '{EXEC}:', as in {EXEC}:./bot or {EXEC}:./bot:0.5s")
        return cls(text, EXEC, budget, command=command)

    def __str__(self) -> str:
        return self.text


class RandomPlayer:
    """A player that chooses a legal move uniformly at random."""

    def choose(self, state: State[Any], rng: random.Random) -> Any:
        moves = state.moves()
        # Of the methods of `Random`, only `random` is guaranteed to return the same numbers in every Python
        # version.
        return moves[int(rng.random() * len(moves))]


RANDOM = Agent("random", "a legal move, chosen uniformly at random")


def agents_of(game: Game) -> tuple[Agent, ...]:
    """Return the agents that play the game: its own agents, and `random`."""
    return (*game.agents, RANDOM)


def analyst_of(game: Game) -> Entrant:
    """Return the agent that a game uses by default for hints and for the analysis of moves."""
    return Entrant.parse(game.analyst or agents_of(game)[0].name)


def find_agent(game: Game, entrant: Entrant) -> Agent:
    """Return the agent that an entrant names. Its code is not imported, because the import may be slow."""
    if entrant.command:
        # The web server offers engines by name, and a client may add a variant to the name.
        if entrant.variant:
            raise BadInput(f"the engine {entrant.name} has no variants, so there is no {entrant.text[:60]!r}")
        return Agent(entrant.name, "a program that speaks the engine protocol", takes_budget=True)
    if entrant.name == EXEC:
        raise BadInput(f"a command must follow {EXEC}, as in {EXEC}:./bot")
    if entrant.name == HUMAN:
        raise BadInput("the player 'human' is available only in the terminal: tilewright play")
    for agent in agents_of(game):
        if agent.name == entrant.name:
            if entrant.variant and not agent.variants:
                raise BadInput(
                    f"the agent {agent.name} has no variants, so there is no agent {entrant.text[:60]!r}"
                )
            if not agent.takes_budget:
                refuse_budget(agent.name, entrant.budget)
            return agent
    names = ", ".join(agent.name for agent in agents_of(game))
    raise BadInput(f"{game.name} has no agent {entrant.name[:40]!r}; it has {names}")


def make_player(game: Game, entrant: Entrant) -> Player:
    """Return a new player for one game; raise `BadInput` if the name, the budget or the variant is invalid.

    For `exec:COMMAND`, the program is started. After the game, `close_players` must be called
    to end the program.
    """
    agent = find_agent(game, entrant)
    if entrant.command:
        from tilewright.play.engine_player import EnginePlayer

        return EnginePlayer(game, entrant)
    if agent is RANDOM:
        return RandomPlayer()
    _, make = game.entry(agent, "agents", "make")
    player: Player = make(entrant.budget, entrant.variant) if agent.variants else make(entrant.budget)
    return player


def make_players(game: Game, entrants: Iterable[Entrant]) -> list[Player]:
    """Return new players for a game; if one of them cannot be created, close the others."""
    players: list[Player] = []
    try:
        for entrant in entrants:
            players.append(make_player(game, entrant))
    except BaseException:
        close_players(players)
        raise
    return players


def close_players(players: Iterable[Player]) -> None:
    """Release the processes and other resources of the players."""
    for player in players:
        if isinstance(player, Closable):
            player.close()


@contextmanager
def one_player(game: Game, entrant: Entrant) -> Iterator[Player]:
    """Create a player, and close it at the end of the block."""
    player = make_player(game, entrant)
    try:
        yield player
    finally:
        close_players([player])


def consider(player: Player, state: Any, rng: random.Random) -> tuple[Any, Sequence[Valued]]:
    """Return a player's move, and a list, which may be empty, of the moves that it evaluated, best first."""
    if isinstance(player, Considering):
        return player.consider(state, rng)
    if isinstance(player, Valuer):
        valued = player.values(state, rng)
        return valued[0].move, valued
    return player.choose(state, rng), ()


def random_numbers(seed: int, player: int, ply: int) -> random.Random:
    """Return the random number generator for choosing one move.

    Each choice has its own generator. So an agent makes the same move again after an undo, and every choice of
    a recorded game can be reproduced.
    """
    return random.Random(f"{seed}/{player}/{ply}")
