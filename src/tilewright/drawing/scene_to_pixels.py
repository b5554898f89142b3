"""Render a scene as a pixel array of shape rows x columns x (red, green, blue), for videos of games.

The scene is rendered to PNG by resvg and decoded. The decoder reads only the kind of PNG that resvg writes:
eight bits per channel, four channels, not interlaced.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.png import render as render_png
from tilewright.drawing.png_unfilter_kernel import unfilter
from tilewright.drawing.scene import Scene
from tilewright.errors import EngineFailure

__all__ = ["read_png", "render", "render_square"]

CHANNELS = 4
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def render(scene: Scene, pixels: int = 800) -> NDArray[np.uint8]:
    """Render the scene on a white background; the longer side has `pixels` pixels."""
    rgba = read_png(render_png(scene, pixels)).astype(np.uint16)
    opacity = rgba[..., 3:]
    blended = (rgba[..., :3] * opacity + 255 * (255 - opacity) + 127) // 255
    return blended.astype(np.uint8)


def render_square(scene: Scene, side: int) -> NDArray[np.uint8]:
    """Render the scene in the middle of a white square with `side` rows and columns."""
    picture = render(scene, side)[:side, :side]
    square = np.full((side, side, 3), 255, np.uint8)
    top, left = (side - picture.shape[0]) // 2, (side - picture.shape[1]) // 2
    square[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return square


def read_png(png: bytes) -> NDArray[np.uint8]:
    """Decode a PNG to rows x columns x (red, green, blue, opacity)."""
    if not png.startswith(_SIGNATURE):
        raise EngineFailure("resvg did not return a PNG")
    offset, packed, header = len(_SIGNATURE), b"", b""
    while offset < len(png):
        length, kind = struct.unpack(">I4s", png[offset : offset + 8])
        content = png[offset + 8 : offset + 8 + length]
        header = content if kind == b"IHDR" else header
        packed += content if kind == b"IDAT" else b""
        offset += length + 12
    columns, rows, *form = struct.unpack(">IIBBBBB", header)
    if form != [8, 6, 0, 0, 0]:
        raise EngineFailure("resvg did not return a PNG with four channels of eight bits")
    lines = np.frombuffer(bytearray(zlib.decompress(packed)), np.uint8).reshape(rows, 1 + CHANNELS * columns)
    if (bad := unfilter(lines, CHANNELS)) >= 0:
        raise EngineFailure(f"row {bad} of resvg's picture has a filter that PNG does not define")
    return lines[:, 1:].reshape(rows, columns, CHANNELS)
