"""The Python functions: they do what the commands do, accept text instead of values, and return tables."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow
import pytest

import tilewright as tw
from tilewright import arrow_and_pandas
from tilewright.cli import run
from tilewright.errors import MissingProgram

NURIKABE = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
DEAL = "4: 01 12 25 33 35"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# --- Instances as text --------------------------------------------------------------------------------


def test_text_json_and_values_are_the_same_instance() -> None:
    powers = tw.game("powers")
    value = powers.parse("3,4")
    forms = [value, "3,4", {"exponents": [3, 4]}, '{"exponents": [3, 4]}']
    assert [tw.parse(form, game="powers") for form in forms] == [value] * 4
    assert [powers.solve(form).objective for form in forms] == [18] * 4
    assert [tw.check(form, '{"n": 18}', game=powers).ok for form in forms] == [True] * 4
    assert tw.parse(value) is value


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: tw.solve("3,4"), r'needs the name of its game, as in solve\("3,4", game="powers"\)'),
        (lambda: tw.solve(None), "an instance must be an Instance, text or a dict, not .* NoneType"),
        (lambda: tw.solve(3, game="powers"), "an instance of powers must be .*, not an int"),
        (lambda: tw.solve(tw.parse("3,4", "powers"), game="domino"), "the game powers, not to domino"),
        (lambda: tw.check("3,4", 18, game="powers"), "a solution of powers must be a Solution, text or a dict"),
        (lambda: tw.hint(NURIKABE, 5), "a state of nurikabe must be text or a dict, not an int"),
        (lambda: tw.solve("3,4", game=7), "a game must be a Game or its name, not a value of type int"),
        (lambda: tw.parse("https://puzz.link/p?chess/8/8/a"), "no game has the puzz.link type 'chess'"),
        (lambda: tw.generate("domino", colour="red"), "the generator of domino has no option 'colour'"),
        (lambda: tw.analyse(3), "a record must be a Record, text or a dict, not a value of type int"),
        (lambda: tw.arena("domino", "greedy", "random", anchor="planner"), "anchor planner: expected one of"),
        (
            lambda: tw.to_arrow([1]),
            "expected results, standings or other values that can be converted to a table, not 1",
        ),
        (lambda: tw.grade("3,4", game="powers"), "powers has no grades"),
    ],
)
def test_a_wrong_argument_is_named(ask: Any, message: str) -> None:
    with pytest.raises(tw.BadInput, match=message):
        ask()


# --- The phases of a solve ------------------------------------------------------------------------------


def test_a_solve_reports_its_phases_in_order() -> None:
    reports: list[tw.Progress] = []
    tw.solve("3,4", game="powers", progress=reports.append)
    phases = [report.phase for report in reports]
    assert phases[0] is tw.Phase.PREPARE
    assert phases[-1] is tw.Phase.CHECK
    assert reports[-1].best == 18
    assert {*phases[1:-1]} <= {tw.Phase.SOLVE}


def test_a_solver_can_be_prepared_run_and_checked_by_separate_calls() -> None:
    powers, request = tw.game("powers"), tw.SolveRequest(solver="cpsat")
    instance = powers.parse("3,4")
    powers.prepare(instance, request)
    answer, seconds = powers.run_solver(instance, request)
    assert powers.check_answer(instance, request, answer, seconds).objective == 18
    wrong = replace(answer, objective=17)
    with pytest.raises(tw.WrongAnswer, match="claims the objective 17, but the checker finds 18"):
        powers.check_answer(instance, request, wrong, seconds)


def test_a_request_and_keyword_arguments_exclude_each_other() -> None:
    with pytest.raises(TypeError, match="not both"):
        tw.game("powers").solve("3,4", tw.SolveRequest(), solver="cpsat")


# --- The same answers as the command line -------------------------------------------------------------


def test_hints_grades_and_instances_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert tw.hint(NURIKABE).to_json() == printed(capsys, "hint", "nurikabe", NURIKABE)
    state = {"rows": ["-----"] * 4 + ["--#--"]}
    assert tw.hint(NURIKABE, state).to_json() == printed(
        capsys, "hint", "nurikabe", NURIKABE, json.dumps(state)
    )
    graded = printed(capsys, "grade", "nurikabe", NURIKABE)
    assert tw.grade(NURIKABE).to_json().items() <= graded.items()
    generated = tw.generate("domino", seed=7, n=4, stones=5, rule="touch")
    options = ["--set", "n=4", "--set", "stones=5", "--set", "rule=touch", "--seed", "7"]
    assert tw.game("domino").to_json(generated) == printed(capsys, "generate", "domino", *options)


def test_standings_are_those_of_the_command_line_and_have_tables_and_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    standings = tw.arena("domino", "greedy", "random", games=4, seed=5, n=3, stones=4, data=tmp_path)
    arguments = ["greedy", "random", "--games", "4", "--seed", "5", "--set", "n=3", "--set", "stones=4"]
    assert standings.to_json() == printed(capsys, "arena", "domino", *arguments, "--data", str(tmp_path))
    agents = standings.to_pandas()
    assert sorted(agents["agent"]) == ["greedy", "random"]
    assert agents[["wins", "losses"]].sum().tolist() == [agents["wins"].sum()] * 2
    pair = standings.pairs.to_arrow().to_pylist()[0]
    assert (pair["first"], pair["second"]) == ("greedy", "random")
    assert 0 <= pair["score_low"] <= pair["score"] <= pair["score_high"] <= 1
    assert "greedy" in standings.scene().to_svg()
    assert standings._repr_html_().count("<tr>") == 3
    without_complete_deal = replace(
        standings, games={name: records[:1] for name, records in [*standings.games.items()][:1]}
    )
    assert without_complete_deal._repr_svg_() is None
    assert without_complete_deal._repr_html_().count("<tr>") == 1


def test_the_keys_of_a_match_may_be_text_or_python_values() -> None:
    texts = tw.match("nmbr9", "greedy", deck="1,0,9", cards="3", seed=3)
    assert texts == tw.match("nmbr9", "greedy", deck=(1, 0, 9), cards=3, seed=3)
    assert len(texts.moves) == 3


def test_a_game_without_solvers_says_so() -> None:
    # A copy, unlike a new `Game`, does not take the place of the game of the same name.
    game = copy(tw.game("domino"))
    game.solvers = ()
    with pytest.raises(tw.BadInput, match=r"^domino has no solvers$"):
        game.solver()


def test_an_analysis_is_that_of_the_command_line_and_has_tables_and_a_chart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = tw.match("domino", "random", deal=DEAL, seed=3)
    analysis = tw.analyse(record.to_line(), "greedy")
    assert analysis.to_json() == printed(capsys, "analyse", "domino", record.to_line(), "--agent", "greedy")
    assert analysis.to_arrow().num_rows == len(record.moves)
    assert analysis.players.to_pandas()["moves"].tolist() == [len(record.moves)]
    assert analysis.complete
    assert analysis.scene().to_svg() == analysis._repr_svg_()


# --- The bench ----------------------------------------------------------------------------------------


def test_a_suite_runs_from_python_and_its_records_are_tables(tmp_path: Path) -> None:
    suite = tmp_path / "small.toml"
    suite.write_text(
        'title = "Small"\ngame = "powers"\ntime_limit = 20\n[[solvers]]\nname = "direct"\n'
        '[[instances]]\nspec = "3,4"\n'
    )
    report = tw.bench.run(str(suite), data=tmp_path)
    assert report.to_pandas()["objective"].tolist() == [18]
    assert "Small" in report._repr_markdown_()
    assert tw.bench.last_report(str(suite), data=tmp_path).to_arrow().num_rows == 1
    runs = tw.bench.runs(tmp_path)
    assert runs.to_pandas()["solver"].tolist() == ["direct"]
    answer = runs.sql("SELECT objective, 1 AS a, 2 AS a FROM runs").to_arrow()
    assert [column.to_pylist() for column in answer.columns] == [[18], [1], [2]]
    with pytest.raises(tw.BadInput, match="has not been run yet"):
        tw.bench.last_report("startup", data=tmp_path)


# --- Tables -------------------------------------------------------------------------------------------


def test_numbers_of_any_size_fit_into_a_table() -> None:
    def column(*values: Any) -> Any:
        return arrow_and_pandas._arrow([{"value": value} for value in values]).column("value")

    assert column(1, None).type == pyarrow.int64()
    assert column(1, 0.5).to_pylist() == [1.0, 0.5]
    assert str(column(2**70, 1).to_pylist()[0]) == str(2**70)
    assert column(10**50, None).to_pylist() == [str(10**50), None]


def test_a_missing_library_is_named_with_the_extra_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    result = tw.solve("3,4", game="powers")
    monkeypatch.setattr("tilewright.optional_packages.find_spec", lambda library: None)
    for ask in (result.to_arrow, result.to_pandas):
        with pytest.raises(MissingProgram, match=r"pip install 'tilewright\[data\]'"):
            ask()
