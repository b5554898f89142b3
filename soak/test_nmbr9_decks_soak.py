"""Long tests of Nmbr9 with known and unknown decks: many are solved to optimality, some by two solvers."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tilewright as tw
from tilewright.game import Status

GAME = tw.game("nmbr9")


@pytest.mark.parametrize(("max_value", "support"), [(9, "parts"), (6, "parts"), (9, "types"), (6, "types")])
def test_each_of_300_decks_of_six_cards_is_solved_within_a_minute(max_value: int, support: str) -> None:
    for seed in range(1, 301):
        deck = GAME.generate(seed, max_value=max_value, cards=6)
        result = tw.solve(GAME.with_keys(deck, {"support": support}), time_limit=60)
        assert result.status is Status.OPTIMAL, seed


@pytest.mark.parametrize("support", ["parts", "types"])
def test_two_solvers_agree_on_50_decks_of_five_cards(support: str) -> None:
    for seed in range(1, 51):
        deck = GAME.with_keys(GAME.generate(seed, cards=5), {"support": support})
        results = [tw.solve(deck, solver=solver) for solver in ("literal", "draft")]
        assert [result.status for result in results] == [Status.OPTIMAL] * 2
        assert results[0].objective == results[1].objective, seed


VARIANTS = [(m, c, k) for k in (1, 2, 3, 4) for c in (1, 2) for m in range(10) if k <= (m + 1) * c]


@pytest.mark.parametrize(("max_value", "copies", "cards"), VARIANTS)
def test_two_solvers_agree_on_every_unknown_deck_of_up_to_four_cards(
    max_value: int, copies: int, cards: int
) -> None:
    instance = GAME.parse(f"U-{max_value}-{copies}-{cards}")
    results = [tw.solve(instance, solver=solver) for solver in ("unknown", "draft")]
    assert [result.status for result in results] == [Status.OPTIMAL] * 2
    # In U-3-1-4, one point can be forced; in all other instances of this test, no point can be forced.
    assert [result.objective for result in results] == [(max_value, copies, cards) == (3, 1, 4)] * 2


@pytest.mark.parametrize(
    ("text", "mean"), [("U-9-1-4", "2069/360"), ("U-9-2-4", "82147/14535"), ("U-6-2-4", "1675/429")]
)
def test_the_best_means_of_four_cards(text: str, mean: str) -> None:
    result = tw.solve(GAME.parse(f"{text} objective=expected"), solver="draft")
    assert (result.status, result.objective) == (Status.OPTIMAL, Fraction(mean))
