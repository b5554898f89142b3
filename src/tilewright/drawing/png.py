"""Render a scene as PNG: resvg converts the SVG. No font is needed, because text is drawn as strokes."""

from __future__ import annotations

from tilewright.drawing.scene import Scene
from tilewright.drawing.svg import PADDING
from tilewright.drawing.svg import render as render_svg
from tilewright.errors import BadInput, EngineFailure
from tilewright.optional_packages import named_extras

__all__ = ["MAX_PIXELS", "MIN_UNIT_PIXELS", "render"]

MAX_PIXELS = 40_000_000
"""The maximum number of pixels of a PNG; each pixel takes four bytes of memory."""
MIN_UNIT_PIXELS = 2
"""The minimum size of a unit in pixels; a scene with smaller units is not recognisable."""


def render(scene: Scene, pixels: int = 800) -> bytes:
    """Render a PNG whose longer side has `pixels` pixels."""
    width, height = scene.width + 2 * PADDING, scene.height + 2 * PADDING
    longer = max(width, height)
    if pixels < MIN_UNIT_PIXELS * longer:
        size = f"a scene of {scene.width:g} x {scene.height:g} units"
        raise BadInput(
            f"{size} is too large for a PNG whose longer side has {pixels} pixels: "
            f"each unit needs at least {MIN_UNIT_PIXELS} pixels"
        )
    columns, rows = (max(1, round(side / longer * pixels)) for side in (width, height))
    if columns * rows > MAX_PIXELS:
        raise BadInput(
            f"a PNG of {columns} x {rows} pixels is too large: it may have at most {MAX_PIXELS:,} pixels"
        )
    with named_extras():
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
