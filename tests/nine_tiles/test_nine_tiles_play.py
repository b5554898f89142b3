"""Nine Tiles Panic as it is played: what can be laid against the game's own select_best, and where towns stand."""

from __future__ import annotations

import io
import json
import random
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import ranking_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright import registry
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.generate import generate
from tilewright.games.nine_tiles.ranking.best_patterns import Patterns
from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_set_statistics
from tilewright.games.nine_tiles.ranking.town_comparison import compare_in_duel, compare_in_theme
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town, problems, score
from tilewright.games.nine_tiles.state import TownState, completions, parse_move, parse_state, start
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION
from tilewright.play import Entrant, Played, make_player, play_match

GAME = Played(registry.game("nine-tiles"))
DEAL = NineTilesInstance((3, 8, 17))
TOWN = "036582714004421544"


@pytest.fixture
def data(census: Census, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder that has the census."""
    (tmp_path / "with" / "nine_tiles").mkdir(parents=True)
    (tmp_path / "with" / "nine_tiles" / "census").symlink_to(census.folder)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "with"))
    theme_set_statistics.cache_clear()


def random_state(seed: int, tiles: int) -> TownState:
    rng, state = random.Random(seed), start(DEAL)
    for _ in range(tiles):
        state = state.play(rng.choice(state.moves()))
    return state


# --- What can be laid ---------------------------------------------------------------------------------


def test_a_random_game_ends_with_a_town_that_the_judge_calls_complete() -> None:
    for seed in range(25):
        state = random_state(seed, 9)
        assert state.over
        assert not problems(state.town)


@pytest.mark.parametrize("seed", range(6))
def test_the_last_tiles_can_be_laid_exactly_as_the_judge_allows(seed: int) -> None:
    state = random_state(seed, 7)
    left = sorted(set(range(9)) - {tile for tile, _ in state.laid})
    complete = set()
    for first, second in (left, left[::-1]):
        for one in range(8):
            for other in range(8):
                laid = (*state.laid, (first, one), (second, other))
                shapes = all(CANONICAL_DIRECTION[tile][way] == way for tile, way in laid)
                if shapes and not problems(Town(*zip(*laid, strict=True))):
                    complete.add(laid)
    assert set(completions(state.laid)) == complete
    assert {(*state.laid, *move.tiles) for move in state.moves()} == {laid[:8] for laid in complete}


def test_every_tile_can_be_first_in_some_direction() -> None:
    assert {move.tiles[0][0] for move in start(DEAL).moves()} == set(range(9))


def test_a_whole_town_can_be_typed_even_with_a_blank_tile_turned() -> None:
    turned = TOWN[:9] + "2" + TOWN[10:]
    for text in (TOWN, f"town {TOWN}", f"{TOWN[:9]} {TOWN[9:]}", json.dumps({"town": TOWN}), turned):
        state = start(DEAL).play(parse_move(start(DEAL), text))
        assert state.over
        assert state.town.pattern == (turned if text == turned else TOWN)
        assert parse_state(state.to_text()) == state


@given(st.integers(0, 2**31 - 1), st.integers(0, 9), st.sampled_from(["duel", "max", "distance"]))
@settings(deadline=None, derandomize=True, max_examples=40)
def test_any_state_is_written_and_read_back(seed: int, tiles: int, rank: str) -> None:
    state = TownState(generate(seed, rank), random_state(seed, tiles).laid)
    assert parse_state(state.to_text()) == state


@pytest.mark.parametrize(
    ("laid", "move", "message"),
    [
        ("0:0", "0:4", "tile 0 lies already (tile-twice)"),
        ("", "0:1", "it looks the same in direction 0; write 0:0"),
        ("0:0", "6:0", "a road would end"),
        ("0:0", "town " + "123456780" + "0" * 9, "is not complete"),
        ("1:0", "town " + TOWN, "at position 0 lies 1:0 already"),
        ("", "9:0", "is no move"),
        ("", "1234", "a town has 18 digits"),
        ("", '{"tile": 9, "direction": 0}', "a move must look like"),
        ("", '{"tile": 1}', "lacks the key"),
        ("", '{"town": 5}', "18 digits in quotation marks"),
    ],
)
def test_an_illegal_move_says_why(laid: str, move: str, message: str) -> None:
    state = parse_state(f"3,8,17 | {laid}")
    with pytest.raises(BadInput) as refusal:
        state.play(parse_move(state, move))
    assert message in str(refusal.value)


def test_a_state_with_an_illegal_tile_says_where() -> None:
    with pytest.raises(BadInput, match="position 1: 0:4: tile 0 lies already"):
        parse_state("3,8,17 | 0:0 0:4")
    with pytest.raises(BadInput, match="expected themes, a bar"):
        parse_state("3,8,17")


# --- Where a town stands ------------------------------------------------------------------------------

counts = st.dictionaries(st.integers(-6, 20), st.integers(1, 1000), min_size=1)


@given(counts, st.integers(-6, 20))
@settings(deadline=None, derandomize=True)
def test_a_score_stands_above_the_towns_that_score_less(histogram: dict[int, int], own: int) -> None:
    every = [other for other, towns in histogram.items() for _ in range(towns)]
    standing = compare_in_theme(7, own, histogram)
    below, equal = sum(other < own for other in every), every.count(own)
    assert (standing.below, standing.equal) == (below, equal)
    assert standing.above == len(every) - below - equal
    assert standing.percentile == pytest.approx(100 * (below + equal / 2) / len(every))


@given(
    st.dictionaries(st.tuples(*[st.integers(0, 4)] * 3), st.integers(1, 99), min_size=1, max_size=30),
    st.tuples(*[st.integers(0, 4)] * 3),
)
@settings(deadline=None, derandomize=True)
def test_a_pattern_stands_in_the_duel_as_it_beats_and_is_beaten(
    towns: dict[oracle.Pattern, int], own: oracle.Pattern
) -> None:
    found = sorted(towns)
    patterns = Patterns((1, 2, 3), np.array(found, np.int8), np.array([towns[each] for each in found]))
    standing = compare_in_duel(patterns, own)
    assert standing.beaten == sum(towns[each] for each in found if oracle.beats(own, each))
    assert standing.lost_to == sum(towns[each] for each in found if oracle.beats(each, own))
    assert standing.beaten + standing.tied + standing.lost_to == sum(towns.values())
    wins, losses = oracle.wins_and_losses(own, found)
    assert (standing.patterns_beaten, standing.patterns_lost_to) == (wins, losses)


# --- Deals and agents ---------------------------------------------------------------------------------


def test_a_seed_draws_three_different_themes_and_every_theme_is_drawn() -> None:
    drawn = [generate(seed).themes for seed in range(200)]
    assert drawn == [generate(seed).themes for seed in range(200)]
    assert all(len(set(themes)) == 3 and list(themes) == sorted(themes) for themes in drawn)
    assert {theme for themes in drawn for theme in themes} == set(range(1, 27))


def test_the_planner_builds_a_best_town(data: None) -> None:
    for seed in range(4):
        deal = GAME.deal(seed)
        record = play_match(GAME, deal, [Entrant.parse("planner")], seed)
        state = start(deal)
        for move in record.moves:
            state = state.play(GAME.move_from_json(state, move))
        theme_set_statistics = theme_set_statistics(deal.themes)
        found = [tuple(pattern) for pattern in theme_set_statistics.patterns.scores.tolist()]
        assert oracle.pattern(score(state.town), deal.themes) in oracle.duel(found)
        assert record.outcome.scores == (int(10 * theme_set_statistics.duel(score(state.town)).percentile),)


def test_the_planner_goes_on_from_tiles_that_others_have_laid(data: None) -> None:
    player = make_player(GAME.game, Entrant.parse("planner"))
    for seed in range(3):
        state = random_state(seed, 6)
        best = max(
            (TownState(DEAL, laid).scores() for laid in islice(completions(state.laid), 400)), default=(0,)
        )
        while not state.over:
            state = state.play(player.choose(state, random.Random(0)))
        assert state.scores() == best


def test_moves_are_worth_the_best_town_after_them_and_a_game_is_analysed(
    data: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = make_player(GAME.game, Entrant.parse("planner"))
    state = random_state(1, 6)
    valued = {each.move: int(each.value) for each in player.values(state, random.Random(0))}
    assert valued == {
        move: max(TownState(DEAL, laid).scores()[0] for laid in completions(state.play(move).laid))
        for move in state.moves()
    }
    kept = tmp_path / "random.json"
    kept.write_text(json.dumps(play_match(GAME, DEAL, [Entrant.parse("random")], 3).to_json()))
    assert run(["analyse", "nine-tiles", str(kept), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["moves"]) == 9
    # The last tiles leave no choice; what a random player loses is lost before.
    assert told["moves"][-1]["loss"] == 0 < sum(move["loss"] for move in told["moves"])


def test_a_person_types_a_town_and_sees_where_it_stands(
    data: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TOWN}\n"))
    assert run(["play", "nine-tiles", "9,25,26"]) == 0
    told = capsys.readouterr().out
    assert "Build a town for these themes" in told
    # This town has all three at maximum, as 46,080 towns have.
    assert "Most agents: 5 of 5; percentile" in told
    assert "In the duel it beats 526,024,896 towns, ties with 46,080 and loses to 0:" in told
    assert told.splitlines()[-1] == "The game is over; score 999"


def test_three_themes_are_drawn_by_the_seed(
    data: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"99\n{TOWN[:9]}\n{TOWN}\n"))
    assert run(["play", "nine-tiles", "--seed", "5", "--json"]) == 0
    told = capsys.readouterr()
    record = json.loads(told.out)
    assert record["instance"]["themes"] == list(generate(5).themes)
    assert record["moves"] == [{"town": TOWN}]
    assert "there is no move 99" in told.err
