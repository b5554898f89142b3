"""The sequential test: a manually computed value, the error rates, and independence of the order of results."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import domineering
import pytest

from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.play import Outcome, Record
from tilewright.play.contest_plan import Contest
from tilewright.play.sprt import Sprt, log_likelihood_ratio
from tilewright.play.standings import standings, weigh


def deals(elo: float, seed: str, seat: float = 0.0, draws: float = 0.0) -> Iterator[float]:
    """Yield, without end, an agent's share of the points of each deal; the agent's lead is `elo` Elo points.

    In the game in which the agent moves first, its expected share is larger by `seat`; in the other game, it is
    smaller by `seat`. A game is drawn with probability `draws`.
    """
    rng = random.Random(seed)
    share = 1 / (1 + 10 ** (-elo / 400))
    while True:
        points = 0.0
        for win in (share + seat - draws / 2, share - seat - draws / 2):
            luck = rng.random()
            points += 1.0 if luck < win else 0.5 if luck < win + draws else 0.0
        yield points / 2


def accepted(test: Sprt, elo: float, **kind: float) -> int:
    """Return how many of 200 tests accept the hypothesis elo1 if the true difference is `elo`."""
    weighed = [test.weigh(deals(elo, f"{elo}/{number}", **kind)) for number in range(200)]
    assert all(each.decision in ("accepted", "rejected") for each in weighed)
    return sum(each.decision == "accepted" for each in weighed)


def test_the_likelihood_ratio_matches_a_manual_calculation() -> None:
    # The shares 1, 1/2, 1/2, 3/4 and 1/4 have the mean 3/5; the sum of their squared deviations is .16 + .01 +
    # .01 + .0225 + .1225 = .325. The estimate adds half a deal with share 1 and half a deal with share 0, with
    # the squared deviation .16 / 2 + .36 / 2 = .26, so the variance is .585 / 6 = .0975. For s0 = .5 and
    # s1 = .6, the ratio is 5 * .1 * (1.2 - 1.1) / (2 * .0975) = .05 / .195.
    shares = [1, 0.5, 0.5, 0.75, 0.25]
    ratio = log_likelihood_ratio(5, sum(shares), sum(share**2 for share in shares), 0.5, 0.6)
    assert ratio == pytest.approx(0.05 / 0.195)


def test_the_bounds_are_those_of_errors_of_five_per_cent() -> None:
    test = Sprt(0, 10)
    assert test.upper == pytest.approx(math.log(0.95 / 0.05))
    assert test.lower == pytest.approx(math.log(0.05 / 0.95))


@pytest.mark.parametrize("kind", [{}, {"seat": 0.2}, {"draws": 0.3}], ids=["plain", "seat", "draws"])
def test_each_hypothesis_is_wrongly_accepted_in_about_five_per_cent(kind: dict[str, float]) -> None:
    # About 10 of 200 tests should be wrong; the probability that 20 or more are wrong is below 1 in 300.
    test = Sprt(0, 60)
    assert accepted(test, 0, **kind) < 20
    assert accepted(test, 60, **kind) > 180


def test_a_strength_beyond_the_hypotheses_is_detected_early() -> None:
    test = Sprt(0, 60)
    assert accepted(test, -100) == 0
    assert accepted(test, 200) == 200
    lengths = [test.weigh(deals(elo, "length")).deals for elo in (30, 400)]
    assert lengths[0] > 2 * lengths[1]


def test_a_few_deals_without_variance_decide_nothing() -> None:
    for share in (0.0, 0.5, 1.0):
        assert Sprt(0, 10).weigh([share] * 5).decision == "open"
    assert Sprt(0, 10).weigh([1.0] * 50).decision == "accepted"
    assert Sprt(0, 10).weigh([0.0] * 50).decision == "rejected"
    assert Sprt(0, 10).weigh([]).llr == 0


def test_deals_after_the_decision_are_ignored() -> None:
    stream = [1.0, 0.5] * 40
    weighed = Sprt(0, 100).weigh(stream)
    assert weighed.decision == "accepted"
    assert weighed.deals < 80
    assert Sprt(0, 100).weigh(stream[: weighed.deals] + [0.0] * 500) == weighed
    assert Sprt(0, 100).weigh(stream[: weighed.deals - 1]).decision == "open"


@pytest.mark.parametrize("text", ["", "0", "0,1,2", "a,b", "10,0", "5,5", "nan,1", "0,inf", "-2000,0", "0;10"])
def test_an_invalid_test_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput, match="0,10, not") as refusal:
        Sprt.parse(text)
    assert "\n" not in str(refusal.value)


# --- Contests -----------------------------------------------------------------------------------------


def games_of(contest: Contest, shares: list[float]) -> dict[str, list[Record]]:
    """Return artificial records; of each deal's points, the first agent gets the given share (0, 1/2 or 1)."""
    found = {}
    for task, share in zip(contest.tasks(), shares, strict=False):
        found[task.name] = []
        for seats, points in zip(task.seatings, ({0.0: (0, 0), 0.5: (1, 0), 1.0: (1, 1)})[share], strict=True):
            first = seats.index(contest.agents[0])
            outcome = Outcome((0, 0), first if points else 1 - first)
            found[task.name].append(Record("domineering", {}, seats, task.seed, (), outcome))
    return found


def test_deals_are_counted_in_order_whatever_finished_first() -> None:
    contest = Contest(domineering.game, ("random", "perfect"), 200, sprt=Sprt(0, 100))
    shares = [1.0, 0.5] * 50
    found = games_of(contest, shares)
    weighed = weigh(contest, found)
    assert weighed == Sprt(0, 100).weigh(shares)
    table = standings(contest, found)
    assert table["games"] == table["sprt"]["games"] == 2 * weighed.deals < 200
    assert table["sprt"]["decision"] == "accepted"
    assert sum(table["pairs"][0]["deals"]) == weighed.deals
    turned = dict(reversed(found.items()))
    assert standings(contest, turned) == table
    del found[contest.tasks()[3].name]
    assert weigh(contest, found).deals == 3
    late = standings(contest, found)
    assert late["sprt"]["decision"] == "open"
    assert (late["sprt"]["games"], late["games"]) == (6, 198)


def test_the_decision_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables: list[dict[str, Any]] = []
    records = []
    for number, where in enumerate(("here", "processes:2", "processes:3")):
        file = tmp_path / f"{number}.jsonl"
        places = ["--where", where, "--data", str(tmp_path / str(number)), "--record", str(file)]
        arguments = ["perfect", "random", "--sprt", "0,100", "--seed", "3", "--games", "300"]
        assert run(["arena", "domineering", *arguments, *places, "--json"]) == 0
        tables.append(json.loads(capsys.readouterr().out))
        records.append(file.read_bytes())
    assert tables[0] == tables[1] == tables[2]
    assert records[0] == records[1] == records[2]
    test = tables[0]["sprt"]
    assert test["decision"] == "accepted"
    assert test["llr"] >= test["upper"] == 2.9444
    assert test["games"] == tables[0]["games"] == len(records[0].splitlines()) < 300
    assert (test["elo0"], test["elo1"], test["lower"]) == (0, 100, -2.9444)


def test_the_result_of_the_test_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "domineering", "random", "perfect", "--sprt", "-100,0", "--games", "100"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("Test rejected after ")
    assert "the lead of random over perfect is more likely -100 than +0 Elo points" in last
    assert run(["arena", "domineering", "random", "perfect", "--sprt", "-100,0", "--games", "2"]) == 0
    assert "Test open after 2 games: no decision yet" in capsys.readouterr().out
