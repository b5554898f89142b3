"""A line chart: a value at the start and after each step, with marks at some steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.drawing.chart_axes import round_step
from tilewright.drawing.scene import Dot, Element, Label, Line, Point, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.errors import BadInput

__all__ = ["Mark", "Scale", "line_chart"]

HEIGHT = 6.0
STEP, MIN_WIDTH, MAX_WIDTH = 0.45, 10.0, 36.0
"""The preferred width of a step, and the minimum and the maximum width of the plot area, in units."""
SIZE = 0.3
MARGIN = 0.4
FLAT = 0.01
"""The largest difference between values that are treated as equal."""
MAX_STEP_LABELS, MAX_VALUE_LABELS = 12, 6
"""The intended maximum numbers of labels on the horizontal and the vertical axis; there may be one more."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked step: a disc on the line with a short label."""

    step: int
    text: str
    fill: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of the vertical axis, and the labels of its values."""

    low: float
    high: float
    names: Mapping[float, str]

    @classmethod
    def over(cls, values: Sequence[float]) -> Scale:
        """Return a scale with round labels that covers all values."""
        low, high = min(values), max(values)
        distance = round_step(high - low, MAX_VALUE_LABELS - 1) if high - low > FLAT else 1.0
        first, last = math.floor(low / distance), math.ceil(high / distance)
        last += first == last
        named = [round(distance * tick, 9) for tick in range(first, last + 1)]
        return cls(min(low, named[0]), max(high, named[-1]), {value: f"{value:g}" for value in named})


def line_chart(
    values: Sequence[float],
    scale: Scale,
    title: str,
    marks: Sequence[Mark] = (),
    legend: Mapping[str, str] | None = None,
) -> Scene:
    """Draw the values at steps 0, 1, 2, ... as a line. `legend` maps descriptions to the colours of marks."""
    if len(values) < 2:
        raise BadInput("a line chart needs at least two values")
    left = max(text_width(name, SIZE) for name in scale.names.values()) + 2 * MARGIN
    top = 1.6
    width = min(max(STEP * (len(values) - 1), MIN_WIDTH), MAX_WIDTH)

    def place(step: int, value: float) -> Point:
        share = (value - scale.low) / (scale.high - scale.low)
        return left + width * step / (len(values) - 1), top + HEIGHT * (1 - share)

    entries = dict(legend or {})
    needed = max(left + width, text_width(title, 0.4), _legend_width(entries)) + 2 * MARGIN
    elements: list[Element] = [Label((needed / 2, 0.6), title, 0.4)]
    for value, name in scale.names.items():
        start, end = place(0, value), place(len(values) - 1, value)
        elements.append(Line((start, end), "grid", 0.03))
        elements.append(Label((left - MARGIN - text_width(name, SIZE) / 2, start[1]), name, SIZE, "muted"))
    distance = max(1, int(round_step(len(values) - 1, MAX_STEP_LABELS)))
    for step in range(0, len(values), distance):
        x, bottom = place(step, scale.low)
        elements.append(Line(((x, bottom), (x, bottom + 0.15)), "muted", 0.03))
        elements.append(Label((x, bottom + 0.5), str(step), SIZE, "muted"))
    elements.append(Line(tuple(place(step, value) for step, value in enumerate(values)), "ink", 0.08))
    for mark in marks:
        point = place(mark.step, values[mark.step])
        before, after = (
            place(step, values[step])[1] if 0 <= step < len(values) else point[1]
            for step in (mark.step - 1, mark.step + 1)
        )
        elements.append(Dot(point, 0.16, mark.fill, "ink", mark.title))
        elements.append(Label(_beside(point, before, after, top + HEIGHT), mark.text, SIZE))
    elements += _legend(entries, top + HEIGHT + 1.2)
    return Scene.of(needed, top + HEIGHT + (1.7 if entries else 1.0), elements, title)


def _beside(point: Point, before: float, after: float, bottom: float) -> Point:
    """Return a position for a label next to a point, away from the line.

    `before` and `after` are the y coordinates of the line one step before and one step after the point.
    """
    x, y = point
    falls = before < y
    if falls and (after > y or y + 0.6 > bottom):
        return x + 0.42, y - 0.32
    if falls:
        return x, y + 0.42
    return (x - 0.42, y - 0.32) if after < y else (x, y - 0.42)


def _legend(entries: Mapping[str, str], y: float) -> Iterator[Element]:
    x = MARGIN
    for word, fill in entries.items():
        width = text_width(word, SIZE)
        yield Dot((x + 0.16, y), 0.16, fill, "ink")
        yield Label((x + 0.5 + width / 2, y), word, SIZE)
        x += 0.5 + width + 2 * MARGIN


def _legend_width(entries: Mapping[str, str]) -> float:
    return sum(0.5 + text_width(word, SIZE) + 2 * MARGIN for word in entries)
