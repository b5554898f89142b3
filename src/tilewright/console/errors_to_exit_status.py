"""Convert exceptions to an exit status and one line on standard error; ``--debug`` adds a traceback."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable

from tilewright.console.output import OutputClosed, say
from tilewright.errors import InvalidGame, TilewrightError
from tilewright.optional_packages import missing_package
from tilewright.printable_text import one_line

__all__ = ["guarded"]


_OUT_OF_MEMORY = (
    "cannot allocate memory",
    "failed to map segment from shared object",
    "can't start new thread",
    "std::bad_alloc",
)
"""Parts of the messages with which the operating system and libraries report that memory is exhausted."""


def guarded(command: Callable[[], int], debug: bool = False) -> int:
    """Run a command and return its exit status; an exception is reported and converted to an exit status."""
    try:
        status = command()
        sys.stdout.flush()
        return status
    except OutputClosed as error:
        return error.exit_status
    except TilewrightError as error:
        # If memory is exhausted, a library that a game needs cannot be loaded. The import then raises
        # `InvalidGame`, although the game is valid.
        lacks_memory = isinstance(error, InvalidGame) and _is_out_of_memory(error)
        problem = missing_package(error) or error
        return _report("out of memory" if lacks_memory else str(problem), problem.exit_status, debug)
    except KeyboardInterrupt:
        return _report("interrupted", 130, debug)
    except Exception as error:
        missing = missing_package(error)
        if missing is not None:
            return _report(str(missing), missing.exit_status, debug)
        return _report(_description(error), 5, debug)


def _description(error: Exception) -> str:
    """Describe an error that is not a `TilewrightError`."""
    if _is_out_of_memory(error):
        return "out of memory"
    if isinstance(error, OSError):
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            return f"cannot write: {error.strerror}"
        return f"internal error: {error}"
    return f"internal error: {type(error).__name__}: {error}"


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether an error, or an error that caused it, reports that memory is exhausted.

    If there is too little memory to load a library, the import raises an error that is not a `MemoryError`.
    """
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if any(sign in str(error).lower() for sign in _OUT_OF_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


def _report(message: str, status: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    say("tilewright: " + one_line(message))
    return status
