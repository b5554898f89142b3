"""Nine Tiles Panic as a game: legal moves, the comparison of a town with all towns, and the agents."""

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
from tilewright.games.nine_tiles.generate import generate
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import Patterns
from tilewright.games.nine_tiles.ranking.standing_among_towns import compare_in_duel, compare_in_theme
from tilewright.games.nine_tiles.ranking.theme_set_statistics import theme_set_statistics
from tilewright.games.nine_tiles.rules import NineTilesInstance, Town, problems, score
from tilewright.games.nine_tiles.state import TownState, completions, parse_move, parse_state, start
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION
from tilewright.play import Entrant, PlayableGame, make_player, play_match

GAME = PlayableGame(registry.game("nine-tiles"))
DEAL = NineTilesInstance((3, 8, 17))
TOWN = "036582714004421544"


@pytest.fixture
def data(data_with_census: Path) -> None:
    """Use a data folder that contains the census, and an empty cache of theme set statistics."""
    theme_set_statistics.cache_clear()


def random_state(seed: int, tiles: int) -> TownState:
    rng, state = random.Random(seed), start(DEAL)
    for _ in range(tiles):
        state = state.play(rng.choice(state.moves()))
    return state


# --- Legal moves --------------------------------------------------------------------------------------


def test_a_random_game_ends_with_a_complete_town() -> None:
    for seed in range(25):
        state = random_state(seed, 9)
        assert state.over
        assert not problems(state.town)


@pytest.mark.parametrize("seed", range(6))
def test_the_last_tiles_can_be_laid_exactly_as_the_rules_allow(seed: int) -> None:
    state = random_state(seed, 7)
    left = sorted(set(range(9)) - {tile for tile, _ in state.laid})
    complete = set()
    for first, second in (left, left[::-1]):
        for first_direction in range(8):
            for second_direction in range(8):
                laid = (*state.laid, (first, first_direction), (second, second_direction))
                shapes = all(CANONICAL_DIRECTION[tile][direction] == direction for tile, direction in laid)
                if shapes and not problems(Town(*zip(*laid, strict=True))):
                    complete.add(laid)
    assert set(completions(state.laid)) == complete
    assert {(*state.laid, *move.tiles) for move in state.moves()} == {laid[:8] for laid in complete}


def test_every_tile_can_be_laid_first_in_some_direction() -> None:
    assert {move.tiles[0][0] for move in start(DEAL).moves()} == set(range(9))


def test_a_whole_town_can_be_entered_even_with_a_turned_tile_that_looks_the_same() -> None:
    turned = TOWN[:9] + "2" + TOWN[10:]
    for text in (TOWN, f"town {TOWN}", f"{TOWN[:9]} {TOWN[9:]}", json.dumps({"town": TOWN}), turned):
        state = start(DEAL).play(parse_move(start(DEAL), text))
        assert state.over
        assert state.town.pattern == (turned if text == turned else TOWN)
        assert parse_state(state.to_text()) == state


@given(st.integers(0, 2**31 - 1), st.integers(0, 9), st.sampled_from(["duel", "max", "distance"]))
@settings(deadline=None, derandomize=True, max_examples=40)
def test_formatting_and_parsing_a_state_gives_the_same_state(seed: int, tiles: int, rank: str) -> None:
    state = TownState(generate(seed, rank), random_state(seed, tiles).laid)
    assert parse_state(state.to_text()) == state


@pytest.mark.parametrize(
    ("laid", "move", "message"),
    [
        ("0:0", "0:4", "tile 0 is already laid (tile-twice)"),
        ("", "0:1", "the tile looks the same in direction 0; write 0:0"),
        ("0:0", "6:0", "a road would end"),
        ("0:0", "town " + "123456780" + "0" * 9, "is not complete"),
        ("1:0", "town " + TOWN, "position 0 already has 1:0"),
        ("", "9:0", "is not a move"),
        ("", "1234", "a town has 18 digits"),
        ("", '{"tile": 9, "direction": 0}', "expected tile 0 to 8"),
        ("", '{"tile": true, "direction": 0}', "expected tile 0 to 8"),
        ("", '{"tile": 1, "direction": false}', "expected tile 0 to 8"),
        ("", '{"tile": 1}', "lacks the key"),
        ("", '{"town": 5}', "18 digits in quotation marks"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(laid: str, move: str, message: str) -> None:
    state = parse_state(f"3,8,17 | {laid}")
    with pytest.raises(BadInput) as refusal:
        state.play(parse_move(state, move))
    assert message in str(refusal.value)


def test_a_state_with_an_illegal_tile_is_refused_with_the_position() -> None:
    with pytest.raises(BadInput, match="position 1: 0:4: tile 0 is already laid"):
        parse_state("3,8,17 | 0:0 0:4")
    with pytest.raises(BadInput, match="expected themes, a bar"):
        parse_state("3,8,17")


# --- Comparison with all towns ------------------------------------------------------------------------

counts = st.dictionaries(st.integers(-6, 20), st.integers(1, 1000), min_size=1)


@given(counts, st.integers(-6, 20))
@settings(deadline=None, derandomize=True)
def test_a_score_is_compared_with_the_towns_that_score_less_the_same_and_more(
    histogram: dict[int, int], own: int
) -> None:
    scores = [score for score, towns in histogram.items() for _ in range(towns)]
    comparison = compare_in_theme(7, own, histogram)
    below, equal = sum(score < own for score in scores), scores.count(own)
    assert (comparison.below, comparison.equal) == (below, equal)
    assert comparison.above == len(scores) - below - equal
    assert comparison.percentile == pytest.approx(100 * (below + equal / 2) / len(scores))


@given(
    st.dictionaries(st.tuples(*[st.integers(0, 4)] * 3), st.integers(1, 99), min_size=1, max_size=30),
    st.tuples(*[st.integers(0, 4)] * 3),
)
@settings(deadline=None, derandomize=True)
def test_a_pattern_is_compared_in_the_duel_with_all_patterns_and_towns(
    towns: dict[oracle.Pattern, int], own: oracle.Pattern
) -> None:
    patterns_in_order = sorted(towns)
    patterns = Patterns(
        (1, 2, 3),
        np.array(patterns_in_order, np.int8),
        np.array([towns[pattern] for pattern in patterns_in_order]),
    )
    comparison = compare_in_duel(patterns, own)
    assert comparison.beaten == sum(
        towns[pattern] for pattern in patterns_in_order if oracle.beats(own, pattern)
    )
    assert comparison.lost_to == sum(
        towns[pattern] for pattern in patterns_in_order if oracle.beats(pattern, own)
    )
    assert comparison.beaten + comparison.tied + comparison.lost_to == sum(towns.values())
    wins, losses = oracle.wins_and_losses(own, patterns_in_order)
    assert (comparison.patterns_beaten, comparison.patterns_lost_to) == (wins, losses)


# --- Instances and agents -----------------------------------------------------------------------------


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
        statistics = theme_set_statistics(deal.themes)
        patterns = [tuple(pattern) for pattern in statistics.patterns.scores.tolist()]
        assert oracle.pattern(score(state.town), deal.themes) in oracle.duel(patterns)
        assert record.outcome.scores == (int(10 * statistics.compare_in_duel(score(state.town)).percentile),)


def test_the_sampler_builds_a_better_town_from_more_samples(data: None) -> None:
    def mean_score(agent: str) -> float:
        records = [play_match(GAME, GAME.deal(seed), [Entrant.parse(agent)], seed) for seed in range(6)]
        return sum(record.outcome.scores[0] for record in records) / len(records)

    assert mean_score("sampler:1it") < mean_score("sampler:30it")
    with pytest.raises(BadInput, match="takes a number of towns"):
        make_player(GAME.game, Entrant.parse("sampler:1s"))


def test_the_planner_continues_from_tiles_that_others_have_laid(data: None) -> None:
    player = make_player(GAME.game, Entrant.parse("planner"))
    for seed in range(3):
        state = random_state(seed, 6)
        best = max(
            (TownState(DEAL, laid).scores() for laid in islice(completions(state.laid), 400)), default=(0,)
        )
        while not state.over:
            state = state.play(player.choose(state, random.Random(0)))
        assert state.scores() == best


def test_the_value_of_a_move_is_the_best_town_after_it_and_a_game_is_analysed(
    data: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = make_player(GAME.game, Entrant.parse("planner"))
    state = random_state(1, 6)
    valued = {each.move: int(each.value) for each in player.values(state, random.Random(0))}
    assert valued == {
        move: max(TownState(DEAL, laid).scores()[0] for laid in completions(state.play(move).laid))
        for move in state.moves()
    }
    record_file = tmp_path / "random.json"
    record_file.write_text(json.dumps(play_match(GAME, DEAL, [Entrant.parse("random")], 3).to_json()))
    assert run(["analyse", "nine-tiles", str(record_file), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert len(output["moves"]) == 9
    # In this game, there is only one legal move for the last tile, so the random player makes its mistakes
    # earlier.
    assert output["moves"][-1]["loss"] == 0 < sum(move["loss"] for move in output["moves"])


def test_a_person_enters_a_town_and_sees_the_comparison_with_all_towns(
    data: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{TOWN}\n"))
    assert run(["play", "nine-tiles", "9,25,26"]) == 0
    output = capsys.readouterr().out
    assert "Build a town for these themes" in output
    # The town that is entered is one of the 46,080 towns with the maximum score in all three themes.
    assert "Most agents: 5 of 5; percentile" in output
    assert "In the duel, the town beats 526,024,896 towns, ties with 46,080 and loses to 0:" in output
    assert output.splitlines()[-1] == "The game is over; score 999"


def test_the_seed_determines_the_three_themes(
    data: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"99\n{TOWN[:9]}\n{TOWN}\n"))
    assert run(["play", "nine-tiles", "--seed", "5", "--json"]) == 0
    output = capsys.readouterr()
    record = json.loads(output.out)
    assert record["instance"]["themes"] == list(generate(5).themes)
    assert record["moves"] == [{"town": TOWN}]
    assert "there is no move 99" in output.err
