"""Contests (arenas) between agents on the same deals: which agents meet, and which games are played.

Each pair of agents plays the same number of games, two on each deal. In a two-player game the seats are swapped
for the second game. In a one-player game each of the two agents plays the deal once, and the higher score wins;
an agent's game on a deal is compared with the games of all other agents on that deal.

A contest consists of independent tasks, each with its own name and its own records. They may be played in any
order and on any machine; unless a budget is in seconds, this does not change the result.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Game, Limits
from tilewright.play.agent import Entrant, find_agent, one_player
from tilewright.play.agent_code_digest import agent_code_digest
from tilewright.play.games_in_child_process import MOVE_LIMIT
from tilewright.play.sprt import Sprt
from tilewright.play.state import PlayableGame

__all__ = ["Contest", "Task"]


@dataclass(frozen=True, slots=True)
class Task:
    """Games on one deal, played one after the other; `seatings` lists the agents of each game by seat."""

    name: str
    deal: int
    package: str
    seed: int
    keys: tuple[tuple[str, str], ...]
    seatings: tuple[tuple[str, ...], ...]
    move_limit: float = MOVE_LIMIT

    def to_json(self) -> dict[str, Any]:
        """Return the task as the JSON that `play_games` expects."""
        return {key: getattr(self, key) for key in ("package", "seed", "keys", "seatings", "move_limit")}

    def key(self, program: str) -> str:
        """Return a digest of everything that the games depend on: the task, and the code.

        `program` is the digest of the code. The key does not depend on the contest, so a larger contest reuses
        the games of a smaller one.
        """
        return hashlib.sha256(json.dumps([program, self.to_json()]).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest: the agents, the number of games for each pair, and the seed of the deals."""

    game: Game
    agents: tuple[str, ...]
    games: int
    seed: int = 0
    keys: tuple[tuple[str, str], ...] = ()
    move_limit: float = MOVE_LIMIT
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        PlayableGame(self.game)
        if self.games < 2 or self.games % 2:
            raise BadInput(
                f"each deal is played twice, so the number of games must be positive and even, not {self.games}"
            )
        if len(self.agents) < 2:
            raise BadInput("an arena needs at least two agents")
        if self.sprt is not None and len(self.agents) > 2:
            raise BadInput(f"a sequential test needs exactly two agents, not {len(self.agents)}")
        if not 0 < self.move_limit < math.inf:
            raise BadInput(f"the limit for a move must be a positive number of seconds, not {self.move_limit}")
        for agent in self.agents:
            if self.agents.count(agent) > 1:
                raise BadInput(f"the agent {agent} is named twice")
            entrant = Entrant.parse(agent)
            find_agent(self.game, entrant)
            if entrant.command or entrant.variant:
                self._make(entrant)
        Limits(seed=self.seed)

    def check_agents(self) -> None:
        """Create each agent's player once; raise `BadInput` if an agent refuses its budget or its variant.

        External programs are left out, because the constructor has already started them once. Creating a player
        may load compiled code into this process, although only the processes that play the games need it. So
        this method is called only after a failure.
        """
        for entrant in map(Entrant.parse, self.agents):
            if not entrant.command:
                self._make(entrant)

    def _make(self, entrant: Entrant) -> None:
        with one_player(self.game, entrant):
            pass

    @property
    def deals(self) -> int:
        return self.games // 2

    def deal_seed(self, deal: int) -> int:
        """Return the seed for a deal and for the games that are played on it."""
        digest = hashlib.sha256(f"{self.seed}/{deal}".encode()).digest()
        return int.from_bytes(digest[:4], "big") >> 1

    def tasks(self) -> list[Task]:
        played = PlayableGame(self.game)
        players = played.start(played.deal(self.deal_seed(0), dict(self.keys))).players
        seatings: list[tuple[tuple[str, ...], ...]]
        if players == 1:
            seatings = [((agent,),) for agent in self.agents]
        else:
            # The two names in each pair are sorted, so that their order on the command line does not decide who
            # moves first in the first game on a deal.
            pairs = [sorted(pair) for pair in combinations(self.agents, 2)]
            seatings = [((one, other), (other, one)) for one, other in pairs]
        seeds = [self.deal_seed(deal) for deal in range(self.deals)]
        return [
            Task(f"{deal:05d}-{number:02d}", deal, self.game.package, seed, self.keys, seating, self.move_limit)
            for deal, seed in enumerate(seeds)
            for number, seating in enumerate(seatings)
        ]

    def keys_of(self, tasks: Sequence[Task]) -> dict[str, str]:
        """Return the archive keys of the given tasks, by task name."""
        code_digest = cache(lambda agents: agent_code_digest(self.game, agents))
        return {task.name: task.key(code_digest(task.seatings[0])) for task in tasks}
