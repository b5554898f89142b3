"""clingo: small programs with known answers, and a worker that is stopped or killed."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from find_started_processes import StartedProcesses
from tilewright.engines import clingo
from tilewright.errors import EngineFailure
from tilewright.game import Limits, Progress, Run, Status

MODELS = Path(__file__).parent / "models"
Meanwhile = Callable[..., None]

GROUNDING_WITHOUT_END = "p(0). p(X + 1) :- p(X)."


def heaviest(n: int) -> int:
    """Return the largest sum of a subset of 1..n without two consecutive numbers, by trying all subsets."""
    sets = itertools.product((0, 1), repeat=n)
    return max(
        sum(x for x, taken in enumerate(chosen, 1) if taken)
        for chosen in sets
        if not any(a and b for a, b in itertools.pairwise(chosen))
    )


def test_one_model_is_found(processes: StartedProcesses) -> None:
    outcome = clingo.solve(Run(), text="1 { p(1..3) } 1.")
    assert outcome.status is Status.SATISFIED
    assert len(outcome.solutions) == 1
    assert not outcome.stats["complete"]


def test_all_models_are_found(processes: StartedProcesses) -> None:
    outcome = clingo.solve(Run(), text="1 { p(1..3) } 1.", max_models=0)
    assert outcome.status is Status.SATISFIED
    assert sorted(s["atoms"] for s in outcome.solutions) == [[("p", (n,))] for n in (1, 2, 3)]
    assert outcome.stats["complete"]


def test_the_requested_number_of_models_is_found(processes: StartedProcesses) -> None:
    heard: list[object] = []
    outcome = clingo.solve(Run(), text="{ p(1..3) }.", max_models=5, on_solution=heard.append)
    assert len({str(s) for s in outcome.solutions}) == 5
    assert list(outcome.solutions) == heard


def test_no_model_means_infeasible(processes: StartedProcesses) -> None:
    outcome = clingo.solve(Run(), files=[MODELS / "pigeons.lp"], constants={"n": 4})
    assert (outcome.status, outcome.solutions) == (Status.INFEASIBLE, ())


def test_atoms_are_returned_as_tuples(processes: StartedProcesses) -> None:
    text = 'a. -b(c). d(1, "t", (2, e), f(g, -3), (), #sup).'
    outcome = clingo.solve(Run(), text=text)
    assert outcome.best is not None
    assert sorted(outcome.best["atoms"]) == [
        ("-b", ("c",)),
        ("a", ()),
        ("d", (1, "t", (2, "e"), ("f", ("g", -3)), (), "#sup")),
    ]


def test_only_shown_atoms_are_returned(processes: StartedProcesses) -> None:
    assert clingo.solve(Run(), text="a. b(1). #show b/1.").best == {"atoms": [("b", (1,))]}


@pytest.mark.parametrize("threads", [1, 2])
def test_an_optimum_is_proved_and_every_improvement_is_reported(
    processes: StartedProcesses, threads: int
) -> None:
    reports: list[Progress] = []
    run = Run(Limits(threads=threads, seed=5), progress=reports.append)
    outcome = clingo.solve(run, files=[MODELS / "heaviest.lp"], constants={"n": 8}, maximise=True)
    best = heaviest(8)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, best, best)
    assert outcome.best is not None
    assert sum(arguments[0] for _, arguments in outcome.best["atoms"]) == best
    assert outcome.stats["cost"] == [-best]
    steps = [progress.best for progress in reports]
    assert steps == sorted(set(steps))  # type: ignore[type-var]
    assert steps[-1] == best


def test_by_default_the_objective_is_the_cost_of_clingo(processes: StartedProcesses) -> None:
    outcome = clingo.solve(Run(), files=[MODELS / "heaviest.lp"], constants={"n": 5})
    assert (outcome.objective, outcome.bound) == (-heaviest(5), -heaviest(5))


def test_costs_of_lower_priority_are_in_the_statistics(processes: StartedProcesses) -> None:
    text = "1 { p(1..3) }. #minimize { X@2, X : p(X) }. #minimize { 10 - X@1, X : p(X) }."
    outcome = clingo.solve(Run(), text=text)
    assert (outcome.objective, outcome.stats["cost"]) == (1, [1, 9])


def test_the_time_limit_ends_a_long_search_without_an_answer(processes: StartedProcesses) -> None:
    outcome = clingo.solve(Run(Limits(time=0.5)), files=[MODELS / "pigeons.lp"], constants={"n": 14})
    assert (outcome.status, outcome.solutions) == (Status.UNKNOWN, ())
    assert processes.all_ended()


def test_the_time_limit_ends_an_endless_grounding(processes: StartedProcesses) -> None:
    outcome = clingo.solve(Run(Limits(time=0.5)), text=GROUNDING_WITHOUT_END)
    assert (outcome.status, outcome.solutions) == (Status.UNKNOWN, ())
    assert processes.all_ended()


def test_cancelling_from_another_thread_ends_a_grounding(
    processes: StartedProcesses, meanwhile: Meanwhile
) -> None:
    run = Run()
    meanwhile(lambda: processes.wait_for("clingo_worker.py"), run.cancel.set)
    assert clingo.solve(run, text=GROUNDING_WITHOUT_END).status is Status.UNKNOWN
    assert processes.all_ended()


def test_a_cancelled_optimisation_keeps_its_best_model(processes: StartedProcesses) -> None:
    run = Run()
    text = "{ in(P, H) : H = 1..n } = 1 :- P = 0..n. #minimize { 1, P, Q : in(P, H), in(Q, H), P < Q }."
    outcome = clingo.solve(run, text=text, constants={"n": 14}, on_solution=lambda s: run.cancel.set())
    assert outcome.status is Status.FEASIBLE
    assert outcome.best is not None
    holes = [hole for _, (_, hole) in outcome.best["atoms"]]
    assert outcome.objective == sum(a == b for a, b in itertools.combinations(holes, 2))


@pytest.mark.parametrize("strategy", ["bb", "usc"])
def test_a_bound_reported_at_the_time_limit_is_correct(processes: StartedProcesses, strategy: str) -> None:
    # The minimum is 1: one pair of pigeons must share a hole, and one pair is enough.
    text = "{ in(P, H) : H = 1..n } = 1 :- P = 0..n. :~ in(P, H), in(Q, H), P < Q. [1, P, Q]"
    options = [f"--opt-strategy={strategy}"]
    outcome = clingo.solve(Run(Limits(time=0.7)), text=text, constants={"n": 14}, options=options)
    assert outcome.bound is None or outcome.bound <= 1
    assert outcome.objective is None or outcome.objective >= 1


def test_a_killed_worker_is_reported(processes: StartedProcesses, meanwhile: Meanwhile) -> None:
    meanwhile(lambda: processes.kill("clingo_worker.py"))
    with pytest.raises(EngineFailure, match="clingo was killed by SIGKILL"):
        clingo.solve(Run(), text=GROUNDING_WITHOUT_END)
    assert processes.all_ended()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p(X", "error: syntax error, unexpected"),
        ("p(X).", "error: unsafe variables in: p(X)"),
        ('#include "no-such-file.lp".', "error: file could not be opened"),
        ("#const n = m. #const m = n.", "error: cyclic constant definition"),
    ],
)
def test_an_error_in_the_program_is_reported_in_one_line(
    processes: StartedProcesses, text: str, message: str
) -> None:
    with pytest.raises(EngineFailure) as caught:
        clingo.solve(Run(), text=text)
    assert str(caught.value).startswith("clingo: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_or_unknown_option_is_reported_in_one_line(
    processes: StartedProcesses, tmp_path: Path
) -> None:
    with pytest.raises(EngineFailure, match=r"clingo: .*could not be opened"):
        clingo.solve(Run(), files=[tmp_path / "none.lp"])
    with pytest.raises(EngineFailure, match=r"clingo: .*no-such-option"):
        clingo.solve(Run(), text="a.", options=["--no-such-option"])


def test_a_file_in_the_current_folder_cannot_replace_the_clingo_module(
    processes: StartedProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clingo.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    assert clingo.solve(Run(), text="a.").status is Status.SATISFIED


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo hello", "clingo printed 'hello'"),
        ("echo 'no module' >&2; exit 1", "clingo ended with status 1: no module"),
    ],
)
def test_a_worker_that_prints_garbage_or_dies_is_reported(
    processes: StartedProcesses,
    fake: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    message: str,
) -> None:
    fake("python-of-old", script)
    monkeypatch.setattr(sys, "executable", "python-of-old")
    with pytest.raises(EngineFailure) as caught:
        clingo.solve(Run(), text="a.")
    assert message in str(caught.value)


def test_a_fact_contains_only_data() -> None:
    assert clingo.fact("stone", 3, -1, 'a"). evil. b("\\\n') == 'stone(3,-1,"a\\"). evil. b(\\"\\\\\\n").\n'
    assert clingo.fact("empty") == "empty.\n"
    with pytest.raises(ValueError, match="not a name in clingo's syntax"):
        clingo.fact("p(1). q")
    with pytest.raises(ValueError, match="not a name in clingo's syntax"):
        clingo.solve(Run(), constants={"n=1,m": 2})


@settings(deadline=None, derandomize=True, max_examples=8)
@given(
    st.lists(
        st.integers(-(2**31), 2**31 - 1)
        | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=8),
        min_size=1,
        max_size=8,
    )
)
def test_data_in_a_fact_is_returned_unchanged(data: list[Any]) -> None:
    assert clingo.solve(Run(), text=clingo.fact("p", *data)).best == {"atoms": [("p", tuple(data))]}
