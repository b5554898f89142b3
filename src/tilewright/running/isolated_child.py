"""The far side of :mod:`tilewright.running.isolated`: reads one request, solves, tells, and is gone.

Standard input brings the length of the request in a line of its own, then the request as JSON. After that it
only closes: that means *cancel*. What the solver prints goes to standard error, so that the line to the asker,
one JSON object a line, carries nothing but our own messages.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import select
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from tilewright import errors, registry
from tilewright.errors import EngineFailure, MissingProgram, OutOfResources, TilewrightError
from tilewright.game import Game, Progress, Result
from tilewright.running.family import adopt_orphans, cpu_seconds, end_own_family, peak_bytes

__all__ = ["main"]

_PERIOD = 0.1
_MEMORY_SLACK = 4 * 2**30


class _Line:
    """The line to the asker. Of many glances at the solve within a short time, only the last one is sent."""

    def __init__(self) -> None:
        self._stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        self._lock = threading.Lock()
        self._glance: Progress | None = None
        self._last = 0.0

    def send(self, kind: str, **fields: Any) -> None:
        self.send_chunks([json.dumps({"kind": kind, **fields})])

    def send_chunks(self, chunks: Iterable[str]) -> None:
        # An asker that is gone needs to hear nothing.
        with self._lock, contextlib.suppress(BrokenPipeError):
            for chunk in chunks:
                # In JSON a line end can only stand between tokens.
                self._stream.write(chunk.replace("\n", " "))
            self._stream.write("\n")
            self._stream.flush()

    def glance(self, progress: Progress) -> None:
        self._glance = progress
        if time.monotonic() - self._last >= _PERIOD or progress.note == "checking":
            self.flush()

    def flush(self) -> None:
        progress, self._glance = self._glance, None
        if progress is not None:
            self._last = time.monotonic()
            self.send("progress", **asdict(progress))


def _read_request() -> dict[str, Any] | None:
    """The request; None when the asker is gone before it was whole."""
    head = b""
    while not head.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            return None
        head += byte
    left = int(head)
    pieces = []
    while left:
        piece = os.read(0, min(left, 2**20))
        if not piece:
            return None
        pieces.append(piece)
        left -= len(piece)
    request: dict[str, Any] = json.loads(b"".join(pieces))
    return request


def _listen(line: _Line, cancel: threading.Event, asker: int, grace: float) -> None:
    """Pass on the last glance when no newer one comes; cancel when asked, end all when the asker is dead."""
    while not cancel.is_set():
        readable, _, _ = select.select([0], [], [], _PERIOD)
        if readable and not os.read(0, 2**10):
            cancel.set()
        line.flush()
    while os.getppid() == asker:
        line.flush()
        time.sleep(_PERIOD)
    time.sleep(grace)
    end_own_family()


def _limit_memory(limit: int | None) -> None:
    """A generous wall behind the limit that the asker watches: address space is mostly never touched."""
    if limit is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wall = 2 * limit + _MEMORY_SLACK
        if hard == resource.RLIM_INFINITY or wall < hard:
            resource.setrlimit(resource.RLIMIT_AS, (wall, hard))


def _solve(request: dict[str, Any], line: _Line, cancel: threading.Event) -> None:
    costs: dict[str, float] = {}
    clock = time.perf_counter()

    def phase(name: str, finished: str = "") -> None:
        nonlocal clock
        now = time.perf_counter()
        if finished:
            costs[finished] = now - clock
        clock = now
        line.send("phase", phase=name)

    phase("importing")
    game = registry.game(request["game"])
    solver = game.solver(request["solver"])
    game.module("rules"), game.module("notation")
    module, _ = game.entry(solver, "solvers", "solve")
    phase("reading the instance", finished="import_seconds")
    instance = game.parse(request["instance"])
    phase("preparing", finished="read_seconds")
    if hasattr(module, "prepare"):
        module.prepare(instance)
    phase("solving", finished="prepare_seconds")
    cpu_before = cpu_seconds()

    def glance(progress: Progress) -> None:
        if progress.note == "checking":
            costs["cpu_seconds"] = cpu_seconds() - cpu_before
        line.glance(progress)

    result = game.solve(
        instance,
        solver=solver.name,
        time_limit=request["time_limit"],
        seed=request["seed"],
        threads=request["threads"],
        progress=glance,
        cancel=cancel,
        **request["options"],
    )
    phase("writing the result")
    _tell(game, result, request, line, costs)


def _tell(game: Game, result: Result, request: dict[str, Any], line: _Line, costs: dict[str, float]) -> None:
    svg = game.svg(result.instance, result.solution) if request["want_svg"] else None
    if request["solution_file"] is not None and result.solution is not None:
        with Path(request["solution_file"]).open("w", encoding="utf-8") as stream:
            stream.writelines(game.solution_chunks(result.solution))
            stream.write("\n")
        result = replace(result, solution=None)
    head = json.dumps({"kind": "result", "svg": svg, **costs, "peak_bytes": peak_bytes()})
    line.send_chunks([head[:-1], ', "result": ', *result.json_chunks(), "}"])


def _failure(error: BaseException, request: dict[str, Any]) -> dict[str, Any]:
    """The error in a form that the asker makes an error of the same family from."""
    if isinstance(error, MissingProgram):
        return {"error": "MissingProgram", "arguments": [error.program, error.install]}
    if isinstance(error, TilewrightError):
        known = next(kind for kind in type(error).__mro__ if kind.__name__ in errors.__all__)
        return {"error": known.__name__, "arguments": [_one_line(str(error))]}
    who = f"the solver {request['solver'] or ''}".rstrip() + f" of {request['game']}"
    if isinstance(error, MemoryError):
        return {"error": OutOfResources.__name__, "arguments": [f"{who} ran out of memory"]}
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        line = f"{who} cannot write: {error.strerror}"
        return {"error": OutOfResources.__name__, "arguments": [line], "disk_full": True}
    line = _one_line(f"{who} failed: {type(error).__name__}: {error}").rstrip(": ")
    return {"error": EngineFailure.__name__, "arguments": [line]}


def _one_line(text: str) -> str:
    return " ".join(text.split())


def main() -> None:
    asker = os.getppid()
    line = _Line()
    adopt_orphans()
    request = _read_request()
    if request is None:
        return
    sys.path[:] = request["path"]
    _limit_memory(request["memory_limit"])
    os.nice(request["niceness"])
    cancel = threading.Event()
    listener = threading.Thread(target=_listen, args=(line, cancel, asker, request["grace"]), daemon=True)
    listener.start()
    try:
        _solve(request, line, cancel)
    except BaseException as error:  # whatever a solver does, the asker hears of it in one line
        line.send("error", **_failure(error, request))
    finally:
        end_own_family()


if __name__ == "__main__":
    main()
