"""The command `tilewright mcp`, which serves the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

from tilewright.console import command_options as opts
from tilewright.errors import BadInput
from tilewright.optional_packages import require_package

__all__ = ["mcp"]


def mcp(
    time_limit: Annotated[
        float, opts.option("The longest time limit that a client can set for a solve.", "SECONDS")
    ] = 30.0,
    memory: Annotated[int, opts.option("The memory limit of each call, in MiB.", "MIB", min=256)] = 2048,
    at_once: Annotated[
        int, opts.option("The maximum number of calls that run at the same time.", "N", min=1, max=64)
    ] = 2,
    data: opts.DataFolder = None,
) -> int:
    """Serve the Model Context Protocol over standard input and output, for assistants and other programs.

    The tools are 'games', 'parse', 'solve', 'check', 'hint' and 'play'. Each call runs in its own process, with
    limits on its time and memory. Clients can choose neither files to read nor programs to run. The command
    ends when the client closes standard input. The command needs the extra 'mcp'.

    \b
    Examples:
      tilewright mcp
      tilewright mcp --time-limit 10 --memory 1024
    """
    require_package("mcp")
    from tilewright.mcp_server.server import serve
    from tilewright.mcp_server.tool_calls import CallLimits

    if not 0 < time_limit <= 3600:
        raise BadInput(f"--time-limit {time_limit:g}: expected more than 0 and at most 3600 seconds")
    serve(CallLimits(time_limit, memory * 2**20), at_once)
    return 0
