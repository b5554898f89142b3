"""Drawings of the faces, made for Tilewright: roads, agents, aliens, hamburgers, dogs, houses, citizens, UFOs.

A tile is a square with sides of four units. Things have different shapes, so they can be distinguished without
colour. The shapes consist of lines only. In a terminal, where shapes would be illegible, a word is shown
instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from math import cos, hypot, pi, sin

from tilewright.drawing import Dot, Label, Line
from tilewright.drawing.scene import Element, Point
from tilewright.games.nine_tiles.town.tiles import Face, Road, Thing

__all__ = ["TILE", "draw_roads", "draw_thing", "draw_things", "offroad_points", "point_on_road", "thing_points"]

TILE = 4
"""The side length of a tile, in units."""
HALF_ROAD = 0.46
"""Half the width of a road, in units."""
PEN = 0.07
"""The width of a thin line, in units."""
CURVE_STEPS = 16
"""The number of straight lines used to draw a curve."""
HIGHLIGHT_RADIUS = 0.8
"""The radius of the disc behind a highlighted thing, in units."""
POINTER = 1.15
"""The length of the pointer in front of an agent or an alien, in units."""
INWARD_ANGLE = POINTER / TILE
"""The approximate angle, in radians, between the tangent of a curve and a chord as long as the pointer."""

EDGE_VECTORS: tuple[Point, ...] = ((0, -1), (-1, 0), (0, 1), (1, 0))
"""The directions from the middle of a tile to edges 0 to 3."""

WORDS = {Thing.HAMBURGER: "burger", Thing.AGENT_OFFROAD: "agent", Thing.CAPTIVE: "caged"}
"""The words that a terminal shows for some things; for all others it shows the name of the thing."""

SHAPES = {Thing.AGENT_OFFROAD: ("agent",), Thing.CAPTIVE: ("alien", "cage")}
"""The shapes that make up the drawings of some things; every other thing is one shape with the thing's name."""


# --- Roads --------------------------------------------------------------------------------------------


def draw_roads(
    laid: Sequence[tuple[Face, Point]], marked: frozenset[tuple[int, Road]] = frozenset()
) -> Iterator[Element]:
    """Draw the roads of adjacent tiles; `laid` has the face and the top left corner of each tile.

    The roads are drawn in layers, because the surface of a road has round ends that overlap the next tile.
    Where two roads cross, the road with a thing on it is drawn on top, as a bridge. `marked` contains pairs of
    a tile's index and a road of this tile; these roads have a solid line along their middle.
    """

    def surface(index: int, road: Road) -> str:
        return "piece7" if (index, road) in marked else "grid"

    roads = [(index, road, corner) for index, (face, corner) in enumerate(laid) for road in face.roads]
    for index, road, corner in roads:
        yield Line(_track(road, corner, 0), surface(index, road), 2 * HALF_ROAD)
    for _, road, corner in roads:
        yield from _kerbs(road, corner)
    for index, (face, corner) in enumerate(laid):
        if (bridge := _bridge(face)) is not None:
            middle = _shortened(_track(bridge, corner, 0), TILE / 2 - HALF_ROAD)
            yield Line(middle, surface(index, bridge), 2 * HALF_ROAD)
            yield from _kerbs(bridge, corner)
    for index, road, corner in roads:
        track = _track(road, corner, 0)
        below = _bridge(laid[index][0]) not in (None, road)
        for piece in _halves(track) if below else (track,):
            if (index, road) in marked:
                yield Line(piece, "paper", 0.2)
            else:
                yield Line(piece, "paper", 0.09, dashed=True)


def _bridge(face: Face) -> Road | None:
    """Return the road on top where two roads cross, or None if no roads cross."""
    crossing = len(face.roads) > 1 and not face.roads[0].is_curve
    return max(face.roads, key=lambda road: road.thing is not None) if crossing else None


def _kerbs(road: Road, corner: Point) -> Iterator[Element]:
    for offset in (HALF_ROAD, -HALF_ROAD):
        yield Line(_track(road, corner, offset), "ink", PEN)


def _shortened(track: Sequence[Point], by: float) -> tuple[Point, Point]:
    """Return a straight track, shortened by `by` at each end."""
    (x0, y0), (x1, y1) = track[0], track[-1]
    share = by / hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) * share, (y1 - y0) * share
    return (x0 + dx, y0 + dy), (x1 - dx, y1 - dy)


def _halves(track: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    """Return the two parts of a straight track that are not hidden by a bridge over its middle."""
    inner = _shortened(track, TILE / 2 - HALF_ROAD - 2 * PEN)
    return (track[0], inner[0]), (inner[1], track[-1])


def point_on_road(road: Road, corner: Point) -> tuple[Point, Point]:
    """Return the position of a thing on a road, and the direction that it faces (up for a hamburger)."""
    track = _track(road, corner, 0)
    middle = track[len(track) // 2] if road.is_curve else (corner[0] + TILE / 2, corner[1] + TILE / 2)
    if road.facing is None:
        return middle, (0, -1)
    behind = sum(road.edges) - road.facing
    (x, y), (from_x, from_y) = EDGE_VECTORS[road.facing], EDGE_VECTORS[behind]
    length = hypot(x - from_x, y - from_y)
    ahead = ((x - from_x) / length, (y - from_y) / length)
    if not road.is_curve:
        return middle, ahead
    # On a curve the direction is turned a little inwards, so that the pointer stays on the road.
    inwards = ((x + from_x) / length, (y + from_y) / length)
    return middle, (
        cos(INWARD_ANGLE) * ahead[0] + sin(INWARD_ANGLE) * inwards[0],
        cos(INWARD_ANGLE) * ahead[1] + sin(INWARD_ANGLE) * inwards[1],
    )


def _track(road: Road, corner: Point, offset: float) -> tuple[Point, ...]:
    """Return a line along the road from edge to edge, at distance `offset` from the middle of the road."""
    left, top = corner
    half = TILE / 2
    (x0, y0), (x1, y1) = (EDGE_VECTORS[edge] for edge in road.edges)
    if not road.is_curve:
        shift = (offset, 0) if x0 == x1 else (0, offset)
        return tuple(
            (left + half * (1 + x) + shift[0], top + half * (1 + y) + shift[1]) for x, y in ((x0, y0), (x1, y1))
        )
    # The centre of a curve is the corner that its two edges share.
    centre_x, centre_y = left + half * (1 + x0 + x1), top + half * (1 + y0 + y1)
    radius = half + offset
    points = []
    for step in range(CURVE_STEPS + 1):
        angle = pi / 2 * step / CURVE_STEPS
        # As the angle grows, the point moves along the arc from the first edge to the second edge.
        points.append(
            (
                centre_x - radius * (x1 * cos(angle) + x0 * sin(angle)),
                centre_y - radius * (y1 * cos(angle) + y0 * sin(angle)),
            )
        )
    return tuple(points)


# --- Positions of things ------------------------------------------------------------------------------


def draw_things(face: Face, corner: Point, marked: frozenset[Thing] = frozenset()) -> Iterator[Element]:
    """Draw everything on a face except its roads, with a disc behind each marked thing."""
    for thing, point, heading in thing_points(face, corner):
        yield from draw_thing(thing, point, heading, thing in marked)


def thing_points(face: Face, corner: Point) -> Iterator[tuple[Thing, Point, Point]]:
    """Yield every thing on a face with its position and the direction that it faces.

    Things off the road face up.
    """
    for road in face.roads:
        if road.thing is not None:
            yield road.thing, *point_on_road(road, corner)
    for thing, point in offroad_points(face, corner):
        yield thing, point, (0, -1)


def offroad_points(face: Face, corner: Point) -> list[tuple[Thing, Point]]:
    """Return the things beside the roads of a face, each with its position.

    The positions are chosen so that, in a terminal, the word that replaces the shape covers it completely.
    """
    things = face.offroad
    left, top = corner
    points = (_point_beside_roads(face),) if things and face.roads else _POINTS_WITHOUT_ROADS[len(things)]
    return [(thing, (left + x, top + y)) for thing, (x, y) in zip(things, points, strict=True)]


_POINTS_WITHOUT_ROADS: tuple[tuple[Point, ...], ...] = (
    (),
    ((2, 2),),
    ((1, 2), (3, 2)),
    ((1, 1), (3, 1), (2, 3)),
    ((1, 1), (3, 1), (1, 3), (3, 3)),
)
"""The positions of things on a face without roads, by the number of things."""


def _point_beside_roads(face: Face) -> Point:
    """Return the position of the only thing beside the roads of a face."""
    one, *others = face.roads
    x, y = (sum(EDGE_VECTORS[edge][axis] for edge in one.edges) for axis in (0, 1))
    if not one.is_curve:
        # The middle of the tile is avoided, because there may be a thing on the road.
        return 3.25, 0.88
    # The free space is opposite the curve; with two curves, it is at two corners, one of which is used.
    return (2 + x * 1.2, 2 - y * 1.2) if others else (2 - x, 2 - y)


# --- Things -------------------------------------------------------------------------------------------


def draw_thing(thing: Thing, point: Point, heading: Point, marked: bool = False) -> Iterator[Element]:
    """Draw a thing, with a pointer for an agent or an alien on a road, and a disc behind it if it is marked."""
    if marked:
        yield Dot(point, HIGHLIGHT_RADIUS, "piece3", "ink", title=f"this {thing.value} counts")
    yield from _word(thing, point)
    x, y = point
    if thing in (Thing.AGENT, Thing.ALIEN):
        tip = (x + POINTER * heading[0], y + POINTER * heading[1])
        yield Line((point, tip), "ink", 0.18, arrow=True)
    for shape in SHAPES.get(thing, (thing.value,)):
        for line in _shape_lines()[shape]:
            yield Line(tuple((x + dx, y + dy) for dx, dy in line.points), line.colour, line.width)


@cache
def _shape_lines() -> dict[str, list[Line]]:
    """Return the lines of each shape in ``shapes.json``, around the point (0, 0).

    A line with a single point is a disc. It is drawn as a very short line and not as a dot, because in a
    terminal the word hides a line, but a dot would replace a letter of the word.
    """
    shapes = json.loads(resources.files(__package__).joinpath("shapes.json").read_text("utf-8"))
    return {name: [_shape_line(**line) for line in shape["lines"]] for name, shape in shapes.items()}


def _shape_line(colour: str, width: float, points: list[Point]) -> Line:
    if len(points) == 1:
        ((x, y),) = points
        points = [(x - 0.001, y), (x + 0.001, y)]
    return Line(tuple(points), colour, width)


def _word(thing: Thing, point: Point) -> Iterator[Element]:
    """Draw the name of a thing, which terminals show; in an image it is tiny and hidden behind the shape."""
    x, y = point
    yield Label(point, WORDS.get(thing, thing.value).center(5), 0.03)
    for row in (-0.5, 0.5):
        # Spaces cover the lines of the shape above and below the word.
        yield Label((x, y + row), " " * 5, 0.03)
