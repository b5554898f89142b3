"""Prepare the standard streams of the process: handle closed streams and streams that encode only ASCII."""

from __future__ import annotations

import codecs
import io
import os
import sys

from tilewright.errors import OutOfResources
from tilewright.printable_text import ASCII_SUBSTITUTES, substitute

__all__ = ["prepare_streams"]


def prepare_streams() -> None:
    """Make the standard streams usable even if the caller has closed some of them or set an ASCII encoding.

    If a standard descriptor stayed closed, the next file that the process opens would get its number, and a
    library that writes to standard output would write into that file. So the null device is opened in place of
    each closed descriptor. A command that writes to a closed standard output fails with a
    one-line message; messages to a closed standard error are lost.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the system assigns the smallest free number
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error(ASCII_SUBSTITUTES, substitute)
        sys.stdout.reconfigure(errors=ASCII_SUBSTITUTES)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


class _ClosedOutput(io.TextIOBase):
    """Replaces a standard output that was closed before the process started; writing to it raises an error."""

    def write(self, text: str, /) -> int:
        raise OutOfResources("standard output is closed")
