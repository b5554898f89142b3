"""Render a scene as terminal text: a unit takes four columns and two rows, or more if labels would overlap."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from math import ceil, floor, pi, tan

from tilewright.drawing.outline import direction, loops
from tilewright.drawing.palette import text_on
from tilewright.drawing.scene import Area, Dot, Label, Line, Point, Scene
from tilewright.drawing.text_canvas import HEAVY, LIGHT, Canvas, Place
from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = ["render"]

COLUMNS, ROWS = 4, 2
"""The width and height of a unit in characters; such a unit looks roughly square in most terminals."""
SCALES = (1, 2, 3)
MAX_CHARACTERS = 4_000_000
MARGIN = 1
"""Elements outside the scene are drawn up to this distance from it, in units."""
HEAVY_WIDTH = 0.09
"""The minimum width, in units, of lines that are drawn with heavy characters."""
END_SLACK = 0.3
"""The maximum distance, in characters, by which rounding may extend a line beyond its ends."""
DISC_RADIUS = 0.2
"""The minimum radius, in units, of a dot that is drawn as brackets with room for a label."""
EIGHTH = tan(pi / 8)

ARROWS = ("↖▲↗", "◀ ▶", "↙▼↘")
"""The arrow heads by direction: ARROWS[down + 1][right + 1] with `down` and `right` from -1 to 1."""


def render(scene: Scene, colour: bool = False) -> str:
    """Return the scene as text; with `colour`, the text contains escape sequences for 24-bit colours."""
    columns, rows = ceil(scene.width * COLUMNS), ceil(scene.height * ROWS)
    if columns * rows > MAX_CHARACTERS:
        raise BadInput(
            f"too large for a terminal: the picture would have {rows:,} lines of {columns:,} characters"
        )
    scales = [scale for scale in SCALES if columns * rows * scale**2 <= MAX_CHARACTERS]
    pictures = (_Picture(scene, scale) for scale in scales)
    picture = next(
        (picture for picture in pictures if not picture.labels_collide()), _Picture(scene, SCALES[0])
    )
    return picture.draw().text(colour)


class _Picture:
    """Draws a scene at a given scale on a canvas."""

    def __init__(self, scene: Scene, scale: int) -> None:
        self.scene = scene
        self.columns, self.rows = COLUMNS * scale, ROWS * scale
        self.canvas = Canvas()
        discs = (dot for dot in scene.elements if isinstance(dot, Dot) and dot.radius >= DISC_RADIUS)
        self.discs = {self._place(disc.centre): disc for disc in discs}

    def _point(self, point: Point) -> Point:
        """Convert a point to character coordinates, clamped to the scene and its margin."""
        x, y = point
        return (
            min(max(x, -MARGIN), self.scene.width + MARGIN) * self.columns,
            min(max(y, -MARGIN), self.scene.height + MARGIN) * self.rows,
        )

    def _place(self, point: Point) -> Place:
        x, y = self._point(point)
        return round(y), round(x)

    def labels_collide(self) -> bool:
        taken: set[Place] = set()
        for label in self.scene.elements:
            if isinstance(label, Label):
                text, (row, column) = self._lettering(label)
                places = {(row, column + offset) for offset in range(len(text))}
                if taken & places:
                    return True
                taken |= places
        return False

    def draw(self) -> Canvas:
        for element in self.scene.elements:
            match element:
                case Area():
                    self._area(element)
                case Line():
                    self._line(element)
                case Dot():
                    self._dot(element)
                case Label():
                    text, place = self._lettering(element)
                    disc = self.discs.get(self._place(element.centre))
                    self.canvas.write(place, text, element.colour, disc.fill if disc else None)
        return self.canvas

    # areas

    def _area(self, area: Area) -> None:
        height, width = self.scene.height, self.scene.width
        cells = frozenset(
            (row, column) for row, column in area.cells if -1 < row < height and -1 < column < width
        )
        characters = self._characters(cells)
        if area.fill is not None:
            self._clear_inner_sides(cells)
            for place, inside in characters.items():
                if inside:
                    self.canvas.paint(place, area.fill)
                else:
                    self.canvas.cell(place).fill = area.fill
        if area.hatch:
            for place, inside in characters.items():
                if inside:
                    self.canvas.cell(place).hatch = area.stripes
        if area.outline is not None:
            weight = HEAVY if area.width >= HEAVY_WIDTH else LIGHT
            for loop in loops(cells):
                for start, end in pairwise([*loop, loop[0]]):
                    self.canvas.stroke(self._place(start), self._place(end), weight, area.outline)

    def _characters(self, cells: frozenset[Cell]) -> dict[Place, bool]:
        """Return, for each character of the cells and of their borders, whether it is inside the outline.

        Two neighbouring cells share the characters on their common side, and four cells share the character on
        their common corner. A character is inside the outline if all cells that share it belong to `cells`.
        """
        shared_by = Counter(
            (y, x)
            for row, column in cells
            for y in range(row * self.rows, (row + 1) * self.rows + 1)
            for x in range(column * self.columns, (column + 1) * self.columns + 1)
        )
        return {
            (y, x): count == (2 if y % self.rows == 0 else 1) * (2 if x % self.columns == 0 else 1)
            for (y, x), count in shared_by.items()
        }

    def _clear_inner_sides(self, cells: frozenset[Cell]) -> None:
        """Erase the lines on the common sides of the cells, because a fill hides what is below it."""
        for row, column in cells:
            corner = self._place((column + 1, row + 1))
            if (row, column + 1) in cells:
                self.canvas.erase(self._place((column + 1, row)), corner)
            if (row + 1, column) in cells:
                self.canvas.erase(self._place((column, row + 1)), corner)

    # lines

    def _line(self, line: Line) -> None:
        weight = HEAVY if line.width >= HEAVY_WIDTH else LIGHT
        for start, end in pairwise(line.points):
            (row, column), (last_row, last_column) = self._place(start), self._place(end)
            if row != last_row and column != last_column:
                self._slanted(start, end, weight, line)
            elif len(line.points) == 2:
                self._bar(line, weight, vertical=column == last_column)
            else:
                self.canvas.stroke((row, column), (last_row, last_column), weight, line.colour, line.dashed)
        if line.arrow and len(line.points) > 1:
            self._arrow_head(line)

    def _bar(self, line: Line, weight: int, vertical: bool) -> None:
        """Draw a horizontal or vertical line; rounding extends it beyond its ends by at most `END_SLACK`."""
        near, far = sorted(self._point(point)[vertical] for point in line.points)
        first, last = ceil(near - END_SLACK), floor(far + END_SLACK)
        if first >= last:
            first = last = round((near + far) / 2)
        row, column = self._place(line.points[0])
        start, end = ((first, column), (last, column)) if vertical else ((row, first), (row, last))
        if start == end:
            self.canvas.tick(start, vertical, weight, line.colour)
        else:
            self.canvas.stroke(start, end, weight, line.colour, line.dashed)

    def _arrow_head(self, line: Line) -> None:
        start, end = line.points[-2:]
        dx, dy = end[0] - start[0], end[1] - start[1]
        right, down = direction(start, end)
        # One of eight directions: horizontal or vertical within 22.5 degrees, else diagonal.
        head = ARROWS[1 + down * (abs(dy) > EIGHTH * abs(dx))][1 + right * (abs(dx) > EIGHTH * abs(dy))]
        tip = self._place(end)
        if head != " " and not self.canvas.cell(tip).glyph:
            self.canvas.write(tip, head, line.colour)

    def _slanted(self, start: Point, end: Point, weight: int, line: Line) -> None:
        x0, y0 = self._braille_dot(start)
        x1, y1 = self._braille_dot(end)
        steps = max(abs(x1 - x0), abs(y1 - y0))
        steep = abs(y1 - y0) > abs(x1 - x0)
        for step in range(steps + 1):
            if (line.dashed and step % 6 >= 3) or (weight == LIGHT and step % 2):
                continue
            x, y = round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)
            self.canvas.braille_dot(x, y, weight, line.colour)
            if weight == HEAVY:
                self.canvas.braille_dot(x + steep, y + (not steep), weight, line.colour)

    def _braille_dot(self, point: Point) -> tuple[int, int]:
        """Return the column and row of the braille dot at a point; a character has 2 x 4 dots."""
        x, y = self._point(point)
        return floor((x + 0.5) * 2), floor((y + 0.5) * 4)

    # dots and labels

    def _dot(self, dot: Dot) -> None:
        row, column = self._place(dot.centre)
        if dot.radius >= DISC_RADIUS:
            left, right = _brackets(dot)
            self.canvas.write((row, column - 1), f"{left} {right}", dot.outline or text_on(dot.fill), dot.fill)
        elif dot.fill == "paper":
            self.canvas.write((row, column), "○", dot.outline or "ink")
        else:
            self.canvas.write((row, column), "●", dot.fill)

    def _lettering(self, label: Label) -> tuple[str, Place]:
        """Return the text of a label, in brackets if it is on a disc, and the position of its start."""
        row, column = self._place(label.centre)
        disc = self.discs.get((row, column))
        text = "".join(character if _is_narrow(character) else "?" for character in label.text)
        start = column - (len(text) - 1) // 2
        if disc is None:
            return text, (row, start)
        left, right = _brackets(disc)
        return left + text + right, (row, start - 1)


def _brackets(disc: Dot) -> tuple[str, str]:
    """Return the brackets that represent a disc: round if its fill is paper, else square."""
    return ("(", ")") if disc.fill == "paper" else ("[", "]")


def _is_narrow(character: str) -> bool:
    """Return whether a terminal shows the character in exactly one column."""
    wide = unicodedata.east_asian_width(character) in ("W", "F")
    return character.isprintable() and not wide and not unicodedata.combining(character)
