"""Known decks of any size: legal stacks, bounds that hold, and the same stack for the same seed."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.game import Run, Status
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.solvers.levels_bound import levels_bound

GAME = tw.game("nmbr9")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("support", ["parts", "types"])
def test_beams_and_bound_enclose_the_optimum_of_a_small_deck(seed: int, support: str) -> None:
    instance = GAME.with_keys(GAME.generate(seed, cards=5), {"support": support})
    optimum = tw.solve(instance, solver="literal").objective
    found = tw.solve(instance, solver="known")
    assert optimum is not None
    assert found.objective is not None
    assert found.bound is not None
    assert found.objective <= optimum <= found.bound


def test_the_same_seed_gives_the_same_stack() -> None:
    instance = GAME.generate(1, cards=8)
    first, second = (tw.solve(instance, solver="known", seed=7) for _ in range(2))
    assert first.solution == second.solution


def test_a_full_deck_is_placed_within_its_limit_and_beats_nothing_at_all() -> None:
    result = tw.solve(GAME.generate(0), solver="known", time_limit=3)
    assert result.status is Status.FEASIBLE
    assert result.objective is not None
    assert result.bound is not None
    assert 0 < result.objective < result.bound


def test_a_bounded_table_is_kept_to() -> None:
    instance = GAME.with_keys(GAME.generate(2, cards=8), {"grid": "9", "levels": "2"})
    result = tw.solve(instance, solver="known")
    assert result.solution is not None, "the checker has looked at it"


def test_counts_and_areas_alone_bound_a_deck() -> None:
    # Two ones have ten cells, and that is what a 9 has; two parts carry it: 9 points, and no more.
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (1, 1, 9)), Run()) == 9
    # A one and a seven have twelve cells, and nothing can lie on level 3.
    assert levels_bound(Nmbr9Instance("K", 9, 2, 4, (1, 7, 1, 9)), Run()) == 9
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (1, 1, 9), levels=1), Run()) == 0
    assert levels_bound(Nmbr9Instance("K", 9, 2, 2, (9, 9), grid=4), Run()) is None


def test_only_known_decks_are_played() -> None:
    with pytest.raises(tw.BadInput, match="known plays variant K, not F"):
        tw.solve(GAME.parse("F-2-1-3"), solver="known")
