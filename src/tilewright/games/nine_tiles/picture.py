"""Towns, road synonyms, faces and theme cards as pictures. A tile is a square of four units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.drawing import Area, Dot, Label, Scene
from tilewright.drawing.scene import Element
from tilewright.drawing.stroke_font import text_width
from tilewright.game import Cell, Verdict
from tilewright.games.nine_tiles.explain import Marks
from tilewright.games.nine_tiles.pictures.face_drawing import TILE, draw_roads, draw_things
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town
from tilewright.games.nine_tiles.town.roads import SIDE, TownMap, edge_number
from tilewright.games.nine_tiles.town.synonyms import Synonym
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import FACES, Face, Road

__all__ = ["faces_scene", "scene", "synonym_scene", "town_scene", "towns_scene"]

MARGIN = 1
"""Units around a town; edge numbers stand there."""
TOWN = SIDE * TILE
SPAN = TOWN + 2 * MARGIN
NO_MARKS = Marks()
SMALL = 0.42
"""Height of the letters below a town."""
LINE = 1
"""Units for a line of text."""


def scene(
    instance: NineTilesInstance | None, solution: NineTilesSolution | None, verdict: Verdict | None
) -> Scene:
    """The town with its scores in the instance's themes; without a town, the theme cards alone."""
    points = None if solution is None else solution.points
    lines = [] if instance is None else _card_lines(instance, points)
    if solution is None:
        return Scene.of(SPAN, len(lines) * LINE, _text(lines, 0), "Nine Tiles Panic: three themes")
    rules = () if verdict is None else verdict.broken
    broken = frozenset(cell for rule in rules for cell in rule.cells)
    elements = (
        *_town(solution.town.map(), (0, 0), NO_MARKS, broken),
        *_text([_caption(solution.town), *lines], SPAN),
    )
    title = f"Nine Tiles Panic: the town {solution.town.pattern}"
    return Scene.of(SPAN, SPAN + (len(lines) + 1) * LINE, elements, title)


def town_scene(town: Town, edge_numbers: bool = False, marks: Marks = NO_MARKS) -> Scene:
    """A town; with the numbers of its edges, or with marks on what counts for a theme."""
    elements = [*_town(town.map(), (0, 0), marks), *_text([_caption(town)], SPAN)]
    if edge_numbers:
        elements += _edge_numbers((0, 0))
    return Scene.of(SPAN, SPAN + LINE, elements, f"Nine Tiles Panic: the town {town.pattern}")


def towns_scene(towns: Sequence[tuple[Town, str]], columns: int = 4) -> Scene:
    """Towns on one sheet, each with a line of text below it."""
    high = SPAN + 2 * LINE
    elements: list[Element] = []
    for index, (town, text) in enumerate(towns):
        row, column = divmod(index, columns)
        elements += _town(town.map(), (row * high, column * SPAN), NO_MARKS)
        elements += _text([_caption(town), text], row * high + SPAN, column * SPAN)
    rows = -(-len(towns) // columns)
    return Scene.of(
        min(columns, max(1, len(towns))) * SPAN, max(1, rows * high), elements, f"{len(towns)} towns"
    )


def synonym_scene(synonym: Synonym, edge_numbers: bool = False) -> Scene:
    """A road synonym: the shape of a town's roads, with the numbers of its edges if wanted."""
    pattern = synonym.pattern
    elements = [*_town(synonym.map(), (0, 0), NO_MARKS), *_text([f"{pattern[:9]} {pattern[9:]}"], SPAN)]
    if edge_numbers:
        elements += _edge_numbers((0, 0))
    return Scene.of(SPAN, SPAN + LINE, elements, f"Nine Tiles Panic: the road synonym {pattern}")


def faces_scene() -> Scene:
    """A sheet of all 18 faces, each in its first direction: the fronts above the backs."""
    apart = TILE + 1
    elements: list[Element] = []
    for tile, sides in enumerate(FACES):
        for side, face in enumerate(sides):
            top, left = side * (apart + 1) + 1, tile * apart + 1
            elements += _tiles(TownMap.of((face,), 1), (top, left), NO_MARKS, frozenset())
            elements += _ring((top - 1, left - 1), TILE + 2, TILE + 2, 1)
            name = f"{tile} {'back' if side else 'front'}"
            elements.append(Label((left + TILE / 2, top - 0.45), name, SMALL))
    width, height = len(FACES) * apart + 1, 2 * (apart + 1)
    return Scene.of(width, height, elements, "Nine Tiles Panic: the faces of the nine tiles")


# --- Towns --------------------------------------------------------------------------------------------


def _town(
    town: TownMap, corner: Cell, marks: Marks, broken: frozenset[Cell] = frozenset()
) -> Iterator[Element]:
    """A town with paper around it; `corner` is the top left corner of that paper."""
    top, left = corner
    yield from _tiles(town, (top + MARGIN, left + MARGIN), marks, broken)
    yield from _ring(corner, SPAN, SPAN, MARGIN)


def _tiles(town: TownMap, corner: Cell, marks: Marks, broken: frozenset[Cell]) -> Iterator[Element]:
    """The tiles with what is on them, from the ground up."""
    top, left = corner
    corners = [
        (top + position // town.columns * TILE, left + position % town.columns * TILE)
        for position in range(len(town.faces))
    ]
    for position, (face, place) in enumerate(zip(town.faces, corners, strict=True)):
        marked = position in marks.tiles
        fill = "piece3" if marked else "paper"
        yield Area(_square(place), fill, "muted", marked, title=_contents(position, face))
    laid = [
        (face, (float(column), float(row))) for face, (row, column) in zip(town.faces, corners, strict=True)
    ]
    yield from draw_roads(laid, _marked_roads(town, marks))
    for position, (face, top_left) in enumerate(laid):
        yield from draw_things(face, top_left, marks.at(position))
        if divmod(position, town.columns) in broken:
            square = _square(corners[position])
            yield Area(square, None, "error", True, inset=0.1, width=0.15, title="broken rules")


def _marked_roads(town: TownMap, marks: Marks) -> frozenset[tuple[int, Road]]:
    roads = (road for index, road in enumerate(town.roads) if index in marks.roads)
    return frozenset((stretch.position, stretch.road) for road in roads for stretch in road.stretches)


def _contents(position: int, face: Face) -> str:
    """What a reader or a mouse pointer is told of a tile."""
    on_road = [road.thing for road in face.roads if road.thing is not None]
    things = ", ".join(thing.value for thing in (*on_road, *face.offroad))
    return f"position {position}: {things or 'nothing'}"


def _ring(corner: Cell, width: int, height: int, breadth: int) -> Iterator[Element]:
    """Paper around a board, over the round ends of the roads that leave it."""
    top, left = corner
    cells = tuple(
        (top + row, left + column)
        for row in range(height)
        for column in range(width)
        if not (breadth <= row < height - breadth and breadth <= column < width - breadth)
    )
    yield Area(cells, "paper", None)


def _square(corner: Cell) -> tuple[Cell, ...]:
    top, left = corner
    return tuple((top + row, left + column) for row in range(TILE) for column in range(TILE))


def _edge_numbers(corner: Cell) -> Iterator[Element]:
    """The numbers of all edges, outer ones outside the town."""
    top, left = corner
    seen = set()
    for position in range(SIDE * SIDE):
        row, column = divmod(position, SIDE)
        x, y = left + MARGIN + column * TILE, top + MARGIN + row * TILE
        half = TILE / 2
        places = ((x + half, y), (x, y + half), (x + half, y + TILE), (x + TILE, y + half))
        for edge, place in enumerate(places):
            number = edge_number(position, edge)
            if number not in seen:
                seen.add(number)
                yield Dot(place, 0.42, "paper", "ink", title=f"edge {number}")
                yield Label(place, f"{number:02}", 0.36)


# --- Text ---------------------------------------------------------------------------------------------


def _card_lines(instance: NineTilesInstance, points: Sequence[int] | None) -> list[str]:
    lines = []
    for number in instance.themes:
        card = THEMES[number - 1]
        reached = "" if points is None else f"{points[number - 1]} of {card.maximum}: "
        lines.append(f"{number}  {reached}{card.title}")
    return [*lines, f"rank {instance.rank}"]


def _caption(town: Town) -> str:
    return f"{town.pattern[:9]} {town.pattern[9:]}"


def _text(lines: Sequence[str], top: float, left: float = 0) -> Iterator[Element]:
    """Lines of one size, as large as the longest of them allows."""
    size = min((_size(line, SPAN - 1) for line in lines), default=SMALL)
    for index, line in enumerate(lines):
        yield Label((left + SPAN / 2, top + (index + 0.5) * LINE), line, size)


def _size(text: str, width: float) -> float:
    """The height of letters at which a text is not wider than that."""
    return min(SMALL, SMALL * width / max(text_width(text, SMALL), 0.01))
