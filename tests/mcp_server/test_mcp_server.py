"""The Model Context Protocol server, tested with the client of the official SDK."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from process_watch import descendants, wait_until
from tilewright.cli import run
from tilewright.errors import BadInput, OutOfResources
from tilewright.mcp_server import tool_calls
from tilewright.mcp_server.tool_calls import CallLimits, call_tool
from tilewright.mcp_server.tools import LONGEST_TEXT, TOOLS
from tilewright.processes.function_in_child_process import Cancelled

NURIKABE = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
DEEP: Any = []
for _ in range(60):
    DEEP = [DEEP]

WRONG_CALLS: list[tuple[str, Any]] = [
    ("shell", {"command": "id"}),
    ("", {}),
    ("solve", {}),
    ("solve", {"game": "powers"}),
    ("solve", {"game": "chess", "instance": "3,4"}),
    ("solve", {"game": "../powers", "instance": "3,4"}),
    ("solve", {"game": 3, "instance": "3,4"}),
    ("solve", {"game": "powers", "instance": 34}),
    ("solve", {"game": "powers", "instance": None}),
    ("solve", {"game": "powers", "instance": ["3,4"]}),
    ("solve", {"game": "powers", "instance": "3,4" * LONGEST_TEXT}),
    ("solve", {"game": "powers", "instance": {"exponents": [1] * LONGEST_TEXT}}),
    ("solve", {"game": "powers", "instance": {"exponents": DEEP}}),
    ("solve", {"game": "powers", "instance": "3,4", "time_limit": -1}),
    ("solve", {"game": "powers", "instance": "3,4", "time_limit": 1e9}),
    ("solve", {"game": "powers", "instance": "3,4", "time_limit": "1"}),
    ("solve", {"game": "powers", "instance": "3,4", "time_limit": True}),
    ("solve", {"game": "powers", "instance": "3,4", "seed": 1.5}),
    ("solve", {"game": "powers", "instance": "3,4", "seed": 2**40}),
    ("solve", {"game": "powers", "instance": "3,4", "threads": 64}),
    ("solve", {"game": "powers", "instance": "3,4", "options": "unique"}),
    ("check", {"game": "powers", "instance": "3,4"}),
    ("check", {"game": "powers", "instance": "3,4", "solution": 18}),
    ("hint", {"game": "nurikabe", "instance": NURIKABE, "state": 3}),
    ("play", {"game": "domino", "seed": -1}),
    ("play", {"game": "domino", "state": {"a": 1}}),
    ("parse", {"game": "powers", "instance": "3,4", "file": "/etc/passwd"}),
    ("games", {"all": True}),
]
"""Calls that are refused before a process is started."""

BAD_INPUTS: list[tuple[str, Any]] = [
    ("solve", {"game": "powers", "instance": "/etc/passwd"}),
    ("solve", {"game": "powers", "instance": "3,4", "solver": "rm"}),
    ("solve", {"game": "powers", "instance": "3,4", "options": {"unique": True}}),
    ("check", {"game": "powers", "instance": "3,4", "solution": "{"}),
    ("hint", {"game": "powers", "instance": "3,4"}),
    ("play", {"game": "domino", "agent": "exec:touch hacked"}),
    ("play", {"game": "domino", "agent": "human"}),
    ("play", {"game": "domino", "move": "99@0,0-0,1"}),
]
"""Calls that are refused by the process that is started for them."""


def with_client(talk: Callable[[ClientSession], Awaitable[None]], folder: Path) -> None:
    """Start the server, connect the SDK's client to it, and call `talk` with the client."""

    async def session() -> None:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "tilewright", "mcp", "--time-limit", "20"],
            env={**os.environ, "TILEWRIGHT_DATA": str(folder)},
            cwd=folder,
        )
        async with (
            stdio_client(server) as (incoming, outgoing),
            ClientSession(incoming, outgoing) as client,
        ):
            await client.initialize()
            await talk(client)

    anyio.run(session)


async def ask(client: ClientSession, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, types.CallToolResult)
    assert not result.is_error
    text = result.content[0]
    assert isinstance(text, types.TextContent)
    assert json.loads(text.text) == result.structured_content
    return result.structured_content


def test_every_tool_answers_a_client_and_wrong_calls_are_protocol_errors(
    tmp_path: Path,
) -> None:
    before = descendants()

    async def talk(client: ClientSession) -> None:
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == list(TOOLS)
        assert all(tool.input_schema["type"] == "object" for tool in listed.tools)
        games = await ask(client, "games")
        assert "nurikabe" in [game["name"] for game in games["games"]]
        parsed = await ask(client, "parse", game="powers", instance="3,4")
        assert parsed["instance"] == {"exponents": [3, 4], "base": 10, "digits": "once"}
        solved = await ask(client, "solve", game="powers", instance=parsed["instance"], time_limit=10)
        assert (solved["status"], solved["objective"], solved["verified"]) == ("optimal", 18, True)
        verdict = await ask(client, "check", game="powers", instance="3,4", solution={"n": 17})
        assert {broken["rule"] for broken in verdict["broken"]} == {"digit-missing", "digit-repeated"}
        hint = await ask(client, "hint", game="nurikabe", instance=NURIKABE)
        assert hint["value"] == "#"
        begun = await ask(client, "play", game="domino", seed=2, options={"n": 3, "stones": 3})
        move = begun["moves"][0]
        played = await ask(client, "play", game="domino", state=begun["state"], move=move, agent="greedy")
        assert played["made"][0] == move
        assert len(played["made"]) == 2
        # 100 calls, 20 at a time
        calls = (WRONG_CALLS * 4)[: 100 - len(BAD_INPUTS)] + BAD_INPUTS
        errors: list[MCPError] = []

        async def refused(tool: str, arguments: Any) -> None:
            try:
                await client.call_tool(tool, arguments)
            except MCPError as error:
                errors.append(error)

        for start in range(0, len(calls), 20):
            async with anyio.create_task_group() as group:
                for tool, arguments in calls[start : start + 20]:
                    group.start_soon(refused, tool, arguments)
        assert [error.code for error in errors] == [types.INVALID_PARAMS] * 100
        assert all(error.message and "\n" not in error.message for error in errors)
        assert (await ask(client, "check", game="powers", instance="3,4", solution={"n": 18}))["ok"]

    with_client(talk, tmp_path)
    wait_until(lambda: descendants() <= before)
    assert not (tmp_path / "hacked").exists()


def test_wrong_arguments_are_refused_before_a_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool_calls, "SupervisedChild", None)
    for tool, arguments in [*WRONG_CALLS, (None, {}), ("games", []), ("games", "all")]:
        with pytest.raises(BadInput):
            call_tool(tool, arguments, CallLimits(), threading.Event())


def test_limits_and_cancellations_end_the_process_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    before = descendants()
    call = {"game": "powers", "instance": "3,4"}
    cancelled = threading.Event()
    cancelled.set()
    with pytest.raises(Cancelled):
        call_tool("parse", call, CallLimits(), cancelled)
    with pytest.raises(OutOfResources, match="the answer of parse is longer than 10 characters"):
        call_tool("parse", call, CallLimits(answer=10), threading.Event())
    monkeypatch.setattr(tool_calls, "PREPARATION", -40.0)
    with pytest.raises(OutOfResources, match="did not end within its time limit"):
        call_tool("solve", call, CallLimits(), threading.Event())
    wait_until(lambda: descendants() <= before)


def test_garbage_on_standard_input_does_not_stop_the_server(tmp_path: Path) -> None:
    lines = [
        "garbage",
        "{}",
        "[]",
        '{"jsonrpc": "2.0"}',
        '{"jsonrpc": "2.0", "id": 1, "method": "rm"}',
        "\x00",
        "",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "mcp"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stdout + done.stderr
    for line in done.stdout.splitlines():
        assert "error" in json.loads(line) or "method" in json.loads(line)


def test_without_the_extra_the_command_names_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tilewright.optional_packages.find_spec", lambda library: None)
    assert run(["mcp"]) == 4
    assert capsys.readouterr().err.strip().endswith("pip install 'tilewright[mcp]'")


def test_a_wrong_limit_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mcp", "--time-limit", "0"]) == 2
    assert "--time-limit 0: expected more than 0" in capsys.readouterr().err
