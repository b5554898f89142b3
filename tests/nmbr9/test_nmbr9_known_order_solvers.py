"""The solvers for known decks: legal stacks, valid bounds, and reproducible results."""

from __future__ import annotations

import nmbr9_oracle as oracle
import pytest

import tilewright as tw
from tilewright.game import Run, Status
from tilewright.games.nmbr9.models.assigned_levels_bound import levels_bound
from tilewright.games.nmbr9.models.carried_sets_file import carried_sets
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance

GAME = tw.game("nmbr9")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("support", ["parts", "types"])
def test_the_optimum_of_a_small_deck_lies_between_score_and_bound_of_the_beam_search(
    seed: int, support: str
) -> None:
    instance = GAME.with_keys(GAME.generate(seed, cards=5), {"support": support})
    optimum = tw.solve(instance, solver="literal").objective
    result = tw.solve(instance, solver="known")
    assert optimum is not None
    assert result.objective is not None
    assert result.bound is not None
    assert result.objective <= optimum <= result.bound


@pytest.mark.parametrize("seed", range(40))
def test_no_short_deck_scores_more_than_its_bound(seed: int) -> None:
    instance = GAME.generate(seed, cards=5, max_value=9 if seed % 2 else 4)
    optimum = tw.solve(instance, solver="literal").objective
    bound = levels_bound(instance, Run())
    assert optimum is not None
    assert bound is not None
    assert optimum <= bound


def test_the_order_of_the_cards_limits_the_bound() -> None:
    # A 2 and a 5 carry a 9, but two 1s do not, although together they have as many cells as a 9.
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (2, 5, 9)), Run()) == 9
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (1, 1, 9)), Run()) == 0
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (9, 2, 5)), Run()) == 5


def test_the_limits_of_pairs_and_triples_hold_for_all_carried_sets() -> None:
    carried = carried_sets()
    # Two independent searches, the solver `exact` and the search in `proof/`, both find this number of pairs (a
    # set of parts, and a set that it carries).
    assert sum(map(len, carried.carried.values())) == 18_137
    for lower, uppers in carried.carried.items():
        limits = carried.pair_limits if len(lower) == 2 else carried.triple_limits
        for upper in uppers:
            assert 2 * sum(len(PARTS[value]) for value in upper) <= sum(limits[value] for value in lower)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("support", ["parts", "types"])
def test_three_exact_solvers_agree_on_known_decks(seed: int, support: str) -> None:
    instance = GAME.with_keys(GAME.generate(seed, cards=4), {"support": support})
    results = [tw.solve(instance, solver=solver) for solver in ("literal", "draft", "auto")]
    assert [result.status for result in results] == [Status.OPTIMAL] * 3
    assert len({result.objective for result in results}) == 1


@pytest.mark.parametrize("deck", [(9, 9, 8), (0, 1, 9), (7, 2, 3), (5, 5, 5)])
def test_draft_finds_the_optimum_of_a_brute_force_search(deck: tuple[int, ...]) -> None:
    instance = Nmbr9Instance("K", 9, 3, 3, deck)
    assert tw.solve(instance, solver="draft").objective == oracle.best_known(deck)


def test_two_exact_solvers_agree_on_bounded_tables() -> None:
    for text in ("K-3-1-4:0,2,1,3 grid=6 levels=1", "K-2-2-4:1,1,2,2 grid=5", "K-1-2-4:1,1,0,0 grid=4"):
        first, second = (tw.solve(GAME.parse(text), solver=solver) for solver in ("literal", "draft"))
        assert (first.status, first.objective) == (second.status, second.objective)


def test_the_same_seed_gives_the_same_stack() -> None:
    instance = GAME.generate(1, cards=8)
    first, second = (tw.solve(instance, solver="known", seed=7) for _ in range(2))
    assert first.solution == second.solution


def test_a_longer_deck_has_a_positive_score_below_its_bound() -> None:
    result = tw.solve(GAME.generate(0, cards=12), solver="known")
    assert result.status is Status.FEASIBLE
    assert result.objective is not None
    assert result.bound is not None
    assert 0 < result.objective < result.bound


def test_stacks_stay_within_a_bounded_table() -> None:
    instance = GAME.with_keys(GAME.generate(2, cards=8), {"grid": "9", "levels": "2"})
    result = tw.solve(instance, solver="known")
    assert result.solution is not None, "found no stack; tw.solve checks every stack"


def test_the_bound_of_a_short_deck_uses_counts_areas_and_levels() -> None:
    # The carried sets are known only for up to two copies of a number, so this bound uses only counts and
    # areas: two 1s together have ten cells, and so does a 9.
    assert levels_bound(Nmbr9Instance("K", 9, 3, 6, (1, 1, 9, 0, 0, 0), levels=2), Run()) >= 9
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (2, 5, 9), levels=1), Run()) == 0
    assert levels_bound(Nmbr9Instance("K", 9, 2, 2, (9, 9), grid=4), Run()) is None


def test_the_bound_of_a_long_deck_uses_the_highest_level_of_each_card() -> None:
    # The bound assumes two cards on each level, and later cards on higher levels.
    instance = Nmbr9Instance("K", 9, 20, 41, (9,) * 20 + (8,) * 20 + (7,))
    nines, eights = (
        sum(9 * (index // 2) for index in range(20)),
        sum(8 * (index // 2) for index in range(20, 40)),
    )
    assert levels_bound(instance, Run()) == nines + eights + 7 * 20


def test_known_solves_only_known_decks() -> None:
    with pytest.raises(tw.BadInput, match="'known' solves only variant K, not F"):
        tw.solve(GAME.parse("F-2-1-3"), solver="known")
