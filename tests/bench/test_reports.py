"""Reports compare the runs of a suite; findings list contradictions, wrong answers and exceeded limits."""

from __future__ import annotations

import dataclasses
import json
import math

import pytest
from invented_records import row

from tilewright.bench.contradictions_and_failures import Finding, findings
from tilewright.bench.html_report import _suite_page
from tilewright.bench.ratio_means import Mean, student
from tilewright.bench.report import report
from tilewright.bench.suite import Suite
from tilewright.bench.suite_entries import CommandEntry, Cost, Figure, InstanceEntry, Published, SolverEntry
from tilewright.records import RunRecord


def suite(*labels: str, baseline: str | None = None, commands: tuple[CommandEntry, ...] = ()) -> Suite:
    instances = (InstanceEntry("5", spec="5"), InstanceEntry("6", spec="6"))
    solvers = tuple(SolverEntry(label, label) for label in labels)
    return Suite("mine", "Mine", "stubborn", instances, solvers, commands, baseline)


def test_a_ratio_compares_each_run_with_the_fastest_solver_in_the_same_pass() -> None:
    rows = [
        row("a", "optimal", 5, seconds=seconds, repeat=repeat) for repeat, seconds in enumerate([3.0, 1.0, 2.0])
    ]
    rows += [
        row("b", "optimal", 5, seconds=seconds, repeat=repeat)
        for repeat, seconds in enumerate([0.5, 0.5, 0.25])
    ]
    rows += [
        row("a", "optimal", 6, instance="6", seconds=1.0),
        row("b", "optimal", 6, instance="6", seconds=4.0),
    ]
    made = report(suite("a", "b"), rows)
    # On instance 5, solver `a` takes 6, 2 and 8 times as long as `b`. The geometric mean of these ratios is the
    # cube root of 96.
    assert [
        (line.instance, line.label, line.median, line.least, line.most, line.ratio) for line in made.lines
    ] == [
        ("5", "a", 2.0, 1.0, 3.0, pytest.approx(96 ** (1 / 3))),
        ("5", "b", 0.5, 0.25, 0.5, 1.0),
        ("6", "a", 1.0, 1.0, 1.0, 1.0),
        ("6", "b", 4.0, 4.0, 4.0, 4.0),
    ]
    assert [(one.label, one.settled, one.instances, one.ratio) for one in made.scores] == [
        ("a", 2, 2, pytest.approx(96 ** (1 / 6))),
        ("b", 2, 2, pytest.approx(2.0)),
    ]


def test_the_interval_of_a_ratio_is_a_student_interval_of_the_logarithms() -> None:
    times = {"a": [2.0, 4.0, 8.0], "b": [1.0, 1.0, 1.0]}
    rows = [
        row(label, "optimal", 5, seconds=seconds, repeat=repeat)
        for label, given in times.items()
        for repeat, seconds in enumerate(given)
    ]
    [line, base] = report(suite("a", "b", baseline="b"), rows).lines
    # The base-2 logarithms of the ratios are 1, 2 and 3; their mean is 2 and their standard deviation is 1. The
    # 97.5% quantile of Student's t-distribution with 2 degrees of freedom is 4.3027.
    reach = 4.302653 / math.sqrt(3)
    assert line.ratio == pytest.approx(4.0)
    assert line.ratio_low == pytest.approx(2 ** (2 - reach))
    assert line.ratio_high == pytest.approx(2 ** (2 + reach))
    assert (base.ratio, base.ratio_low, base.ratio_high) == (1.0, None, None)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    # The 97.5% quantiles, from published tables of Student's t-distribution.
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (11, 2.201), (20, 2.086), (60, 2.000), (1000, 1.962)],
)
def test_student_quantiles_match_published_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.0006)


def test_two_samples_have_a_mean_but_no_interval() -> None:
    assert Mean.of([2.0, 8.0]) == Mean(pytest.approx(4.0))
    assert Mean.of([3.0, 3.0, 3.0]).low == pytest.approx(3.0)


def test_comparing_runs_of_different_sittings_gives_a_warning() -> None:
    rows = [
        row("a", "optimal", 5, seconds=1.0),
        row("b", "optimal", 5, seconds=4.0, sitting="tomorrow"),
        row("b", "optimal", 5, seconds=1.0, sitting="tomorrow", repeat=1),
    ]
    made = report(suite("a", "b", baseline="a"), rows)
    assert [(line.label, line.ratio, line.paired) for line in made.lines] == [
        ("a", 1.0, True),
        ("b", 2.0, False),
    ]
    assert "| ~2.00 |" in made.to_markdown()
    warning = "Ratios marked with ~ compare runs from different calls of 'tilewright bench run'."
    assert warning in made.footnote()


def test_par_2_counts_an_unsolved_run_as_twice_the_time_limit() -> None:
    rows = [
        row("a", "optimal", 5, seconds=1.0, time_limit=10.0),
        row("a", "optimal", 6, instance="6", seconds=3.0, time_limit=10.0),
        row("b", "optimal", 5, seconds=2.0, time_limit=10.0),
        row("b", "optimal", 5, seconds=4.0, time_limit=10.0, repeat=1),
        row("b", "feasible", 5, 6, instance="6", seconds=10.0, time_limit=10.0),
        row("c", "optimal", 5, seconds=2.0, time_limit=10.0),
        row("c", "failed", 5, seconds=None, time_limit=10.0, repeat=1, failure="died"),
        row("c", "failed", instance="6", seconds=None, time_limit=10.0, failure="died"),
    ]
    made = report(suite("a", "b", "c"), rows)
    assert {one.label: (one.solved, one.par2) for one in made.scores} == {
        "a": (2, (1 + 3) / 2),
        "b": (1, ((2 + 4) / 2 + 20) / 2),
        "c": (0, ((2 + 20) / 2 + 20) / 2),
    }


def test_par_2_covers_the_instances_that_all_solvers_have_run() -> None:
    rows = [
        row("a", "optimal", 5, seconds=1.0),
        row("a", "optimal", 6, instance="6", seconds=3.0),
        row("b", "optimal", 5, seconds=2.0),
    ]
    assert [one.par2 for one in report(suite("a", "b", "absent"), rows).scores] == [1.0, 2.0]


def test_instances_skipped_after_the_batch_time_count_as_unsolved() -> None:
    rows = [
        row("a", "optimal", 5, seconds=1.0, time_limit=7.0),
        row("a", "optimal", 6, instance="6", seconds=3.0, time_limit=7.0),
        row("b", "optimal", 5, seconds=2.0, time_limit=7.0),
    ]
    made = report(dataclasses.replace(suite("a", "b"), batch=1.0), rows)
    assert [one.par2 for one in made.scores] == [2.0, (2 + 14) / 2]
    # If the solver has not used up its batch time, the missing run does not count as unsolved: the bench was
    # interrupted, or the instance was added later.
    made = report(dataclasses.replace(suite("a", "b"), batch=3.0), rows)
    assert [one.par2 for one in made.scores] == [1.0, 2.0]


def test_without_any_proof_an_answer_within_the_limit_counts_as_solved() -> None:
    rows = [
        row("a", "feasible", 5, seconds=1.0, time_limit=60.0),
        row("b", "feasible", 5, seconds=60.0, time_limit=60.0),
    ]
    assert [(line.solved, line.par2) for line in report(suite("a", "b"), rows).lines] == [
        (True, 1.0),
        (False, 120.0),
    ]


def paper(*figures: Figure, solver: str | None = "a") -> Suite:
    """Return a suite with one group of two samples, the cost 10 - 2 x objective, and published figures."""
    instances = tuple(
        InstanceEntry(f"n=5 #{seed}", generate={"n": 5}, seed=seed, group="n=5", cost=Cost(10.0, -2.0))
        for seed in (1, 2)
    )
    solvers = (SolverEntry("a", "a"), SolverEntry("b", "b"))
    published = (Published("Old | model", "A paper", figures, solver),) if figures else ()
    return Suite("mine", "Mine", "stubborn", instances, solvers, size="n", published=published)


PAPER_ROWS = [
    row("a", "optimal", 4, instance="n=5 #1", seconds=1.0, objective_real=4.0, parts=3, size=5.0),
    row("a", "optimal", 5, instance="n=5 #2", seconds=2.0, objective_real=5.0, parts=4, size=5.0),
    row("b", "unknown", instance="n=5 #1", seconds=60.0, time_limit=60.0, parts=3, size=5.0),
    row("b", "optimal", 5, instance="n=5 #2", seconds=2.0, objective_real=5.0, parts=4, size=5.0),
]


def test_means_are_shown_next_to_published_figures() -> None:
    made = report(paper(Figure("n=5", seconds=57.33, cost=1.2, samples=10)), PAPER_ROWS)
    text = made.to_markdown()
    assert (
        "| instances | n | parts | solver | mean s | mean objective | mean cost | samples "
        "| published s | published cost | published samples |" in text
    )
    assert "| n=5 | 5 | 3.5 | a | 1.5 | 4.5 | 1 | 2 | 57.33 | 1.2 | 10 |" in text
    assert "| n=5 | 5 | 3.5 | b | ≥ 31 | 5 (1 of 2) | 0 (1 of 2) | 2 |  |  |  |" in text
    assert "Published figures: A paper: Old | model (compared with a)." in text
    [first, _] = json.loads(json.dumps(made.to_json()))["averages"]
    assert (first["seconds"], first["cost"], first["published"]["seconds"]) == (1.5, 1.0, 57.33)


def test_published_figures_are_shown_without_runs_and_without_a_solver() -> None:
    figure = Figure("n=5", objective=4.25)
    [line] = report(paper(figure), []).averages
    assert (line.label, line.samples, line.published) == ("a", 0, figure)
    labels = [line.label for line in report(paper(figure, solver=None), PAPER_ROWS).averages]
    assert labels == ["a", "b", "Old | model"]


def test_means_are_omitted_if_they_would_repeat_the_lines() -> None:
    rows = [row("a", "optimal", 5)]
    assert [table.title for table in report(suite("a"), rows).tables()] == ["Every instance", "Solvers"]
    assert [table.title for table in report(paper(), PAPER_ROWS).tables()] == [
        "Means",
        "Every instance",
        "Solvers",
    ]


def test_solvers_are_compared_with_the_named_baseline() -> None:
    rows = [row("a", "optimal", 5, seconds=2.0), row("b", "optimal", 5, seconds=1.0)]
    assert [line.ratio for line in report(suite("a", "b", baseline="a"), rows).lines] == [1.0, 0.5]


def test_without_any_proof_runs_with_equal_objectives_are_compared() -> None:
    rows = [
        row("a", "feasible", 5, seconds=1.0),
        row("b", "feasible", 5, seconds=4.0),
        row("c", "feasible", 4, seconds=0.5),
        row("d", "feasible", 5, seconds=60.0),
    ]
    lines = report(suite("a", "b", "c", "d", baseline="a"), rows).lines
    assert [line.ratio for line in lines] == [1.0, 4.0, None, None]


def test_fractional_objectives_are_compared_like_integers() -> None:
    rows = [
        row("a", "feasible", 3.5, seconds=1.0),
        row("b", "feasible", 3.5, seconds=4.0),
        row("c", "feasible", 3.25, seconds=0.5),
    ]
    lines = report(suite("a", "b", "c", baseline="a"), rows).lines
    assert [(line.objective, line.ratio) for line in lines] == [(3.5, 1.0), (3.5, 4.0), (3.25, None)]


def test_an_inconclusive_answer_has_no_ratio() -> None:
    rows = [
        row("a", "optimal", 5, seconds=2.0),
        row("b", "feasible", 4, 5, seconds=1.0),
        row("c", "failed", seconds=None, failure="died", failure_kind="EngineFailure"),
        row("d", "unknown", seconds=1.0),
        row("e", "optimal", 5, seconds=1.0),
        row("e", "feasible", 5, 6, seconds=1.0, repeat=1),
    ]
    made = report(suite("a", "b", "c", "d", "e"), rows)
    assert {line.label: line.ratio for line in made.lines} == {
        "a": 1.0,
        "b": None,
        "c": None,
        "d": None,
        "e": None,
    }
    assert {line.label: line.status for line in made.lines}["e"] == "feasible/optimal"


def test_a_time_of_zero_has_a_ratio() -> None:
    rows = [row("a", "optimal", 5, seconds=0.0), row("b", "optimal", 5, seconds=1.0)]
    assert [line.ratio for line in report(suite("a", "b"), rows).lines] == [1.0, 1e6]


def test_a_report_can_be_written_as_markdown_and_json() -> None:
    rows = [row("a|b", "optimal", 5, seconds=1.5), row("c", "infeasible", seconds=3.0, sitting="tomorrow")]
    made = report(suite("a|b", "c"), rows)
    text = made.to_markdown()
    assert "| 5 | a\\|b | optimal | 5 | 1 | 1.5 | 1.5 | 1.5 | 1.00 | 1 | 1 |" in text
    assert "**disagreement** on 5: c claims that there is no solution, but a|b has one" in text
    assert text.endswith(
        "Ratios are relative to the fastest solver on each instance. "
        "Ratios marked with ~ compare runs from different calls of 'tilewright bench run'. "
        "Measured in 2 calls of 'tilewright bench run', on Abacus, 2 cores, 4 GiB, Sand.\n"
    )
    data = json.loads(json.dumps(made.to_json()))
    assert data["suite"] == "mine"
    assert data["lines"][1]["ratio"] == pytest.approx(2.0)
    assert data["findings"][0]["kind"] == "disagreement"


def test_a_report_has_the_reasons_of_failed_runs() -> None:
    why = "the solver b of stubborn exceeded its memory limit of 1 MiB and was stopped"
    failed = {"failure": why, "failure_kind": "OutOfResources", "seconds": None, "result": None}
    made = report(
        suite("a", "b"),
        [row("a", "optimal", 5, 5), row("b", "failed", **failed), row("b", "failed", repeat=1, **failed)],
    )
    line = f"b failed on 5 and in 1 more run: {why}"
    assert [str(failure) for failure in made.failures] == [line]
    assert line in made.to_markdown()
    assert made.to_json()["failures"] == [{"label": "b", "instance": "5", "runs": 2, "message": why}]
    assert line in _suite_page(made)


def test_a_line_lists_all_objectives_of_its_runs() -> None:
    rows = [
        row("a", "feasible", 7, repeat=0),
        row("a", "feasible", 4, repeat=1),
        row("a", "unknown", repeat=2),
        row("b", "unknown", repeat=0),
    ]
    first, second = report(suite("a", "b"), rows).lines
    assert (first.objective, first.objectives, first.cells()["objective"]) == (4, (4, 7), "4 to 7")
    assert (second.objective, second.objectives, second.cells()["objective"]) == (None, (), None)


def test_a_report_without_runs_is_empty() -> None:
    made = report(suite("a", "b"), [])
    assert made.lines == ()
    assert "There are no recorded runs of this suite." in made.to_markdown()


def disagreements(*rows: RunRecord) -> list[str]:
    return [finding.message for finding in findings(suite("a", "b", "c"), rows)]


@pytest.mark.parametrize(
    ("rows", "messages"),
    [
        ([("optimal", 15, 15), ("optimal", 15, 15)], []),
        ([("optimal", 3.75, 3.75), ("feasible", 3.5, 3.75)], []),
        (
            [("optimal", 3.75, 3.75), ("feasible", 3.5, 3.625)],
            ["a claims that 3.75 is optimal, but b has the objective 3.5 and the bound 3.625"],
        ),
        (
            [("optimal", 15, 15), ("optimal", 19, 19)],
            ["a claims that 15 is optimal, but b claims that 19 is optimal"],
        ),
        (
            [("infeasible", None, None), ("satisfied", None, None)],
            ["a claims that there is no solution, but b has one"],
        ),
        (
            [("feasible", 3, 9), ("infeasible", None, None)],
            ["b claims that there is no solution, but a has one"],
        ),
        ([("infeasible", None, None), ("unknown", None, None)], []),
        ([("infeasible", None, None), ("infeasible", None, None)], []),
        # The optimum is between the objective of a solution and the bound; either of the two may be larger.
        ([("optimal", 15, 15), ("feasible", 14, 20)], []),
        ([("optimal", 15, 15), ("feasible", 20, 14)], []),
        (
            [("optimal", 15, 15), ("feasible", 16, 20)],
            ["a claims that 15 is optimal, but b has the objective 16 and the bound 20"],
        ),
        (
            [("optimal", 15, 15), ("feasible", 14, 12)],
            ["a claims that 15 is optimal, but b has the objective 14 and the bound 12"],
        ),
        (
            [("feasible", 1, 5), ("feasible", 6, 9)],
            ["a has the objective 1 and the bound 5, but b has the objective 6 and the bound 9"],
        ),
        # A bound can contradict other answers even if the run that proves it finds no solution.
        (
            [("optimal", 15, 15), ("unknown", None, 14), ("feasible", 12, 20)],
            ["a claims that 15 is optimal, but b proves the bound 14 without a solution"],
        ),
        ([("optimal", 15, 15), ("unknown", None, 16), ("feasible", 12, 20)], []),
        (
            [("optimal", 15, 15), ("unknown", None, 16), ("feasible", 20, 12)],
            ["a claims that 15 is optimal, but b proves the bound 16 without a solution"],
        ),
        ([("unknown", None, 9), ("unknown", None, 5), ("feasible", 4, 20)], []),
        # Without a bound, the direction of optimisation is unknown unless the bound of another run reveals it.
        ([("optimal", 15, 15), ("feasible", 19, None)], []),
        (
            [("optimal", 15, 15), ("feasible", 19, None), ("feasible", 14, 16)],
            [
                "a claims that 15 is optimal, but b has a solution with objective 19",
                "b has a solution with objective 19, but c has the objective 14 and the bound 16",
            ],
        ),
        ([("optimal", 15, 15), ("feasible", 19, None), ("feasible", 16, 14)], []),
    ],
)
def test_contradicting_answers_are_a_finding(rows: list, messages: list[str]) -> None:
    made = [row(label, *claim) for label, claim in zip("abc", rows, strict=False)]
    assert disagreements(*made) == messages
    assert sorted(disagreements(*reversed(made))) == sorted(messages)


def test_large_objectives_are_compared_exactly() -> None:
    assert disagreements(row("a", "optimal", 10**40, 10**40), row("b", "optimal", 10**40 + 1, 10**40 + 1))


def test_answers_to_different_instances_do_not_contradict_each_other() -> None:
    assert disagreements(row("a", "optimal", 5), row("b", "optimal", 6, instance="6")) == []


def test_a_repeated_contradiction_is_reported_once() -> None:
    rows = [
        row(label, "optimal", best, repeat=repeat)
        for repeat in range(3)
        for label, best in (("a", 1), ("b", 2))
    ]
    assert len(disagreements(*rows)) == 1


def test_a_rejected_answer_is_a_finding() -> None:
    wrong = row("a", "failed", failure="the checker rejects it", failure_kind="WrongAnswer")
    died = row("b", "failed", failure="died", failure_kind="EngineFailure")
    assert findings(suite("a", "b"), [wrong, died]) == [Finding("wrong-answer", "5", "the checker rejects it")]


def test_a_command_that_exceeds_its_limits_is_a_finding() -> None:
    commands = (
        CommandEntry("slow", ("--help",), cpu_at_most=0.5),
        CommandEntry("quick", ("x",), cpu_at_most=0.5),
    )
    rows = [
        row(name, "done", kind="command", instance=name, cpu_seconds=cpu, repeat=repeat)
        for name, times in (("slow", [0.4, 0.6, 0.7]), ("quick", [0.4, 0.4, 0.9]))
        for repeat, cpu in enumerate(times)
    ]
    rows.append(row("quick", "failed", kind="command", instance="quick", failure="ended with status 5, not 0"))
    made = report(suite(commands=commands), rows)
    assert list(made.findings) == [
        Finding("slow-command", "slow", "takes 0.60 s of CPU time (median); the limit is 0.5 s"),
        Finding("failed-command", "quick", "ended with status 5, not 0"),
    ]
    assert [line.ratio for line in made.lines] == [None, None]
