"""A canvas of terminal characters: box-drawing lines that join, slanted lines of braille dots, and text."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.drawing.palette import rgb_of, text_on

__all__ = ["DOWN", "HEAVY", "LEFT", "LIGHT", "RIGHT", "UP", "Canvas", "Place"]

Place = tuple[int, int]
"""A character's row and column."""

UP, RIGHT, DOWN, LEFT = range(4)
LIGHT, HEAVY = 1, 2

# The box-drawing characters, indexed by the weights (none, light, heavy) of the arms up, right, down and left.
BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
DASHES = {"─": "╌", "━": "╍", "│": "╎", "┃": "╏"}

# A braille character has two columns of four dots. BRAILLE_BITS[row][column] is the bit of a dot.
BRAILLE = 0x2800
BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

# The characters that show fills in output without colour. Other fills are not shown, because outlines already
# separate the pieces.
PATTERNS = {"water": "░", "muted": "▒", "ink": "█", "error": "▒", "good": "░"}
HATCH = "/"

RESET = "\x1b[0m"


@dataclass(slots=True)
class CanvasCell:
    """The contents of one character position: fill, hatch, dots, lines and glyph, from bottom to top."""

    fill: str | None = None
    hatch: str | None = None
    """The colour of the stripes, or None for no stripes."""
    arms: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    dashed: bool = False
    dots: int = 0
    weight: int = 0
    colour: str = "ink"
    glyph: str = ""

    def character(self, colour: bool) -> str:
        if self.glyph:
            return self.glyph
        if any(self.arms):
            up, right, down, left = self.arms
            box = BOXES[27 * up + 9 * right + 3 * down + left]
            return DASHES.get(box, box) if self.dashed else box
        if self.dots:
            return chr(BRAILLE + self.dots)
        if self.hatch:
            return HATCH
        return " " if colour or self.fill is None else PATTERNS.get(self.fill, " ")

    def style(self) -> str:
        """Return the escape sequence that sets the colours; empty for the default colours of the terminal."""
        background = None if self.fill in (None, "paper") else self.fill
        foreground = self.colour if self.glyph or self.dots or any(self.arms) else self.hatch
        codes = []
        if background is not None:
            codes.append("48;2;{};{};{}".format(*rgb_of(background)))
        if foreground is not None and (background is not None or foreground not in ("ink", "paper")):
            codes.append(
                "38;2;{};{};{}".format(*rgb_of(text_on(background) if foreground == background else foreground))
            )
        return f"\x1b[{';'.join(codes)}m" if codes else ""


class Canvas:
    """Characters by row and column. The canvas grows as needed."""

    def __init__(self) -> None:
        self._cells: dict[Place, CanvasCell] = {}

    def cell(self, place: Place) -> CanvasCell:
        return self._cells.setdefault(place, CanvasCell())

    def paint(self, place: Place, fill: str) -> None:
        """Fill a character position and erase everything that was drawn there."""
        self._cells[place] = CanvasCell(fill)

    def stroke(self, start: Place, end: Place, weight: int, colour: str, dashed: bool = False) -> None:
        """Draw a horizontal or vertical line between the centres of two characters."""
        (row, column), (last_row, last_column) = sorted((start, end))
        down = row != last_row
        forth, back = (DOWN, UP) if down else (RIGHT, LEFT)
        for step in range(last_row - row + last_column - column):
            for offset, arm in ((0, forth), (1, back)):
                place = (row + step + offset, column) if down else (row, column + step + offset)
                cell = self.cell(place)
                cell.arms[arm] = max(cell.arms[arm], weight)
                cell.dashed = dashed
                if weight >= cell.weight:
                    cell.weight, cell.colour = weight, colour

    def tick(self, place: Place, vertical: bool, weight: int, colour: str) -> None:
        """Draw a line within one character."""
        cell = self.cell(place)
        for arm in (UP, DOWN) if vertical else (LEFT, RIGHT):
            cell.arms[arm] = max(cell.arms[arm], weight)
        cell.weight, cell.colour = weight, colour

    def erase(self, start: Place, end: Place) -> None:
        """Erase the ends of a straight line: its parts within the two characters at which it ends."""
        (row, column), (last_row, last_column) = sorted((start, end))
        down = row != last_row
        self.cell((row, column)).arms[DOWN if down else RIGHT] = 0
        self.cell((last_row, last_column)).arms[UP if down else LEFT] = 0

    def braille_dot(self, x: int, y: int, weight: int, colour: str) -> None:
        """Draw one of the 2 x 4 braille dots of a character."""
        cell = self.cell((y // 4, x // 2))
        cell.dots |= BRAILLE_BITS[y % 4][x % 2]
        if weight >= cell.weight:
            cell.weight, cell.colour = weight, colour

    def write(self, place: Place, text: str, colour: str, fill: str | None = None) -> None:
        """Write characters from `place` to the right, on top of everything else."""
        row, column = place
        for offset, glyph in enumerate(text):
            cell = self.cell((row, column + offset))
            cell.glyph, cell.colour = glyph, colour
            if fill is not None:
                cell.fill = fill

    def text(self, colour: bool) -> str:
        """Return the canvas as text without trailing spaces; with `colour`, it contains escape sequences."""
        if not self._cells:
            return "\n"
        first = min(0, *(column for _, column in self._cells))
        rows: dict[int, dict[int, CanvasCell]] = {}
        for (row, column), cell in self._cells.items():
            rows.setdefault(row, {})[column] = cell
        lines = [_line(rows.get(row, {}), first, colour) for row in range(min(rows), max(rows) + 1)]
        return "\n".join(lines) + "\n"


def _line(cells: dict[int, CanvasCell], first: int, colour: bool) -> str:
    shown = {column: (cell.character(colour), cell.style() if colour else "") for column, cell in cells.items()}
    last = max((column for column, look in shown.items() if look != (" ", "")), default=first - 1)
    pieces = []
    current = ""
    for column in range(first, last + 1):
        character, style = shown.get(column, (" ", ""))
        if style != current:
            pieces.append((RESET if current else "") + style)
            current = style
        pieces.append(character)
    return "".join(pieces) + (RESET if colour else "")
