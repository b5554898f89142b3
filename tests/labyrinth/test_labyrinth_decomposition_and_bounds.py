"""Labyrinth: the code that the solvers share, such as the decomposition of a graph into legs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
from labyrinth_oracle import highest_cost, small_graph

from tilewright.game import Run, Status
from tilewright.games.labyrinth.legs.decomposition import (
    Incumbent,
    Leg,
    ReportProgress,
    chain_of_blocks,
    legs,
    solve_by_legs,
)
from tilewright.games.labyrinth.legs.first_path import first_path, shortest_path
from tilewright.games.labyrinth.legs.frontier_order import frontier_order, frontier_widths
from tilewright.games.labyrinth.legs.node_price_upper_bound import optimal_prices, two_optimal_prices
from tilewright.games.labyrinth.rules import LabyrinthInstance
from tilewright.games.labyrinth.solvers import cuts, frontier, search

SEEDS = range(300)


def neighbours(instance: LabyrinthInstance) -> dict[int, list[int]]:
    lists: dict[int, list[int]] = {}
    for edge in instance.edges:
        lists.setdefault(edge[0], []).append(edge[1])
        lists.setdefault(edge[1], []).append(edge[0])
    return lists


def order_of(leg: Leg) -> list[int]:
    order = frontier_order(leg)
    assert order is not None
    return order


def on_some_path(instance: LabyrinthInstance) -> set[int]:
    """Return the nodes that lie on a simple path from the start to the target, by trying every path."""
    joined = neighbours(instance)
    nodes: set[int] = set()

    def walk(path: list[int]) -> None:
        if path[-1] == instance.target:
            nodes.update(path)
            return
        for node in joined[path[-1]]:
            if node not in path:
                walk([*path, node])

    walk([instance.start])
    return nodes


@pytest.mark.parametrize("seeds", [range(150), range(150, 300)])
def test_the_blocks_contain_exactly_the_nodes_of_simple_paths(seeds: range) -> None:
    for seed in seeds:
        instance = small_graph(seed)
        joined = neighbours(instance)
        chain = chain_of_blocks(joined.__getitem__, instance.start, instance.target)
        assert {node for block in chain for node in block.nodes} == on_some_path(instance)
        for before, after in pairwise(chain):
            assert before.exit == after.entry
            assert set(before.nodes) & set(after.nodes) == {before.exit}
        if chain:
            assert (chain[0].entry, chain[-1].exit) == (instance.start, instance.target)


def test_the_highest_cost_is_between_the_first_path_and_the_first_bound() -> None:
    for seed in SEEDS:
        instance = small_graph(seed)
        parts = legs(instance)
        expected = highest_cost(instance)
        if expected is None:
            assert parts == []
            continue
        for first in (first_path, shortest_path):
            incumbents = [first(leg) for leg in parts]
            cost = sum(incumbent.cost for incumbent in incumbents)
            assert cost <= expected <= sum(incumbent.bound for incumbent in incumbents)
        for leg, incumbent in zip(parts, incumbents, strict=True):
            assert incumbent.cost == leg.cost(incumbent.path)
            assert (incumbent.path[0], incumbent.path[-1]) == (leg.start, leg.target)


@pytest.mark.parametrize("improve", [frontier.improve, cuts.improve, search.improve])
def test_each_method_proves_the_optimum_from_a_weak_first_path(
    improve: Callable[[Leg, Incumbent, Run, ReportProgress], Incumbent],
) -> None:
    for seed in SEEDS:
        instance = small_graph(seed)
        answer = solve_by_legs(instance, Run(), shortest_path, improve)
        expected = highest_cost(instance)
        assert answer.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)
        assert answer.objective == expected


def test_narrow_beams_give_paths_and_valid_bounds() -> None:
    for seed in SEEDS:
        for leg in legs(small_graph(seed)):
            incumbent = shortest_path(leg)
            best = frontier.improve(leg, incumbent, Run(), lambda progress: None).cost
            beam = frontier.beams(leg, incumbent, Run(), lambda progress: None, order_of(leg), 1)
            assert leg.cost(beam.path) == beam.cost <= best <= beam.bound


def test_inner_prices_are_not_negative_and_both_price_lists_give_the_same_bound() -> None:
    for seed in SEEDS:
        for leg in legs(small_graph(seed)):
            best = optimal_prices(leg).bound
            assert {prices.bound for prices in two_optimal_prices(leg)} == {best}
            for prices in two_optimal_prices(leg):
                ends = (leg.start, leg.target)
                inner = [price for node, price in enumerate(prices.doubled) if node not in ends]
                assert all(price >= 0 for price in inner)


def test_an_order_contains_every_node_once_and_its_frontier_widths_are_correct() -> None:
    for seed in SEEDS:
        for leg in legs(small_graph(seed)):
            order = order_of(leg)
            assert sorted(order) == list(range(leg.size))
            settled: set[int] = set()
            for node, width in zip(order, frontier_widths(leg, order), strict=True):
                settled.add(node)
                touched = {other for inner in settled for other in leg.neighbours[inner]}
                assert width == len((touched | {leg.start, leg.target}) - settled)


def test_the_frontier_of_a_grid_is_about_as_wide_as_the_grid() -> None:
    edges = [((r, c), (r, c + 1)) for r in range(6) for c in range(19)]
    edges += [((r, c), (r + 1, c)) for r in range(5) for c in range(20)]
    named = tuple((a[0] * 20 + a[1], b[0] * 20 + b[1]) for a, b in edges)
    for start, target in combinations((0, 57, 119), 2):
        (leg,) = legs(LabyrinthInstance(named, start, target))
        assert max(frontier_widths(leg, order_of(leg))) <= 6 + 2


def test_a_dense_graph_has_no_frontier_order() -> None:
    (leg,) = legs(LabyrinthInstance(tuple(combinations(range(110), 2)), 0, 1))
    assert frontier_order(leg) is None
    incumbent = shortest_path(leg)
    assert frontier.improve(leg, incumbent, Run(), lambda progress: None) == incumbent
