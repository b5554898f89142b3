"""Decoding a PNG picture into pixels."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from drawing_oracle import read_png as read_slowly
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.drawing import Area, Dot, Label, Scene
from tilewright.drawing import scene_to_pixels as pixels
from tilewright.errors import EngineFailure


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def filtered(image: np.ndarray, kinds: list[int]) -> bytes:
    """Encode the image as a PNG with the given filter type for each row, following the specification."""
    rows, columns, _ = image.shape
    lines = b""
    for row, kind in enumerate(kinds):
        lines += bytes([kind])
        for column in range(columns):
            for channel in range(4):
                left = int(image[row, column - 1, channel]) if column else 0
                up = int(image[row - 1, column, channel]) if row else 0
                corner = int(image[row - 1, column - 1, channel]) if row and column else 0
                guess = left + up - corner
                far = (abs(guess - left), abs(guess - up), abs(guess - corner))
                paeth = left if far[0] <= far[1] and far[0] <= far[2] else up if far[1] <= far[2] else corner
                predicted = (0, left, up, (left + up) // 2, paeth)[kind]
                lines += bytes([(int(image[row, column, channel]) - predicted) % 256])
    header = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@settings(deadline=None, derandomize=True)
@given(st.data())
def test_every_png_filter_is_decoded(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    values = data.draw(st.binary(min_size=4 * rows * columns, max_size=4 * rows * columns))
    image = np.frombuffer(values, np.uint8).reshape(rows, columns, 4)
    kinds = data.draw(st.lists(st.integers(0, 4), min_size=rows, max_size=rows))
    assert (pixels.read_png(filtered(image, kinds)) == image).all()


def test_the_pixels_are_those_of_the_png_on_white() -> None:
    scene = Scene.of(3, 2, [Area(((0, 0), (1, 2)), fill="piece3"), Dot((0, 1)), Label((1, 1), "7")], "test")
    image, oracle = pixels.render(scene, 170), read_slowly(scene.to_png(170))
    assert image.shape[1] == 170
    assert image.dtype == np.uint8
    opaque = pixels.read_png(scene.to_png(170))[..., 3] == 255
    for row, column in np.argwhere(opaque)[::7]:
        assert tuple(image[row, column]) == oracle.pixel(column, row)[:3]
    assert image.min() < 100


@pytest.mark.parametrize("png", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n"])
def test_data_that_is_not_a_png_is_refused(png: bytes) -> None:
    with pytest.raises((EngineFailure, struct.error)):
        pixels.read_png(png)


def test_an_unknown_png_filter_is_refused() -> None:
    image = np.zeros((2, 1, 4), np.uint8)
    good = filtered(image, [0, 4])
    assert (pixels.read_png(good) == image).all()
    header = good[: good.index(b"IDAT") - 4]
    with pytest.raises(EngineFailure, match="row 1"):
        pixels.read_png(header + chunk(b"IDAT", zlib.compress(bytes(5) + b"\x05" + bytes(4))))


def test_other_kinds_of_png_are_refused() -> None:
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    with pytest.raises(EngineFailure, match="four channels"):
        pixels.read_png(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0\0\0"))
        )
