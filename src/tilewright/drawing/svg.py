"""A scene as SVG: plain paths and circles, no text and no font, the same bytes for the same scene.

Lengths are in units of cells, with at most three decimals. Neighbours in drawing order that look alike share one
group, which keeps a board of ten thousand parts small.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import groupby
from math import hypot
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from tilewright.drawing.outline import inset_loop, loops
from tilewright.drawing.palette import hex_of, text_on
from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Point, Scene
from tilewright.drawing.strokes import PEN, join, text_path, thousandths

__all__ = ["PADDING", "render"]

PADDING = 0.3
"""Paper around the scene, in units."""
UNIT_PIXELS = 44
"""How large a cell is drawn on a page, unless the scene is large."""
LARGEST_PIXELS = 1200
DOT_OUTLINE = 0.05


class Part(NamedTuple):
    """One SVG element: what it shares with its neighbours, and what it does not."""

    style: str
    tag: str
    shape: str
    title: str


def render(scene: Scene) -> str:
    """The SVG document of a scene."""
    width, height = scene.width + 2 * PADDING, scene.height + 2 * PADDING
    pixels = min(UNIT_PIXELS, LARGEST_PIXELS / max(width, height))
    box = f"{_number(-PADDING)} {_number(-PADDING)} {_number(width)} {_number(height)}"
    hatches = _Hatches(scene)
    body = "".join(_grouped(part for element in scene.elements for part in _parts(element, hatches)))
    title = _legal(scene.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        f' width="{max(1, round(width * pixels))}" height="{max(1, round(height * pixels))}"'
        f' role="img" aria-label={quoteattr(title)} fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{escape(title)}</title>{hatches.definitions()}"
        f'<rect x="{_number(-PADDING)}" y="{_number(-PADDING)}" width="{_number(width)}" height="{_number(height)}"'
        f' rx="{_number(PADDING / 2)}" fill="{hex_of("paper")}"/>'
        f"{body}</svg>\n"
    )


def _grouped(parts: Iterator[Part]) -> Iterator[str]:
    for style, group in groupby(parts, key=lambda part: part.style):
        alike = list(group)
        if len(alike) == 1:
            yield _tag(alike[0], " " + style)
        else:
            yield f"<g {style}>"
            yield from (_tag(part, "") for part in alike)
            yield "</g>"


def _tag(part: Part, style: str) -> str:
    opening = f"<{part.tag}{style} {part.shape}"
    if not part.title:
        return opening + "/>"
    return f"{opening}><title>{escape(_legal(part.title))}</title></{part.tag}>"


def _parts(element: Element, hatches: _Hatches) -> Iterator[Part]:
    match element:
        case Area():
            yield _area(element, hatches)
        case Line():
            yield from _line(element)
        case Dot():
            yield _dot(element)
        case Label():
            if element.text.strip():
                yield _label(element)


# --- Areas --------------------------------------------------------------------------------------------


def _area(area: Area, hatches: _Hatches) -> Part:
    style = []
    if area.hatch:
        style.append(f'fill="url(#{hatches.name(area)})"')
    elif area.fill is not None:
        style.append(f'fill="{hex_of(area.fill)}"')
    if area.outline is not None:
        style.append(f'stroke="{hex_of(area.outline)}" stroke-width="{_number(area.width)}"')
    if area.title and area.fill is None and not area.hatch:
        style.append('pointer-events="all"')
    path = "".join(_loop_path(inset_loop(loop, area.inset), area.rounding) for loop in loops(area.cells))
    return Part(" ".join(style), "path", f'd="{path}"', area.title)


def _loop_path(loop: list[Point], rounding: float) -> str:
    """A closed path along a loop whose sides are upright and level in turn."""
    corners = [(_milli(x), _milli(y)) for x, y in loop]
    if rounding > 0:
        return _rounded_path(corners, _milli(rounding))
    (x, y), path = corners[0], [f"M{join([thousandths(n) for n in corners[0]])}"]
    for next_x, next_y in corners[1:]:
        path.append(f"h{thousandths(next_x - x)}" if next_y == y else f"v{thousandths(next_y - y)}")
        x, y = next_x, next_y
    return "".join(path) + "z"


def _rounded_path(corners: list[tuple[int, int]], rounding: int) -> str:
    path = []
    here = (0, 0)
    for index, (x, y) in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        into, out = (x - before[0], y - before[1]), (after[0] - x, after[1] - y)
        radius = min(rounding, (abs(into[0]) + abs(into[1])) // 2, (abs(out[0]) + abs(out[1])) // 2)
        enter = (x - radius * _sign(into[0]), y - radius * _sign(into[1]))
        leave = (x + radius * _sign(out[0]), y + radius * _sign(out[1]))
        clockwise = int(into[0] * out[1] - into[1] * out[0] > 0)
        path.append(
            f"{'L' if path else 'M'}{join([thousandths(n) for n in enter])}"
            f"a{thousandths(radius)} {thousandths(radius)} 0 0 {clockwise} "
            f"{join([thousandths(leave[0] - enter[0]), thousandths(leave[1] - enter[1])])}"
        )
        here = leave
    del here
    return "".join(path) + "z"


class _Hatches:
    """The stripe patterns that a scene uses.

    Their names carry a checksum of the scene: pictures inlined into one page must not share a name.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._mark = ""
        self._used: dict[str, str] = {}

    def name(self, area: Area) -> str:
        """The pattern that an area is filled with."""
        self._mark = self._mark or f"{zlib.crc32(repr(self._scene).encode('utf-8', 'replace')):08x}"
        stripes = area.outline if area.outline not in (None, area.fill) else text_on(area.fill or "paper")
        name = f"hatch-{self._mark}-{area.fill or 'none'}-{stripes}"
        ground = f'<path fill="{hex_of(area.fill)}" d="M0 0h.25v.25h-.25z"/>' if area.fill else ""
        self._used[name] = (
            f'<pattern id="{name}" width=".25" height=".25" patternUnits="userSpaceOnUse"'
            f' patternTransform="rotate(45)">{ground}'
            f'<path stroke="{hex_of(stripes or "ink")}" stroke-width=".07" stroke-opacity=".6"'
            ' stroke-linecap="butt" d="M.125 0v.25"/></pattern>'
        )
        return name

    def definitions(self) -> str:
        return f"<defs>{''.join(self._used.values())}</defs>" if self._used else ""


# --- Lines, dots, labels ------------------------------------------------------------------------------


def _line(line: Line) -> Iterator[Part]:
    style = f'stroke="{hex_of(line.colour)}" stroke-width="{_number(line.width)}"'
    if len(line.points) < 2:
        return
    path = _polyline(line.points)
    head = _polyline(_arrow_head(line)) if line.arrow else ""
    if not line.dashed:
        yield Part(style, "path", f'd="{path}{head}"', "")
        return
    dash = f"{_number(2.5 * line.width)} {_number(2.5 * line.width)}"
    yield Part(f'{style} stroke-dasharray="{dash}"', "path", f'd="{path}"', "")
    if head:
        yield Part(style, "path", f'd="{head}"', "")


def _polyline(points: tuple[Point, ...]) -> str:
    x, y = _milli(points[0][0]), _milli(points[0][1])
    path = [f"M{join([thousandths(x), thousandths(y)])}"]
    for point in points[1:]:
        next_x, next_y = _milli(point[0]), _milli(point[1])
        if next_y == y:
            path.append(f"h{thousandths(next_x - x)}")
        elif next_x == x:
            path.append(f"v{thousandths(next_y - y)}")
        else:
            path.append(f"l{join([thousandths(next_x - x), thousandths(next_y - y)])}")
        x, y = next_x, next_y
    return "".join(path)


def _arrow_head(line: Line) -> tuple[Point, ...]:
    """Two strokes that meet at the last point."""
    (x0, y0), (x, y) = line.points[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    along, across = 0.12 + 1.6 * line.width, 0.08 + 1.3 * line.width
    dx, dy = (x - x0) / length, (y - y0) / length
    return (
        (x - along * dx - across * dy, y - along * dy + across * dx),
        (x, y),
        (x - along * dx + across * dy, y - along * dy - across * dx),
    )


def _dot(dot: Dot) -> Part:
    style = f'fill="{hex_of(dot.fill)}"'
    if dot.outline is not None:
        style += f' stroke="{hex_of(dot.outline)}" stroke-width="{_number(DOT_OUTLINE)}"'
    x, y = dot.centre
    return Part(style, "circle", f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(dot.radius)}"', dot.title)


def _label(label: Label) -> Part:
    dx, dy, path = text_path(label.text, label.size)
    x, y = _milli(label.centre[0]) + dx, _milli(label.centre[1]) + dy
    style = f'stroke="{hex_of(label.colour)}" stroke-width="{_number(PEN * label.size)}"'
    return Part(style, "path", f'd="M{join([thousandths(x), thousandths(y)])}{path}"', "")


# --- Numbers and text ---------------------------------------------------------------------------------


def _milli(value: float) -> int:
    return round(value * 1000)


def _number(value: float) -> str:
    return thousandths(_milli(value))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _legal(text: str) -> str:
    """The text without the characters that XML forbids."""
    return "".join(
        c if c in "\t\n\r" or " " <= c < "\ud800" or "\ue000" <= c < "\ufffe" or c > "\uffff" else "\ufffd"
        for c in text
    )
