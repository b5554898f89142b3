"""The family of errors: each knows the exit status that the command line ends with."""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "BadInput",
    "EngineFailure",
    "MissingProgram",
    "OutOfResources",
    "TilewrightError",
    "WrongAnswer",
    "error_line",
]


class TilewrightError(Exception):
    """Any failure that Tilewright explains in one line."""

    exit_status: ClassVar[int] = 5


class BadInput(TilewrightError, ValueError):
    """What the caller gave is wrong; the message says what, where, and what was expected."""

    exit_status = 2


class MissingProgram(TilewrightError):
    """An outside program is needed and absent."""

    exit_status = 4

    def __init__(self, program: str, install: str) -> None:
        super().__init__(f"{program} is not installed; install it with: {install}")
        self.program = program
        self.install = install


class EngineFailure(TilewrightError):
    """A solver that others wrote died, hung, or answered with something that it should not."""


class OutOfResources(TilewrightError):
    """A disk, a cluster or the memory gave out."""


class WrongAnswer(TilewrightError):
    """The checker rejects what a solver claims; the solution is not shown."""


def error_line(error: BaseException) -> str:
    """The text of an error in one line, with its type unless it is one of the errors above."""
    text = str(error) if isinstance(error, TilewrightError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split()).rstrip(": ")
