"""The solver `literal`, compared with a brute-force search and with known results."""

from __future__ import annotations

import threading
from dataclasses import replace

import nmbr9_oracle as oracle
import pytest

import tilewright as tw
from tilewright.game import Progress, Run, Status
from tilewright.games.nmbr9.generate import generate
from tilewright.games.nmbr9.notation import parse
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.solvers import literal

GAME = tw.game("nmbr9")


@pytest.mark.parametrize(
    ("text", "oracle_arguments"),
    [
        ("F-2-1-3", (2, 1, 3)),
        ("F-1-2-3", (1, 2, 3)),
        ("F-3-1-3 grid=5", (3, 1, 3, 5)),
        ("F-3-1-3 grid=4", (3, 1, 3, 4)),
        ("F-1-2-4 grid=4", (1, 2, 4, 4)),
        ("F-1-2-4 grid=5", (1, 2, 4, 5)),
        ("F-2-2-3 grid=5 support=types", (2, 2, 3, 5, 9, "types")),
        ("F-2-2-3 grid=5", (2, 2, 3, 5)),
        ("F-2-1-3 grid=6 levels=1", (2, 1, 3, 6, 1)),
    ],
)
def test_the_optimum_of_a_free_deck_is_that_of_a_brute_force_search(
    text: str, oracle_arguments: tuple[int, ...]
) -> None:
    expected = oracle.best_free(*oracle_arguments)
    result = tw.solve(GAME.parse(text), solver="literal")
    assert result.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)
    assert result.objective == expected


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("support", ["parts", "types"])
def test_the_optimum_of_a_known_deck_of_three_is_that_of_a_brute_force_search(seed: int, support: str) -> None:
    instance = replace(generate(seed, cards=3), support=support)
    expected = oracle.best_known(instance.deck, support=support)
    assert tw.solve(instance, solver="literal").objective == expected


@pytest.mark.parametrize("seed", range(4))
def test_the_optimum_of_a_known_deck_of_four_on_a_small_grid_is_that_of_a_brute_force_search(seed: int) -> None:
    instance = replace(generate(seed, cards=4), grid=5)
    expected = oracle.best_known(instance.deck, 5)
    result = tw.solve(instance, solver="literal")
    assert result.objective == expected
    assert (result.status is Status.INFEASIBLE) == (expected is None)


@pytest.mark.parametrize(("text", "optimum"), [("F-6-1-4", 7), ("F-6-1-5", 17), ("F-6-2-5", 19)])
def test_the_optima_on_the_published_grid(text: str, optimum: int) -> None:
    instance = GAME.with_keys(GAME.parse(text), {"grid": "6", "levels": "3"})
    result = tw.solve(instance, solver="literal")
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, optimum, optimum)


def test_the_optimum_of_a_free_deck_is_that_of_the_best_known_deck() -> None:
    decks = [(a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4)]
    known = [
        tw.solve(Nmbr9Instance("K", 3, 1, 4, deck), solver="literal").objective
        for deck in decks
        if len(set(deck)) == 4
    ]
    free = tw.solve(GAME.parse("F-3-1-4"), solver="literal").objective
    assert free == max(points for points in known if points is not None)


def test_the_optimum_depends_on_the_order_of_the_deck() -> None:
    assert tw.solve(GAME.parse("K-9-1-3:1,5,9"), solver="literal").objective == 9
    assert tw.solve(GAME.parse("K-9-1-3:9,5,1"), solver="literal").objective == 1


def test_a_stopped_run_returns_the_bound_proved_so_far() -> None:
    cancelled = threading.Event()
    bounds: list[int] = []

    def cancel_at_45(progress: Progress) -> None:
        if progress.bound is not None:
            bounds.append(progress.bound)
            if progress.bound <= 45:
                cancelled.set()

    answer = literal.solve(parse("F-9-2-6"), Run(progress=cancel_at_45, cancel=cancelled))
    assert answer.status is Status.FEASIBLE
    assert answer.bound == bounds[-1] == 45
    assert bounds == sorted(bounds, reverse=True)


@pytest.mark.parametrize("text", ["F-9-2-10", "F-3-1-4 support=types", "K-9-2-6:3,7,3,0,1,7"])
def test_a_run_stopped_at_once_returns_the_cards_side_by_side(text: str) -> None:
    instance = parse(text)
    answer = literal.solve(instance, oracle.cancelled_run())
    assert answer.status is Status.FEASIBLE
    assert GAME.check(instance, answer.solution).objective == answer.objective == 0


def test_unsupported_instances_are_refused() -> None:
    for text in ("U-2-1-3", "F-9-2-20"):
        with pytest.raises(tw.BadInput, match="'literal' solves"):
            tw.solve(GAME.parse(text), solver="literal")
