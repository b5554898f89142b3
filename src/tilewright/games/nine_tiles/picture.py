"""Pictures of towns, road synonyms and theme cards. The side of a tile is four units long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tilewright.drawing import Area, Dot, Label, Scene
from tilewright.drawing.scene import Element
from tilewright.drawing.stroke_font import text_width
from tilewright.game import Cell, Verdict
from tilewright.games.nine_tiles.explain import Marks
from tilewright.games.nine_tiles.pictures.face_drawing import TILE, draw_roads, draw_things
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town
from tilewright.games.nine_tiles.town.road_synonyms import Synonym
from tilewright.games.nine_tiles.town.roads import SIDE, TownMap, edge_number
from tilewright.games.nine_tiles.town.themes import THEMES
from tilewright.games.nine_tiles.town.tiles import Face, Road

__all__ = ["scene", "synonym_scene", "town_scene", "towns_scene"]

MARGIN = 1
"""The width of the margin around a town, in units; the numbers of the outer edges extend into it."""
SPAN = SIDE * TILE + 2 * MARGIN
"""The width and the height of a town with its margin, in units."""
NO_MARKS = Marks()
TEXT_SIZE = 0.42
"""The maximum size of the text below a town, in units."""
LINE = 1
"""The height of a line of text, in units."""


def scene(
    instance: NineTilesInstance | None, solution: NineTilesSolution | None, verdict: Verdict | None
) -> Scene:
    """Draw the town with its scores in the instance's themes; without a solution, list only the themes."""
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
    """Draw a town, optionally with edge numbers or with highlighted parts that count for a theme."""
    elements = [*_town(town.map(), (0, 0), marks), *_text([_caption(town)], SPAN)]
    if edge_numbers:
        elements += _edge_numbers((0, 0))
    return Scene.of(SPAN, SPAN + LINE, elements, f"Nine Tiles Panic: the town {town.pattern}")


def towns_scene(towns: Sequence[tuple[Town, str]], columns: int = 4) -> Scene:
    """Draw several towns in one picture, each with its pattern and a line of text below it."""
    height = SPAN + 2 * LINE
    elements: list[Element] = []
    for index, (town, text) in enumerate(towns):
        row, column = divmod(index, columns)
        elements += _town(town.map(), (row * height, column * SPAN), NO_MARKS)
        elements += _text([_caption(town), text], row * height + SPAN, column * SPAN)
    rows = -(-len(towns) // columns)
    return Scene.of(
        min(columns, max(1, len(towns))) * SPAN, max(1, rows * height), elements, f"{len(towns)} towns"
    )


def synonym_scene(synonym: Synonym, edge_numbers: bool = False) -> Scene:
    """Draw a road synonym (the shape of a town's roads), optionally with edge numbers."""
    pattern = synonym.pattern
    elements = [*_town(synonym.map(), (0, 0), NO_MARKS), *_text([f"{pattern[:9]} {pattern[9:]}"], SPAN)]
    if edge_numbers:
        elements += _edge_numbers((0, 0))
    return Scene.of(SPAN, SPAN + LINE, elements, f"Nine Tiles Panic: the road synonym {pattern}")


# --- Towns --------------------------------------------------------------------------------------------


def _town(
    town: TownMap, corner: Cell, marks: Marks, broken: frozenset[Cell] = frozenset()
) -> Iterator[Element]:
    """Draw a town with a margin; `corner` is the top left corner of the margin."""
    top, left = corner
    yield from _tiles(town, (top + MARGIN, left + MARGIN), marks, broken)
    yield from _border(corner)


def _tiles(town: TownMap, corner: Cell, marks: Marks, broken: frozenset[Cell]) -> Iterator[Element]:
    """Draw the tiles: first the backgrounds, then the roads, then the things."""
    top, left = corner
    corners = [
        (top + position // town.columns * TILE, left + position % town.columns * TILE)
        for position in range(len(town.faces))
    ]
    for position, (face, tile_corner) in enumerate(zip(town.faces, corners, strict=True)):
        marked = position in marks.tiles
        fill = "piece3" if marked else "paper"
        yield Area(_square(tile_corner), fill, "muted", marked, title=_contents(position, face))
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
    return frozenset((segment.position, segment.road) for road in roads for segment in road.segments)


def _contents(position: int, face: Face) -> str:
    """Return the things on a tile as text, for screen readers and tooltips."""
    return f"position {position}: {', '.join(face.things) or 'nothing'}"


def _border(corner: Cell) -> Iterator[Element]:
    """Draw the margin around a town; it covers the round ends of the roads that leave the board."""
    top, left = corner
    cells = tuple(
        (top + row, left + column)
        for row, column in product(range(SPAN), repeat=2)
        if not MARGIN <= min(row, column) <= max(row, column) < SPAN - MARGIN
    )
    yield Area(cells, "paper", None)


def _square(corner: Cell) -> tuple[Cell, ...]:
    top, left = corner
    return tuple((top + row, left + column) for row in range(TILE) for column in range(TILE))


def _edge_numbers(corner: Cell) -> Iterator[Element]:
    """Draw the numbers of all edges."""
    top, left = corner
    seen = set()
    for position in range(SIDE * SIDE):
        row, column = divmod(position, SIDE)
        x, y = left + MARGIN + column * TILE, top + MARGIN + row * TILE
        half = TILE / 2
        midpoints = ((x + half, y), (x, y + half), (x + half, y + TILE), (x + TILE, y + half))
        for edge, midpoint in enumerate(midpoints):
            number = edge_number(position, edge)
            if number not in seen:
                seen.add(number)
                yield Dot(midpoint, 0.42, "paper", "ink", title=f"edge {number}")
                yield Label(midpoint, f"{number:02}", 0.36)


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
    """Draw lines of text, all at the largest size, at most `TEXT_SIZE`, at which the longest line fits."""
    size = min((_size(line, SPAN - 1) for line in lines), default=TEXT_SIZE)
    for index, line in enumerate(lines):
        yield Label((left + SPAN / 2, top + (index + 0.5) * LINE), line, size)


def _size(text: str, width: float) -> float:
    """Return the largest text size, at most `TEXT_SIZE`, at which the text is at most `width` wide."""
    return min(TEXT_SIZE, TEXT_SIZE * width / max(text_width(text, TEXT_SIZE), 0.01))
