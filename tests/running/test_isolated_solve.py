"""Solving in a separate process: the call always ends and no process is left, even if the solver misbehaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from process_watch import alive, wait_until
from tilewright.errors import BadInput, EngineFailure, MissingProgram, OutOfResources, WrongAnswer
from tilewright.game import Phase, Progress, SolveRequest
from tilewright.running import FailedSolve, IsolatedResult, SolveTask, run_task, solve_isolated

PREPARE_SECONDS = 0.3
"""The duration, in seconds, of a slow preparation in the test game, as defined in its ``behaviours.py``."""

pytestmark = pytest.mark.usefixtures("stubborn")


def task(solver: str, time_limit: float | None = None, **limits: Any) -> SolveTask:
    request = SolveRequest(solver=solver, time_limit=time_limit)
    return SolveTask(game="stubborn", instance="5", request=request, **limits)


def scattered(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()]


def test_the_result_is_returned_as_json() -> None:
    outcome = solve_isolated("stubborn", "5", solver="honest", seed=7)
    assert outcome.result.pop("seconds") >= 0
    assert outcome.result == {
        "game": "stubborn",
        "instance": {"n": 5},
        "solver": "honest",
        "status": "optimal",
        "objective": 5,
        "bound": 5,
        "unique": None,
        "solution": {"n": 5},
        "verified": True,
        "stats": {},
    }
    assert outcome.svg is None
    assert outcome.peak_bytes > 2**20
    assert outcome.import_seconds > 0


def test_the_default_solver_is_the_first_one() -> None:
    assert solve_isolated("stubborn", "5").result["solver"] == "honest"


def test_the_preparation_time_is_not_part_of_the_solver_time() -> None:
    outcome = solve_isolated("stubborn", "77", solver="prepared")
    assert outcome.prepare_seconds >= PREPARE_SECONDS
    assert outcome.result["seconds"] < outcome.prepare_seconds


def test_a_solver_is_prepared_once_and_its_cpu_time_excludes_this(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "prepared"
    monkeypatch.setenv("STUBBORN_PREPARED", str(file))
    outcome = solve_isolated("stubborn", "5", solver="prepared")
    assert file.read_text() == "prepared\n"
    assert outcome.prepare_seconds >= PREPARE_SECONDS
    assert outcome.cpu_seconds < PREPARE_SECONDS / 2


def test_the_cpu_time_of_a_failed_solve_excludes_the_preparation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUBBORN_PREPARED", str(tmp_path / "prepared"))
    for solver in ("raiser", "quitter", "wrong"):
        outcome = run_task(task(solver))
        assert isinstance(outcome, FailedSolve)
        assert outcome.cpu_seconds < PREPARE_SECONDS / 2
    assert run_task(task("unknown")).cpu_seconds == 0


def test_progress_messages_have_a_phase() -> None:
    seen: list[Progress] = []
    solve_isolated("stubborn", "5", solver="halved", progress=seen.append)
    assert seen[-1].phase is Phase.CHECK
    assert {progress.phase for progress in seen} <= {Phase.SOLVE, Phase.CHECK}


def test_a_long_instance_is_sent_completely() -> None:
    blanks = " " * 3_000_000
    assert solve_isolated("stubborn", f'{blanks}{{"n": 8}}{blanks}').result["objective"] == 8


def test_a_solution_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    outcome = run_task(SolveTask(game="stubborn", instance="5", solution_file=str(file)))
    assert isinstance(outcome, IsolatedResult)
    assert outcome.result["solution"] is None
    assert outcome.result["verified"] is True
    assert json.loads(file.read_text()) == {"n": 5}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_reported_as_a_resource_error() -> None:
    full = run_task(task("honest", solution_file="/dev/full"))
    assert isinstance(full, FailedSolve)
    assert full.disk_full
    assert str(full.error) == "the solver honest of stubborn cannot write: No space left on device"
    other = run_task(task("raiser"))
    assert isinstance(other, FailedSolve)
    assert not other.disk_full


def test_progress_arrives_while_the_solver_runs_and_the_last_message_is_never_lost() -> None:
    seen: list[Progress] = []
    cancel = threading.Event()

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.best == 1000:
            cancel.set()

    outcome = solve_isolated("stubborn", "5", solver="chatty", progress=watch, cancel=cancel)
    assert outcome.result["status"] == "unknown"
    assert len(seen) < 100, "if many reports come in a short time, most are dropped"


def test_a_cancelled_solver_returns_its_best_solution() -> None:
    cancel = threading.Event()
    outcome = solve_isolated(
        "stubborn", "100000", solver="slow", cancel=cancel, progress=lambda progress: cancel.set()
    )
    assert outcome.result["status"] == "feasible"
    assert outcome.result["verified"] is True
    assert outcome.result["objective"] >= 1


def test_a_solve_cancelled_before_its_start_ends_immediately() -> None:
    cancel = threading.Event()
    cancel.set()
    assert solve_isolated("stubborn", "9", solver="slow", cancel=cancel).result["objective"] == 0


def test_a_solver_that_respects_its_time_limit_returns_its_best_solution() -> None:
    result = solve_isolated("stubborn", "100000", solver="slow", time_limit=0.2).result
    assert result["status"] == "feasible"
    assert result["seconds"] >= 0.2


def test_a_solver_that_ignores_its_time_limit_is_killed() -> None:
    outcome = run_task(task("deaf", time_limit=0.2, grace=0.2))
    assert isinstance(outcome, FailedSolve)
    assert isinstance(outcome.error, EngineFailure)
    assert str(outcome.error) == (
        "the solver deaf of stubborn did not stop at its time limit of 0.2 s and was killed"
    )
    assert outcome.wall_seconds >= 0.4


def test_a_solver_that_ignores_its_cancellation_is_killed() -> None:
    cancel = threading.Event()
    with pytest.raises(EngineFailure, match="was killed because it did not stop after a cancellation"):
        solve_isolated(
            "stubborn", "5", solver="deaf", grace=0.2, cancel=cancel, progress=lambda progress: cancel.set()
        )


def test_a_solve_is_killed_at_once_whatever_it_does() -> None:
    kill = threading.Event()
    with pytest.raises(EngineFailure, match="the solver deaf of stubborn was killed"):
        solve_isolated(
            "stubborn", "5", solver="deaf", grace=3600.0, kill=kill, progress=lambda progress: kill.set()
        )


@pytest.mark.parametrize("solver", ["hungry", "hungry-child"])
def test_a_solver_that_exceeds_its_memory_limit_is_stopped(solver: str) -> None:
    limit = 256 * 2**20
    outcome = run_task(task(solver, memory_limit=limit))
    assert isinstance(outcome, FailedSolve)
    assert isinstance(outcome.error, OutOfResources)
    assert str(outcome.error) == (
        f"the solver {solver} of stubborn exceeded its memory limit of 256 MiB and was stopped"
    )
    assert limit < outcome.peak_bytes < 8 * limit


def test_processes_in_their_own_groups_and_sessions_are_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    cancel = threading.Event()
    with pytest.raises(EngineFailure, match="did not stop after a cancellation"):
        solve_isolated(
            "stubborn",
            "5",
            solver="forker",
            grace=0.2,
            options={"pids": str(pids)},
            cancel=cancel,
            progress=lambda progress: cancel.set(),
        )
    assert len(scattered(pids)) == 3
    assert not any(map(alive, scattered(pids)))


def test_a_solver_that_answers_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    outcome = solve_isolated("stubborn", "5", solver="leaver", options={"pids": str(pids)})
    assert outcome.result["objective"] == 5
    assert len(scattered(pids)) == 3
    assert not any(map(alive, scattered(pids)))


def test_a_killed_solver_is_reported_and_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"

    def kill(progress: Progress) -> None:
        child = int(Path(f"/proc/{scattered(pids)[0]}/stat").read_text().rpartition(")")[2].split()[1])
        os.kill(child, signal.SIGKILL)

    with pytest.raises(EngineFailure, match="process of the solver forker of stubborn was killed by SIGKILL"):
        solve_isolated("stubborn", "5", solver="forker", progress=kill, options={"pids": str(pids)})
    assert len(scattered(pids)) == 3
    assert not any(map(alive, scattered(pids)))


def test_an_error_in_the_progress_callback_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"

    def fail(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_isolated("stubborn", "5", solver="forker", progress=fail, options={"pids": str(pids)})
    assert not any(map(alive, scattered(pids)))


def test_all_processes_end_when_the_caller_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    caller = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from tilewright.running import solve_isolated; sys.path[:0] = [sys.argv[1]]\n"
            "solve_isolated('stubborn', '5', solver='forker', grace=0.2, options={'pids': sys.argv[2]})",
            str(Path(__file__).parents[1] / "bench" / "plugin"),
            str(pids),
        ]
    )
    try:
        wait_until(lambda: pids.exists() and len(scattered(pids)) == 3)
    finally:
        caller.kill()
        caller.wait()
    wait_until(lambda: not any(map(alive, scattered(pids))))


def test_output_printed_by_a_solver_does_not_affect_its_result() -> None:
    assert solve_isolated("stubborn", "5", solver="garbage").result["objective"] == 5


@pytest.mark.parametrize(
    ("solver", "error", "line"),
    [
        ("wrong", WrongAnswer, "the checker rejects the answer of wrong: 6 is more than 5 (too-big)"),
        (
            "raiser",
            EngineFailure,
            "the solver raiser of stubborn failed: ZeroDivisionError: one line and another",
        ),
        ("programless", MissingProgram, "abacus is not installed; install it with: apt-get install abacus"),
        ("nobody", BadInput, None),
        (
            "crash",
            EngineFailure,
            "the process of the solver crash of stubborn was killed by SIGSEGV without an answer: "
            "the very last words",
        ),
        (
            "quitter",
            EngineFailure,
            "the process of the solver quitter of stubborn ended with status 3 without an answer",
        ),
    ],
)
def test_an_error_in_the_solver_process_is_raised_in_the_caller(
    solver: str, error: type, line: str | None
) -> None:
    with pytest.raises(error) as caught:
        solve_isolated("stubborn", "5", solver=solver)
    assert "\n" not in str(caught.value)
    if line is not None:
        assert str(caught.value) == line


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"instance": "five"}, "'five' is not a number"),
        ({"game": "nothing"}, "no game is called 'nothing'"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
        ({"time_limit": -1.0}, "time limit must be a positive number"),
        ({"memory_limit": 0}, "memory limit must be a positive number"),
        ({"threads": 0}, "threads must be between"),
    ],
)
def test_bad_input_is_refused_in_one_line(settings: dict, line: str) -> None:
    with pytest.raises(BadInput, match=line):
        solve_isolated(**{"game": "stubborn", "instance": "5", **settings})


def test_files_named_like_modules_in_the_current_folder_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    assert solve_isolated("stubborn", "5").result["objective"] == 5
