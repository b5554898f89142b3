"""The elements of plots: markers, lines, labels and axes, as fragments of SVG.

The fragments contain class names but no colours or fonts; the style sheet of the page defines these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from tilewright.drawing.chart_axes import CountAxis, LogAxis

__all__ = [
    "BOTTOM",
    "HEIGHT",
    "LEFT",
    "RIGHT",
    "SERIES",
    "TOP",
    "WIDTH",
    "curve",
    "marker",
    "stroke",
    "words",
    "x_axis",
    "y_axis",
]

SERIES = 8
"""The number of colours and of dash patterns. For more solvers, the colours repeat with other marker shapes."""

WIDTH, HEIGHT = 480, 330
LEFT, RIGHT, TOP, BOTTOM = 76, 28, 16, 48
"""The margins around the plot area."""

_R = 4.5
_SHAPES = (
    f"M{-_R} 0A{_R} {_R} 0 1 1 {_R} 0A{_R} {_R} 0 1 1 {-_R} 0Z",
    f"M{-_R} {-_R}H{_R}V{_R}H{-_R}Z",
    f"M0 {-_R * 1.2:.1f}L{_R * 1.1:.1f} {_R * 0.8:.1f}H{-_R * 1.1:.1f}Z",
    f"M0 {-_R * 1.3:.1f}L{_R * 1.3:.1f} 0L0 {_R * 1.3:.1f}L{-_R * 1.3:.1f} 0Z",
    f"M{-_R} {-_R}L{_R} {_R}M{-_R} {_R}L{_R} {-_R}",
    f"M0 {-_R * 1.2:.1f}V{_R * 1.2:.1f}M{-_R * 1.2:.1f} 0H{_R * 1.2:.1f}",
    f"M0 {_R * 1.2:.1f}L{_R * 1.1:.1f} {-_R * 0.8:.1f}H{-_R * 1.1:.1f}Z",
    f"M{-_R} 0H{_R}M{-_R / 2} {-_R}L{_R / 2} {_R}M{-_R / 2} {_R}L{_R / 2} {-_R}",
)
"""The shapes of the markers: disc, square, triangle, diamond, cross, plus, inverted triangle, star."""


def marker(index: int, x: float, y: float, tooltip: str = "") -> str:
    """Return the marker of the solver with the given index; the first 64 differ in shape or colour."""
    kind, shape = index % SERIES, (index + index // SERIES) % SERIES
    title = f"<title>{escape(tooltip)}</title>" if tooltip else ""
    return (
        f'<path class="s{kind} mark" transform="translate({x:.1f} {y:.1f})" d="{_SHAPES[shape]}">{title}</path>'
    )


def curve(index: int, data: str) -> str:
    return f'<path class="s{index % SERIES} curve" d="{data}"/>'


def stroke(name: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path class="{name}" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"/>'


def words(text: str, x: float, y: float, anchor: str = "start", name: str = "", turn: int = 0) -> str:
    """Return a text element with the class `name`, rotated by `turn` degrees.

    `anchor` is the part of the text that is at the point (x, y): start, middle or end.
    """
    css_class = f' class="{name}"' if name else ""
    place = f'x="{x:.1f}" y="{y:.1f}"'
    if turn:
        place = f'transform="translate({x:.1f} {y:.1f}) rotate({turn})"'
    return f'<text {place} text-anchor="{anchor}"{css_class}>{escape(text)}</text>'


def x_axis(
    axis: LogAxis | CountAxis, format_tick: Callable[[float], str], name: str, height: float = HEIGHT
) -> Iterator[str]:
    """Yield the horizontal axis with its grid lines, the labels of its ticks and its name."""
    bottom = height - BOTTOM
    for tick in axis.ticks():
        yield stroke("grid", axis.at(tick), TOP, axis.at(tick), bottom)
        yield words(format_tick(tick), axis.at(tick), bottom + 17, "middle")
    yield stroke("axis", axis.start, bottom, WIDTH - RIGHT, bottom)
    yield words(name, (axis.start + axis.end) / 2, height - 8, "middle", "name")


def y_axis(axis: LogAxis | CountAxis, format_tick: Callable[[float], str], name: str) -> Iterator[str]:
    """Yield the vertical axis with its grid lines, the labels of its ticks and its name."""
    for tick in axis.ticks():
        yield stroke("grid", LEFT, axis.at(tick), WIDTH - RIGHT, axis.at(tick))
        yield words(format_tick(tick), LEFT - 7, axis.at(tick) + 4, "end")
    yield stroke("axis", LEFT, axis.start, LEFT, TOP)
    yield words(name, 12, (axis.start + axis.end) / 2, "middle", "name", turn=-90)
