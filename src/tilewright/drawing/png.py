"""A scene as PNG: the SVG, rendered by resvg. No font is loaded, for none is used."""

from __future__ import annotations

from tilewright.drawing.scene import Scene
from tilewright.drawing.svg import PADDING
from tilewright.drawing.svg import render as render_svg
from tilewright.errors import BadInput, EngineFailure

__all__ = ["MOST_PIXELS", "render"]

MOST_PIXELS = 16_384
"""The longest side of a PNG."""


def render(scene: Scene, pixels: int = 800) -> bytes:
    """A PNG whose longer side has that many pixels."""
    if not 16 <= pixels <= MOST_PIXELS:
        raise BadInput(f"the longer side of a PNG must have 16 to {MOST_PIXELS} pixels, not {pixels}")
    import resvg_py

    width, height = scene.width + 2 * PADDING, scene.height + 2 * PADDING
    scale = pixels / max(width, height)
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=render_svg(scene),
                width=max(1, round(width * scale)),
                height=max(1, round(height * scale)),
                skip_system_fonts=True,
            )
        )
    except ValueError as error:
        raise EngineFailure(f"resvg cannot draw the scene: {' '.join(str(error).split())}") from None
