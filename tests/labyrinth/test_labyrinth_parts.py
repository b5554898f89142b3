"""Labyrinth: the parts that the solvers are made of."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
from labyrinth_oracle import dearest, small_graph

from tilewright.game import Run, Status
from tilewright.games.labyrinth.legs.decomposition import Found, Leg, Tell, chain_of_blocks, legs, solve_by_legs
from tilewright.games.labyrinth.legs.elimination_order import frontier_order, widths
from tilewright.games.labyrinth.legs.first_path import first_path, plain_path
from tilewright.games.labyrinth.legs.node_prices import prices_of, two_prices
from tilewright.games.labyrinth.rules import LabyrinthInstance
from tilewright.games.labyrinth.solvers import cuts, frontier, search

SEEDS = range(300)


def neighbours(instance: LabyrinthInstance) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for edge in instance.edges:
        found.setdefault(edge[0], []).append(edge[1])
        found.setdefault(edge[1], []).append(edge[0])
    return found


def order_of(leg: Leg) -> list[int]:
    order = frontier_order(leg)
    assert order is not None
    return order


def on_some_path(instance: LabyrinthInstance) -> set[int]:
    """The nodes that lie on a simple path from the start to the target, by walking all of them."""
    joined = neighbours(instance)
    found: set[int] = set()

    def walk(path: list[int]) -> None:
        if path[-1] == instance.target:
            found.update(path)
            return
        for node in joined[path[-1]]:
            if node not in path:
                walk([*path, node])

    walk([instance.start])
    return found


@pytest.mark.parametrize("seeds", [range(150), range(150, 300)])
def test_the_blocks_hold_just_the_nodes_of_simple_paths(seeds: range) -> None:
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


def test_first_paths_and_bounds_enclose_the_dearest_path() -> None:
    for seed in SEEDS:
        instance = small_graph(seed)
        parts = legs(instance)
        expected = dearest(instance)
        if expected is None:
            assert parts == []
            continue
        for first in (first_path, plain_path):
            found = [first(leg) for leg in parts]
            assert sum(part.cost for part in found) <= expected <= sum(part.bound for part in found)
        for leg, part in zip(parts, found, strict=True):
            assert part.cost == leg.cost(part.path)
            assert (part.path[0], part.path[-1]) == (leg.start, leg.target)


@pytest.mark.parametrize("improve", [frontier.improve, cuts.improve, search.improve])
def test_each_method_needs_no_good_start(improve: Callable[[Leg, Found, Run, Tell], Found]) -> None:
    for seed in SEEDS:
        instance = small_graph(seed)
        answer = solve_by_legs(instance, Run(), plain_path, improve)
        expected = dearest(instance)
        assert answer.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL)
        assert answer.objective == expected


def test_narrow_beams_give_paths_and_true_bounds() -> None:
    for seed in SEEDS:
        for leg in legs(small_graph(seed)):
            found = plain_path(leg)
            best = frontier.improve(leg, found, Run(), lambda news: None).cost
            beam = frontier.beams(leg, found, Run(), lambda news: None, order_of(leg), 1)
            assert leg.cost(beam.path) == beam.cost <= best <= beam.bound


def test_prices_bound_every_path_and_both_lists_are_as_good() -> None:
    for seed in SEEDS:
        for leg in legs(small_graph(seed)):
            best = prices_of(leg).bound
            assert {prices.bound for prices in two_prices(leg)} == {best}
            for prices in two_prices(leg):
                ends = (leg.start, leg.target)
                inner = [price for node, price in enumerate(prices.doubled) if node not in ends]
                assert all(price >= 0 for price in inner)


def test_an_order_settles_every_node_once_and_its_widths_are_counted_right() -> None:
    for seed in SEEDS:
        for leg in legs(small_graph(seed)):
            order = order_of(leg)
            assert sorted(order) == list(range(leg.size))
            settled: set[int] = set()
            for node, width in zip(order, widths(leg, order), strict=True):
                settled.add(node)
                touched = {other for here in settled for other in leg.neighbours[here]}
                assert width == len((touched | {leg.start, leg.target}) - settled)


def test_the_frontier_of_a_grid_is_about_as_wide_as_the_grid() -> None:
    edges = [((r, c), (r, c + 1)) for r in range(6) for c in range(19)]
    edges += [((r, c), (r + 1, c)) for r in range(5) for c in range(20)]
    named = tuple((a[0] * 20 + a[1], b[0] * 20 + b[1]) for a, b in edges)
    for start, target in combinations((0, 57, 119), 2):
        (leg,) = legs(LabyrinthInstance(named, start, target))
        assert max(widths(leg, order_of(leg))) <= 6 + 2


def test_a_graph_that_is_too_wide_for_any_frontier_has_no_order() -> None:
    (leg,) = legs(LabyrinthInstance(tuple(combinations(range(110), 2)), 0, 1))
    assert frontier_order(leg) is None
    found = plain_path(leg)
    assert frontier.improve(leg, found, Run(), lambda news: None) == found
