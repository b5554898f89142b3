"""The exceptions of Tilewright. Each class defines the exit status that a command returns for it."""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "BadInput",
    "EngineFailure",
    "InvalidGame",
    "MissingProgram",
    "OutOfResources",
    "TilewrightError",
    "WrongAnswer",
    "error_line",
]


class TilewrightError(Exception):
    """Base class of all errors that Tilewright reports with a one-line message."""

    exit_status: ClassVar[int] = 5


class BadInput(TilewrightError, ValueError):
    """The input is wrong. The message says what is wrong, where, and what was expected."""

    exit_status = 2


class MissingProgram(TilewrightError):
    """A required external program or Python package is not installed."""

    exit_status = 4

    def __init__(self, program: str, install: str) -> None:
        super().__init__(f"{program} is not installed; install it with: {install}")
        self.program = program
        self.install = install


class EngineFailure(TilewrightError):
    """An engine, an agent or a child process crashed, hung, or returned an invalid answer."""


class OutOfResources(TilewrightError):
    """A resource is lacking: for example, the disk is full, or a cluster does not respond."""


class WrongAnswer(TilewrightError):
    """An answer is wrong; for example, the checker rejects the solution. The solution is not shown."""


class InvalidGame(TilewrightError):
    """A game's folder does not define what the contract requires; the message names the game and the file."""


def error_line(error: BaseException) -> str:
    """Return the message of an error on one line, after its class name unless it is a `TilewrightError`."""
    text = str(error) if isinstance(error, TilewrightError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split()).rstrip(": ")
