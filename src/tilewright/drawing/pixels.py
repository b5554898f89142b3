"""A scene as an array of pixels, for those who film games: rows x columns x (red, green, blue).

The PNG that resvg makes is read back. Only what it writes is understood: eight bits, four channels, not
interlaced.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.png import render as render_png
from tilewright.drawing.scene import Scene
from tilewright.errors import EngineFailure

__all__ = ["read_png", "render"]

CHANNELS = 4
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_NONE, _SUB, _UP, _AVERAGE, _PAETH = range(5)


def render(scene: Scene, pixels: int = 800) -> NDArray[np.uint8]:
    """The scene on white; its longer side has that many pixels."""
    rgba = read_png(render_png(scene, pixels)).astype(np.uint16)
    opacity = rgba[..., 3:]
    blended = (rgba[..., :3] * opacity + 255 * (255 - opacity) + 127) // 255
    return blended.astype(np.uint8)


def read_png(png: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG, rows x columns x (red, green, blue, opacity)."""
    if not png.startswith(_SIGNATURE):
        raise EngineFailure("resvg's picture is no PNG")
    at, packed, header = len(_SIGNATURE), b"", b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + length]
        header = content if kind == b"IHDR" else header
        packed += content if kind == b"IDAT" else b""
        at += length + 12
    columns, rows, *form = struct.unpack(">IIBBBBB", header)
    if form != [8, 6, 0, 0, 0]:
        raise EngineFailure("resvg's picture is no PNG of eight bits and four channels")
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(rows, 1 + CHANNELS * columns)
    found = np.zeros((rows, columns, CHANNELS), np.uint8)
    above = np.zeros((columns, CHANNELS), np.uint8)
    for line, into in zip(lines, found, strict=True):
        _unfilter(int(line[0]), line[1:].reshape(columns, CHANNELS), above, into)
        above = into
    return found


def _unfilter(kind: int, line: NDArray[np.uint8], above: NDArray[np.uint8], into: NDArray[np.uint8]) -> None:
    """Undo what a row's filter did; sums are modulo 256, as the format wants."""
    if kind == _NONE:
        into[:] = line
    elif kind == _SUB:
        into[:] = np.add.accumulate(line, axis=0, dtype=np.uint8)
    elif kind == _UP:
        into[:] = line + above
    elif kind in (_AVERAGE, _PAETH):
        guess = _average if kind == _AVERAGE else _paeth
        left, corner = [0] * CHANNELS, [0] * CHANNELS
        found = []
        for given, up in zip(line.tolist(), above.tolist(), strict=True):
            pixel = [
                (part + guess(*around)) & 255 for part, *around in zip(given, left, up, corner, strict=True)
            ]
            found.append(pixel)
            left, corner = pixel, up
        into[:] = found
    else:
        raise EngineFailure(f"resvg's picture has a row with filter {kind}, which PNG does not know")


def _average(left: int, up: int, corner: int) -> int:
    return (left + up) // 2


def _paeth(left: int, up: int, corner: int) -> int:
    """Whichever of the three is nearest to left + up - corner."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
