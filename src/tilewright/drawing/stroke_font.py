"""A stroke font: each character is a path for a round pen, so pictures do not depend on installed fonts.

On the glyph grid, a capital letter is 100 grid units high: y = 0 is the top of the letter, and y = 100 is the
baseline. A glyph is stored as the path of the centre of the pen, written with the SVG commands M, L, C
and S in absolute coordinates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from tilewright.drawing.svg_path_data import MilliPoint, pair

__all__ = ["GLYPHS", "PEN", "text_path", "text_width"]

CAPITAL = 100
GAP = 30
"""The distance between two letters, in grid units."""
BLANK = 26
PEN = 0.13
"""The width of the pen as a fraction of the height of a capital letter."""

_GLYPH_FILE = Path(__file__).with_name("stroke_font_glyphs.json")
GLYPHS: dict[str, str] = json.loads(_GLYPH_FILE.read_text("utf-8"))
"""The path of each character except the space."""

UNKNOWN = "M0 0L56 0L56 100L0 100L0 0"
"""The glyph for characters that are not in the font: a box."""

WIDTHS = {"1": 38}
"""The widths of glyphs that look centred only with additional space on their right."""

_COMMAND = re.compile(r"([MLCS])([^MLCS]*)")
_POINTS_OF_SEGMENT = {"M": 1, "L": 1, "C": 3, "S": 2}


def text_width(text: str, size: float) -> float:
    """Return the width of a string, in units, if a capital letter is `size` units high."""
    return (_grid_width(text) / CAPITAL + PEN) * size if text else 0.0


@lru_cache(maxsize=4096)
def text_path(text: str, size: float) -> tuple[MilliPoint, str]:
    """Return the path of a string, centred on the origin: the start point, and the rest relative to that point.

    The rest does not depend on the position of the label, so labels with the same text and size share one
    cached string.
    """
    commands = list(_commands(text, 1000 * size / CAPITAL))
    if not commands:
        return (0, 0), ""
    start = current = commands[0][1][0]
    path = []
    for command, points in commands[1:]:
        offsets = []
        for index, (x, y) in enumerate(points, 1):
            offsets.append((x - current[0], y - current[1]))
            # In relative SVG commands, all points of a segment are relative to its start.
            if index % _POINTS_OF_SEGMENT[command] == 0:
                current = (x, y)
        path.append(command.lower() + " ".join(pair(*offset) for offset in offsets).replace(" -", "-"))
    return start, "".join(path)


def _commands(text: str, scale: float) -> Iterator[tuple[str, list[MilliPoint]]]:
    """Yield the path commands of all glyphs, in thousandths of a unit relative to the centre of the text."""
    offset, top = -_grid_width(text) / 2, -CAPITAL / 2
    for character in text:
        for command, numbers in _COMMAND.findall(_glyph(character)):
            values = [int(value) for value in numbers.split()]
            points = zip(values[::2], values[1::2], strict=True)
            yield command, [(round((x + offset) * scale), round((y + top) * scale)) for x, y in points]
        offset += _glyph_width(character) + GAP


def _glyph(character: str) -> str:
    return "" if character == " " else GLYPHS.get(character, UNKNOWN)


def _grid_width(text: str) -> int:
    return sum(_glyph_width(character) for character in text) + GAP * (len(text) - 1)


@lru_cache(maxsize=512)
def _glyph_width(character: str) -> int:
    if character == " ":
        return BLANK
    rightmost = max(int(x) for x in re.findall(r"(-?\d+) -?\d+", _glyph(character)))
    return WIDTHS.get(character, rightmost)
