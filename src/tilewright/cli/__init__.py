"""The command line. The `tilewright` command calls `main`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from tilewright.console import guarded
from tilewright.console.streams import prepare_streams
from tilewright.errors import BadInput

__all__ = ["main", "run"]


def main() -> None:
    """Run the command given by the process arguments and exit with its exit status."""
    prepare_streams()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status."""
    return guarded(lambda: _invoke(arguments), debug="--debug" in arguments[:1])


def _invoke(arguments: Sequence[str]) -> int:
    from tilewright.cli.app import build

    try:
        status = build(*arguments[:1])(list(arguments), prog_name="tilewright", standalone_mode=False)
    except Exception as error:
        # Typer's usage errors have no common public type, but all of them have a `format_message` method.
        if hasattr(error, "format_message"):
            raise BadInput(_usage_error(error)) from None
        raise
    return status if isinstance(status, int) else 0


def _usage_error(error: Any) -> str:
    """Return the message of a usage error on one line, with the command that prints the help."""
    context = getattr(error, "ctx", None)
    help_command = f"{context.command_path if context else 'tilewright'} --help"
    if type(error).__name__ == "NoArgsIsHelpError":  # its message is the whole help text
        return f"no command was given; to list the commands: {help_command}"
    return f"{error.format_message().removesuffix('.')} (see {help_command})"
