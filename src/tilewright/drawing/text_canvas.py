"""A canvas of characters: lines that join where they meet, dots of a line at any slope, and text on top."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.drawing.palette import rgb_of, text_on

__all__ = ["DOWN", "HEAVY", "LEFT", "LIGHT", "RIGHT", "UP", "Canvas", "Place"]

Place = tuple[int, int]
"""A character's row and column."""

UP, RIGHT, DOWN, LEFT = range(4)
LIGHT, HEAVY = 1, 2

# The box-drawing character for the weights (none, light, heavy) of its arms up, right, down and left.
BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
DASHES = {"─": "╌", "━": "╍", "│": "╎", "┃": "╏"}

# A braille character has two columns of four dots; the bit of the dot in [row][column].
BRAILLE = 0x2800
BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

# How a fill looks where there is no colour. Pieces are told apart by their outlines.
PATTERNS = {"water": "░", "muted": "▒", "ink": "█", "error": "▒", "good": "░"}
HATCH = "/"

RESET = "\x1b[0m"


@dataclass(slots=True)
class Spot:
    """One character to be: what lies there, from the ground up."""

    fill: str | None = None
    hatch: str | None = None
    """The colour of the stripes, if there are any."""
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
        """The escape sequence of its colours; empty for the terminal's own."""
        ground = None if self.fill in (None, "paper") else self.fill
        front = self.colour if self.glyph or self.dots or any(self.arms) else self.hatch
        codes = []
        if ground is not None:
            codes.append("48;2;{};{};{}".format(*rgb_of(ground)))
        if front is not None and (ground is not None or front not in ("ink", "paper")):
            codes.append("38;2;{};{};{}".format(*rgb_of(text_on(ground) if front == ground else front)))
        return f"\x1b[{';'.join(codes)}m" if codes else ""


class Canvas:
    """Characters by row and column; it grows to wherever something is drawn."""

    def __init__(self) -> None:
        self._spots: dict[Place, Spot] = {}

    def spot(self, place: Place) -> Spot:
        found = self._spots.get(place)
        if found is None:
            found = self._spots[place] = Spot()
        return found

    def paint(self, place: Place, fill: str) -> None:
        """A fill covers whatever was there."""
        self._spots[place] = Spot(fill)

    def stroke(self, start: Place, end: Place, weight: int, colour: str, dashed: bool = False) -> None:
        """A level or upright line from one character's middle to another's."""
        (row, column), (last_row, last_column) = sorted((start, end))
        down = row != last_row
        forth, back = (DOWN, UP) if down else (RIGHT, LEFT)
        for step in range(last_row - row + last_column - column):
            for offset, arm in ((0, forth), (1, back)):
                place = (row + step + offset, column) if down else (row, column + step + offset)
                spot = self.spot(place)
                spot.arms[arm] = max(spot.arms[arm], weight)
                spot.dashed = dashed
                if weight >= spot.weight:
                    spot.weight, spot.colour = weight, colour

    def tick(self, place: Place, upright: bool, weight: int, colour: str) -> None:
        """A line within one character."""
        spot = self.spot(place)
        for arm in (UP, DOWN) if upright else (LEFT, RIGHT):
            spot.arms[arm] = max(spot.arms[arm], weight)
        spot.weight, spot.colour = weight, colour

    def erase(self, start: Place, end: Place) -> None:
        """Take back the arms that a line between two characters would have."""
        (row, column), (last_row, last_column) = sorted((start, end))
        down = row != last_row
        self.spot((row, column)).arms[DOWN if down else RIGHT] = 0
        self.spot((last_row, last_column)).arms[UP if down else LEFT] = 0

    def speck(self, x: int, y: int, weight: int, colour: str) -> None:
        """One of the two by four small dots of a character."""
        spot = self.spot((y // 4, x // 2))
        spot.dots |= BRAILLE_BITS[y % 4][x % 2]
        if weight >= spot.weight:
            spot.weight, spot.colour = weight, colour

    def write(self, place: Place, text: str, colour: str, fill: str | None = None) -> None:
        """Characters from a place to the right, over everything else."""
        row, column = place
        for offset, glyph in enumerate(text):
            spot = self.spot((row, column + offset))
            spot.glyph, spot.colour = glyph, colour
            if fill is not None:
                spot.fill = fill

    def text(self, colour: bool) -> str:
        """All lines, without blanks at their ends."""
        if not self._spots:
            return "\n"
        first = min(0, *(column for _, column in self._spots))
        rows: dict[int, dict[int, Spot]] = {}
        for (row, column), spot in self._spots.items():
            rows.setdefault(row, {})[column] = spot
        lines = [_line(rows.get(row, {}), first, colour) for row in range(min(rows), max(rows) + 1)]
        return "\n".join(lines) + "\n"


def _line(spots: dict[int, Spot], first: int, colour: bool) -> str:
    shown = {column: (spot.character(colour), spot.style() if colour else "") for column, spot in spots.items()}
    last = max((column for column, look in shown.items() if look != (" ", "")), default=first - 1)
    pieces = []
    now = ""
    for column in range(first, last + 1):
        character, style = shown.get(column, (" ", ""))
        if style != now:
            pieces.append((RESET if now else "") + style)
            now = style
        pieces.append(character)
    return "".join(pieces) + (RESET if colour else "")
