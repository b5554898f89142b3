"""The solvers for known decks: legal stacks, valid bounds, and reproducible results."""

from __future__ import annotations

import random

import nmbr9_oracle as oracle
import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Cell, Run, Status
from tilewright.games.nmbr9.kernels import known_kernel as kernel
from tilewright.games.nmbr9.models.level_area_bound import levels_bound
from tilewright.games.nmbr9.playing.legal_placements import legal_placements
from tilewright.games.nmbr9.rules import Nmbr9Instance, Placement, orientations
from tilewright.geometry import Polyomino, bounding_box

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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("support", ["parts", "types"])
def test_two_exact_solvers_agree_on_known_decks(seed: int, support: str) -> None:
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
    assert result.solution is not None, "tw.solve has checked the solution"


def test_the_bound_of_a_short_deck_uses_counts_and_areas() -> None:
    # Two 1s have ten cells, as many as a 9 has, so the bound allows the 9 on top of them: 9 points.
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (1, 1, 9)), Run()) == 9
    # A 1 and a 7 have twelve cells, so the 9 can lie on level 2, but level 3 cannot be reached.
    assert levels_bound(Nmbr9Instance("K", 9, 2, 4, (1, 7, 1, 9)), Run()) == 9
    assert levels_bound(Nmbr9Instance("K", 9, 2, 3, (1, 1, 9), levels=1), Run()) == 0
    assert levels_bound(Nmbr9Instance("K", 9, 2, 2, (9, 9), grid=4), Run()) is None


def test_the_bound_of_a_long_deck_uses_the_highest_level_of_each_card() -> None:
    # The bound assumes two cards on each level, and later cards on higher levels.
    instance = Nmbr9Instance("K", 9, 20, 41, (9,) * 20 + (8,) * 20 + (7,))
    nines, eights = (
        sum(9 * (index // 2) for index in range(20)),
        sum(8 * (index // 2) for index in range(20, 40)),
    )
    assert levels_bound(instance, Run()) == nines + eights + 7 * 20


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(5))
def test_the_kernel_of_known_lists_exactly_the_legal_placements(seed: int, support: str) -> None:
    rng = random.Random(seed)
    deck = tuple(rng.sample([*range(10), *range(10)], 7))
    instance = Nmbr9Instance("K", 9, 2, 7, deck, support=support)
    placed = oracle.random_stack(instance, deck[:-1], rng)
    expected = {(each.level, frozenset(each.cells)) for each in legal_placements(instance, placed, deck[-1])}
    assert set(kernel_placements(instance, placed)) == expected


def kernel_placements(
    instance: Nmbr9Instance, placed: tuple[Placement, ...]
) -> list[tuple[int, frozenset[Cell]]]:
    """Return the placements that the kernel finds for a stack in the middle of a 62 x 62 board."""
    assert instance.deck is not None
    middle, deck = 30, np.array(instance.deck, np.int64)
    beam = kernel.empty_beam(1, len(deck), 5, 64)
    for card, each in enumerate(placed):
        box = bounding_box(each.cells)
        turn = orientations(each.value).index(Polyomino.from_cells(each.cells))
        beam.placed[0, card] = each.level - 1, turn, box.top + middle, box.left + middle
        for row, column in each.cells:
            beam.levels[0, each.level - 1, row + middle] |= np.uint64(1) << np.uint64(column + middle)
    beam.heights[0] = max(each.level for each in placed)
    zobrist = np.zeros((5, 64, 64), np.uint64)
    setting = kernel.Setting(deck, 1, 62, 5, instance.support == "types", np.ones(5), 0.5, 0.5, zobrist)
    out, values = np.zeros((kernel.MOST_PLACEMENTS, 4), np.int64), np.zeros(kernel.MOST_PLACEMENTS)
    count = kernel.write_placements(beam, 0, len(placed), setting, out, values)
    placements = [
        (level + 1, frozenset(orientations(instance.deck[-1])[turn].at(row - middle, column - middle)))
        for level, turn, row, column in out[:count].tolist()
    ]
    assert len(set(placements)) == count
    return placements


def test_known_solves_only_known_decks() -> None:
    with pytest.raises(tw.BadInput, match="known solves variant K, not F"):
        tw.solve(GAME.parse("F-2-1-3"), solver="known")
