"""Save a scene to an SVG or PNG file atomically."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically

__all__ = ["save"]

UNIT_PIXELS = 48
"""The size of a cell in a saved PNG, in pixels, unless the scene is very small or very large."""
MIN_SIDE, MAX_SIDE = 800, 4096
"""The bounds for the longer side of a saved PNG, in pixels."""


def save(scene: Scene, path: str | PathLike[str]) -> None:
    """Write the scene to a file, whose name must end in ``.svg`` or ``.png``."""
    target = Path(path)
    match target.suffix.lower():
        case ".svg":
            data = scene.to_svg().encode()
        case ".png":
            side = round(max(scene.width, scene.height) * UNIT_PIXELS)
            data = scene.to_png(min(max(side, MIN_SIDE), MAX_SIDE))
        case _:
            raise BadInput(f"cannot draw to {str(target)!r}: the name of a picture ends in .svg or .png")
    with report_write_errors(target):
        write_atomically(target, data)
