"""The longest trail against brute force, and what must not change it."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest
from domino_oracle import best_chain, best_on_board, judge, random_stones
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.game import Limits, Run, Status
from tilewright.games.domino.label_graph import trail_few_labels, trail_many_labels
from tilewright.games.domino.label_graph.stone_counts import Table, components, stones_in, table_of, trail_bound
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.games.domino.solvers import trail

Stones = list[tuple[int, int]]


def proved(n: int, stones: Stones, labels: int = 7) -> int:
    """The optimum that the solver proves; the oracle judges the stones it lays."""
    result = tw.solve(DominoInstance(n, stones, labels), solver="trail")
    assert result.status is Status.OPTIMAL
    assert isinstance(result.solution, DominoSolution)
    laid = zip(result.solution.stones.tolist(), result.solution.cells.tolist(), strict=True)
    placements = [((a, b), (tuple(one), tuple(two))) for (a, b), (one, two) in laid]
    assert judge(n, stones, "chain", placements) == []
    assert result.objective == result.bound == len(placements)
    return len(placements)


def test_the_optimum_of_thousands_of_small_instances_is_that_of_brute_force() -> None:
    rng = random.Random(2024)
    for _ in range(2_500):
        n, labels = rng.randrange(1, 7), rng.randrange(1, 8)
        stones = random_stones(rng, rng.randrange(11), labels)
        assert proved(n, stones) == best_chain(n, stones), (n, stones)


def test_no_way_of_laying_stones_on_a_real_board_beats_the_snake() -> None:
    rng = random.Random(5)
    for _ in range(60):
        n, stones = rng.randrange(1, 4), random_stones(rng, rng.randrange(7), 4)
        assert proved(n, stones) == best_on_board(n, stones, "chain"), (n, stones)


def test_the_optimum_with_many_labels_is_that_of_brute_force() -> None:
    rng = random.Random(31)
    for _ in range(150):
        labels = rng.randrange(11, 16)
        stones = [(label, rng.randrange(label)) for label in range(1, labels)] if rng.random() < 0.5 else []
        stones += random_stones(rng, 14 - len(stones) if stones else rng.randrange(14), labels)
        assert proved(6, stones, labels) == best_chain(6, stones), stones


def tables(rng: random.Random, count: int) -> list[Table]:
    """Connected tables of up to nine labels, with few stones and with many."""
    found = []
    while len(found) < count:
        labels = rng.randrange(2, 10)
        stones = random_stones(rng, rng.randrange(1, 4 * labels), labels)
        table = table_of(np.array(stones, np.int32), labels)
        found += [table[np.ix_(piece, piece)] for piece in components(table)]
    return found


def test_both_ways_of_choosing_the_stones_agree_and_their_choice_is_a_trail() -> None:
    for table in tables(random.Random(8), 250):
        few, few_bound = trail_few_labels.keep_most(table, 10**6, Run())
        many, many_bound = trail_many_labels.keep_most(table, 10**6, Run())
        assert stones_in(few) == few_bound == stones_in(many) == many_bound <= trail_bound(table)
        for kept in (few, many):
            assert (kept == kept.T).all()
            assert (kept >= 0).all()
            assert (kept <= table).all()
            assert len(list(components(kept))) == 1
            assert trail_bound(kept) == stones_in(kept)


# Where there is a theorem there is no need for brute force: the full set of the labels 0..k-1 has one stone of
# each kind, so each label is on k - 1 others. With k odd all of them make a ring (Euler); with k even, all but
# (k - 2) / 2 make a chain.


@pytest.mark.parametrize("labels", range(1, 22))
def test_a_full_set_makes_the_chain_that_euler_found(labels: int) -> None:
    stones = [(a, b) for a in range(labels) for b in range(a + 1)]
    optimum = len(stones) - (0 if labels % 2 else max(0, (labels - 2) // 2))
    assert proved(30, stones, labels) == optimum


@pytest.mark.parametrize("labels", [7, 30])
def test_a_path_with_whiskers_keeps_only_two_of_them(labels: int) -> None:
    hub = [(0, 0)] * 5
    whiskers = [(0, label) for label in range(1, labels)]
    assert proved(10, hub + whiskers, labels) == 5 + 2


def test_doubles_at_a_label_that_the_trail_must_leave_out_count_for_it() -> None:
    """The long whisker with its doubles is worth more than the two others."""
    stones = [(0, 1), (0, 2), (0, 3), (3, 3), (3, 3), (1, 1)]
    assert proved(9, stones) == best_chain(9, stones) == 5


label = st.integers(0, 6)
hands = st.lists(st.tuples(label, label), max_size=40)


@given(hands, st.integers(1, 12), st.permutations(range(7)), st.randoms(use_true_random=False))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_new_names_for_labels_and_another_order_of_stones_change_nothing(
    stones: Stones, n: int, names: list[int], rng: random.Random
) -> None:
    optimum = proved(n, stones)
    renamed = [(names[a], names[b])[:: rng.choice([1, -1])] for a, b in stones]
    rng.shuffle(renamed)
    assert proved(n, renamed) == optimum


@given(hands, st.tuples(label, label), st.integers(1, 8))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_one_stone_more_never_shortens_the_chain_and_a_smaller_board_only_cuts_it(
    stones: Stones, more: tuple[int, int], n: int
) -> None:
    optimum = proved(20, stones)
    assert proved(20, [*stones, more]) >= optimum
    assert proved(n, stones) == min(optimum, n * n // 2)


@given(hands, st.integers(0, 6))
@settings(deadline=None, derandomize=True, max_examples=100)
def test_a_double_of_a_label_on_every_longest_chain_lengthens_it_by_one(stones: Stones, at: int) -> None:
    optimum = proved(20, stones)
    longer = proved(20, [*stones, (at, at)])
    assert longer in (optimum, optimum + 1)
    if all(at in stone for stone in stones):
        assert longer == optimum + 1


# --- Limits and refusals ------------------------------------------------------------------------------


def test_rule_touch_is_refused() -> None:
    with pytest.raises(tw.BadInput, match="trail supports rule chain, not touch"):
        tw.solve(DominoInstance(4, [[0, 1]], rule="touch"), solver="trail")


@pytest.mark.parametrize(("labels", "stones"), [(7, 50), (40, 70), (60, 600)])
def test_a_cancelled_solve_tells_a_bound_that_holds_and_the_chain_that_it_has(labels: int, stones: int) -> None:
    cancel = threading.Event()
    cancel.set()
    instance = tw.game("domino").generate(1, n=40, labels=labels, stones=stones)
    truth = tw.solve(instance, solver="trail")
    result = tw.solve(instance, solver="trail", cancel=cancel)
    assert truth.status is Status.OPTIMAL
    assert truth.objective is not None
    assert result.bound is not None
    assert (result.objective or 0) <= truth.objective <= result.bound
    assert (result.status is Status.UNKNOWN) == (result.solution is None)


class Stopwatch(Run):
    """A run that ends after so many looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__(Limits())
        self.looks = looks

    @property
    def stopped(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_a_walk_that_is_interrupted_has_laid_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trail, "STEPS_PER_SLICE", 25)
    instance = tw.game("domino").generate(2, n=12)
    whole = tw.solve(instance, solver="trail").objective
    assert whole is not None
    lengths = []
    for looks in range(60):
        answer = trail.solve(instance, Stopwatch(looks))
        assert isinstance(answer.solution, DominoSolution) or answer.status is Status.UNKNOWN
        if isinstance(answer.solution, DominoSolution):
            assert tw.check(instance, answer.solution).objective == answer.objective
            assert answer.objective is not None
            assert answer.bound == whole
            assert (answer.status is Status.OPTIMAL) == (answer.objective == whole)
            lengths.append(answer.objective)
    assert len(set(lengths)) > 2
    assert max(lengths) == whole


def test_the_bound_of_an_interrupted_choice_holds() -> None:
    for table in tables(random.Random(77), 60):
        truth = stones_in(trail_few_labels.keep_most(table, 10**6, Run())[0])
        for looks in (0, 1, 2, 5):
            for method in (trail_few_labels, trail_many_labels):
                kept, bound = method.keep_most(table, 10**6, Stopwatch(looks))
                assert stones_in(kept) <= truth <= bound


def test_enough_stones_are_enough() -> None:
    table = table_of(tw.game("domino").generate(3, n=8).stones, 7)
    kept, bound = trail_few_labels.keep_most(table, 5, Run())
    assert 5 <= stones_in(kept) <= bound
