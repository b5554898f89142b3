"""The game statistics of the Patchwork paper are reproduced; the greedy agents follow its formula (1)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork import game
from tilewright.games.patchwork.duel.choose_placement import Placer
from tilewright.games.patchwork.duel.moves import Advance, Buy, Special
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.patch_value import gain, gain_as_published
from tilewright.games.patchwork.duel.reproduce_published_statistics import (
    CORRECTIONS,
    PROGRAM_ERRORS,
    PUBLISHED_DEALS,
    measure,
    play_game,
    published_circle,
    statistics_as_corrected,
)
from tilewright.games.patchwork.duel.rules import opening
from tilewright.games.patchwork.pieces.patches import BOX
from tilewright.games.patchwork.quilt.reference_quilt import Quilt, reference_strategy
from tilewright.games.patchwork.state import random_circle
from tilewright.play import Entrant, make_player


def player(text: str) -> Any:
    return make_player(game, Entrant.parse(text))


# --- The paper ----------------------------------------------------------------------------------------


def test_the_published_figures_are_reproduced_to_every_digit() -> None:
    statistics = measure([published_circle(run) for run in range(PUBLISHED_DEALS)], PROGRAM_ERRORS)
    assert round(statistics.plies_first, 2) == 23.19
    assert round(statistics.plies_second, 2) == 22.98
    assert statistics.first_wins == 56
    assert round(statistics.branching, 2) == 83.15
    assert round(statistics.true_branching, 1) == 190.8


def test_the_corrected_game_has_higher_scores_than_the_published_one() -> None:
    circles = [published_circle(run) for run in range(5)]
    rows = statistics_as_corrected(circles)
    assert list(rows) == ["as published", *CORRECTIONS.values()]
    assert set(CORRECTIONS) == set(PROGRAM_ERRORS)
    assert rows["and formula (1)"].score > rows["as published"].score
    assert rows["and patch 4 as in the box: the true game"] == measure(circles, ())
    assert rows["and formula (1)"] == measure(circles, {"corner"})


def test_a_game_without_program_errors_follows_the_rules() -> None:
    for seed in range(4):
        state, rng = opening(random_circle(seed)), random.Random(0)
        greedy = player("greedy")
        plies, choices = [0, 0], []
        while not state.over:
            if not state.pending:
                plies[state.to_move] += 1
                choices.append(len(state.moves()))
            state = state.play(greedy.choose(state, rng))
        played = play_game(random_circle(seed), (), Placer())
        assert (list(played.plies), list(played.choices)) == (plies, choices)
        assert (played.scores, played.winner) == (state.scores(), state.winner())


def test_the_published_deals_are_different_orders_of_all_patches() -> None:
    circles = [published_circle(run) for run in range(PUBLISHED_DEALS)]
    assert len(set(circles)) == PUBLISHED_DEALS
    assert all(sorted(circle) == list(range(1, 34)) and circle[-1] == 1 for circle in circles)


def test_the_command_prints_our_statistics_beside_those_of_the_paper(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["quilts", "game", "--runs", "2", "--seed", "7", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["paper"]["first_wins"] == 56
    assert {row["games"] for row in data["rows"].values()} == {2}
    assert run(["quilts", "game", "--runs", "1"]) == 0
    assert "the true game" in capsys.readouterr().out


# --- Formula (1) --------------------------------------------------------------------------------------


def test_formula_1_worked_by_hand() -> None:
    # Patch 18 has 6 squares, costs 10 buttons and 5 steps, and has an income of 3; space 0 is followed by nine
    # income spaces.
    assert gain(BOX[18], 0) == (2 * 6 - 10 + 9 * 3) / 5
    assert gain(BOX[18], 47) == (2 * 6 - 10 + 1 * 3) / 5
    assert gain(BOX[18], 50) == (2 * 6 - 10 + 1 * 3) / 3
    assert gain_as_published(BOX[18], 0) == (2 * 6 - 10 + 9) / 5
    assert gain_as_published(BOX[18], 50) == (2 * 6 - 10 + 1) / 4


@pytest.mark.parametrize(
    ("position", "bought"),
    [
        # Patch 5 gains (6 - 2 + 0) / 2 = 2; patch 20 is too expensive; patch 27 gains (12 - 0 + 9) / 3 = 7.
        ("circle=5,20,27", 27),
        # With enough buttons, patch 20 gains (10 - 7 + 9) / 1 = 12.
        ("circle=5,20,27 buttons=7,5", 20),
        # Patch 3 gains (6 - 1 + 0) / 3 = 5/3, more than the one button per step of an advance.
        ("circle=3", 3),
        # At space 47, patch 4 gains (8 - 6 + 2) / 5 < 1, so advancing is better.
        ("circle=4 buttons=9,9 time=47,48", None),
        # At space 41, with two income spaces ahead, patch 4 gains (8 - 6 + 4) / 5 > 1 as a square of four
        # and (6 - 6 + 4) / 5 < 1 as a corner of three.
        ("circle=4 buttons=9,9 time=41,48", 4),
        ("circle=4 buttons=9,9 time=41,48 patches=paper", None),
        # Patch 33, the cross, does not fit, because no two adjacent rows are open.
        (f"circle=33 quilts={'/'.join(['#########', '9'] * 4 + ['#########'])},-", None),
        ("circle=17 buttons=9,9", None),
        ("circle=-", None),
    ],
)
def test_greedy_buys_the_patch_of_greatest_gain(position: str, bought: int | None) -> None:
    move = player("greedy").choose(parse_state(position), random.Random(0))
    assert move == Advance() if bought is None else move.patch == bought


def test_the_published_player_compares_a_patch_with_the_length_of_an_advance() -> None:
    # Patch 3 gains (6 - 1 + 9) / 3 = 4.67, more than an advance of one step and less than an advance of six.
    rng = random.Random(0)
    published = player("greedy-published")
    assert isinstance(published.choose(parse_state("circle=3 time=0,0"), rng), Buy)
    assert published.choose(parse_state("circle=3 time=0,5"), rng) == Advance()


# --- Placing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["bl-every+regret", "all+regret", "in-order-some+first"])
def test_greedy_lays_patches_like_the_reference_strategy(strategy: str) -> None:
    offer, cost = reference_strategy(strategy)
    greedy = player(f"greedy+{strategy}")
    rng = random.Random(3)
    for seed in range(2):
        state = opening(random_circle(seed))
        while not state.over and state.mover.quilt.bit_count() < 60:
            move = greedy.choose(state, rng)
            late = state.mover.quilt.bit_count() >= 45
            if late and not isinstance(move, Advance):
                patch = move.patch if isinstance(move, Buy) else 0
                cells = move.cells if isinstance(move, Buy) else (move.cell,)
                others = tuple(other for other in state.circle if other != patch)
                quilt = Quilt(covered(state.mover.quilt), others + (0,) * len(state.specials), state.patches)
                alternatives = offer(quilt, patch)
                assert cells == min(alternatives, key=lambda squares: cost(quilt, patch, squares))
            state = state.play(move)


def covered(quilt: int) -> frozenset[Cell]:
    return frozenset(divmod(square, 9) for square in range(81) if quilt >> square & 1)


def test_random_learning_and_rollout_strategies_play_a_game() -> None:
    for strategy in ("all+random", "sum-chb-some+first", "all+rollout-next3"):
        state, rng = opening(random_circle(5)), random.Random(1)
        greedy = player(f"greedy+{strategy}")
        for _ in range(12):
            state = state.play(greedy.choose(state, rng))
        assert state.mover.quilt, "no patch was bought and laid"


def test_greedy_lays_its_1x1_patch() -> None:
    state = parse_state("circle=2,3 time=20,19 pending=1 quilts=#8/9/9/9/9/9/9/9/9,-")
    assert isinstance(player("greedy").choose(state, random.Random(0)), Special)


@pytest.mark.parametrize(
    "name", ["greedy+nonsense", "greedy+all+nonsense", "greedy:1s", "greedy-published:5it"]
)
def test_unknown_strategies_and_budgets_are_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        player(name)
    assert "\n" not in str(caught.value)
