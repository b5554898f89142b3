"""Every kind of process that Tilewright starts, and an operation that needs it.

The operation of a kind must end even if its process is killed or stopped: it raises a one-line error, or
returns what is known without the process. If an operation has no time limit, the test cancels it after stopping
its process.

`KINDS` in this module covers the processes that the shared code starts. A dictionary of the same name in
``tests/GAME/kinds_of_child_processes.py`` covers the processes that a game starts.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import tilewright as tw
from game_test_files import with_entries_of_games

SHORT = 0.5
"""The time limit of the operations, in seconds."""


@dataclass(frozen=True)
class ChildProcess:
    """A kind of process that Tilewright starts."""

    operate: Callable[[threading.Event], Any]
    """Start the process and wait for its answer; the event cancels operations that have no time limit."""
    starters: tuple[str, ...]
    """The modules that start processes of this kind."""
    needs: tuple[str, ...] = ()
    has_time_limit: bool = True


KINDS: dict[str, ChildProcess] = {}


def all_kinds() -> dict[str, ChildProcess]:
    """Return the shared kinds of processes and those of all games."""
    return with_entries_of_games(KINDS, "kinds_of_child_processes", "KINDS")


STONES = '{"n": 4, "stones": [[0, 1], [1, 2], [2, 3]]}'


def solve(game: str, instance: str, solver: str) -> Callable[[threading.Event], Any]:
    def operate(_cancel: threading.Event) -> Any:
        result = tw.solve(tw.game(game).parse(instance), solver=solver, time_limit=SHORT)
        assert result.solution is None
        return result.status.value

    return operate


KINDS["clingo"] = ChildProcess(solve("domino", STONES, "asp-slots"), ("engines.clingo",))
KINDS["MiniZinc"] = ChildProcess(solve("powers", "3,4", "minizinc"), ("engines.minizinc",), needs=("minizinc",))
KINDS["SWI-Prolog"] = ChildProcess(solve("powers", "3,4", "prolog"), ("engines.prolog",), needs=("swipl",))


def run_outside_program(_cancel: threading.Event) -> Any:
    from tilewright.processes.outside_program import run_program
    from tilewright.run import Limits, Run

    result = run_program([sys.executable, "-c", "print(1)"], Run(Limits(time=SHORT)))
    assert not result.stdout
    return result.stopped


def solve_in_own_process(_cancel: threading.Event) -> Any:
    from tilewright.run import SolveRequest
    from tilewright.running.isolated_solve import FailedSolve, SolveTask, run_task

    request = SolveRequest(time_limit=SHORT)
    outcome = run_task(SolveTask(game="powers", instance="3,4", request=request, grace=0.1, phase_limit=SHORT))
    assert isinstance(outcome, FailedSolve)
    raise outcome.error


def run_tasks(cancel: threading.Event) -> Any:
    from tilewright.running import ProcessPool, TaskFailed

    outcomes = list(ProcessPool(1).run(abs, {"a": -1}, cancel))
    assert all(isinstance(outcome, TaskFailed) for outcome in outcomes)
    return outcomes


def measure_command(_cancel: threading.Event) -> Any:
    from tilewright.running.measured_command import measure

    return measure([sys.executable, "-c", "pass"], time_limit=SHORT).status


def compile_kernels(cancel: threading.Event) -> Any:
    from tilewright.running.kernel_compilation import Compilation, compile_games

    compilation = Compilation("powers", 1)
    compile_games([compilation], 1, cancel=cancel)
    assert not compilation.complete
    return "not compiled"


def play_game(_cancel: threading.Event) -> Any:
    import pytest

    from tilewright.play import games_in_child_process
    from tilewright.play.contest_plan import Contest

    (task, *_) = Contest(tw.game("domino"), ("greedy", "random"), 2, 1).tasks()
    game = {**task.to_json(), "seatings": [["greedy"]]}
    with pytest.MonkeyPatch.context() as patch, games_in_child_process.GameProcess() as process:
        patch.setattr(games_in_child_process, "SETUP_LIMIT", SHORT)
        return process.play(game)


def start_engine(_cancel: threading.Event) -> Any:
    from tilewright.play.engine_process import EngineLimits, EngineProcess

    return EngineProcess(f"{sys.executable} -m tilewright engine domino greedy", "engine", EngineLimits(SHORT))


def ask_worker(cancel: threading.Event) -> Any:
    from tilewright.web.supervised_worker import WorkerProcess

    worker = WorkerProcess(2**30)
    try:
        return worker.ask("parse", {"game": "powers", "instance": "3,4"}, seconds=SHORT, cancel=cancel)
    finally:
        worker.kill()


def call_tool(cancel: threading.Event) -> Any:
    import pytest

    from tilewright.mcp_server import tool_calls

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tool_calls, "PREPARATION", SHORT)
        return tool_calls.call_tool(
            "parse", {"game": "powers", "instance": "3,4"}, tool_calls.CallLimits(seconds=SHORT), cancel
        )


KINDS["external program"] = ChildProcess(
    run_outside_program,
    (
        "processes.outside_program",
        "processes.program_killed_with_parent",
        "processes.process_tree",
        "engines.engine_versions",
        "bench.provenance",
    ),
)
KINDS["solve in its own process"] = ChildProcess(
    solve_in_own_process, ("running.isolated_solve", "processes.function_in_child_process")
)
KINDS["worker of a process pool"] = ChildProcess(run_tasks, ("running.executors",), has_time_limit=False)
KINDS["measured command"] = ChildProcess(measure_command, ("running.measured_command",))
KINDS["compilation of kernels"] = ChildProcess(
    compile_kernels, ("running.kernel_compilation",), has_time_limit=False
)
KINDS["process of a game"] = ChildProcess(play_game, ("play.games_in_child_process",))
KINDS["playing engine"] = ChildProcess(start_engine, ("play.engine_process", "processes.line_program"))
KINDS["worker of the web server"] = ChildProcess(ask_worker, ("web.supervised_worker",))
KINDS["tool of the Model Context Protocol"] = ChildProcess(call_tool, ("mcp_server.tool_calls",))
