"""The scene: a board in units of cells, from which every output is drawn.

A unit is the side of a cell. The point (x, y) lies x columns to the right and y rows down from the top left
corner; the cell [row, column] is the square from (column, row) to (column + 1, row + 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from os import PathLike

from tilewright.drawing.palette import text_on
from tilewright.errors import BadInput
from tilewright.game import Cell

__all__ = ["MOST_ELEMENTS", "Area", "Dot", "Element", "Label", "Line", "Point", "Scene"]

Point = tuple[float, float]

MOST_ELEMENTS = 300_000
"""A scene of more elements is no picture that anyone could read, and no file that anyone could open."""


@dataclass(frozen=True, slots=True)
class Area:
    """Cells that belong together: filled, with one outline around the whole."""

    cells: tuple[Cell, ...]
    fill: str | None = None
    """A colour name of the palette, or None for no fill."""
    outline: str | None = "ink"
    hatch: bool = False
    """Marked by stripes as well, so that it is told apart without colour."""
    inset: float = 0.0
    """How far the outline draws back from the cells' border, in units: less than a half."""
    title: str = ""
    """What a reader or a mouse pointer is told."""
    width: float = 0.05
    """Width of the outline, in units."""
    rounding: float = 0.0
    """Radius of the outline's corners, in units."""

    def __post_init__(self) -> None:
        if not 0 <= self.inset < 0.5:
            raise BadInput(f"the inset of an area must be at least 0 and less than 0.5, not {self.inset}")

    @property
    def stripes(self) -> str:
        """The colour of the hatch: the outline's, where that stands out from the fill."""
        if self.outline is not None and self.outline != self.fill:
            return self.outline
        return text_on(self.fill or "paper")


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    colour: str = "ink"
    width: float = 0.05
    dashed: bool = False
    arrow: bool = False
    """With a head at the last point."""


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
    """A short text, drawn with strokes of our own: no font is needed."""

    centre: Point
    text: str
    size: float = 0.5
    """Height of a capital letter, in units."""
    colour: str = "ink"


Element = Area | Line | Dot | Label


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: `width` x `height` units, drawn from the first element to the last."""

    width: float
    height: float
    elements: tuple[Element, ...]
    title: str

    def __post_init__(self) -> None:
        for name, length in (("width", self.width), ("height", self.height)):
            if not (isfinite(length) and length > 0):
                raise BadInput(f"the {name} of a scene must be a positive number of units, not {length}")
        if len(self.elements) > MOST_ELEMENTS:
            raise BadInput(f"too much to draw: more than {MOST_ELEMENTS:,} elements")

    @classmethod
    def of(cls, width: float, height: float, elements: Iterable[Element], title: str) -> Scene:
        """A scene of any iterable; a far too long one is given up early, not gathered to its end."""
        return cls(width, height, tuple(islice(elements, MOST_ELEMENTS + 1)), title)

    def to_svg(self) -> str:
        from tilewright.drawing.svg import render

        return render(self)

    def to_png(self, pixels: int = 800) -> bytes:
        """A PNG whose longer side has that many pixels."""
        from tilewright.drawing.png import render

        return render(self, pixels)

    def to_text(self, colour: bool = False) -> str:
        """The scene in characters; with `colour`, in the colours of a terminal."""
        from tilewright.drawing.terminal import render

        return render(self, colour)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file: ``.svg`` or ``.png``, as its name ends."""
        from tilewright.drawing.save_picture import save

        save(self, path)

    def _repr_svg_(self) -> str:
        return self.to_svg()
