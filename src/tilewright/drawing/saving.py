"""A scene in a file: whole or not at all."""

from __future__ import annotations

import errno
import os
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile

from tilewright.drawing.scene import Scene
from tilewright.errors import BadInput, OutOfResources

__all__ = ["save"]

PIXELS = 1600
"""The longer side of a PNG that is saved."""
_OUT = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EFBIG}


def save(scene: Scene, path: str | PathLike[str]) -> None:
    """Write the scene to a file beside its place and move it there, so that nobody reads half a picture."""
    target = Path(path)
    match target.suffix.lower():
        case ".svg":
            data = scene.to_svg().encode()
        case ".png":
            data = scene.to_png(PIXELS)
        case other:
            raise BadInput(f"{target}: a picture's name ends in .svg or .png, not in {other or 'nothing'}")
    try:
        _replace(target, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        if error.errno in _OUT:
            raise OutOfResources(f"cannot write {target}: {reason}") from None
        raise BadInput(f"cannot write {target}: {reason}") from None


def _replace(target: Path, data: bytes) -> None:
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.replace(file.name, target)
        except OSError:
            os.unlink(file.name)
            raise
