"""The lead of one agent over another: the mean difference of their scores on the same deals."""

from __future__ import annotations

import json
from statistics import mean, stdev

import domineering
import pytest
import short_deck

from tilewright.play import Record
from tilewright.play.contest_plan import Contest
from tilewright.play.games_in_child_process import play_games
from tilewright.play.standings import standings


def played(contest: Contest) -> dict[str, list[Record]]:
    games = {task.name: play_games(json.loads(json.dumps(task.to_json()))) for task in contest.tasks()}
    return {
        name: [Record.from_line(line) for line in data.decode().splitlines()] for name, data in games.items()
    }


def test_in_a_one_player_game_the_lead_is_the_difference_on_the_same_deals() -> None:
    contest = Contest(short_deck.game, ("peeker", "random"), 40)
    games = played(contest)
    scores: dict[str, list[int]] = {"peeker": [], "random": []}
    for _, records in sorted(games.items()):
        for record in records:
            scores[record.agents[0]].append(record.outcome.scores[0])
    leads = [one - other for one, other in zip(scores["peeker"], scores["random"], strict=True)]
    (pair,) = standings(contest, games)["pairs"]
    assert pair["lead"] == pytest.approx(mean(leads), abs=0.005)
    assert pair["lead_error"] == pytest.approx(1.96 * stdev(leads) / 20**0.5, abs=0.01)


def test_in_a_two_player_game_the_lead_comes_from_the_games_against_each_other() -> None:
    contest = Contest(domineering.game, ("perfect", "random"), 20, 3)
    games = played(contest)
    leads = []
    for _, records in sorted(games.items()):
        by_game = [
            record.outcome.scores[record.agents.index("perfect")]
            - record.outcome.scores[record.agents.index("random")]
            for record in records
        ]
        leads.append(mean(by_game))
    (pair,) = standings(contest, games)["pairs"]
    assert pair["lead"] == pytest.approx(mean(leads), abs=0.005)


def test_one_deal_has_a_lead_without_an_error() -> None:
    contest = Contest(short_deck.game, ("peeker", "random"), 2)
    (pair,) = standings(contest, played(contest))["pairs"]
    assert pair["lead_error"] is None
