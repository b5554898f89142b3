"""Known decks of any size: legal stacks, bounds that hold, and the same stack for the same seed."""

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
def test_beams_and_bound_enclose_the_optimum_of_a_small_deck(seed: int, support: str) -> None:
    instance = GAME.with_keys(GAME.generate(seed, cards=5), {"support": support})
    optimum = tw.solve(instance, solver="literal").objective
    found = tw.solve(instance, solver="known")
    assert optimum is not None
    assert found.objective is not None
    assert found.bound is not None
    assert found.objective <= optimum <= found.bound


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("support", ["parts", "types"])
def test_two_exact_ways_agree_on_known_decks(seed: int, support: str) -> None:
    instance = GAME.with_keys(GAME.generate(seed, cards=4), {"support": support})
    results = [tw.solve(instance, solver=solver) for solver in ("literal", "draft", "auto")]
    assert [result.status for result in results] == [Status.OPTIMAL] * 3
    assert len({result.objective for result in results}) == 1


@pytest.mark.parametrize("deck", [(9, 9, 8), (0, 1, 9), (7, 2, 3), (5, 5, 5)])
def test_an_exact_way_against_a_search_of_few_lines(deck: tuple[int, ...]) -> None:
    instance = Nmbr9Instance("K", 9, 3, 3, deck)
    assert tw.solve(instance, solver="draft").objective == oracle.best_known(deck)


def test_a_known_deck_on_a_bounded_table_by_two_ways() -> None:
    for text in ("K-3-1-4:0,2,1,3 grid=6 levels=1", "K-2-2-4:1,1,2,2 grid=5", "K-1-2-4:1,1,0,0 grid=4"):
        found = [tw.solve(GAME.parse(text), solver=solver) for solver in ("literal", "draft")]
        assert (found[0].status, found[0].objective) == (found[1].status, found[1].objective)


def test_the_same_seed_gives_the_same_stack() -> None:
    instance = GAME.generate(1, cards=8)
    first, second = (tw.solve(instance, solver="known", seed=7) for _ in range(2))
    assert first.solution == second.solution


def test_a_longer_deck_scores_something_and_less_than_its_bound() -> None:
    result = tw.solve(GAME.generate(0, cards=12), solver="known")
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


def test_a_long_deck_is_bounded_by_how_high_its_cards_can_lie() -> None:
    # Two cards on each level, the later ones higher.
    deck = Nmbr9Instance("K", 9, 20, 41, (9,) * 20 + (8,) * 20 + (7,))
    expected = sum(9 * (at // 2) for at in range(20)) + sum(8 * (at // 2) for at in range(20, 40)) + 7 * 20
    assert levels_bound(deck, Run()) == expected


@pytest.mark.parametrize("support", ["parts", "types"])
@pytest.mark.parametrize("seed", range(5))
def test_the_children_of_a_stack_are_its_legal_placements(seed: int, support: str) -> None:
    chance = random.Random(seed)
    deck = tuple(chance.sample([value for value in range(10) for _ in range(2)], 7))
    instance = Nmbr9Instance("K", 9, 2, 7, deck, support=support)
    placed: tuple[Placement, ...] = ()
    for value in deck[:-1]:
        found = legal_placements(instance, placed, value)
        top = max(each.level for each in found)
        placed += (chance.choice([each for each in found if each.level == top]),)
    expected = {(each.level, frozenset(each.cells)) for each in legal_placements(instance, placed, deck[-1])}
    assert set(children(instance, placed)) == expected


def children(instance: Nmbr9Instance, placed: tuple[Placement, ...]) -> list[tuple[int, frozenset[Cell]]]:
    """What the kernel of the beams makes of a stack; the stack is moved to the middle of a board of 62 x 62."""
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
    names = np.zeros((5, 64, 64), np.uint64)
    table = kernel.Table(deck, 1, 62, 5, instance.support == "types", np.ones(5), 0.5, 0.5, names)
    moves, values = np.zeros((kernel.MOST_CHILDREN, 4), np.int64), np.zeros(kernel.MOST_CHILDREN)
    count = kernel.children(beam, 0, len(placed), table, moves, values)
    found = [
        (level + 1, frozenset(orientations(instance.deck[-1])[turn].at(row - middle, column - middle)))
        for level, turn, row, column in moves[:count].tolist()
    ]
    assert len(set(found)) == count
    return found


def test_only_known_decks_are_played() -> None:
    with pytest.raises(tw.BadInput, match="known plays variant K, not F"):
        tw.solve(GAME.parse("F-2-1-3"), solver="known")
