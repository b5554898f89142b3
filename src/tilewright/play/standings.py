"""The standings of a contest: wins, scores and ratings of its agents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, takewhile
from typing import Any

from tilewright.play.contest_plan import Contest
from tilewright.play.matches_and_game_records import Outcome, Record
from tilewright.play.ratings import Comparison, expected_score, mean_and_error, rate
from tilewright.play.sprt import SprtState

__all__ = ["Games", "points_so_far", "standings", "weigh"]

Games = Mapping[str, Sequence[Record]]
"""The records of the tasks of a contest, by task name."""


def standings(contest: Contest, games: Games, anchor: str | None = None) -> dict[str, Any]:
    """Return the standings of a contest as JSON; if `anchor` is an agent, also each agent's Elo lead over it.

    Deals with a missing game are ignored, so an interrupted contest also has standings. Deals after the
    decision of a sequential test are also ignored.
    """
    deals = _complete_deals(contest, games)
    head: dict[str, Any] = {"game": contest.game.name, "games": 2 * len(deals), "seed": contest.seed}
    if anchor is not None:
        head["anchor"] = anchor
    if contest.sprt is not None:
        weighed = weigh(contest, games)
        if weighed.decision != "open":
            deals = {deal: deals[deal] for deal in range(weighed.deals)}
            head["games"] = 2 * len(deals)
        head["sprt"] = contest.sprt.to_json(weighed)
    if not deals:
        return {**head, "agents": {}, "pairs": []}
    comparisons = _all_comparisons(contest, deals)
    ratings = rate(len(contest.agents), comparisons)
    agents: dict[str, dict[str, Any]] = {}
    for index, agent in enumerate(contest.agents):
        elo, error = ratings.lead(index)
        agents[agent] = {
            **_tally(_points(comparisons, index)),
            "elo": _tenth(elo),
            "elo_error": round(error, 1),
            **_scores(agent, deals),
        }
        if anchor is not None:
            rating, error = ratings.difference(index, contest.agents.index(anchor))
            agents[agent] |= {"rating": _tenth(rating), "rating_error": round(error, 1)}
    pairs = [
        {
            **_pair(contest, [each for each in comparisons if (each.first, each.second) == pair], *pair),
            **_lead(contest.agents[pair[0]], contest.agents[pair[1]], deals),
        }
        for pair in combinations(range(len(contest.agents)), 2)
    ]
    return {**head, "agents": agents, "pairs": pairs}


def weigh(contest: Contest, games: Games) -> SprtState:
    """Return the state of a contest's sequential test, using only the deals before the first incomplete one."""
    assert contest.sprt is not None
    deals = _complete_deals(contest, games)
    in_order = takewhile(deals.__contains__, range(contest.deals))
    points = ([each.points for each in _comparisons(contest, deal, deals[deal])] for deal in in_order)
    return contest.sprt.weigh(sum(own) / len(own) for own in points)


def points_so_far(contest: Contest, games: Games) -> dict[str, float]:
    """Return each agent's share of the points, highest first; agents without games are left out."""
    comparisons = _all_comparisons(contest, _complete_deals(contest, games))
    points = {agent: _points(comparisons, index) for index, agent in enumerate(contest.agents)}
    shares = {agent: sum(own) / len(own) for agent, own in points.items() if own}
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def _complete_deals(contest: Contest, games: Games) -> dict[int, list[Record]]:
    """Return the records of the deals whose games are all present, in the order of the deals."""
    by_deal: dict[int, list[Record]] = {}
    missing = set()
    for task in contest.tasks():
        if task.name in games:
            by_deal.setdefault(task.deal, []).extend(games[task.name])
        else:
            missing.add(task.deal)
    return {deal: records for deal, records in by_deal.items() if deal not in missing}


def _comparisons(contest: Contest, deal: int, records: Sequence[Record]) -> Iterator[Comparison]:
    """Yield the comparisons between pairs of agents on a deal.

    In a comparison, `first` is the one of the two agents that comes earlier in the contest's list of agents.
    """
    index_of = {agent: index for index, agent in enumerate(contest.agents)}
    alone: dict[int, Outcome] = {}
    for record in records:
        seats = [index_of[agent] for agent in record.agents]
        if len(seats) == 1:
            alone[seats[0]] = record.outcome
            continue
        winner = record.outcome.winner
        points = 0.5 if winner is None else float(winner == 0)
        first, second = seats
        yield (
            Comparison(deal, first, second, points)
            if first < second
            else Comparison(deal, second, first, 1 - points)
        )
    for first, second in combinations(sorted(alone), 2):
        yield Comparison(deal, first, second, _better(alone[first], alone[second]))


def _all_comparisons(contest: Contest, deals: Mapping[int, Sequence[Record]]) -> list[Comparison]:
    return [each for deal, records in deals.items() for each in _comparisons(contest, deal, records)]


def _points(comparisons: Sequence[Comparison], agent: int) -> list[float]:
    own = [each.points for each in comparisons if each.first == agent]
    return own + [1 - each.points for each in comparisons if each.second == agent]


def _better(one: Outcome, other: Outcome) -> float:
    """Compare two one-player games on the same deal; return the points of the first: 1, 0.5 or 0.

    A forfeited game is worse than any game that is not forfeited.
    """
    mine, yours = ((each.forfeit is None, *each.scores) for each in (one, other))
    return 0.5 if mine == yours else float(mine > yours)


def _tenth(elo: float) -> float:
    return round(elo, 1) + 0.0  # avoid -0.0


def _tally(points: Sequence[float]) -> dict[str, Any]:
    return {
        "wins": points.count(1.0),
        "draws": points.count(0.5),
        "losses": points.count(0.0),
        "score": round(sum(points) / len(points), 4),
    }


def _scores(agent: str, deals: Mapping[int, Sequence[Record]]) -> dict[str, Any]:
    """Return an agent's mean score, the half-width of its 95% interval, and the number of forfeits.

    The half-width is estimated from the means of whole deals, because games on one deal are not independent.
    """
    means = []
    forfeits = 0
    for records in deals.values():
        seats = [(record.outcome, record.agents.index(agent)) for record in records if agent in record.agents]
        means.append(sum(outcome.scores[seat] for outcome, seat in seats) / len(seats))
        forfeits += sum(outcome.forfeit == seat for outcome, seat in seats)
    return {**_mean("points", means), "forfeits": forfeits}


def _pair(contest: Contest, comparisons: Sequence[Comparison], first: int, second: int) -> dict[str, Any]:
    """Return the results of two agents against each other as JSON.

    Entry n of the list `deals` is the number of deals on which the first agent got n / 2 points.
    """
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


def _lead(first: str, second: str, deals: Mapping[int, Sequence[Record]]) -> dict[str, Any]:
    """Return the mean score lead of `first` over `second` on a deal, and the half-width of its 95% interval."""
    leads = []
    for records in deals.values():
        both = [record for record in records if {first, second} >= set(record.agents)]
        by_seat = [
            (agent, points)
            for record in both
            for agent, points in zip(record.agents, record.outcome.scores, strict=True)
        ]
        own = [points for agent, points in by_seat if agent == first]
        other = [points for agent, points in by_seat if agent == second]
        leads.append(sum(own) / len(own) - sum(other) / len(other))
    return _mean("lead", leads)


def _mean(name: str, values: Sequence[float]) -> dict[str, Any]:
    mean, error = mean_and_error(values)
    return {name: round(mean, 2) + 0.0, f"{name}_error": None if error is None else round(error, 2)}
