"""MiniZinc: known answers, a process that is stopped or killed, and a command that is faked or missing."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from find_started_processes import StartedProcesses
from tilewright.engines import minizinc
from tilewright.errors import EngineFailure, MissingProgram
from tilewright.game import Limits, Progress, Run, Status

MODELS = Path(__file__).parent / "models"
Meanwhile = Callable[..., None]
Fake = Callable[[str, str], None]

needs_minizinc = pytest.mark.needs("minizinc")


@needs_minizinc
def test_one_solution_is_found(processes: StartedProcesses) -> None:
    outcome = minizinc.solve(MODELS / "permutation.mzn", {"n": 4}, Run())
    assert outcome.status is Status.SATISFIED
    assert outcome.best is not None
    assert sorted(outcome.best["q"]) == [1, 2, 3, 4]
    assert not outcome.stats["complete"]


@needs_minizinc
def test_all_solutions_are_found(processes: StartedProcesses) -> None:
    outcome = minizinc.solve(MODELS / "permutation.mzn", {"n": 4}, Run(), all_solutions=True)
    assert outcome.status is Status.SATISFIED
    assert outcome.stats["complete"]
    assert sorted(s["q"] for s in outcome.solutions) == [list(p) for p in itertools.permutations(range(1, 5))]


@needs_minizinc
def test_the_requested_number_of_solutions_is_found(processes: StartedProcesses) -> None:
    outcome = minizinc.solve(MODELS / "permutation.mzn", {"n": 4}, Run(), max_solutions=5)
    assert outcome.status is Status.SATISFIED
    assert len({tuple(s["q"]) for s in outcome.solutions}) == 5


@needs_minizinc
@pytest.mark.parametrize("threads", [1, 2])
def test_an_optimum_is_proved_and_every_improvement_is_reported(
    processes: StartedProcesses, threads: int
) -> None:
    reports: list[Progress] = []
    heard: list[object] = []
    run = Run(Limits(threads=threads, seed=7), progress=reports.append)
    outcome = minizinc.solve(MODELS / "heaviest_permutation.mzn", {"n": 5}, run, on_solution=heard.append)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, 55, 55)
    assert outcome.solutions == ({"q": [1, 2, 3, 4, 5]},)
    assert heard[-1] == outcome.best
    best = [progress.best for progress in reports]
    assert best == sorted(set(best))  # type: ignore[type-var]
    assert best[-1] == 55
    assert outcome.stats["nodes"] > 0


@needs_minizinc
def test_no_solution_means_infeasible(processes: StartedProcesses) -> None:
    outcome = minizinc.solve(MODELS / "pigeons.mzn", {"n": 4}, Run())
    assert (outcome.status, outcome.solutions) == (Status.INFEASIBLE, ())


@needs_minizinc
def test_a_model_without_data_needs_none(processes: StartedProcesses, tmp_path: Path) -> None:
    model = tmp_path / "plain.mzn"
    model.write_text("var 2..2: x; solve satisfy;")
    assert minizinc.solve(model, {}, Run()).best == {"x": 2}


@needs_minizinc
def test_the_time_limit_ends_a_long_search_without_an_answer(processes: StartedProcesses) -> None:
    outcome = minizinc.solve(MODELS / "pigeons.mzn", {"n": 15}, Run(Limits(time=0.5)))
    assert (outcome.status, outcome.solutions) == (Status.UNKNOWN, ())
    assert processes.all_ended()


@needs_minizinc
def test_a_cancelled_optimisation_keeps_its_best_solution(processes: StartedProcesses) -> None:
    run = Run()
    outcome = minizinc.solve(
        MODELS / "slow_optimum.mzn", {"n": 15}, run, on_solution=lambda solution: run.cancel.set()
    )
    assert outcome.status is Status.FEASIBLE
    assert outcome.best is not None
    holes = outcome.best["hole"]
    assert outcome.objective == sum(a == b for a, b in itertools.combinations(holes, 2))
    assert outcome.bound is None
    assert processes.all_ended()


@needs_minizinc
def test_a_cancelled_enumeration_keeps_its_solutions_but_is_not_done(processes: StartedProcesses) -> None:
    run = Run()
    outcome = minizinc.solve(
        MODELS / "permutation.mzn",
        {"n": 12},
        run,
        all_solutions=True,
        on_solution=lambda solution: run.cancel.set(),
    )
    assert outcome.status is Status.FEASIBLE
    assert outcome.solutions


@needs_minizinc
def test_cancelling_from_another_thread_ends_the_solver_process(
    processes: StartedProcesses, meanwhile: Meanwhile
) -> None:
    run = Run()
    meanwhile(lambda: processes.wait_for("fzn-gecode"), run.cancel.set)
    assert minizinc.solve(MODELS / "pigeons.mzn", {"n": 15}, run).status is Status.UNKNOWN
    assert processes.all_ended()


@needs_minizinc
@pytest.mark.parametrize(
    ("victim", "message"),
    [("fzn-gecode", "minizinc ended with status 1"), ("minizinc", "minizinc was killed by SIGKILL")],
)
def test_a_killed_process_is_reported_and_leaves_no_process(
    processes: StartedProcesses, meanwhile: Meanwhile, victim: str, message: str
) -> None:
    meanwhile(lambda: processes.wait_for("fzn-gecode"), lambda: processes.kill(victim))
    with pytest.raises(EngineFailure, match=message):
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 15}, Run())
    assert processes.all_ended()


@needs_minizinc
def test_the_solver_ends_when_its_caller_is_killed(processes: StartedProcesses) -> None:
    script = (
        "import sys, pathlib; from tilewright.engines import minizinc; from tilewright.game import Run;"
        "minizinc.solve(pathlib.Path(sys.argv[1]), {'n': 15}, Run())"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(MODELS / "pigeons.mzn")]) as caller:
        processes.wait_for("fzn-gecode")
        caller.kill()
    assert processes.all_ended()


@needs_minizinc
def test_a_cancelled_run_leaves_no_file_behind(
    processes: StartedProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run = Run()
    minizinc.solve(MODELS / "slow_optimum.mzn", {"n": 15}, run, on_solution=lambda s: run.cancel.set())
    assert list(tmp_path.iterdir()) == []


@needs_minizinc
@pytest.mark.parametrize(
    ("model", "data", "message"),
    [
        (
            "var 1..3: x; constrant x > 5; solve satisfy;",
            {},
            "minizinc: syntax error: syntax error, unexpected",
        ),
        ("var 1..3: x; constraint x > y; solve satisfy;", {}, "minizinc: type error: undefined identifier `y'"),
        ("int: n; var 1..n: x; solve satisfy;", {}, "must be defined"),
        ("int: n; var 1..n: x; solve satisfy;", {"n": "1; constraint false"}, "from type string to type int"),
        ("int: n = 1 div 0; var 0..n: x; solve satisfy;", {}, "division by zero"),
    ],
)
def test_an_error_in_the_model_or_data_is_reported_in_one_line(
    processes: StartedProcesses, tmp_path: Path, model: str, data: dict[str, object], message: str
) -> None:
    file = tmp_path / "wrong.mzn"
    file.write_text(model)
    with pytest.raises(EngineFailure) as caught:
        minizinc.solve(file, data, Run())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@needs_minizinc
def test_a_missing_model_file_is_reported_in_one_line(processes: StartedProcesses, tmp_path: Path) -> None:
    with pytest.raises(EngineFailure, match="minizinc: error: Cannot open file"):
        minizinc.solve(tmp_path / "none.mzn", {}, Run())


@needs_minizinc
def test_a_solver_unknown_to_minizinc_is_reported_as_missing(processes: StartedProcesses) -> None:
    with pytest.raises(MissingProgram, match="nobody, a MiniZinc solver, is not installed"):
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run(), solver="nobody")


@pytest.mark.parametrize(
    "script",
    [
        "echo 'Segmentation fault, or so'",
        "echo '[1, 2, 3]'",
        'echo \'{"type": "solution"}\'',
        'echo \'{"type": "solution", "output": {"json": {"x": 1, "_objective": 1e999}}}\'',
        "head -c 100000 /dev/zero | tr '\\0' '['",
        "head -c 1000 /dev/urandom",
        "yes nonsense",
    ],
)
def test_garbage_output_is_an_engine_failure(processes: StartedProcesses, fake: Fake, script: str) -> None:
    fake("minizinc", script)
    with pytest.raises(EngineFailure, match=r"minizinc printed .* which is not a valid answer") as caught:
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("script", ["exit 0", 'echo \'{"type": "status", "status": "UNKNOWN"}\''])
def test_missing_output_is_an_engine_failure(processes: StartedProcesses, fake: Fake, script: str) -> None:
    fake("minizinc", script)
    with pytest.raises(EngineFailure, match="minizinc ended with status 0: it printed no answer"):
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run())


TIMED_OUT = """echo '{"type": "error", "what": "time out", "message": "time limit reached"}'; exit 1"""


def test_a_time_limit_during_flattening_is_not_a_failure(processes: StartedProcesses, fake: Fake) -> None:
    fake("minizinc", TIMED_OUT)
    outcome = minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run(Limits(time=60)))
    assert outcome.status is Status.UNKNOWN
    assert not outcome.solutions


def test_a_timeout_without_a_time_limit_is_a_failure(processes: StartedProcesses, fake: Fake) -> None:
    fake("minizinc", TIMED_OUT)
    with pytest.raises(EngineFailure, match="time limit reached"):
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run(Limits()))


def test_the_reason_of_a_failed_command_is_reported(processes: StartedProcesses, fake: Fake) -> None:
    fake("minizinc", "echo 'out of memory' >&2; exit 7")
    with pytest.raises(EngineFailure, match="minizinc ended with status 7: out of memory"):
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run())


def test_a_missing_command_is_reported_with_its_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        MissingProgram, match=r"minizinc is not installed; .* apt-get install minizinc flatzinc"
    ):
        minizinc.solve(MODELS / "pigeons.mzn", {"n": 2}, Run())
