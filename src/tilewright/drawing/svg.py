"""Render a scene as SVG without text elements or fonts, so that the output depends on the scene alone.

The unit of length is the side of a cell; lengths have at most three decimals. Consecutive elements with the
same style share one group, which keeps the file of a board with ten thousand parts small.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from itertools import groupby
from math import hypot
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from tilewright.drawing.outline import direction, inset_loop, loops
from tilewright.drawing.palette import hex_of
from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Point, Scene
from tilewright.drawing.stroke_font import PEN, text_path
from tilewright.drawing.svg_path_data import MilliPoint, milli, move, number, pair, polyline, step

__all__ = ["PADDING", "render"]

PADDING = 0.3
"""The margin around the scene, in units."""
UNIT_PIXELS = 44
"""The size of a cell in pixels, unless the scene is large."""
LARGEST_PIXELS = 1200
DOT_OUTLINE = 0.05
STRIPES = "".join(f"M-.1 {y / 30:.3f}L{y / 30:.3f}-.1" for y in range(3, 64, 10))
"""The path of the diagonal stripes of a hatch; along an edge of a cell, they are a third of a cell apart.

The pattern has the size of a cell, so the stripes of neighbouring cells join.
"""


_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML forbids."""


class Part(NamedTuple):
    """One SVG element: style attributes (which a group may share), tag, shape attributes and title."""

    style: str
    tag: str
    shape: str
    title: str


def render(scene: Scene) -> str:
    """Return the SVG document of a scene."""
    width, height = scene.width + 2 * PADDING, scene.height + 2 * PADDING
    pixels = min(UNIT_PIXELS, LARGEST_PIXELS / max(width, height))
    box = f"{number(-PADDING)} {number(-PADDING)} {number(width)} {number(height)}"
    hatches = _Hatches(scene)
    body = "".join(_grouped(part for element in scene.elements for part in _parts(element, hatches)))
    title = _without_forbidden_characters(scene.title)
    frame = f'x="{number(-PADDING)}" y="{number(-PADDING)}" width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        f' width="{number(width * pixels)}" height="{number(height * pixels)}"'
        f' role="img" aria-label={quoteattr(title)} fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{escape(title)}</title>{hatches.definitions()}"
        f'<rect {frame} rx="{number(PADDING / 2)}" fill="{hex_of("paper")}"/>{body}</svg>\n'
    )


def _grouped(parts: Iterator[Part]) -> Iterator[str]:
    for style, group in groupby(parts, key=lambda part: part.style):
        group_parts = list(group)
        if len(group_parts) == 1:
            yield _tag(group_parts[0], " " + style)
        else:
            yield f"<g {style}>"
            yield from (_tag(part, "") for part in group_parts)
            yield "</g>"


def _tag(part: Part, style: str) -> str:
    opening = f"<{part.tag}{style} {part.shape}"
    if not part.title:
        return opening + "/>"
    return f"{opening}><title>{escape(_without_forbidden_characters(part.title))}</title></{part.tag}>"


def _parts(element: Element, hatches: _Hatches) -> Iterator[Part]:
    match element:
        case Area():
            if element.cells:
                yield _area(element, hatches)
        case Line():
            yield from _line(element)
        case Dot():
            yield _dot(element)
        case Label():
            if element.text.strip(" "):
                yield _label(element)


# --- Areas --------------------------------------------------------------------------------------------


def _area(area: Area, hatches: _Hatches) -> Part:
    style = []
    if area.hatch:
        style.append(f'fill="url(#{hatches.name(area)})"')
    elif area.fill is not None:
        style.append(f'fill="{hex_of(area.fill)}"')
    if area.outline is not None:
        style.append(f'stroke="{hex_of(area.outline)}" stroke-width="{number(area.width)}"')
    if area.title and area.fill is None and not area.hatch:
        style.append('pointer-events="all"')
    path = "".join(_loop_path(inset_loop(loop, area.inset), area.rounding) for loop in loops(area.cells))
    return Part(" ".join(style), "path", f'd="{path}"', area.title)


def _loop_path(loop: list[Point], rounding: float) -> str:
    corners = [_milli_point(point) for point in loop]
    return (_rounded_loop(corners, milli(rounding)) if rounding > 0 else polyline(corners)) + "z"


def _rounded_loop(corners: list[MilliPoint], rounding: int) -> str:
    """Return the path of a loop with rounded corners; a radius is at most half of the shorter adjacent side."""
    path = ""
    current = (0, 0)
    for index, (x, y) in enumerate(corners):
        (x0, y0), (x1, y1) = corners[index - 1], corners[(index + 1) % len(corners)]
        radius = min(rounding, (abs(x - x0) + abs(y - y0)) // 2, (abs(x1 - x) + abs(y1 - y)) // 2)
        into, out = direction((x0, y0), (x, y)), direction((x, y), (x1, y1))
        enter = (x - radius * into[0], y - radius * into[1])
        leave = (x + radius * out[0], y + radius * out[1])
        clockwise = into[0] * out[1] > into[1] * out[0]
        path += step(enter[0] - current[0], enter[1] - current[1]) if path else move(enter)
        arc = pair(leave[0] - enter[0], leave[1] - enter[1])
        path += f"a{pair(radius, radius)} 0 0 {int(clockwise)} {arc}"
        current = leave
    return path


class _Hatches:
    """The stripe patterns that a scene uses.

    The ids of the patterns contain a checksum of the scene, because ids must be unique among all pictures
    inlined in one page.
    """

    def __init__(self, scene: Scene) -> None:
        hatched = any(isinstance(element, Area) and element.hatch for element in scene.elements)
        self._mark = f"{zlib.crc32(repr(scene).encode('utf-8', 'replace')):08x}" if hatched else ""
        self._used: dict[str, str] = {}

    def name(self, area: Area) -> str:
        """Return the id of the pattern that fills an area."""
        name = f"hatch-{self._mark}-{area.fill or 'none'}-{area.stripes}"
        if name not in self._used:
            ground = f'<path fill="{hex_of(area.fill)}" d="M0 0h1v1h-1z"/>' if area.fill else ""
            # Most labels are in ink and must stay readable on ink stripes.
            opacity = ".4" if area.stripes == "ink" else ".85"
            self._used[name] = (
                f'<pattern id="{name}" width="1" height="1" patternUnits="userSpaceOnUse">{ground}'
                f'<path stroke="{hex_of(area.stripes)}" stroke-width=".06" stroke-opacity="{opacity}"'
                f' d="{STRIPES}"/></pattern>'
            )
        return name

    def definitions(self) -> str:
        return f"<defs>{''.join(self._used.values())}</defs>" if self._used else ""


# --- Lines, dots, labels ------------------------------------------------------------------------------


def _line(line: Line) -> Iterator[Part]:
    style = f'stroke="{hex_of(line.colour)}" stroke-width="{number(line.width)}"'
    if len(line.points) < 2:
        return
    path = polyline([_milli_point(point) for point in line.points])
    head = polyline([_milli_point(point) for point in _arrow_head(line)]) if line.arrow else ""
    if not line.dashed:
        yield Part(style, "path", f'd="{path}{head}"', "")
        return
    dash = f"{number(2.5 * line.width)} {number(2.5 * line.width)}"
    yield Part(f'{style} stroke-dasharray="{dash}"', "path", f'd="{path}"', "")
    if head:
        yield Part(style, "path", f'd="{head}"', "")


def _arrow_head(line: Line) -> tuple[Point, ...]:
    """Return the points of two strokes that meet at the last point of the line."""
    (x0, y0), (x, y) = line.points[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    dx, dy = (x - x0) / length, (y - y0) / length
    # If the last segment is short, limit the head to less than half of the segment's length.
    along = min(0.12 + 1.6 * line.width, 0.45 * length)
    across = 0.8 * along
    return (
        (x - along * dx - across * dy, y - along * dy + across * dx),
        (x, y),
        (x - along * dx + across * dy, y - along * dy - across * dx),
    )


def _dot(dot: Dot) -> Part:
    style = f'fill="{hex_of(dot.fill)}"'
    if dot.outline is not None:
        style += f' stroke="{hex_of(dot.outline)}" stroke-width="{number(DOT_OUTLINE)}"'
    x, y = dot.centre
    return Part(style, "circle", f'cx="{number(x)}" cy="{number(y)}" r="{number(dot.radius)}"', dot.title)


def _label(label: Label) -> Part:
    (dx, dy), path = text_path(label.text, label.size)
    x, y = _milli_point(label.centre)
    style = f'stroke="{hex_of(label.colour)}" stroke-width="{number(PEN * label.size)}"'
    return Part(style, "path", f'd="{move((x + dx, y + dy))}{path}"', "")


def _milli_point(point: Point) -> MilliPoint:
    return milli(point[0]), milli(point[1])


def _without_forbidden_characters(text: str) -> str:
    """Return the text with U+FFFD in place of each character that XML forbids."""
    return _FORBIDDEN.sub("\ufffd", text)
