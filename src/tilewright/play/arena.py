"""Agents against agents on the same deals, and what the games say about their strength.

Every two agents meet in the same number of single games, and every deal is used twice between them. In a game
of two the seats are swapped for the second game. In a game of one, each plays the deal once, and of the two
single games the one with the higher score is won and the other lost; an agent plays a deal only once, however
many others it is compared with.

A contest falls into tasks that share nothing: each is a value with a name of its own and gives records. They
may be played in any order, anywhere; the result does not depend on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from itertools import combinations
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Game, Limits
from tilewright.play.agent import Entrant, make_player
from tilewright.play.match import Outcome, Record, play_match
from tilewright.play.ratings import Comparison, expected_score, mean_and_error, rate
from tilewright.play.state import Played

__all__ = ["Contest", "Task", "play_games", "standings"]


@dataclass(frozen=True, slots=True)
class Task:
    """The games that are played on one deal, one after the other: who sits where in each."""

    name: str
    deal: int
    package: str
    seed: int
    keys: tuple[tuple[str, str], ...]
    seatings: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """What `play_games` needs to know."""
        return {"package": self.package, "seed": self.seed, "keys": self.keys, "seatings": self.seatings}


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what, how often, and on which deals. `games` is how often every two agents meet."""

    game: Game
    agents: tuple[str, ...]
    games: int
    seed: int = 0
    keys: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        Played(self.game)
        if self.games < 2 or self.games % 2:
            raise BadInput(f"the number of games must be even, two for each deal, not {self.games}")
        if len(self.agents) < 2:
            raise BadInput("an arena needs at least two agents")
        for agent in self.agents:
            if self.agents.count(agent) > 1:
                raise BadInput(f"the agent {agent} is named twice")
            make_player(self.game, Entrant.parse(agent))
        Limits(seed=self.seed)

    @property
    def deals(self) -> int:
        return self.games // 2

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal and of the games on it."""
        digest = hashlib.sha256(f"{self.seed}/{deal}".encode()).digest()
        return int.from_bytes(digest[:4], "big") >> 1

    def tasks(self) -> list[Task]:
        played = Played(self.game)
        players = played.start(played.deal(self.deal_seed(0), dict(self.keys))).players
        seatings: list[tuple[tuple[str, ...], ...]]
        if players == 1:
            seatings = [((agent,),) for agent in self.agents]
        else:
            seatings = [((one, other), (other, one)) for one, other in combinations(self.agents, 2)]
        return [
            Task(f"{deal:05d}-{table:02d}", deal, self.game.package, self.deal_seed(deal), self.keys, seating)
            for deal in range(self.deals)
            for table, seating in enumerate(seatings)
        ]

    @property
    def version(self) -> str:
        """Stands for everything that the games depend on: what was asked, and the program that plays."""
        asked = [self.game.name, self.agents, self.games, self.seed, self.keys]
        digest = hashlib.sha256(json.dumps(asked).encode())
        for package in (__package__, self.game.package):
            for file in sorted(_files(resources.files(package))):
                digest.update(file)
        return digest.hexdigest()[:16]


def _files(folder: Traversable) -> Iterator[bytes]:
    """The content of the files below a folder, each with its name."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry) if entry.name != "__pycache__" else ()
        else:
            yield entry.name.encode() + b"\0" + entry.read_bytes()


def play_games(task: Mapping[str, Any]) -> bytes:
    """Play the games of a task (its JSON); gives their records, one a line."""
    played = Played(import_module(task["package"]).game)
    deal = played.deal(task["seed"], dict(task["keys"]))
    records = [
        play_match(played, deal, [Entrant.parse(agent) for agent in seating], task["seed"])
        for seating in task["seatings"]
    ]
    return "".join(record.to_line() + "\n" for record in records).encode()


# --- The table ----------------------------------------------------------------------------------------


def standings(contest: Contest, games: Mapping[str, bytes]) -> dict[str, Any]:
    """The table of a contest as JSON, from what `play_games` gave for its tasks, by their names.

    Deals of which a game is missing are left out, so a contest that was broken off can be judged, too.
    """
    tasks = contest.tasks()
    missing = {task.deal for task in tasks if task.name not in games}
    records = [
        (task.deal, Record.from_line(line))
        for task in tasks
        if task.deal not in missing
        for line in games[task.name].decode().splitlines()
    ]
    head = {"game": contest.game.name, "games": 2 * (contest.deals - len(missing)), "seed": contest.seed}
    if not records:
        return {**head, "agents": {}, "pairs": []}
    comparisons = _comparisons(contest, records)
    ratings = rate(len(contest.agents), comparisons)
    agents = {}
    for index, agent in enumerate(contest.agents):
        own = [each.points for each in comparisons if each.first == index]
        own += [1 - each.points for each in comparisons if each.second == index]
        elo, error = ratings.lead(index)
        agents[agent] = {**_tally(own), "elo": _tenth(elo), "elo_error": round(error, 1)}
        agents[agent] |= _scores(agent, records)
    pairs = [
        _pair(contest, [each for each in comparisons if (each.first, each.second) == pair], *pair)
        for pair in combinations(range(len(contest.agents)), 2)
    ]
    return {**head, "agents": agents, "pairs": pairs}


def _comparisons(contest: Contest, records: Sequence[tuple[int, Record]]) -> list[Comparison]:
    """Every game as points of the agent that was named first."""
    index = {agent: at for at, agent in enumerate(contest.agents)}
    found = []
    alone: dict[tuple[int, int], Outcome] = {}
    for deal, record in records:
        seats = [index[agent] for agent in record.agents]
        if len(seats) == 1:
            alone[deal, seats[0]] = record.outcome
            continue
        winner = record.outcome.winner
        points = 0.5 if winner is None else float(winner == 0)
        first, second = seats
        if first < second:
            found.append(Comparison(deal, first, second, points))
        else:
            found.append(Comparison(deal, second, first, 1 - points))
    for (deal, first), outcome in alone.items():
        for second in range(first + 1, len(contest.agents)):
            found.append(Comparison(deal, first, second, _better(outcome, alone[deal, second])))
    return found


def _better(one: Outcome, other: Outcome) -> float:
    """The points of one game of solitaire against another; who forfeits has less than any score."""
    mine, yours = ((each.forfeit is None, *each.scores) for each in (one, other))
    return 0.5 if mine == yours else float(mine > yours)


def _tenth(elo: float) -> float:
    return round(elo, 1) + 0.0  # never minus zero


def _tally(points: Sequence[float]) -> dict[str, Any]:
    return {
        "wins": points.count(1.0),
        "draws": points.count(0.5),
        "losses": points.count(0.0),
        "score": round(sum(points) / len(points), 4),
    }


def _scores(agent: str, records: Sequence[tuple[int, Record]]) -> dict[str, Any]:
    """What an agent's games brought it, and how often it broke one off. The error looks at whole deals."""
    by_deal: dict[int, list[int]] = {}
    forfeits = 0
    for deal, record in records:
        for seat, name in enumerate(record.agents):
            if name == agent:
                by_deal.setdefault(deal, []).append(record.outcome.scores[seat])
                forfeits += record.outcome.forfeit == seat
    mean, error = mean_and_error([sum(scores) / len(scores) for scores in by_deal.values()])
    return {
        "points": round(mean, 2),
        "points_error": None if error is None else round(error, 2),
        "forfeits": forfeits,
    }


def _pair(contest: Contest, comparisons: Sequence[Comparison], first: int, second: int) -> dict[str, Any]:
    """Two agents by their own games alone; the points of a deal are counted in steps of a half."""
    alone = [Comparison(each.deal, 0, 1, each.points) for each in comparisons]
    elo, error = rate(2, alone).difference(0, 1)
    low, high = expected_score(elo - error), expected_score(elo + error)
    by_deal: dict[int, float] = {}
    for each in comparisons:
        by_deal[each.deal] = by_deal.get(each.deal, 0.0) + each.points
    most = 2 * len(comparisons) // len(by_deal)
    return {
        "agents": [contest.agents[first], contest.agents[second]],
        **_tally([each.points for each in comparisons]),
        "score_interval": [round(low, 4), round(high, 4)],
        "elo": _tenth(elo),
        "elo_error": round(error, 1),
        "deals": [list(by_deal.values()).count(half / 2) for half in range(most + 1)],
    }
