"""A stroke font: each letter is a path for a round pen, so pictures do not depend on installed fonts.

A glyph lies on a grid in which a capital letter is 100 high: y = 0 is the top of the letter, y = 100 the
baseline. The data of a glyph is the path of the centre of the pen: the SVG commands M, L, C and S in absolute
coordinates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tilewright.drawing.svg_path_data import MilliPoint, pair

__all__ = ["GLYPHS", "PEN", "text_path", "text_width"]

CAPITAL = 100
GAP = 30
"""The distance between two letters, in units of the glyph grid."""
BLANK = 26
PEN = 0.13
"""The width of the pen as a fraction of the height of a capital letter."""

_BOWL_RIGHT = "M50 67C50 46 40 34 25 34S0 46 0 67 10 100 25 100 50 88 50 67"
_BOWL_LEFT = "M0 67C0 46 10 34 25 34S50 46 50 67 40 100 25 100 0 88 0 67"
_RING = "M38 0C15 0 0 21 0 50S15 100 38 100 76 79 76 50 61 0 38 0"

GLYPHS: dict[str, str] = {
    "0": "M30 0C12 0 0 20 0 50S12 100 30 100 60 80 60 50 48 0 30 0",
    "1": "M0 20L25 0L25 100",
    "2": "M2 27C2 11 13 0 30 0S58 10 58 27C58 48 32 64 0 100L60 100",
    "3": "M3 20C6 8 16 0 29 0C45 0 56 10 56 24S45 47 24 47C46 47 60 57 60 73S47 100 29 100C14 100 3 92 0 79",
    "4": "M45 100L45 0L0 70L62 70",
    "5": "M54 0L9 0L4 46C11 39 20 36 29 36C47 36 60 49 60 67S47 100 28 100C14 100 4 93 0 82",
    "6": (
        "M53 11C48 4 41 0 32 0C12 0 0 21 0 56C0 84 12 100 31 100C48 100 60 87 60 68S48 38 31 38C14 38 0 50 0 66"
    ),
    "7": "M0 0L58 0L20 100",
    "8": (
        "M30 0C15 0 5 9 5 23S15 46 30 46 55 37 55 23 45 0 30 0M30 46"
        "C12 46 0 57 0 73S12 100 30 100 60 89 60 73 48 46 30 46"
    ),
    "9": (
        "M7 89C12 96 19 100 28 100C48 100 60 79 60 44C60 16 48 0 29 0"
        "C12 0 0 13 0 32S12 62 29 62C46 62 60 50 60 34"
    ),
    "A": "M0 100L36 0L72 100M13 65L59 65",
    "B": "M0 47L30 47C46 47 56 38 56 23S46 0 30 0L0 0L0 100L32 100C50 100 62 90 62 73S50 47 30 47",
    "C": "M68 20C61 7 51 0 38 0C15 0 0 21 0 50S15 100 38 100C51 100 61 93 68 80",
    "D": "M0 0L0 100L26 100C52 100 66 81 66 50S52 0 26 0L0 0",
    "E": "M52 0L0 0L0 100L52 100M0 48L44 48",
    "F": "M50 0L0 0L0 100M0 49L42 49",
    "G": "M67 19C60 7 50 0 38 0C15 0 0 21 0 50S15 100 38 100C57 100 70 88 70 67L70 54L44 54",
    "H": "M0 0L0 100M64 0L64 100M0 48L64 48",
    "I": "M0 0L0 100",
    "J": "M42 0L42 70C42 90 34 100 21 100S0 91 0 74",
    "K": "M0 0L0 100M58 0L0 62M21 40L62 100",
    "L": "M0 0L0 100L48 100",
    "M": "M0 100L0 0L39 66L78 0L78 100",
    "N": "M0 100L0 0L64 100L64 0",
    "O": _RING,
    "P": "M0 100L0 0L30 0C48 0 58 11 58 28S48 56 30 56L0 56",
    "Q": _RING + "M48 74L76 106",
    "R": "M0 100L0 0L30 0C48 0 58 11 58 28S48 56 30 56L0 56M30 56L60 100",
    "S": (
        "M55 18C51 7 42 0 30 0C14 0 4 10 4 24C4 39 15 45 30 48"
        "C47 52 58 60 58 74C58 90 46 100 30 100C15 100 4 93 0 80"
    ),
    "T": "M0 0L64 0M32 0L32 100",
    "U": "M0 0L0 64C0 88 11 100 31 100S62 88 62 64L62 0",
    "V": "M0 0L35 100L70 0",
    "W": "M0 0L25 100L49 10L73 100L98 0",
    "X": "M0 0L62 100M62 0L0 100",
    "Y": "M0 0L32 50L64 0M32 50L32 100",
    "Z": "M2 0L60 0L0 100L62 100",
    "a": _BOWL_RIGHT + "M50 36L50 100",
    "b": _BOWL_LEFT + "M0 0L0 100",
    "c": "M46 47C42 39 35 34 26 34C10 34 0 47 0 67S10 100 26 100C35 100 42 95 46 87",
    "d": _BOWL_RIGHT + "M50 0L50 100",
    "e": "M0 66L50 66C50 46 41 34 26 34C10 34 0 47 0 67S10 100 27 100C36 100 43 96 48 89",
    "f": "M36 1C20 -3 12 5 12 22L12 100M0 36L32 36",
    "g": _BOWL_RIGHT + "M50 36L50 104C50 122 40 131 25 131C14 131 7 127 3 120",
    "h": "M0 0L0 100M0 62C3 44 13 34 26 34C40 34 48 43 48 60L48 100",
    "i": "M0 36L0 100M0 10L0 12",
    "j": "M14 36L14 108C14 124 9 131 0 131M14 10L14 12",
    "k": "M0 0L0 100M42 36L0 75M16 60L46 100",
    "l": "M0 0L0 84C0 95 5 100 14 100",
    "m": (
        "M0 36L0 100M0 58C2 43 10 34 21 34C33 34 39 42 39 57L39 100M39 58"
        "C41 43 49 34 60 34C72 34 78 42 78 57L78 100"
    ),
    "n": "M0 36L0 100M0 62C3 44 13 34 26 34C40 34 48 43 48 60L48 100",
    "o": "M26 34C10 34 0 47 0 67S10 100 26 100 52 87 52 67 42 34 26 34",
    "p": _BOWL_LEFT + "M0 36L0 131",
    "q": _BOWL_RIGHT + "M50 36L50 131",
    "r": "M0 36L0 100M0 64C2 44 12 33 30 36",
    "s": (
        "M41 47C37 38 31 34 22 34C11 34 3 41 3 50C3 60 11 63 23 66"
        "C36 69 44 73 44 82C44 93 34 100 22 100C11 100 3 95 0 86"
    ),
    "t": "M12 12L12 82C12 95 19 101 33 97M0 36L31 36",
    "u": "M0 36L0 74C0 91 8 100 22 100C35 100 45 90 48 72M48 36L48 100",
    "v": "M0 36L25 100L50 36",
    "w": "M0 36L18 100L37 42L56 100L74 36",
    "x": "M0 36L46 100M46 36L0 100",
    "y": "M0 36L25 100M50 36L23 112C18 125 12 131 2 131",
    "z": "M2 36L44 36L0 100L46 100",
    "+": "M0 54L52 54M26 28L26 80",
    "-": "M0 56L36 56",
    ".": "M0 99L0 100",
    ",": "M6 97L0 115",
    ":": "M0 46L0 47M0 99L0 100",
    ";": "M6 46L6 47M6 97L0 115",
    "(": "M20 -8C6 12 0 32 0 54S6 96 20 116",
    ")": "M0 -8C14 12 20 32 20 54S14 96 0 116",
    "/": "M0 108L42 -8",
    "\\": "M0 -8L42 108",
    "|": "M0 -8L0 116",
    "#": "M23 8L13 92M53 8L43 92M4 35L62 35M0 65L58 65",
    "?": "M0 22C2 8 12 0 26 0C42 0 53 9 53 24C53 46 26 46 26 70M26 99L26 100",
    "!": "M0 0L0 68M0 99L0 100",
    "=": "M0 42L50 42M0 68L50 68",
    "<": "M48 24L0 54L48 84",
    ">": "M0 24L48 54L0 84",
    "*": "M24 6L24 58M1 19L47 45M47 19L1 45",
    "'": "M0 0L0 26",
    '"': "M0 0L0 26M24 0L24 26",
    "`": "M0 0L14 18",
    "^": "M0 36L24 2L48 36",
    "~": "M0 60C4 47 16 45 27 54S50 61 54 48",
    "_": "M0 114L58 114",
    "%": (
        "M76 0L10 100M19 0C7 0 0 9 0 22S7 44 19 44 38 35 38 22 31 0 19 0M67 56"
        "C55 56 48 65 48 78S55 100 67 100 86 91 86 78 79 56 67 56"
    ),
    "[": "M20 -8L0 -8L0 116L20 116",
    "]": "M0 -8L20 -8L20 116L0 116",
    "{": "M24 -8C14 -8 10 0 10 12L10 34C10 46 8 54 0 54C8 54 10 62 10 74L10 96C10 108 14 116 24 116",
    "}": "M0 -8C10 -8 14 0 14 12L14 34C14 46 16 54 24 54C16 54 14 62 14 74L14 96C14 108 10 116 0 116",
    "&": (
        "M72 100L20 34C8 18 16 0 32 0C46 0 54 9 54 20C54 34 42 40 24 48"
        "C8 56 0 62 0 76C0 90 11 100 28 100C48 100 62 84 68 56"
    ),
    "@": (
        "M62 34L60 62C60 72 64 76 71 76C82 76 90 66 90 50C90 22 72 2 46 2"
        "C18 2 0 23 0 52S20 104 50 104C62 104 70 101 76 97M61 52"
        "C61 40 54 32 44 32C32 32 26 42 26 54S32 76 43 76C53 76 60 66 61 52"
    ),
    "$": (
        "M55 20C51 10 42 5 30 5C14 5 4 13 4 26C4 40 15 45 30 49"
        "C47 53 58 60 58 73C58 87 46 95 30 95C15 95 4 89 0 78M30 -8L30 108"
    ),
    "×": "M0 32L44 76M44 32L0 76",
    "·": "M0 55L0 56",
    "–": "M0 56L56 56",
    "→": "M0 54L70 54M46 30L70 54L46 78",
}

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

    The rest does not depend on the position of the label, so labels with the same text share one cached string.
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
            # In SVG, control points and end points are relative to the start of the segment.
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
            yield (
                command,
                [
                    (round((x + offset) * scale), round((y + top) * scale))
                    for x, y in zip(values[::2], values[1::2], strict=True)
                ],
            )
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
