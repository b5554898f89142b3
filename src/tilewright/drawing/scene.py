"""The scene: areas, lines, dots and labels from which all output formats are rendered.

A unit is the side of a cell. The point (x, y) is x columns to the right of and y rows below the top left
corner; the cell [row, column] is the square from (column, row) to (column + 1, row + 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from os import PathLike
from pathlib import Path

from tilewright.drawing.palette import text_on
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Cell

__all__ = ["MAX_ELEMENTS", "Area", "Dot", "Element", "Label", "Line", "Point", "Scene"]

Point = tuple[float, float]

MAX_ELEMENTS = 300_000
"""The maximum number of elements of a scene.

A picture with more elements would be unreadable, and viewers could not open its file.
"""

SAVED_UNIT_PIXELS = 48
"""The approximate size of a cell in a saved PNG, in pixels, unless the scene is very small or very large."""
MIN_SAVED_SIDE, MAX_SAVED_SIDE = 800, 4096
"""The bounds for the longer side of a saved PNG, in pixels."""


@dataclass(frozen=True, slots=True)
class Area:
    """A set of cells with a common fill and one outline."""

    cells: tuple[Cell, ...]
    fill: str | None = None
    """The name of a colour in the palette, or None for no fill."""
    outline: str | None = "ink"
    hatch: bool = False
    """Whether the area is also marked by stripes, which are visible without colour."""
    inset: float = 0.0
    """The distance of the outline from the border of the cells, in units; less than 0.5."""
    title: str = ""
    """The description of the area for tooltips and screen readers."""
    width: float = 0.05
    """The width of the outline, in units."""
    rounding: float = 0.0
    """The radius of the outline's corners, in units."""

    def __post_init__(self) -> None:
        if not 0 <= self.inset < 0.5:
            raise BadInput(f"the inset of an area must be at least 0 and less than 0.5, not {self.inset}")

    @property
    def stripes(self) -> str:
        """The colour of the stripes: the outline's colour if it differs from the fill, else ink or paper."""
        if self.outline is not None and self.outline != self.fill:
            return self.outline
        return text_on(self.fill or "paper")


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline through the given points."""

    points: tuple[Point, ...]
    colour: str = "ink"
    width: float = 0.05
    dashed: bool = False
    arrow: bool = False
    """Whether the line has an arrow head at its last point."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc."""

    centre: Point
    radius: float = 0.15
    fill: str = "ink"
    outline: str | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A short label; SVG and PNG pictures show it in the stroke font of this package."""

    centre: Point
    text: str
    size: float = 0.5
    """The height of a capital letter, in units."""
    colour: str = "ink"


Element = Area | Line | Dot | Label


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of `width` x `height` units; later elements are drawn on top of earlier ones."""

    width: float
    height: float
    elements: tuple[Element, ...]
    title: str

    def __post_init__(self) -> None:
        for name, length in (("width", self.width), ("height", self.height)):
            if not (isfinite(length) and length > 0):
                raise BadInput(f"the {name} of a scene must be a positive number of units, not {length}")
        if len(self.elements) > MAX_ELEMENTS:
            raise BadInput(f"too much to draw: more than {MAX_ELEMENTS:,} elements")

    @classmethod
    def of(cls, width: float, height: float, elements: Iterable[Element], title: str) -> Scene:
        """Build a scene from any iterable of elements; at most `MAX_ELEMENTS` + 1 of them are consumed."""
        return cls(width, height, tuple(islice(elements, MAX_ELEMENTS + 1)), title)

    def to_svg(self) -> str:
        from tilewright.drawing.svg import render

        return render(self)

    def to_png(self, pixels: int = 800) -> bytes:
        """Render a PNG whose longer side has `pixels` pixels."""
        from tilewright.drawing.png import render

        return render(self, pixels)

    def to_text(self, colour: bool = False) -> str:
        """Render the scene as text; with `colour`, the text contains escape sequences for colours."""
        from tilewright.drawing.terminal import render

        return render(self, colour)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture atomically to a file; the name must end in ``.svg`` or ``.png``."""
        target = Path(path)
        match target.suffix.lower():
            case ".svg":
                data = self.to_svg().encode()
            case ".png":
                side = round(max(self.width, self.height) * SAVED_UNIT_PIXELS)
                data = self.to_png(min(max(side, MIN_SAVED_SIDE), MAX_SAVED_SIDE))
            case _:
                raise BadInput(f"cannot draw to {str(target)!r}: the name of the file must end in .svg or .png")
        with report_write_errors(target):
            write_atomically(target, data)

    def _repr_svg_(self) -> str:
        return self.to_svg()
