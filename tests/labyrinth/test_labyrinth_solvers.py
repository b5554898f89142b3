"""Labyrinth: every solver compared with brute force, and tested on transformed copies of the same graph."""

from __future__ import annotations

import threading
from dataclasses import replace
from random import Random

import pytest
from labyrinth_oracle import generated, highest_cost, small_graph

import tilewright as tw
from tilewright.game import Result, Status
from tilewright.games.labyrinth.rules import Edge, LabyrinthInstance

BUNDLED = ["auto", "frontier", "cuts", "search", "cpsat"]
MINIZINC = pytest.param("minizinc", marks=pytest.mark.needs("minizinc"))


def solve(instance: LabyrinthInstance, solver: str) -> Result:
    return tw.solve(instance, solver=solver)


def agrees(result: Result, expected: int | None) -> bool:
    status = Status.INFEASIBLE if expected is None else Status.OPTIMAL
    return (result.status, result.objective, result.bound) == (status, expected, expected)


@pytest.mark.parametrize("solver", [*BUNDLED, MINIZINC])
def test_every_solver_finds_the_optimum_of_the_bocconi_labyrinth(solver: str) -> None:
    game = tw.game("labyrinth")
    result = tw.solve(game.from_json(game.examples["instances"][0]["instance"]), solver=solver)
    assert agrees(result, 150)
    assert result.verified


@pytest.mark.parametrize("solver", BUNDLED)
def test_solvers_agree_with_brute_force(solver: str) -> None:
    for seed in range(400):
        instance = small_graph(seed)
        assert agrees(solve(instance, solver), highest_cost(instance)), instance


@pytest.mark.needs("minizinc")
def test_minizinc_agrees_with_brute_force() -> None:
    for seed in range(1000, 1040):
        instance = small_graph(seed)
        assert agrees(solve(instance, "minizinc"), highest_cost(instance)), instance


def test_the_small_graphs_include_infeasible_negative_and_positive_optima() -> None:
    answers = [highest_cost(small_graph(seed)) for seed in range(400)]
    assert sum(answer is None for answer in answers) > 10
    assert sum(answer is not None and answer < 0 for answer in answers) > 10
    assert sum(answer is not None and answer > 10 for answer in answers) > 10


@pytest.mark.parametrize("solver", [*BUNDLED, MINIZINC])
def test_an_unreachable_target_is_proved_infeasible(solver: str) -> None:
    assert agrees(solve(LabyrinthInstance(((1, 2), (3, 4)), 1, 4), solver), None)


# --- Transformed graphs -------------------------------------------------------------------------------


def grids() -> list[LabyrinthInstance]:
    """Return grids with holes; the grids are too large for brute force."""
    return [generated(seed, rows=5, cols=6, holes=0.1, costs=costs) for seed in range(3) for costs in (1, 20)]


def relabelled(instance: LabyrinthInstance) -> LabyrinthInstance:
    nodes = sorted({node for edge in instance.edges for node in edge[:2]})
    names = dict(zip(nodes, Random(1).sample(range(1000), len(nodes)), strict=True))
    edges: list[Edge] = [(names[edge[0]], names[edge[1]], *edge[2:]) for edge in instance.edges]  # type: ignore[misc]
    Random(2).shuffle(edges)
    return replace(instance, edges=tuple(edges), start=names[instance.start], target=names[instance.target])


def reversed_direction(instance: LabyrinthInstance) -> LabyrinthInstance:
    edges: tuple[Edge, ...] = tuple((edge[1], edge[0], *edge[2:]) for edge in instance.edges)  # type: ignore[misc]
    return replace(instance, edges=edges, start=instance.target, target=instance.start)


def with_sevenfold_costs(instance: LabyrinthInstance) -> LabyrinthInstance:
    costs = instance.costs
    return replace(instance, edges=tuple((a, b, 7 * cost) for (a, b), cost in costs.items()))


def with_dead_end_and_bridge(instance: LabyrinthInstance) -> LabyrinthInstance:
    """Add a dead end, which no path can use, and a bridge from the old target to a new one."""
    return replace(
        instance, edges=(*instance.edges, (instance.start, 901, 50), (instance.target, 902, 5)), target=902
    )


@pytest.mark.parametrize("solver", BUNDLED)
def test_transformed_graphs_have_the_expected_optima(solver: str) -> None:
    for instance in grids():
        expected = solve(instance, "frontier").objective
        assert expected is not None
        assert agrees(solve(instance, solver), expected)
        assert agrees(solve(relabelled(instance), solver), expected)
        assert agrees(solve(reversed_direction(instance), solver), expected)
        assert agrees(solve(with_sevenfold_costs(instance), solver), 7 * expected)
        assert agrees(solve(with_dead_end_and_bridge(instance), solver), expected + 5)


# --- Larger graphs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["auto", "frontier", "cuts"])
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (9, 11), (5, 20), (22, 22)])
def test_a_full_grid_from_corner_to_corner_is_proved(solver: str, rows: int, cols: int) -> None:
    # Colour the grid like a chessboard. A path that begins and ends on the same colour has one more node of
    # that colour than of the other colour. So it misses at least one node if rows x cols is even. In all other
    # cases, there is a path through all nodes.
    result = solve(generated(0, rows=rows, cols=cols, holes=0), solver)
    same_colour = (rows + cols) % 2 == 0
    nodes = rows * cols - (same_colour and rows * cols % 2 == 0)
    assert agrees(result, nodes - 1)


def test_grids_of_a_hundred_nodes_with_holes_and_costs_are_proved() -> None:
    for seed in range(3):
        for options in (
            {"holes": 0.1},
            {"holes": 0.0, "costs": 9},
            {"holes": 0.1, "costs": 100, "ends": "random"},
        ):
            instance = generated(seed, rows=10, cols=10, **options)
            by_frontier, by_auto = (tw.solve(instance, solver=solver) for solver in ("frontier", "auto"))
            assert by_frontier.status is Status.OPTIMAL
            assert agrees(by_auto, by_frontier.objective)


def test_wide_graphs_are_proved_by_cuts() -> None:
    instance = tw.game("labyrinth").generate(5, shape="random", nodes=150, edges=300, costs=50)
    result = tw.solve(instance)
    assert result.status is Status.OPTIMAL
    assert result.stats["answered_by"] == "cuts"


def test_a_path_through_many_legs_does_not_exceed_the_recursion_limit() -> None:
    # A chain of 2000 triangles; in each triangle, the path through the top node is the longer one.
    edges: list[Edge] = []
    for link in range(2000):
        left, right, top = 2 * link, 2 * link + 2, 2 * link + 1
        edges += [(left, right), (left, top), (top, right)]
    instance = LabyrinthInstance(tuple(edges), 0, 4000)
    for solver in ("auto", "frontier", "search"):
        result = solve(instance, solver)
        assert agrees(result, 4000)
        assert result.stats["legs"] == 2000


@pytest.mark.parametrize("solver", ["auto", "frontier", "cuts", "search"])
def test_the_longer_way_round_a_cycle_is_found(solver: str) -> None:
    cycle = tuple((node, (node + 1) % 3000) for node in range(3000))
    assert agrees(solve(LabyrinthInstance(cycle, 0, 1000), solver), 2000)


# --- Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", BUNDLED)
def test_a_stopped_solve_still_gives_a_path_and_a_bound(solver: str) -> None:
    instance = tw.game("labyrinth").generate(0, rows=12, cols=12, holes=0, costs=9)
    cancel = threading.Event()
    cancel.set()
    result = tw.solve(instance, solver=solver, cancel=cancel)
    assert result.status is Status.FEASIBLE
    assert result.verified
    assert result.objective is not None
    assert result.bound is not None
    # The solvers `frontier` and `cuts` both prove that 828 is the optimum of this grid.
    assert result.objective <= 828 <= result.bound


@pytest.mark.parametrize("solver", ["auto", "frontier", "cuts", "cpsat"])
def test_progress_never_gets_worse(solver: str) -> None:
    instance = tw.game("labyrinth").generate(1, rows=7, cols=7, holes=0.1, costs=30)
    reports: list[tuple[int | None, int | None]] = []
    game = tw.game("labyrinth")
    result = game.solve(
        instance, solver=solver, progress=lambda progress: reports.append((progress.best, progress.bound))
    )
    best = [cost for cost, _ in reports if cost is not None]
    bound = [cost for _, cost in reports if cost is not None]
    assert best == sorted(best)
    assert bound == sorted(bound, reverse=True)
    assert best[-1] == bound[-1] == result.objective


def test_minizinc_rejects_costs_that_exceed_the_integers_of_gecode() -> None:
    instance = LabyrinthInstance(((1, 2, 10**9), (2, 3, 10**9), (1, 3, 10**9)), 1, 3)
    assert agrees(solve(instance, "auto"), 2 * 10**9)
    with pytest.raises(
        tw.BadInput,
        match=r"^the solver minizinc requires that the absolute values of all edge costs add up to at most"
        r" 2147483646$",
    ):
        solve(instance, "minizinc")


def test_the_largest_costs_are_solved_without_output_of_the_engines(capfd: pytest.CaptureFixture[str]) -> None:
    positive, negative = ((1, 2), (3, 4), (4, 5), (3, 5), (4, 6)), ((2, 3), (1, 3), (2, 4), (5, 6))
    edges = [(*pair, 10**9) for pair in positive] + [(*pair, -(10**9)) for pair in negative]
    instance = LabyrinthInstance(tuple(edges), 1, 6)
    best = highest_cost(instance)
    for solver in ("auto", "frontier", "cuts", "search", "cpsat"):
        assert tw.solve(instance, solver=solver).objective == best
    assert capfd.readouterr() == ("", "")
