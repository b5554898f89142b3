"""The Model Context Protocol server over standard input and output, based on the official Python SDK."""

from __future__ import annotations

import json
import threading
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from tilewright import __version__
from tilewright.errors import BadInput, TilewrightError
from tilewright.mcp_server.tool_calls import CallLimits, call_tool
from tilewright.mcp_server.tools import TOOLS
from tilewright.processes.function_in_child_process import Cancelled

__all__ = ["make_server", "serve"]

MOST_WAITING = 32
"""The maximum number of running and waiting calls; further calls are refused."""
INSTRUCTIONS = (
    "Tile-laying games and grid puzzles. Start with the tool `games`, which lists them. Every solution is"
    " verified by the game's own checker; the status of a result states whether the solution is proved optimal."
)


def make_server(limits: CallLimits, at_once: int = 2) -> Server[Any]:
    """Return a server that runs at most `at_once` calls at the same time."""
    limiter = anyio.CapacityLimiter(at_once)
    waiting = 0

    async def list_tools(context: Any, parameters: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(name=tool.name, description=tool.about, input_schema=tool.schema())
                for tool in TOOLS.values()
            ]
        )

    async def on_call(context: Any, parameters: types.CallToolRequestParams) -> types.CallToolResult:
        nonlocal waiting
        if waiting >= MOST_WAITING:
            raise MCPError(
                types.INTERNAL_ERROR, f"{MOST_WAITING} calls are already running or waiting; try again later"
            )
        waiting += 1
        cancel = threading.Event()

        def work() -> Any:
            return call_tool(parameters.name, parameters.arguments, limits, cancel)

        try:
            answer = await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=limiter)
        except BadInput as error:
            raise MCPError(types.INVALID_PARAMS, _one_line(error)) from None
        except (TilewrightError, Cancelled) as error:
            raise MCPError(types.INTERNAL_ERROR, _one_line(error)) from None
        finally:
            cancel.set()  # if the client has cancelled the call, `call_tool` now ends the process of the call
            waiting -= 1
        text = json.dumps(answer)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], structured_content=answer
        )

    return Server(
        "tilewright",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=on_call,
    )


def serve(limits: CallLimits, at_once: int = 2) -> None:
    """Serve one client until it closes standard input."""

    async def run() -> None:
        server = make_server(limits, at_once)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:500] or type(error).__name__
