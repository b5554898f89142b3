"""Independent implementations for the drawing tests: flood fill, SVG paths, PNG decoding, colour vision."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple
from xml.etree import ElementTree

Cell = tuple[int, int]
Point = tuple[float, float]

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
SIDES_AND_CORNERS = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


# --- Cells --------------------------------------------------------------------------------------------


def flood(cells: Iterable[Cell], steps: Iterable[Cell]) -> list[set[Cell]]:
    """Return the connected components of a set of cells; `steps` lead from a cell to its neighbours."""
    left, parts, steps = set(cells), [], tuple(steps)
    while left:
        part, frontier = set(), [left.pop()]
        while frontier:
            cell = frontier.pop()
            part.add(cell)
            for dr, dc in steps:
                near = (cell[0] + dr, cell[1] + dc)
                if near in left:
                    left.remove(near)
                    frontier.append(near)
        parts.append(part)
    return parts


def components(cells: Iterable[Cell]) -> int:
    """Return the number of connected components of a set of cells; cells that share a side are connected."""
    return len(flood(cells, SIDES))


def holes(cells: Iterable[Cell]) -> int:
    """Return the number of enclosed empty regions; empty cells that share a side or a corner are connected."""
    inside = set(cells)
    rows, columns = [r for r, _ in inside], [c for _, c in inside]
    frame = product(range(min(rows) - 1, max(rows) + 2), range(min(columns) - 1, max(columns) + 2))
    return len(flood((cell for cell in frame if cell not in inside), SIDES_AND_CORNERS)) - 1


# --- SVG ----------------------------------------------------------------------------------------------


def shapes(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + tag))


def painted(svg: str, tag: str = "path") -> list[dict[str, str]]:
    """Return the attributes of each `tag` element, with inherited ones; elements in ``defs`` are omitted."""
    elements: list[dict[str, str]] = []

    def walk(node: ElementTree.Element, inherited: dict[str, str]) -> None:
        if node.tag == SVG + "defs":
            return
        attributes = inherited | node.attrib
        if node.tag == SVG + tag:
            elements.append(attributes)
        for child in node:
            walk(child, attributes)

    walk(ElementTree.fromstring(svg), {})
    return elements


_LENGTHS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def read_path(path: str) -> list[list[Point]]:
    """Return the points of every subpath; a curve or an arc is represented by its end points."""
    strokes: list[list[Point]] = []
    x = y = 0.0
    for letter, text in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(number) for number in _NUMBER.findall(text)]
        length = _LENGTHS[letter.lower()]
        assert length == 0 or len(numbers) % length == 0, (letter, text)
        if letter in "zZ":
            x, y = strokes[-1][0]
        for index in range(0, len(numbers), length or 1):
            values = numbers[index : index + length]
            dx = 0.0 if letter in "vV" else values[-1] if letter in "hH" else values[-2]
            dy = 0.0 if letter in "hH" else values[-1]
            if letter.islower():
                x, y = x + dx, y + dy
            else:
                x, y = (x if letter == "V" else dx), (y if letter == "H" else dy)
            if letter in "mM" and index == 0:
                strokes.append([])
            strokes[-1].append((x, y))
    return strokes


def signed_area(loop: list[Point]) -> float:
    """Return the area of a loop by the shoelace formula: positive for a clockwise loop if y points down."""
    after = loop[1:] + loop[:1]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(loop, after, strict=True)) / 2


# --- PNG ----------------------------------------------------------------------------------------------


class Image(NamedTuple):
    width: int
    height: int
    rows: list[bytes]
    """The rows of pixels, with four bytes per pixel: red, green, blue, opacity."""

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Return the red, green and blue of a pixel on a white background."""
        red, green, blue, opacity = self.rows[y][4 * x : 4 * x + 4]
        white = 255 - opacity
        return tuple(round(part * opacity / 255) + white for part in (red, green, blue))  # type: ignore[return-value]

    def darkest(self, left: int, top: int, right: int, bottom: int) -> int:
        """Return the brightness of the darkest pixel in a rectangle: 0 is black, 765 is white."""
        return min(sum(self.pixel(x, y)) for x in range(left, right) for y in range(top, bottom))


def png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def read_png(data: bytes) -> Image:
    """Decode a non-interlaced PNG with eight bits for each of red, green, blue and opacity."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels, header = 8, b"", b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, chunk = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + chunk) == struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]
        header = chunk if kind == b"IHDR" else header
        pixels += chunk if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    assert (depth, colours, interlaced) == (8, 6, 0)
    return Image(width, height, _unfiltered(zlib.decompress(pixels), width, height))


def _unfiltered(raw: bytes, width: int, height: int) -> list[bytes]:
    rows: list[bytes] = []
    above = bytearray(4 * width)
    for y in range(height):
        kind, line = (
            raw[y * (4 * width + 1)],
            bytearray(raw[y * (4 * width + 1) + 1 : (y + 1) * (4 * width + 1)]),
        )
        for i in range(4 * width):
            a, b, c = (line[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
            line[i] = (line[i] + (0, a, b, (a + b) // 2, _paeth(a, b, c))[kind]) & 255
        rows.append(bytes(line))
        above = line
    return rows


def _paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    return min((a, b, c), key=lambda value: abs(p - value))


# --- Colour vision ------------------------------------------------------------------------------------

# The matrices for severity 1.0 from Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation
# of Color Vision Deficiency (2009). They are applied to linear red, green and blue.
EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# Björn Ottosson's OKLab colour space, in which equal distances look about equally large.
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def _times(matrix: tuple[tuple[float, float, float], ...], vector: Iterable[float]) -> list[float]:
    values = list(vector)
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def linear(code: str) -> list[float]:
    """Return the linear red, green and blue of a colour written as #rrggbb."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(code: str, eyes: str) -> list[float]:
    """Return the OKLab coordinates of a colour as it appears with the given colour vision."""
    light = [min(1.0, max(0.0, part)) for part in _times(EYES[eyes], linear(code))]
    return _times(_TO_LAB, [part ** (1 / 3) for part in _times(_TO_CONES, light)])


def contrast_ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as defined by WCAG 2."""
    brightness = [_times(((0.2126, 0.7152, 0.0722),), linear(code))[0] for code in (one, other)]
    return (max(brightness) + 0.05) / (min(brightness) + 0.05)
