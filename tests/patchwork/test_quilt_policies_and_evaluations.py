"""Policies and evaluations on bitboards, compared with the reference implementation in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import tilewright as tw
from tilewright.games.patchwork.pieces.patches import BOX, PAPER, patch_of_tile
from tilewright.games.patchwork.quilt import reference_quilt as reference
from tilewright.games.patchwork.quilt.board_kernel import SHAPE_COUNT, clear, collect_fitting, lay
from tilewright.games.patchwork.quilt.domains_kernel import (
    compute_reachable,
    count_domains,
    domain_count,
    reachable_by_any,
)
from tilewright.games.patchwork.quilt.placement_tables import LEX, cells_of, placement_tables, shape_of
from tilewright.games.patchwork.quilt.reference_quilt import CURRENT, EVALUATIONS, POLICIES, Cells, Quilt
from tilewright.games.patchwork.quilt.rules import QuiltInstance
from tilewright.games.patchwork.quilt.run_strategy import (
    compiled_evaluation,
    compiled_policy,
    quilt_for,
    run_strategy,
)
from tilewright.games.patchwork.quilt.strategies import find_strategy, strategy_names
from tilewright.games.patchwork.quilt.strategies.evaluations_kernel import regret_of_placement
from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluations, policies
from tilewright.games.patchwork.quilt.strategies.unpublished_evaluations_kernel import SCALE

LOOKUP = placement_tables(PAPER)
LEX_INDEX = {
    (int(s), cells_of(n)): n for s in range(SHAPE_COUNT) for n in range(*map(int, LOOKUP.start[LEX, s : s + 2]))
}


def quilts(count: int, seed: int, to_come: int = 8) -> Iterator[tuple[Quilt, int]]:
    """Yield random sparse and dense quilts of both sets of patches, each with a current patch that fits."""
    source = random.Random(seed)
    while count:
        tiles = source.sample(range(38), 38)
        order = [patch_of_tile(tile) for tile in tiles]
        laid = source.randint(0, 24)
        dense = source.random() < 0.6
        quilt = Quilt(patches=PAPER if count % 2 else BOX)
        for patch in order[:laid]:
            if fitting := quilt.placements(patch):
                quilt = quilt.laid(source.choice(fitting[: 1 + len(fitting) // 4] if dense else fitting))
        current = order[laid]
        if quilt.placements(current):
            count -= 1
            later = tuple(order[laid + 1 : laid + 1 + to_come])
            yield Quilt(quilt.covered, later, quilt.patches), current


def on_bitboards(quilt: Quilt, strategy: str = "all+first"):
    """Return the quilt as bitboards for the compiled code; a 1x1 patch is laid on each covered square."""
    bitboard_quilt = quilt_for(find_strategy(strategy))
    clear(LOOKUP, bitboard_quilt)
    for cell in quilt.covered:
        lay(LOOKUP, bitboard_quilt, LEX_INDEX[0, (cell,)])
    for patch in quilt.to_come:
        bitboard_quilt.remaining[shape_of(quilt.patches, patch)] += 1
    return bitboard_quilt


def alternatives(strategy: str, quilt: Quilt, current: int):
    bitboard_quilt = on_bitboards(quilt, strategy)
    offer = compiled_policy(find_strategy(strategy).policy.offer)
    return bitboard_quilt, offer(LOOKUP, bitboard_quilt, shape_of(quilt.patches, current))


def as_cells(low: int, high: int) -> set[tuple[int, int]]:
    mask = int(low) | int(high) << 54
    return {divmod(square, 9) for square in range(81) if mask >> square & 1}


# --- Placements, domains, regret ----------------------------------------------------------------------


def test_bitboards_find_the_same_placements_on_300_quilts() -> None:
    for quilt, current in quilts(300, seed=1):
        bitboard_quilt = on_bitboards(quilt)
        count = collect_fitting(LOOKUP, bitboard_quilt, LEX, shape_of(quilt.patches, current))
        assert tuple(cells_of(int(index)) for index in bitboard_quilt.candidates[:count]) == quilt.placements(
            current
        )


def test_bitboards_find_the_same_domain_sizes_on_300_quilts() -> None:
    for quilt, current in quilts(300, seed=2):
        bitboard_quilt = on_bitboards(quilt)
        count = collect_fitting(LOOKUP, bitboard_quilt, LEX, shape_of(quilt.patches, current))
        shared = as_cells(*compute_reachable(LOOKUP, bitboard_quilt, shape_of(quilt.patches, current), count))
        own = as_cells(bitboard_quilt.reachable_low[SHAPE_COUNT], bitboard_quilt.reachable_high[SHAPE_COUNT])
        count_domains(bitboard_quilt)
        expected = reference.domains_with_current(quilt, current, quilt.placements(current))
        for cell, values in expected.items():
            others = int(domain_count(bitboard_quilt, cell[0] * 9 + cell[1]))
            assert len(values) == (1 if cell in shared else 1 + others + (cell in own))


def test_bitboards_find_the_same_reachable_squares_after_a_placement() -> None:
    source = random.Random(3)
    for quilt, current in quilts(200, seed=3, to_come=4):
        cells = source.choice(quilt.placements(current))
        index = LEX_INDEX[shape_of(quilt.patches, current), cells]
        reachable = reachable_by_any(LOOKUP, on_bitboards(quilt), LOOKUP.low[index], LOOKUP.high[index])
        after = reference.domains(quilt.laid(cells))
        assert as_cells(*reachable) == {cell for cell, values in after.items() if len(values) > 1}


def test_bitboards_compute_the_regret_of_formula_7_on_500_quilts() -> None:
    source = random.Random(4)
    for quilt, current in quilts(500, seed=4):
        bitboard_quilt = on_bitboards(quilt)
        bitboard_quilt.weight[:] = bitboard_quilt.remaining
        placements = quilt.placements(current)
        compute_reachable(
            LOOKUP,
            bitboard_quilt,
            shape_of(quilt.patches, current),
            collect_fitting(LOOKUP, bitboard_quilt, LEX, shape_of(quilt.patches, current)),
        )
        before = reference.domains_with_current(quilt, current, placements)
        for cells in source.sample(placements, min(3, len(placements))):
            regret = regret_of_placement(
                LOOKUP, bitboard_quilt, LEX_INDEX[shape_of(quilt.patches, current), cells], np.int64(10**6)
            )
            assert regret == reference.regret(before, reference.domains(quilt.laid(cells)))


def test_a_square_shared_by_all_placements_belongs_to_the_current_patch() -> None:
    # Only the first eight squares of the first row are open, so every placement of the straight patch of five
    # squares covers the middle two.
    quilt = Quilt(frozenset(cell for cell in reference.BOARD if cell[0] or cell[1] > 7), (1, 5))
    domains = reference.domains_with_current(quilt, 20, quilt.placements(20))
    assert domains[0, 3] == domains[0, 4] == {CURRENT}
    assert len(domains[0, 0]) == 4


# --- Policies and evaluations -------------------------------------------------------------------------


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_offers_the_alternatives_of_its_definition(name: str) -> None:
    for quilt, current in quilts(40, seed=5, to_come=6):
        bitboard_quilt, count = alternatives(f"{name}+first", quilt, current)
        offered = [cells_of(int(index)) for index in bitboard_quilt.alternatives[:count]]
        assert offered == POLICIES[name](quilt, current)


@pytest.mark.parametrize("name", ["pareto-bl-some", "pareto-bl-every"])
def test_pareto_tries_later_columns_if_a_patch_fits_only_there(name: str) -> None:
    # Column 1 has no covered square, so the policy first tries only columns 0 and 1. Column 2 is full, so the
    # large cross fits only to the right of it.
    quilt = Quilt(frozenset((row, 2) for row in range(9)), (0, 1))
    bitboard_quilt, count = alternatives(f"{name}+first", quilt, current=33)
    offered = [cells_of(int(index)) for index in bitboard_quilt.alternatives[:count]]
    assert offered == POLICIES[name](quilt, 33)
    assert {min(column for _, column in cells) for cells in offered} == {3}


@pytest.mark.parametrize("name", EVALUATIONS)
def test_an_evaluation_takes_the_first_of_the_best_alternatives(name: str) -> None:
    choose = compiled_evaluation(find_strategy(f"all+{name}").evaluation.choose)
    for quilt, current in quilts(25, seed=6, to_come=5):
        bitboard_quilt, count = alternatives(f"bl/lb-every+{name}", quilt, current)
        offered = [cells_of(int(index)) for index in bitboard_quilt.alternatives[:count]]
        chosen = choose(LOOKUP, bitboard_quilt, shape_of(quilt.patches, current), count)
        costs = [EVALUATIONS[name](quilt, current, cells) for cells in offered]
        assert chosen == costs.index(min(costs))


def test_chance_regret_weighs_a_lost_square_by_the_inverse_cube_of_the_patch_area() -> None:
    choose = compiled_evaluation(find_strategy("all+chance-regret").evaluation.choose)

    def cost(quilt: Quilt, cells: Cells, reachable: dict[int, set]) -> int:
        after = quilt.laid(cells)
        total = 0
        for patch in quilt.to_come:
            still_reachable = {cell for squares in after.placements(patch) for cell in squares}
            weight = SCALE // len(quilt.patches[patch].shape) ** 3
            total += weight * len(reachable[patch] - set(cells) - still_reachable)
        return total

    for quilt, current in quilts(40, seed=7, to_come=5):
        bitboard_quilt, count = alternatives("all+chance-regret", quilt, current)
        offered = [cells_of(int(index)) for index in bitboard_quilt.alternatives[:count]]
        if count < 2 or set.intersection(*map(set, offered)):
            continue  # the evaluation excludes squares that all placements share, but `cost` does not
        reachable = {
            patch: {cell for squares in quilt.placements(patch) for cell in squares} for patch in quilt.to_come
        }
        costs = [cost(quilt, cells, reachable) for cells in offered]
        assert costs[choose(LOOKUP, bitboard_quilt, shape_of(quilt.patches, current), count)] == min(costs)


@pytest.mark.parametrize(
    ("strategy", "patch_set"),
    [
        ("in-order-some+first", "paper"),
        ("bl-every+regret", "box"),
        ("size-every+left", "box"),
        ("first-fail-every+regret", "paper"),
        ("bl/lb-every+reverse-regret", "paper"),
        ("pareto-bl-every+area-fixed", "box"),
    ],
)
def test_a_whole_run_is_the_same_on_sets_and_on_bitboards(strategy: str, patch_set: str) -> None:
    instance = tw.game("patchwork").generate(8, strategy=strategy, patch_set=patch_set)
    fast, slow = (tw.solve(instance, solver=solver) for solver in ("auto", "rules"))
    assert (fast.solution, fast.stats) == (slow.solution, slow.stats)


# --- All strategies -----------------------------------------------------------------------------------


def random_orders(runs: int, seed: int) -> np.ndarray:
    source = random.Random(seed)
    return np.array([[patch_of_tile(t) for t in source.sample(range(38), 38)] for _ in range(runs)])


@pytest.mark.parametrize("policy", [policy.name for policy in policies()])
def test_every_policy_lays_patches_without_overlap_and_reports_area_and_streak(policy: str) -> None:
    runs = run_strategy(find_strategy(f"{policy}+first"), BOX, random_orders(4, seed=9))
    for placements, area, streak in zip(runs.placements, runs.area, runs.streak, strict=True):
        covered: set = set()
        for index in placements[placements >= 0]:
            assert covered.isdisjoint(cells_of(int(index)))
            covered |= set(cells_of(int(index)))
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
    expected = {f"{base}-{suffix}" for base in bases for suffix in ("some", "every")} | {"all"}
    assert expected == {policy.name for policy in policies()}
    published = {"first", "random", "left", "bottom", "area", "regret", "reverse-regret"}
    assert published | {"bottom-fixed", "area-fixed"} <= {evaluation.name for evaluation in evaluations()}


def test_random_choices_are_seeded_with_the_number_of_the_run() -> None:
    orders = random_orders(3, seed=11)
    together = run_strategy(find_strategy("all+random"), PAPER, orders, first_run=5)
    alone = run_strategy(find_strategy("all+random"), PAPER, orders[2:], first_run=7)
    assert np.array_equal(together.placements[2:], alone.placements)
    other = run_strategy(find_strategy("all+random"), PAPER, orders[2:], first_run=8)
    assert not np.array_equal(other.placements, alone.placements)


def test_only_evaluations_with_foresight_know_which_patch_comes_next() -> None:
    order = random_orders(1, seed=12)
    swapped = order.copy()
    swapped[0, [20, 1]] = swapped[0, [1, 20]]
    for evaluation in evaluations():
        both = [run_strategy(find_strategy(f"all+{evaluation.name}"), PAPER, each) for each in (order, swapped)]
        if evaluation.foresight == 0:
            assert both[0].placements[0, 0] == both[1].placements[0, 0]
    assert {each.name for each in evaluations() if each.foresight} == {"rollout-next3"}


def test_learning_policies_keep_statistics_within_a_call_only() -> None:
    orders = random_orders(6, seed=13)
    strategy = find_strategy("action-some+first")
    first, again = run_strategy(strategy, PAPER, orders), run_strategy(strategy, PAPER, orders)
    assert np.array_equal(first.placements, again.placements)
    alone = run_strategy(strategy, PAPER, orders[5:])
    assert not np.array_equal(first.placements[5:], alone.placements)


def test_the_reference_solver_refuses_strategies_that_it_does_not_implement() -> None:
    with pytest.raises(tw.BadInput, match="the solver 'rules' does not implement all\\+rollout"):
        tw.solve(QuiltInstance((1,), "all+rollout"), solver="rules")


def test_every_list_contains_every_placement_once() -> None:
    length = len(LOOKUP.low) // 6
    for list_index in range(6):
        entries = LOOKUP.lex_index[list_index * length : (list_index + 1) * length]
        assert Counter(entries.tolist()) == Counter(range(length))
