"""Run each tool call in its own process, with limits on time, memory and the size of the answer."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any

from tilewright.errors import BadInput, EngineFailure, OutOfResources, error_line
from tilewright.mcp_server.tools import TOOLS, check_arguments
from tilewright.optional_packages import missing_package
from tilewright.processes.child_main import ParentConnection
from tilewright.processes.function_in_child_process import ChildEnded, MemoryLimitExceeded, SupervisedChild

__all__ = ["CallLimits", "answer_call", "call_tool"]

PREPARATION = 120.0
"""The seconds that a call may take in addition to `CallLimits.seconds`, for example to compile kernels."""
_CHILD = "tilewright.mcp_server.tool_calls:answer_call"


@dataclass(frozen=True, slots=True)
class CallLimits:
    """The limits of each call: seconds for a solve, bytes of memory, and characters in an answer."""

    seconds: float = 30.0
    memory: int = 2 * 2**30
    answer: int = 4 * 2**20


def call_tool(name: str, arguments: Any, limits: CallLimits, cancel: threading.Event) -> Any:
    """Run a call in its own process and return the answer; the process has ended when this function returns.

    Wrong arguments raise `BadInput`, most of them before a process is started.
    """
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise BadInput(f"there is no tool {str(name)[:40]!r}; the tools are {', '.join(TOOLS)}")
    checked = check_arguments(tool, arguments)
    if "time_limit" in tool.arguments:
        checked["time_limit"] = min(checked.get("time_limit", limits.seconds), limits.seconds)
    child = SupervisedChild(_CHILD, memory_limit=limits.memory, niceness=5, keep_stderr=True)
    try:
        child.send([name, checked])
        return _read(name, child.wait_for_message(PREPARATION + limits.seconds, cancel), limits)
    except TimeoutError:
        raise OutOfResources(f"{name} did not end within its time limit and was stopped") from None
    except ChildEnded as ended:
        raise EngineFailure(f"the process of {name} {ended} without an answer") from None
    except MemoryLimitExceeded as limit:
        raise OutOfResources(f"{name} exceeded its memory limit of {limit} and was stopped") from None
    finally:
        child.kill()


def _read(name: str, message: Any, limits: CallLimits) -> Any:
    match message:
        case ["answer", answer]:
            if len(json.dumps(answer)) > limits.answer:
                raise OutOfResources(f"the answer of {name} is longer than {limits.answer:,} characters")
            return answer
        case ["bad-input", str(line)]:
            raise BadInput(line)
        case ["failure", str(line)]:
            raise EngineFailure(line)
    raise EngineFailure(f"the process of {name} sent an unknown message")


def answer_call(parent: ParentConnection) -> None:
    """Receive one call, and send its answer or an error; this is the main function of the child process."""
    name, arguments = parent.receive()
    try:
        parent.send(["answer", TOOLS[name].answer(arguments)])
    except BaseException as error:  # the parent gets a one-line message for any exception
        known = missing_package(error) or error
        kind = "bad-input" if isinstance(known, BadInput | RecursionError) else "failure"
        parent.send([kind, error_line(known)])
