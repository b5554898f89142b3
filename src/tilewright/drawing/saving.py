"""A scene in a file: whole or not at all."""

from __future__ import annotations

import errno
import os
import threading
from os import PathLike
from pathlib import Path

from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput, OutOfResources

__all__ = ["save"]

UNIT_PIXELS = 48
"""How large a cell is in a saved PNG, unless the scene is very small or very large."""
FEWEST_PIXELS, MOST_PIXELS = 800, 4096
"""Bounds for the longer side of a saved PNG."""

_RESOURCE_ERRORS = {
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
}


def save(scene: Scene, path: str | PathLike[str]) -> None:
    """Write the scene to a file: ``.svg`` or ``.png``, as its name ends."""
    target = Path(path)
    match target.suffix.lower():
        case ".svg":
            data = scene.to_svg().encode()
        case ".png":
            side = round(max(scene.width, scene.height) * UNIT_PIXELS)
            data = scene.to_png(min(max(side, FEWEST_PIXELS), MOST_PIXELS))
        case _:
            raise BadInput(f"cannot draw to {str(target)!r}: the name of a picture ends in .svg or .png")
    try:
        _replace(target, data)
    except (OSError, ValueError) as error:
        # The ValueError is a name with a null byte in it.
        reason = f"cannot write {str(target)!r}: {getattr(error, 'strerror', None) or error}"
        if getattr(error, "errno", None) in _RESOURCE_ERRORS:
            raise OutOfResources(reason) from None
        raise BadInput(reason) from None


def _replace(target: Path, data: bytes) -> None:
    """Write beside the target and move it there, so that nobody ever reads half a picture."""
    beside = target.with_name(f".tilewright-{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
