"""The longest trail compared with brute force, and under transformations that must not change its length."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest
from domino_oracle import best_chain, best_on_board, judge, placements_in, random_stones
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.game import Limits, Run, Status
from tilewright.games.domino.label_graph import longest_trail_for_few_labels, longest_trail_for_many_labels
from tilewright.games.domino.label_graph.stone_counts import Table, components, stones_in, table_of, trail_bound
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.games.domino.solvers import trail

Stones = list[tuple[int, int]]


def proved_optimum(n: int, stones: Stones, labels: int = 7) -> int:
    """Return the optimum that the solver proves, and check the solution with the oracle."""
    result = tw.solve(DominoInstance(n, stones, labels), solver="trail")
    assert result.status is Status.OPTIMAL
    assert isinstance(result.solution, DominoSolution)
    placements = placements_in(result.solution)
    assert judge(n, stones, "chain", placements) == []
    assert result.objective == result.bound == len(placements)
    return len(placements)


def test_the_optimum_of_thousands_of_small_instances_equals_brute_force() -> None:
    rng = random.Random(2024)
    for _ in range(2_500):
        n, labels = rng.randrange(1, 7), rng.randrange(1, 8)
        stones = random_stones(rng, rng.randrange(11), labels)
        assert proved_optimum(n, stones) == best_chain(n, stones), (n, stones)


def test_no_placement_on_the_board_beats_laying_row_by_row() -> None:
    rng = random.Random(5)
    for _ in range(60):
        n, stones = rng.randrange(1, 4), random_stones(rng, rng.randrange(7), 4)
        assert proved_optimum(n, stones) == best_on_board(n, stones, "chain"), (n, stones)


def test_the_optimum_with_many_labels_equals_brute_force() -> None:
    rng = random.Random(31)
    for _ in range(150):
        labels = rng.randrange(11, 16)
        stones = [(label, rng.randrange(label)) for label in range(1, labels)] if rng.random() < 0.5 else []
        stones += random_stones(rng, 14 - len(stones) if stones else rng.randrange(14), labels)
        assert proved_optimum(6, stones, labels) == best_chain(6, stones), stones


def tables(rng: random.Random, count: int) -> list[Table]:
    """Return the tables of at least `count` random connected label graphs with up to nine labels."""
    connected = []
    while len(connected) < count:
        labels = rng.randrange(2, 10)
        stones = random_stones(rng, rng.randrange(1, 4 * labels), labels)
        table = table_of(np.array(stones, np.int32), labels)
        connected += [table[np.ix_(component, component)] for component in components(table)]
    return connected


def test_both_methods_choose_equally_many_stones_and_their_choices_are_trails() -> None:
    for table in tables(random.Random(8), 250):
        few, few_bound = longest_trail_for_few_labels.keep_most(table, 10**6, Run())
        many, many_bound = longest_trail_for_many_labels.keep_most(table, 10**6, Run())
        assert stones_in(few) == few_bound == stones_in(many) == many_bound <= trail_bound(table)
        for kept in (few, many):
            assert (kept == kept.T).all()
            assert (kept >= 0).all()
            assert (kept <= table).all()
            assert len(list(components(kept))) == 1
            assert trail_bound(kept) == stones_in(kept)


# For a full set of the labels 0..k-1, with one stone of each kind, the optimum is known: not counting doubles,
# each label is on k - 1 halves. For odd k, all stones form a closed trail (Euler); for even k, all stones
# except (k - 2) / 2 of them form a chain.


@pytest.mark.parametrize("labels", range(1, 22))
def test_a_full_set_has_the_longest_chain_that_follows_from_eulers_theorem(labels: int) -> None:
    stones = [(a, b) for a in range(labels) for b in range(a + 1)]
    optimum = len(stones) - (0 if labels % 2 else max(0, (labels - 2) // 2))
    assert proved_optimum(30, stones, labels) == optimum


@pytest.mark.parametrize("labels", [7, 30])
def test_a_star_with_doubles_at_its_centre_keeps_only_two_rays(labels: int) -> None:
    centre = [(0, 0)] * 5
    rays = [(0, label) for label in range(1, labels)]
    assert proved_optimum(10, centre + rays, labels) == 5 + 2


def test_doubles_at_the_end_of_a_branch_count_for_that_branch() -> None:
    """The trail uses the two branches with doubles and leaves out the third branch."""
    stones = [(0, 1), (0, 2), (0, 3), (3, 3), (3, 3), (1, 1)]
    assert proved_optimum(9, stones) == best_chain(9, stones) == 5


label = st.integers(0, 6)
stone_lists = st.lists(st.tuples(label, label), max_size=40)


@given(stone_lists, st.integers(1, 12), st.permutations(range(7)), st.randoms(use_true_random=False))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_renaming_labels_and_reordering_stones_does_not_change_the_optimum(
    stones: Stones, n: int, names: list[int], rng: random.Random
) -> None:
    optimum = proved_optimum(n, stones)
    renamed = [(names[a], names[b])[:: rng.choice([1, -1])] for a, b in stones]
    rng.shuffle(renamed)
    assert proved_optimum(n, renamed) == optimum


@given(stone_lists, st.tuples(label, label), st.integers(1, 8))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_an_additional_stone_never_shortens_the_chain_and_a_smaller_board_only_limits_it(
    stones: Stones, additional: tuple[int, int], n: int
) -> None:
    optimum = proved_optimum(20, stones)
    assert proved_optimum(20, [*stones, additional]) >= optimum
    assert proved_optimum(n, stones) == min(optimum, n * n // 2)


@given(stone_lists, st.integers(0, 6))
@settings(deadline=None, derandomize=True, max_examples=100)
def test_a_double_of_a_label_on_every_stone_lengthens_the_chain_by_one(stones: Stones, shared: int) -> None:
    optimum = proved_optimum(20, stones)
    longer = proved_optimum(20, [*stones, (shared, shared)])
    assert longer in (optimum, optimum + 1)
    if all(shared in stone for stone in stones):
        assert longer == optimum + 1


# --- Limits and refusals ------------------------------------------------------------------------------


def test_rule_touch_is_refused() -> None:
    with pytest.raises(tw.BadInput, match="trail supports rule chain, not touch"):
        tw.solve(DominoInstance(4, [[0, 1]], rule="touch"), solver="trail")


@pytest.mark.parametrize(("labels", "stones"), [(7, 50), (40, 70), (60, 600)])
def test_a_cancelled_solve_returns_a_valid_bound_and_the_chain_found_so_far(labels: int, stones: int) -> None:
    cancel = threading.Event()
    cancel.set()
    instance = tw.game("domino").generate(1, n=40, labels=labels, stones=stones)
    complete = tw.solve(instance, solver="trail")
    result = tw.solve(instance, solver="trail", cancel=cancel)
    assert complete.status is Status.OPTIMAL
    assert complete.objective is not None
    assert result.bound is not None
    assert (result.objective or 0) <= complete.objective <= result.bound
    assert (result.status is Status.UNKNOWN) == (result.solution is None)


class CountingRun(Run):
    """A run whose `stopped` becomes true after it has been read `checks` times."""

    def __init__(self, checks: int) -> None:
        super().__init__(Limits())
        self.checks = checks

    @property
    def stopped(self) -> bool:
        self.checks -= 1
        return self.checks < 0


def test_an_interrupted_trail_search_returns_a_valid_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trail, "STEPS_PER_SLICE", 25)
    instance = tw.game("domino").generate(2, n=12)
    optimum = tw.solve(instance, solver="trail").objective
    assert optimum is not None
    lengths = []
    for checks in range(60):
        answer = trail.solve(instance, CountingRun(checks))
        assert isinstance(answer.solution, DominoSolution) or answer.status is Status.UNKNOWN
        if isinstance(answer.solution, DominoSolution):
            assert tw.check(instance, answer.solution).objective == answer.objective
            assert answer.objective is not None
            assert answer.bound == optimum
            assert (answer.status is Status.OPTIMAL) == (answer.objective == optimum)
            lengths.append(answer.objective)
    assert len(set(lengths)) > 2
    assert max(lengths) == optimum


def test_the_bound_of_an_interrupted_method_is_valid() -> None:
    for table in tables(random.Random(77), 60):
        optimum = stones_in(longest_trail_for_few_labels.keep_most(table, 10**6, Run())[0])
        for checks in (0, 1, 2, 5):
            for method in (longest_trail_for_few_labels, longest_trail_for_many_labels):
                kept, bound = method.keep_most(table, 10**6, CountingRun(checks))
                assert stones_in(kept) <= optimum <= bound


def test_the_search_stops_when_it_has_enough_stones() -> None:
    table = table_of(tw.game("domino").generate(3, n=8).stones, 7)
    kept, bound = longest_trail_for_few_labels.keep_most(table, 5, Run())
    assert 5 <= stones_in(kept) <= bound
