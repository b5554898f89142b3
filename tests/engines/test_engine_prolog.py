"""SWI-Prolog: known answers, a process that is stopped or killed, and a command that is faked or missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from find_started_processes import StartedProcesses
from tilewright.engines import prolog
from tilewright.errors import EngineFailure, MissingProgram
from tilewright.game import Limits, Run, Status

PROGRAM = Path(__file__).parent / "models" / "squares.pl"
Meanwhile = Callable[..., None]
Fake = Callable[[str, str], None]

needs_swipl = pytest.mark.needs("swipl")


def values(goal: str) -> dict[str, Any]:
    (solution,) = prolog.solve(PROGRAM, goal, Run()).solutions
    return dict(solution)


@needs_swipl
def test_all_answers_are_found(processes: StartedProcesses) -> None:
    outcome = prolog.solve(PROGRAM, "square(4, X, Y)", Run())
    assert outcome.status is Status.SATISFIED
    assert outcome.solutions == tuple({"X": x, "Y": x * x} for x in (1, 2, 3, 4))
    assert outcome.stats["complete"]


@needs_swipl
def test_the_requested_number_of_answers_is_found(processes: StartedProcesses) -> None:
    heard: list[object] = []
    outcome = prolog.solve(PROGRAM, "square(4, X, Y)", Run(), max_solutions=2, on_solution=heard.append)
    assert outcome.status is Status.SATISFIED
    assert list(outcome.solutions) == heard == [{"X": 1, "Y": 1}, {"X": 2, "Y": 4}]
    assert not outcome.stats["complete"]


@needs_swipl
def test_no_answer_means_infeasible(processes: StartedProcesses) -> None:
    outcome = prolog.solve(PROGRAM, "pigeons(3)", Run())
    assert (outcome.status, outcome.solutions) == (Status.INFEASIBLE, ())


@needs_swipl
def test_a_goal_may_use_the_operators_of_the_program(processes: StartedProcesses) -> None:
    assert values("X #= 2 + 3, Y #= X * 10^30") == {"X": 5, "Y": 5 * 10**30}


@needs_swipl
def test_values_of_every_type_are_returned(processes: StartedProcesses) -> None:
    goal = r"""A = [1, [-2], []], B = 'it''s "so"\\', C = "line\nbreak\t\u2603", D = f(x, Y), E = 0.5, true"""
    assert values(goal) == {
        "A": [1, [-2], []],
        "B": 'it\'s "so"\\',
        "C": "line\nbreak\t\N{SNOWMAN}",
        "D": values(goal)["D"],
        "E": 0.5,
        "Y": None,
    }
    assert values(goal)["D"].startswith("f(x,_")


@needs_swipl
def test_data_in_a_goal_is_returned_unchanged(processes: StartedProcesses) -> None:
    planes = [chr(code) for code in range(1, 0x110000, 0x7F1) if not 0xD800 <= code < 0xE000]
    data = [0, -1, 10**40, "", [], ["nested", [1]], "\0", *map(chr, range(128)), *planes, "".join(planes)]
    assert values(f"X = {prolog.term(data)}") == {"X": data}


def test_data_cannot_become_code() -> None:
    assert prolog.term(["a'b\\", -3, (True, 0)]) == r"['a\U00000027b\U0000005c',-3,[1,0]]"


@needs_swipl
def test_the_same_seed_draws_the_same_numbers(processes: StartedProcesses) -> None:
    goal = "random_between(1, 1000000000, X)"
    first, again, other = (prolog.solve(PROGRAM, goal, Run(Limits(seed=s))).best for s in (1, 1, 2))
    assert first == again != other


@needs_swipl
def test_no_configuration_file_of_the_user_is_read(
    processes: StartedProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path, tmp_path / "swi-prolog", tmp_path / ".config" / "swi-prolog"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("init.pl", ".swiplrc"):
            folder.joinpath(name).write_text(":- halt(9).\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert values("square(1, X, Y)") == {"X": 1, "Y": 1}


@needs_swipl
def test_the_time_limit_ends_a_long_search_without_an_answer(processes: StartedProcesses) -> None:
    outcome = prolog.solve(PROGRAM, "pigeons(14)", Run(Limits(time=0.5)))
    assert (outcome.status, outcome.solutions) == (Status.UNKNOWN, ())
    assert processes.all_ended()


@needs_swipl
@pytest.mark.parametrize(
    ("wanted", "status"), [(None, Status.FEASIBLE), (2, Status.FEASIBLE), (1, Status.SATISFIED)]
)
def test_answers_before_the_end_of_the_run_are_kept(
    processes: StartedProcesses, wanted: int | None, status: Status
) -> None:
    run = Run()
    outcome = prolog.solve(
        PROGRAM, "square_then_search(X)", run, max_solutions=wanted, on_solution=lambda s: run.cancel.set()
    )
    assert outcome.status is status
    assert outcome.solutions == ({"X": 1},)


@needs_swipl
def test_a_killed_process_is_reported(processes: StartedProcesses, meanwhile: Meanwhile) -> None:
    meanwhile(lambda: processes.kill("swipl"))
    with pytest.raises(EngineFailure, match="swipl was killed by SIGKILL"):
        prolog.solve(PROGRAM, "pigeons(14)", Run())
    assert processes.all_ended()


@needs_swipl
@pytest.mark.parametrize(
    ("program", "goal", "message"),
    [
        ("p(X) :- X is foo + 1.", "p(X)", "foo/0' is not a function"),
        ("p(1).", "q(X)", "Unknown procedure: q/1"),
        ("p(1).", "p(X", "Syntax error"),
        ("p(1).", "p(X). halt", "expected"),
        ("p(1).", "", "swipl: "),
        ("p(1).", "throw(oops)", "oops"),
        ("p(1", "true", "Syntax error"),
        ("p(X, Y) :- q(X).", "true", "Singleton variables: [Y]"),
        ("p(1). q(1). p(2).", "true", "not together"),
        (":- use_module(library(no_such_library)).", "true", "no_such_library"),
        (":- fail.", "true", "Goal (directive) failed"),
        ("p(X) :- p([X|X]).", "p(1)", "Stack limit"),
        ("p(1).", "halt(3)", "swipl ended with status 3: it printed no answer"),
        ("p(1).", "write(hello)", "swipl printed"),
    ],
)
def test_an_error_in_the_program_or_goal_is_reported_in_one_line(
    processes: StartedProcesses, tmp_path: Path, program: str, goal: str, message: str
) -> None:
    file = tmp_path / "wrong.pl"
    file.write_text(f":- set_prolog_flag(stack_limit, 10000000).\n{program}\n")
    with pytest.raises(EngineFailure) as caught:
        prolog.solve(file, goal, Run())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@needs_swipl
def test_a_missing_program_file_is_reported_in_one_line(processes: StartedProcesses, tmp_path: Path) -> None:
    with pytest.raises(EngineFailure, match="does not exist"):
        prolog.solve(tmp_path / "none.pl", "true", Run())


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'Welcome to SWI-Prolog'", "swipl printed 'Welcome to SWI-Prolog'"),
        ("echo '{}'; echo '{\"end\": true}'", "swipl printed '{}'"),
        ("echo 'oh dear' >&2; exit 2", "swipl ended with status 2: oh dear"),
    ],
)
def test_garbage_output_is_an_engine_failure(
    processes: StartedProcesses, fake: Fake, script: str, message: str
) -> None:
    fake("swipl", script)
    with pytest.raises(EngineFailure) as caught:
        prolog.solve(PROGRAM, "true", Run())
    assert message in str(caught.value)


def test_a_missing_command_is_reported_with_its_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgram, match=r"swipl is not installed; .* apt-get install swi-prolog-nox"):
        prolog.solve(PROGRAM, "true", Run())


def test_requesting_fewer_than_one_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        prolog.solve(PROGRAM, "true", Run(), max_solutions=0)
