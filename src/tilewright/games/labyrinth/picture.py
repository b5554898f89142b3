"""Draw a labyrinth: the graph, and the path through it as arrows.

The start has one ring around it and the target has two. Nodes that are not on the path are white. A step
without an edge is dashed, and a node at which a rule is broken is marked with a cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from tilewright.drawing.scene import Dot, Element, Label, Line, Point, Scene
from tilewright.errors import BadInput
from tilewright.game import Verdict
from tilewright.games.labyrinth.layout.node_positions import layout, snake
from tilewright.games.labyrinth.rules import LabyrinthInstance, LabyrinthSolution

__all__ = ["scene"]

SPACING = 1.5
"""The distance between neighbouring nodes, in drawing units."""
WIDE_SPACING = 2.5
"""The distance between neighbouring nodes when the edges are labelled with costs."""
RADIUS = 0.36
RING = 0.1
"""The distance from a node's disc to its first ring, and from the first to the second, in drawing units."""
COST_SIZE = 0.2
MOST_LABELLED_NODES = 500
"""The maximum number of nodes of a graph that is drawn with node numbers. Costs are drawn only if the graph has
at most twice this number of edges."""


def scene(
    instance: LabyrinthInstance | None,
    solution: LabyrinthSolution | None = None,
    verdict: Verdict | None = None,
) -> Scene:
    """Return a drawing of the graph with the path of a solution; without a graph, draw the path in rows."""
    if instance is None and solution is None:
        raise BadInput("there is nothing to draw: give a labyrinth or a path")
    path = () if solution is None else solution.path
    if instance is None:
        points_on_path = [_point(position, SPACING) for position in snake(len(path))]
        nodes = list(zip(path, points_on_path, strict=True))
        elements = [*_steps(path, points_on_path, None), *_discs(nodes, set(path))]
    else:
        points = _points(instance, path)
        nodes = list(points.items())
        elements = [*_edges(instance, points), *_steps(path, [points[node] for node in path], instance)]
        elements += [*_rings(instance, points), *_discs(nodes, set(path))]
    elements += _crosses(verdict, dict(nodes))
    width = max((x for _, (x, _) in nodes), default=0.0) + SPACING / 2
    height = max((y for _, (_, y) in nodes), default=0.0) + SPACING / 2
    return Scene.of(width, height, elements, _title(instance, path))


def _title(instance: LabyrinthInstance | None, path: Sequence[int]) -> str:
    parts = []
    if instance is not None:
        nodes = len({node for edge in instance.edges for node in edge[:2]})
        edges = "1 edge" if len(instance.edges) == 1 else f"{len(instance.edges)} edges"
        parts.append(f"{nodes} nodes, {edges}, from {instance.start} to {instance.target}")
    if path:
        parts.append("a path of 1 node" if len(path) == 1 else f"a path of {len(path)} nodes")
    return f"Labyrinth: {', '.join(parts) or 'an empty path'}"


def _point(position: tuple[float, float], spacing: float) -> Point:
    return spacing * position[0] + SPACING / 2, spacing * position[1] + SPACING / 2


def _shows_costs(instance: LabyrinthInstance) -> bool:
    """Return whether edges are labelled with costs: only if the costs differ and the graph is not too large."""
    return len(set(instance.costs.values())) > 1 and len(instance.edges) <= 2 * MOST_LABELLED_NODES


def _points(instance: LabyrinthInstance, path: Sequence[int]) -> dict[int, Point]:
    """Return the centre of each node; path nodes that are not in the graph are in a row below the graph."""
    positions = layout(instance.neighbours, instance.start, instance.target)
    below = max(y for _, y in positions.values()) + 1
    unknown_nodes = [node for node in dict.fromkeys(path) if node not in positions]
    positions.update({node: (float(index), below) for index, node in enumerate(unknown_nodes)})
    spacing = WIDE_SPACING if _shows_costs(instance) else SPACING
    return {node: _point(position, spacing) for node, position in positions.items()}


# --- The parts of the picture -------------------------------------------------------------------------


def _edges(instance: LabyrinthInstance, points: dict[int, Point]) -> Iterator[Element]:
    """Draw the edges; if costs are shown, each edge has a gap in which its cost is written."""
    shows_costs = _shows_costs(instance)
    for (a, b), cost in instance.costs.items():
        text = str(cost) if shows_costs else ""
        for piece in _pieces(points[a], points[b], _gap(text)):
            yield Line(piece, "grid", 0.07)
        if text:
            (ax, ay), (bx, by) = points[a], points[b]
            yield Label(((ax + bx) / 2, (ay + by) / 2), text, COST_SIZE, "muted")


def _steps(
    path: Sequence[int], route: Sequence[Point], instance: LabyrinthInstance | None
) -> Iterator[Element]:
    """Draw an arrow for each step of the path, dashed where there is no edge."""
    costs = None if instance is None else instance.costs
    shows_costs = instance is not None and _shows_costs(instance)
    rings = {} if instance is None else {instance.start: 1, instance.target: 2}
    for (node, next_node), (start, end) in zip(pairwise(path), pairwise(route), strict=True):
        ends = (min(node, next_node), max(node, next_node))
        joined = costs is None or ends in costs
        text = str(costs[ends]) if shows_costs and costs is not None and joined else ""
        *shafts, last = _pieces(start, end, _gap(text))
        last = (last[0], _short_of(last[0], last[1], RADIUS + RING * rings.get(next_node, 0) + 0.06))
        colour = "piece6" if joined else "error"
        for shaft in shafts:
            yield Line(shaft, colour, 0.1)
        yield Line(last, colour, 0.1, dashed=not joined, arrow=True)


def _gap(text: str) -> float:
    """Return the length of the gap that a cost label needs in its edge."""
    return COST_SIZE * (0.9 + 0.75 * len(text)) if text else 0.0


def _pieces(start: Point, end: Point, gap: float) -> list[tuple[Point, Point]]:
    """Return the line from start to end as one piece, or as two pieces if there is a gap in the middle."""
    if not gap:
        return [(start, end)]
    half = (_length(start, end) + gap) / 2
    return [(start, _short_of(start, end, half)), (_short_of(end, start, half), end)]


def _short_of(start: Point, end: Point, gap: float) -> Point:
    """Return the point on the line at the distance `gap` from the end; the start if the line is shorter."""
    length = _length(start, end)
    share = max(0.0, 1 - gap / length) if length else 0.0
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _length(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def _rings(instance: LabyrinthInstance, points: dict[int, Point]) -> Iterator[Element]:
    yield Dot(points[instance.start], RADIUS + RING, "paper", "ink", title="start")
    yield Dot(points[instance.target], RADIUS + 2 * RING, "paper", "ink", title="target")
    yield Dot(points[instance.target], RADIUS + RING, "paper", "ink")


def _discs(nodes: Sequence[tuple[int, Point]], on_path: set[int]) -> Iterator[Element]:
    labelled = len(nodes) <= MOST_LABELLED_NODES
    for node, point in nodes:
        yield Dot(point, RADIUS, "piece3" if node in on_path else "paper", "ink", title=f"node {node}")
        if labelled:
            text = str(node)
            yield Label(point, text, 0.32 if len(text) < 3 else 0.75 / len(text))


def _crosses(verdict: Verdict | None, points: dict[int, Point]) -> Iterator[Element]:
    """Draw a cross in a circle at each node where a rule is broken."""
    rules = () if verdict is None else verdict.broken
    for node in dict.fromkeys(node for rule in rules for _, node in rule.cells):
        if node in points:
            x, y = points[node][0] + 0.32, points[node][1] - 0.32
            yield Dot((x, y), 0.17, "paper", "error", title=f"a rule is broken at node {node}")
            for sign in (1, -1):
                yield Line(((x - 0.08, y - 0.08 * sign), (x + 0.08, y + 0.08 * sign)), "error", 0.06)
