"""Errors to exit statuses: one clear line on standard error, never a traceback unless asked for."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable

from tilewright.console.output import ReaderGone, say
from tilewright.errors import TilewrightError

__all__ = ["guarded"]


def guarded(command: Callable[[], int], debug: bool = False) -> int:
    """Run a command and give its exit status, whatever goes wrong."""
    try:
        status = command()
        sys.stdout.flush()
        return status
    except ReaderGone as error:
        return error.exit_status
    except TilewrightError as error:
        return _tell(str(error), error.exit_status, debug)
    except KeyboardInterrupt:
        return _tell("interrupted", 130, debug)
    except MemoryError:
        return _tell("out of memory", 5, debug)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            return _tell(f"cannot write: {error.strerror}", 5, debug)
        return _tell(f"internal error: {error}", 5, debug)
    except Exception as error:
        return _tell(f"internal error: {type(error).__name__}: {error}", 5, debug)


def _tell(message: str, status: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    say("tilewright: " + " ".join(message.split()))
    return status
