"""Files that are there whole or not at all, and the disk's failures in one line."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tilewright.errors import BadInput, OutOfResources

__all__ = ["storing", "write_whole"]

_EXHAUSTED = {
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
}


def write_whole(path: Path, data: bytes) -> None:
    """Write a temporary file in the same folder, bring it to the disk, and give it its name."""
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


@contextlib.contextmanager
def storing(where: Path) -> Iterator[None]:
    """What the disk refuses becomes `OutOfResources` if it gave out, `BadInput` if it was asked wrongly."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        # The ValueError is a name with a null byte in it.
        reason = f"cannot write {str(where)!r}: {getattr(error, 'strerror', None) or error}"
        if getattr(error, "errno", None) in _EXHAUSTED:
            raise OutOfResources(reason) from None
        raise BadInput(reason) from None
