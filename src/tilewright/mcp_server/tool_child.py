"""The child process of a tool call: receives the tool and its arguments, sends the answer or an error."""

from __future__ import annotations

from tilewright.errors import BadInput, MissingProgram, error_line
from tilewright.mcp_server.tools import TOOLS
from tilewright.optional_packages import missing_package
from tilewright.processes.child_main import ParentConnection

__all__ = ["run"]


def run(parent: ParentConnection) -> None:
    """Receive one call, and send its answer or an error."""
    name, arguments = parent.receive()
    try:
        parent.send(["answer", TOOLS[name].answer(arguments)])
    except BaseException as error:  # the parent gets a one-line message for any exception
        known = missing_package(error) or error
        kind = "bad-input" if isinstance(known, BadInput | RecursionError) else "failure"
        if isinstance(known, MissingProgram):
            kind = "missing"
        parent.send([kind, error_line(known)])
