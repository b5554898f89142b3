"""Labyrinth: generated graphs, node positions and pictures."""

from __future__ import annotations

import pytest
from labyrinth_oracle import generated, small_graph

import tilewright as tw
from tilewright.drawing import Dot, Label, Line
from tilewright.games.labyrinth.layout.node_positions import layout, snake
from tilewright.games.labyrinth.picture import scene
from tilewright.games.labyrinth.rules import LabyrinthInstance, LabyrinthSolution, check


def positions_of(instance: LabyrinthInstance) -> dict[int, tuple[float, float]]:
    return layout(instance.neighbours, instance.start, instance.target)


# --- Generated graphs ---------------------------------------------------------------------------------


def test_a_grid_has_the_edges_of_a_grid() -> None:
    instance = generated(0, rows=3, cols=4, holes=0)
    across = {(r * 4 + c + 1, r * 4 + c + 2) for r in range(3) for c in range(3)}
    down = {(r * 4 + c + 1, r * 4 + c + 5) for r in range(2) for c in range(4)}
    assert set(instance.edges) == across | down
    assert (instance.start, instance.target, instance.edge_cost) == (1, 12, 1)


@pytest.mark.parametrize("holes", [0.3, 0.6, 5])
def test_the_target_can_be_reached_in_a_grid_with_holes(holes: float) -> None:
    for seed in range(30):
        instance = generated(seed, rows=6, cols=7, holes=holes, ends="random")
        assert tw.solve(instance, solver="search", time_limit=0.5).solution is not None


def test_holes_are_a_fraction_or_a_number() -> None:
    for seed in range(10):
        named = {node for edge in generated(seed, rows=5, cols=5, holes=3).edges for node in edge[:2]}
        assert len(named) <= 22
    with pytest.raises(tw.BadInput, match=r"^holes=24.0: a grid of 25 nodes has room for at most 23$"):
        generated(0, rows=5, cols=5, holes=24)


@pytest.mark.parametrize(("nodes", "edges"), [(2, 1), (10, 9), (10, 20), (10, 45), (60, 100)])
def test_a_random_graph_is_connected_and_has_the_requested_number_of_edges(nodes: int, edges: int) -> None:
    instance = generated(3, shape="random", nodes=nodes, edges=edges, costs=5)
    assert len(instance.edges) == edges
    assert {edge[2] for edge in instance.edges if len(edge) == 3} <= set(range(1, 6))
    reached = {1}
    for _ in range(nodes):
        reached |= {node for edge in instance.edges if reached & set(edge[:2]) for node in edge[:2]}
    assert reached == set(range(1, nodes + 1))


@pytest.mark.parametrize("options", [{"nodes": 5, "edges": 3}, {"nodes": 5, "edges": 11}])
def test_impossible_sizes_are_rejected(options: dict[str, int]) -> None:
    with pytest.raises(tw.BadInput, match=r"5 nodes need 4 to 10 edges$"):
        generated(0, shape="random", **options)
    with pytest.raises(tw.BadInput, match=r"expected at least two nodes$"):
        generated(0, rows=1, cols=1)


# --- Layout -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_grid_with_holes_is_drawn_as_that_grid(seed: int) -> None:
    instance = generated(seed, rows=8, cols=9, holes=0.15)
    positions = positions_of(instance)
    for edge in instance.edges:
        (ax, ay), (bx, by) = positions[edge[0]], positions[edge[1]]
        assert abs(ax - bx) + abs(ay - by) == 1
    assert len(set(positions.values())) == len(positions)


def test_the_full_grid_keeps_its_rows_and_columns() -> None:
    positions = positions_of(generated(0, rows=4, cols=5, holes=0))
    assert positions == {r * 5 + c + 1: (float(c), float(r)) for r in range(4) for c in range(5)}


def test_no_two_nodes_overlap() -> None:
    graphs = [small_graph(seed) for seed in range(120)]
    graphs += [
        generated(1, shape="random", nodes=40, edges=60),
        generated(2, shape="random", nodes=12, edges=66),
    ]
    graphs.append(generated(1, shape="random", nodes=700, edges=900))
    for instance in graphs:
        positions = list(positions_of(instance).values())
        assert all(x >= -1e-9 and y >= -1e-9 for x, y in positions)
        for index, (x, y) in enumerate(positions):
            assert all((x - a) ** 2 + (y - b) ** 2 > 0.2 for a, b in positions[:index])


def test_the_layout_is_deterministic() -> None:
    instance = generated(1, shape="random", nodes=30, edges=45)
    assert positions_of(instance) == positions_of(instance)


def test_a_path_without_its_graph_is_drawn_in_rows_of_alternating_direction() -> None:
    assert snake(5) == [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1)]


# --- Pictures -----------------------------------------------------------------------------------------

SQUARE = LabyrinthInstance(((1, 2), (2, 3), (3, 4), (4, 1)), 1, 3)


def test_the_path_is_drawn_as_one_arrow_for_each_step() -> None:
    drawn = scene(SQUARE, LabyrinthSolution((1, 2, 3)))
    arrows = [element for element in drawn.elements if isinstance(element, Line) and element.arrow]
    assert len(arrows) == 2
    assert not any(arrow.dashed for arrow in arrows)
    assert drawn.title == "Labyrinth: 4 nodes, 4 edges, from 1 to 3, a path of 3 nodes"


def test_costs_are_drawn_only_if_they_differ() -> None:
    def texts(instance: LabyrinthInstance) -> list[str]:
        return sorted(element.text for element in scene(instance).elements if isinstance(element, Label))

    assert texts(SQUARE) == ["1", "2", "3", "4"]
    priced = LabyrinthInstance(((1, 2, 55), (2, 3, 66), (3, 4, 77), (4, 1)), 1, 3)
    assert texts(priced) == ["1", "1", "2", "3", "4", "55", "66", "77"]


def test_a_step_without_an_edge_is_dashed_and_its_nodes_are_marked_with_crosses() -> None:
    solution = LabyrinthSolution((1, 3))
    drawn = scene(SQUARE, solution, check(SQUARE, solution))
    assert [element.dashed for element in drawn.elements if isinstance(element, Line) and element.arrow] == [
        True
    ]
    crosses = [element for element in drawn.elements if isinstance(element, Dot) and "broken" in element.title]
    assert [cross.title for cross in crosses] == ["a rule is broken at node 1", "a rule is broken at node 3"]


def test_a_path_with_unknown_and_repeated_nodes_can_be_drawn() -> None:
    solution = LabyrinthSolution((1, 99, 1, 1, 3))
    for instance in (SQUARE, None):
        drawn = scene(instance, solution, check(SQUARE, solution))
        assert drawn.to_svg().startswith("<svg")
        assert "99" in drawn.to_text()


def test_an_empty_path_can_be_drawn_but_an_empty_picture_is_rejected() -> None:
    assert scene(None, LabyrinthSolution(())).to_svg().startswith("<svg")
    with pytest.raises(tw.BadInput, match=r"nothing to draw"):
        scene(None)
