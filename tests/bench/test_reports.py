"""Reports compare what can be compared; findings are what no run should show."""

from __future__ import annotations

import json

import pytest
from bench_rows import row

from tilewright.bench.findings import Finding, findings
from tilewright.bench.report import report
from tilewright.bench.suite import CommandEntry, InstanceEntry, SolverEntry, Suite
from tilewright.records import RunRecord


def suite(*labels: str, baseline: str | None = None, commands: tuple[CommandEntry, ...] = ()) -> Suite:
    instances = (InstanceEntry("5", spec="5"), InstanceEntry("6", spec="6"))
    solvers = tuple(SolverEntry(label, label) for label in labels)
    return Suite("mine", "Mine", "stubborn", instances, solvers, commands, baseline)


def test_a_ratio_compares_medians_with_the_fastest_on_the_same_instance() -> None:
    rows = [
        row("a", "optimal", 5, seconds=seconds, repeat=repeat) for repeat, seconds in enumerate([3.0, 1.0, 2.0])
    ]
    rows += [
        row("b", "optimal", 5, seconds=seconds, repeat=repeat) for repeat, seconds in enumerate([0.5, 9.0, 0.4])
    ]
    rows += [
        row("a", "optimal", 6, instance="6", seconds=1.0),
        row("b", "optimal", 6, instance="6", seconds=4.0),
    ]
    made = report(suite("a", "b"), rows)
    assert [
        (line.instance, line.label, line.median, line.least, line.most, line.ratio) for line in made.lines
    ] == [
        ("5", "a", 2.0, 1.0, 3.0, 4.0),
        ("5", "b", 0.5, 0.4, 9.0, 1.0),
        ("6", "a", 1.0, 1.0, 1.0, 1.0),
        ("6", "b", 4.0, 4.0, 4.0, 4.0),
    ]
    assert [(one.label, one.settled, one.instances, one.ratio) for one in made.summaries] == [
        ("a", 2, 2, pytest.approx(2.0)),
        ("b", 2, 2, pytest.approx(2.0)),
    ]


def test_a_named_baseline_is_what_the_others_are_compared_with() -> None:
    rows = [row("a", "optimal", 5, seconds=2.0), row("b", "optimal", 5, seconds=1.0)]
    assert [line.ratio for line in report(suite("a", "b", baseline="a"), rows).lines] == [1.0, 0.5]


def test_where_nobody_proves_anything_those_with_the_same_objective_are_compared() -> None:
    rows = [
        row("a", "feasible", 5, seconds=1.0),
        row("b", "feasible", 5, seconds=4.0),
        row("c", "feasible", 4, seconds=0.5),
        row("d", "feasible", 5, seconds=60.0),
    ]
    lines = report(suite("a", "b", "c", "d", baseline="a"), rows).lines
    assert [line.ratio for line in lines] == [1.0, 4.0, None, None]


def test_means_are_compared_as_whole_numbers_are() -> None:
    rows = [
        row("a", "feasible", 3.5, seconds=1.0),
        row("b", "feasible", 3.5, seconds=4.0),
        row("c", "feasible", 3.25, seconds=0.5),
    ]
    lines = report(suite("a", "b", "c", baseline="a"), rows).lines
    assert [(line.objective, line.ratio) for line in lines] == [(3.5, 1.0), (3.5, 4.0), (3.25, None)]


def test_an_answer_that_settles_nothing_has_no_ratio() -> None:
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


def test_a_time_of_zero_gives_a_ratio_all_the_same() -> None:
    rows = [row("a", "optimal", 5, seconds=0.0), row("b", "optimal", 5, seconds=1.0)]
    assert [line.ratio for line in report(suite("a", "b"), rows).lines] == [1.0, 1e6]


def test_a_report_can_be_written_as_markdown_and_json() -> None:
    rows = [row("a|b", "optimal", 5, seconds=1.5), row("c", "infeasible", seconds=3.0, sitting="tomorrow")]
    made = report(suite("a|b", "c"), rows)
    text = made.to_markdown()
    assert "| 5 | a\\|b | optimal | 5 | 1 | 1.5 | 1.5 | 1.5 | 1.00 | 1 | 1 |" in text
    assert "**disagreement** on 5: c says that there is no solution, a|b shows one" in text
    assert text.endswith(
        "Ratios are against the fastest solver on the same instance. "
        "Measured in 2 sittings on Abacus, 2 cores, 4 GiB, Sand.\n"
    )
    data = json.loads(json.dumps(made.to_json()))
    assert data["suite"] == "mine"
    assert data["lines"][1]["ratio"] == 2.0
    assert data["findings"][0]["kind"] == "disagreement"


def test_nothing_that_was_run_is_an_empty_report() -> None:
    made = report(suite("a", "b"), [])
    assert made.lines == ()
    assert "no machine yet" in made.to_markdown()


def disagreements(*rows: RunRecord) -> list[str]:
    return [finding.message for finding in findings(suite("a", "b", "c"), rows)]


@pytest.mark.parametrize(
    ("rows", "messages"),
    [
        ([("optimal", 15, 15), ("optimal", 15, 15)], []),
        ([("optimal", 3.75, 3.75), ("feasible", 3.5, 3.75)], []),
        (
            [("optimal", 3.75, 3.75), ("feasible", 3.5, 3.625)],
            ["a says that 3.75 is best, b shows 3.5 and bounds it by 3.625"],
        ),
        ([("optimal", 15, 15), ("optimal", 19, 19)], ["a says that 15 is best, b says that 19 is best"]),
        (
            [("infeasible", None, None), ("satisfied", None, None)],
            ["a says that there is no solution, b shows one"],
        ),
        ([("feasible", 3, 9), ("infeasible", None, None)], ["b says that there is no solution, a shows one"]),
        ([("infeasible", None, None), ("unknown", None, None)], []),
        ([("infeasible", None, None), ("infeasible", None, None)], []),
        # The best lies between a solution and its bound, whichever of the two is larger.
        ([("optimal", 15, 15), ("feasible", 14, 20)], []),
        ([("optimal", 15, 15), ("feasible", 20, 14)], []),
        (
            [("optimal", 15, 15), ("feasible", 16, 20)],
            ["a says that 15 is best, b shows 16 and bounds it by 20"],
        ),
        (
            [("optimal", 15, 15), ("feasible", 14, 12)],
            ["a says that 15 is best, b shows 14 and bounds it by 12"],
        ),
        (
            [("feasible", 1, 5), ("feasible", 6, 9)],
            ["a shows 1 and bounds it by 5, b shows 6 and bounds it by 9"],
        ),
        # Without a bound nobody knows which way is better, unless another run's bound tells it.
        ([("optimal", 15, 15), ("feasible", 19, None)], []),
        (
            [("optimal", 15, 15), ("feasible", 19, None), ("feasible", 14, 16)],
            [
                "a says that 15 is best, b shows a solution worth 19",
                "b shows a solution worth 19, c shows 14 and bounds it by 16",
            ],
        ),
        ([("optimal", 15, 15), ("feasible", 19, None), ("feasible", 16, 14)], []),
    ],
)
def test_solvers_that_contradict_each_other_are_a_finding(rows: list, messages: list[str]) -> None:
    made = [row(label, *claim) for label, claim in zip("abc", rows, strict=False)]
    assert disagreements(*made) == messages
    assert sorted(disagreements(*reversed(made))) == sorted(messages)


def test_large_numbers_are_compared_digit_by_digit() -> None:
    assert disagreements(row("a", "optimal", 10**40, 10**40), row("b", "optimal", 10**40 + 1, 10**40 + 1))


def test_answers_to_different_instances_do_not_contradict_each_other() -> None:
    assert disagreements(row("a", "optimal", 5), row("b", "optimal", 6, instance="6")) == []


def test_a_contradiction_that_repeats_itself_is_told_once() -> None:
    rows = [
        row(label, "optimal", best, repeat=repeat)
        for repeat in range(3)
        for label, best in (("a", 1), ("b", 2))
    ]
    assert len(disagreements(*rows)) == 1


def test_an_answer_that_the_checker_rejects_is_a_finding() -> None:
    wrong = row("a", "failed", failure="the checker rejects it", failure_kind="WrongAnswer")
    died = row("b", "failed", failure="died", failure_kind="EngineFailure")
    assert findings(suite("a", "b"), [wrong, died]) == [Finding("wrong-answer", "5", "the checker rejects it")]


def test_a_command_that_breaks_its_promise_is_a_finding() -> None:
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
        Finding("slow-command", "slow", "takes 0.60 s of CPU time, more than 0.5 s"),
        Finding("failed-command", "quick", "ended with status 5, not 0"),
    ]
    assert [line.ratio for line in made.lines] == [None, None]
