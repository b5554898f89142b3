"""A scene as PNG: its SVG, rendered by resvg. No font is looked for, for none is used."""

from __future__ import annotations

from tilewright.drawing.scene import Scene
from tilewright.drawing.svg import PADDING
from tilewright.drawing.svg import render as render_svg
from tilewright.errors import BadInput, EngineFailure

__all__ = ["MOST_PIXELS", "UNIT_LEAST", "render"]

MOST_PIXELS = 40_000_000
"""More pixels than that are not drawn: each takes four bytes of memory."""
UNIT_LEAST = 2
"""With fewer pixels to a unit nothing of a scene can be seen."""


def render(scene: Scene, pixels: int = 800) -> bytes:
    """A PNG whose longer side has that many pixels."""
    width, height = scene.width + 2 * PADDING, scene.height + 2 * PADDING
    longer = max(width, height)
    if pixels < UNIT_LEAST * longer:
        size = f"a scene of {scene.width:g} x {scene.height:g} units"
        raise BadInput(f"{size} is too large for a PNG of {pixels} pixels: a unit needs at least {UNIT_LEAST}")
    columns, rows = (max(1, round(side / longer * pixels)) for side in (width, height))
    if columns * rows > MOST_PIXELS:
        raise BadInput(
            f"a PNG of {columns} x {rows} pixels is too large: at most {MOST_PIXELS:,} pixels are drawn"
        )
    import resvg_py

    try:
        return resvg_py.svg_to_bytes(
            svg_string=render_svg(scene),
            width=columns if width >= height else None,
            height=rows if width < height else None,
            skip_system_fonts=True,
        )
    except ValueError as error:
        raise EngineFailure(f"resvg cannot draw the scene: {' '.join(str(error).split())}") from None
