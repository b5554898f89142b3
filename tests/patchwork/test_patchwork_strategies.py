"""Policies and evaluations on bitboards, against the same by definition in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import tilewright as tw
from tilewright.games.patchwork.pieces.patches import patch_of_tile
from tilewright.games.patchwork.quilt import reference_quilt as plain
from tilewright.games.patchwork.quilt.board_kernel import KINDS, clear, fitting, lay
from tilewright.games.patchwork.quilt.domains_kernel import count_at, count_domains, look_ahead_of, reach_beside
from tilewright.games.patchwork.quilt.placement_tables import LEX, cells_of, shape_of, tables
from tilewright.games.patchwork.quilt.reference_quilt import EVALUATIONS, HAND, POLICIES, Cells, Quilt
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.quilt.run_strategy import (
    compiled_evaluation,
    compiled_policy,
    quilt_for,
    run_strategy,
)
from tilewright.games.patchwork.quilt.strategies import find_strategy, strategy_names
from tilewright.games.patchwork.quilt.strategies.evaluations_kernel import regret_at
from tilewright.games.patchwork.quilt.strategies.own_evaluations_kernel import SCALE
from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluations, policies

TABLE = tables()
NUMBERS = {
    (int(s), cells_of(n)): n for s in range(KINDS) for n in range(*map(int, TABLE.start[LEX, s : s + 2]))
}


def quilts(count: int, seed: int, to_come: int = 8) -> Iterator[tuple[Quilt, int]]:
    """Quilts in the making, loose and dense ones, each with a patch in hand that fits."""
    source = random.Random(seed)
    while count:
        tiles = source.sample(range(38), 38)
        order = [patch_of_tile(tile) for tile in tiles]
        laid = source.randint(0, 24)
        tight = source.random() < 0.6
        quilt = Quilt()
        for patch in order[:laid]:
            if ways := quilt.placements(patch):
                quilt = quilt.laid(source.choice(ways[: 1 + len(ways) // 4] if tight else ways))
        hand = order[laid]
        if quilt.placements(hand):
            count -= 1
            yield Quilt(quilt.covered, tuple(order[laid + 1 : laid + 1 + to_come])), hand


def on_bitboards(quilt: Quilt, strategy: str = "all+first"):
    """The same quilt for the compiled code, its squares laid one by one."""
    made = quilt_for(find_strategy(strategy))
    clear(TABLE, made)
    for cell in quilt.covered:
        lay(TABLE, made, NUMBERS[0, (cell,)])
    for patch in quilt.to_come:
        made.left[shape_of(patch)] += 1
    return made


def alternatives(strategy: str, quilt: Quilt, hand: int):
    made = on_bitboards(quilt, strategy)
    offer = compiled_policy(find_strategy(strategy).policy.offer)
    return made, offer(TABLE, made, shape_of(hand))


def as_cells(low: int, high: int) -> set[tuple[int, int]]:
    mask = int(low) | int(high) << 54
    return {divmod(at, 9) for at in range(81) if mask >> at & 1}


# --- Placements, domains, regret ----------------------------------------------------------------------


def test_bitboards_know_the_placements_of_every_patch_on_300_quilts() -> None:
    for quilt, hand in quilts(300, seed=1):
        made = on_bitboards(quilt)
        count = fitting(TABLE, made, LEX, shape_of(hand))
        assert tuple(cells_of(int(number)) for number in made.own[:count]) == quilt.placements(hand)


def test_bitboards_know_the_domains_of_every_square_on_300_quilts() -> None:
    for quilt, hand in quilts(300, seed=2):
        made = on_bitboards(quilt)
        count = fitting(TABLE, made, LEX, shape_of(hand))
        shared = as_cells(*look_ahead_of(TABLE, made, shape_of(hand), count))
        own = as_cells(made.root_low[KINDS], made.root_high[KINDS])
        count_domains(made)
        expected = plain.domains_in_hand(quilt, hand, quilt.placements(hand))
        for cell, values in expected.items():
            others = int(count_at(made, cell[0] * 9 + cell[1]))
            assert len(values) == (1 if cell in shared else 1 + others + (cell in own))


def test_bitboards_know_what_no_patch_can_reach_after_a_placement() -> None:
    source = random.Random(3)
    for quilt, hand in quilts(200, seed=3, to_come=4):
        cells = source.choice(quilt.placements(hand))
        number = NUMBERS[shape_of(hand), cells]
        found = reach_beside(TABLE, on_bitboards(quilt), TABLE.low[number], TABLE.high[number])
        after = plain.domains(quilt.laid(cells))
        assert as_cells(*found) == {cell for cell, values in after.items() if len(values) > 1}


def test_bitboards_find_the_regret_of_formula_7_on_500_quilts() -> None:
    source = random.Random(4)
    for quilt, hand in quilts(500, seed=4):
        made = on_bitboards(quilt)
        made.weight[:] = made.left
        ways = quilt.placements(hand)
        look_ahead_of(TABLE, made, shape_of(hand), fitting(TABLE, made, LEX, shape_of(hand)))
        before = plain.domains_in_hand(quilt, hand, ways)
        for cells in source.sample(ways, min(3, len(ways))):
            found = regret_at(TABLE, made, NUMBERS[shape_of(hand), cells], np.int64(10**6))
            assert found == plain.regret(before, plain.domains(quilt.laid(cells)))


def test_a_square_shared_by_all_placements_belongs_to_the_patch_in_hand() -> None:
    # Only the first row is open, and a patch of five squares in a row always covers its middle.
    quilt = Quilt(frozenset(cell for cell in plain.BOARD if cell[0] or cell[1] > 7), (1, 5))
    now = plain.domains_in_hand(quilt, 20, quilt.placements(20))
    assert now[0, 3] == now[0, 4] == {HAND}
    assert len(now[0, 0]) == 4


# --- Policies and evaluations -------------------------------------------------------------------------


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_offers_what_its_definition_says(name: str) -> None:
    for quilt, hand in quilts(40, seed=5, to_come=6):
        made, count = alternatives(f"{name}+first", quilt, hand)
        offered = [cells_of(int(number)) for number in made.alternatives[:count]]
        assert offered == POLICIES[name](quilt, hand)


@pytest.mark.parametrize("name", ["pareto-bl-some", "pareto-bl-every"])
def test_pareto_goes_beyond_the_columns_in_use_where_a_patch_fits_only_there(name: str) -> None:
    # Column 2 is full, so that the large cross fits only to the right of it; column 1 has no decided square.
    quilt = Quilt(frozenset((row, 2) for row in range(9)), (0, 1))
    made, count = alternatives(f"{name}+first", quilt, hand=33)
    offered = [cells_of(int(number)) for number in made.alternatives[:count]]
    assert offered == POLICIES[name](quilt, 33)
    assert {min(column for _, column in cells) for cells in offered} == {3}


@pytest.mark.parametrize("name", EVALUATIONS)
def test_an_evaluation_takes_the_first_of_the_best(name: str) -> None:
    choose = compiled_evaluation(find_strategy(f"all+{name}").evaluation.choose)
    for quilt, hand in quilts(25, seed=6, to_come=5):
        made, count = alternatives(f"bl/lb-every+{name}", quilt, hand)
        offered = [cells_of(int(number)) for number in made.alternatives[:count]]
        chosen = choose(TABLE, made, shape_of(hand), count)
        costs = [EVALUATIONS[name](quilt, hand, cells) for cells in offered]
        assert chosen == costs.index(min(costs))


def test_chance_regret_weighs_a_lost_square_by_the_cube_of_the_patch() -> None:
    choose = compiled_evaluation(find_strategy("all+chance-regret").evaluation.choose)

    def cost(quilt: Quilt, cells: Cells, reach: dict[int, set]) -> int:
        taken = quilt.laid(cells)
        total = 0
        for patch in quilt.to_come:
            now = {cell for way in taken.placements(patch) for cell in way}
            weight = SCALE // len(plain.PATCHES[patch].shape) ** 3
            total += weight * len(reach[patch] - set(cells) - now)
        return total

    for quilt, hand in quilts(40, seed=7, to_come=5):
        made, count = alternatives("all+chance-regret", quilt, hand)
        offered = [cells_of(int(number)) for number in made.alternatives[:count]]
        if count < 2 or set.intersection(*map(set, offered)):
            continue  # squares that are the hand's already would be left aside
        reach = {p: {cell for way in quilt.placements(p) for cell in way} for p in quilt.to_come}
        costs = [cost(quilt, cells, reach) for cells in offered]
        assert costs[choose(TABLE, made, shape_of(hand), count)] == min(costs)


@pytest.mark.parametrize(
    "strategy",
    [
        "in-order-some+first",
        "bl-every+regret",
        "size-every+left",
        "first-fail-every+regret",
        "bl/lb-every+reverse-regret",
        "pareto-bl-every+area-fixed",
    ],
)
def test_a_whole_run_is_the_same_on_sets_and_on_bitboards(strategy: str) -> None:
    instance = tw.game("patchwork").generate(8, strategy=strategy)
    fast, slow = (tw.solve(instance, solver=solver) for solver in ("auto", "rules"))
    assert (fast.solution, fast.stats) == (slow.solution, slow.stats)


# --- All strategies -----------------------------------------------------------------------------------


def shapes(runs: int, seed: int) -> np.ndarray:
    source = random.Random(seed)
    return np.array([[shape_of(patch_of_tile(t)) for t in source.sample(range(38), 38)] for _ in range(runs)])


@pytest.mark.parametrize("policy", [policy.name for policy in policies()])
def test_every_policy_lays_whatever_fits(policy: str) -> None:
    runs = run_strategy(find_strategy(f"{policy}+first"), shapes(4, seed=9))
    for placements, area, streak in zip(runs.placements, runs.area, runs.streak, strict=True):
        covered: set = set()
        for number in placements[placements >= 0]:
            assert covered.isdisjoint(cells_of(int(number)))
            covered |= set(cells_of(int(number)))
        assert len(covered) == area
        skipped = np.flatnonzero(placements < 0)
        assert streak == (skipped[0] + 1 if len(skipped) else 39)


@pytest.mark.parametrize("evaluation", [evaluation.name for evaluation in evaluations()])
def test_every_evaluation_gives_a_quilt_that_the_rules_accept(evaluation: str) -> None:
    instance = tw.game("patchwork").generate(10, strategy=f"bl-every+{evaluation}")
    assert tw.solve(instance).verified


def test_a_strategy_is_any_policy_with_any_evaluation() -> None:
    names = strategy_names()
    assert len(names) == len(set(names)) == len(policies()) * len(evaluations())
    bases = ["in-order", "size", "first-fail", "afc", "action", "chb", "sum-afc", "sum-action", "sum-chb"]
    bases += ["bl", "bl/lb", "pareto-bl"]
    asked = {f"{base}-{how}" for base in bases for how in ("some", "every")} | {"all"}
    assert asked == {policy.name for policy in policies()}
    published = {"first", "random", "left", "bottom", "area", "regret", "reverse-regret"}
    assert published | {"bottom-fixed", "area-fixed"} <= {evaluation.name for evaluation in evaluations()}


def test_the_seed_is_the_number_of_the_run() -> None:
    orders = shapes(3, seed=11)
    together = run_strategy(find_strategy("all+random"), orders, first_run=5)
    alone = run_strategy(find_strategy("all+random"), orders[2:], first_run=7)
    assert np.array_equal(together.placements[2:], alone.placements)
    other = run_strategy(find_strategy("all+random"), orders[2:], first_run=8)
    assert not np.array_equal(other.placements, alone.placements)


def test_only_a_strategy_with_foresight_looks_at_what_comes_next() -> None:
    order = shapes(1, seed=12)
    swapped = order.copy()
    swapped[0, [20, 1]] = swapped[0, [1, 20]]
    for evaluation in evaluations():
        both = [run_strategy(find_strategy(f"all+{evaluation.name}"), each) for each in (order, swapped)]
        if evaluation.foresight == 0:
            assert both[0].placements[0, 0] == both[1].placements[0, 0]
    assert {each.name for each in evaluations() if each.foresight} == {"rollout-next3"}


def test_learning_policies_remember_within_a_call_and_forget_after_it() -> None:
    orders = shapes(6, seed=13)
    strategy = find_strategy("action-some+first")
    first, again = run_strategy(strategy, orders), run_strategy(strategy, orders)
    assert np.array_equal(first.placements, again.placements)
    alone = run_strategy(strategy, orders[5:])
    assert not np.array_equal(first.placements[5:], alone.placements)


def test_the_plain_solver_says_what_it_does_not_play() -> None:
    with pytest.raises(tw.BadInput, match="solver rules does not play all\\+rollout"):
        tw.solve(QuiltInstance((1,), "all+rollout"), solver="rules")


def test_placements_in_the_list_of_covers_are_those_in_reading_order() -> None:
    third = len(TABLE.low) // 6
    for which in range(6):
        assert Counter(TABLE.number[which * third : (which + 1) * third].tolist()) == Counter(range(third))
