"""Elo ratings and their errors, compared with closed forms, with the model's equations and with simulations."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.play.ratings import ELO, NORMAL_95, Comparison, expected_score, mean_and_error, rate


def single_games(wins: int, draws: int, losses: int) -> list[Comparison]:
    """Return games between two agents, each game on its own deal."""
    points = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [Comparison(deal, 0, 1, each) for deal, each in enumerate(points)]


def elo_of_share(share: float) -> float:
    return 400 * math.log10(share / (1 - share))


counts = st.integers(0, 60)


@given(counts, counts, counts)
@settings(deadline=None, derandomize=True)
def test_two_agents_have_the_elo_of_their_score_with_one_drawn_game_added(w: int, d: int, l: int) -> None:  # noqa: E741
    if w + d + l == 0:
        return
    elo, error = rate(2, single_games(w, d, l)).difference(0, 1)
    share = (w + d / 2 + 0.5) / (w + d + l + 1)
    assert elo == pytest.approx(elo_of_share(share), abs=1e-6)
    assert 0 < error < 2000


@given(counts, counts, counts)
@settings(deadline=None, derandomize=True)
def test_the_error_of_two_agents_is_that_of_the_closed_form(w: int, d: int, l: int) -> None:  # noqa: E741
    games = w + d + l
    if games < 2:
        return
    p = (w + d / 2 + 0.5) / (games + 1)
    spread = (w * (1 - p) ** 2 + d * (0.5 - p) ** 2 + l * p**2) * games / (games - 1)
    spread += (0.5 * (1 - p)) ** 2 + (0.5 * p) ** 2
    information = (games + 1) * p * (1 - p)
    _, error = rate(2, single_games(w, d, l)).difference(0, 1)
    assert error == pytest.approx(400 / math.log(10) * 1.96 * math.sqrt(spread) / information, rel=1e-4)


def test_the_error_of_many_games_matches_the_delta_method() -> None:
    # For n games without draws, the delta method gives 1.96 * (400 / ln 10) / sqrt(n p (1 - p)).
    _, error = rate(2, single_games(700, 0, 300)).difference(0, 1)
    assert error == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(1000 * 0.7 * 0.3), rel=0.01)


def test_a_perfect_score_is_finite_and_its_error_is_large() -> None:
    elo, error = rate(2, single_games(40, 0, 0)).difference(0, 1)
    assert elo == pytest.approx(400 * math.log10(81))
    assert 200 < error < 800


def test_a_single_deal_has_the_error_of_the_information_matrix() -> None:
    _, error = rate(2, [Comparison(0, 0, 1, 1.0), Comparison(0, 0, 1, 0.0)]).difference(0, 1)
    assert error == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(3 / 4), rel=1e-4)


def test_paired_games_reduce_the_error_if_the_deal_decides_the_winner() -> None:
    # In each pair of games, the player who moves first wins, so 100 games end 50 to 50, with no variance
    # between the deals.
    swapped = [Comparison(deal, 0, 1, points) for deal in range(50) for points in (1.0, 0.0)]
    apart = single_games(50, 0, 50)
    tied = [Comparison(deal, 0, 1, float(deal % 2)) for deal in range(50) for _ in range(2)]
    errors = [rate(2, games).difference(0, 1)[1] for games in (swapped, apart, tied)]
    assert errors[0] < errors[1] / 5
    assert errors[2] == pytest.approx(errors[1] * math.sqrt(2), rel=0.05)


@st.composite
def contests(draw: st.DrawFn) -> tuple[int, list[Comparison]]:
    agents = draw(st.integers(2, 5))
    games = [
        Comparison(deal, first, second, draw(st.sampled_from([0.0, 0.5, 1.0])))
        for first in range(agents)
        for second in range(first + 1, agents)
        for deal in range(draw(st.integers(1, 6)))
    ]
    return agents, games


@given(contests())
@settings(deadline=None, derandomize=True)
def test_at_the_peak_every_agent_scores_what_the_model_expects(contest: tuple[int, list[Comparison]]) -> None:
    agents, games = contest
    strength = rate(agents, games).strength
    for agent in range(agents):
        scored = expected = 0.0
        for other in set(range(agents)) - {agent}:
            share = 1 / (1 + math.exp(strength[other] - strength[agent]))
            scored += 0.5  # the model adds one drawn game for each pair of agents
            expected += share
            for game in games:
                if {game.first, game.second} == {agent, other}:
                    scored += game.points if game.first == agent else 1 - game.points
                    expected += share
        assert scored == pytest.approx(expected, abs=1e-6)


@given(contests())
@settings(deadline=None, derandomize=True)
def test_the_order_of_the_agents_does_not_matter(contest: tuple[int, list[Comparison]]) -> None:
    agents, games = contest
    turned = [Comparison(game.deal, game.second, game.first, 1 - game.points) for game in games]
    one, other = rate(agents, games), rate(agents, list(reversed(turned)))
    for agent in range(agents):
        assert one.lead(agent) == pytest.approx(other.lead(agent), abs=1e-6)


def test_the_lead_of_an_agent_is_its_distance_from_the_mean_of_the_others() -> None:
    games = single_games(30, 0, 10) + [Comparison(100 + at, 1, 2, float(at % 3 > 0)) for at in range(30)]
    ratings = rate(3, games)
    first, second = ratings.difference(0, 1)[0], ratings.difference(0, 2)[0]
    assert ratings.lead(0)[0] == pytest.approx((first + second) / 2)
    assert first == pytest.approx(elo_of_share(30.5 / 41))
    assert second - first == pytest.approx(elo_of_share(20.5 / 31))
    assert rate(2, single_games(3, 0, 37)).lead(0)[0] == -rate(2, single_games(3, 0, 37)).lead(1)[0]


@pytest.mark.parametrize(
    ("strength", "seat", "deals"), [(0.0, 0.0, 20), (0.0, 2.0, 50), (1.0, 1.5, 50), (3.0, 0.0, 50)]
)
def test_about_95_per_cent_of_the_intervals_contain_the_true_value(
    strength: float, seat: float, deals: int
) -> None:
    # Simulate paired games of two agents with known strengths and a first-move advantage.
    rng = random.Random(11)
    shares = [1 / (1 + math.exp(-strength - seat)), 1 / (1 + math.exp(-strength + seat))]
    truth = elo_of_share(sum(shares) / 2)
    held = 0
    for _ in range(200):
        games = [Comparison(deal, 0, 1, float(rng.random() < p)) for deal in range(deals) for p in shares]
        elo, error = rate(2, games).difference(0, 1)
        held += abs(elo - truth) <= error
    assert 0.90 <= held / 200 <= 0.985


def test_the_expected_score_is_the_logistic_curve_of_elo() -> None:
    for elo in (-800, -400, -100, 0, 50, 400):
        assert expected_score(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    assert expected_score(1e6) == 1.0
    assert expected_score(-1e6) == 0.0
    assert pytest.approx(400 / math.log(10)) == ELO
    assert pytest.approx(1.96, abs=1e-4) == NORMAL_95


def test_the_mean_and_its_error_match_the_textbook_formulas() -> None:
    mean, error = mean_and_error([1, 2, 3, 4])
    assert mean == 2.5
    assert error == pytest.approx(1.959964 * math.sqrt((2.25 + 0.25 + 0.25 + 2.25) / 3 / 4), rel=1e-6)
    assert mean_and_error([7]) == (7, None)
