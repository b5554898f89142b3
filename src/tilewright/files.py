"""Atomic file writes, and one-line errors for failed writes."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tilewright.errors import BadInput, OutOfResources

__all__ = ["report_write_errors", "write_atomically"]

_RESOURCE_ERRORS = {
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
}


def write_atomically(path: Path, data: bytes) -> None:
    """Write a temporary file in the folder of `path`, flush it to the disk, and rename it to `path`."""
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
def report_write_errors(path: Path) -> Iterator[None]:
    """Convert a failed write to `OutOfResources` if a resource is exhausted, else to `BadInput`."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        # Python raises ValueError for a path that contains a null byte.
        reason = f"cannot write {str(path)!r}: {getattr(error, 'strerror', None) or error}"
        if getattr(error, "errno", None) in _RESOURCE_ERRORS:
            raise OutOfResources(reason) from None
        raise BadInput(reason) from None
