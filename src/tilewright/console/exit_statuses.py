"""Convert exceptions to an exit status and one line on standard error; ``--debug`` adds a traceback."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable

from tilewright.console.output import OutputClosed, say
from tilewright.errors import TilewrightError

__all__ = ["guarded"]


def guarded(command: Callable[[], int], debug: bool = False) -> int:
    """Run a command and return its exit status; report an exception and return the status for it."""
    try:
        status = command()
        sys.stdout.flush()
        return status
    except OutputClosed as error:
        return error.exit_status
    except TilewrightError as error:
        return _report(str(error), error.exit_status, debug)
    except KeyboardInterrupt:
        return _report("interrupted", 130, debug)
    except MemoryError:
        return _report("out of memory", 5, debug)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            return _report(f"cannot write: {error.strerror}", 5, debug)
        return _report(f"internal error: {error}", 5, debug)
    except Exception as error:
        return _report(f"internal error: {type(error).__name__}: {error}", 5, debug)


def _report(message: str, status: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    say("tilewright: " + " ".join(message.split()))
    return status
