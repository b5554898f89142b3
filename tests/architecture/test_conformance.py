"""The conformance tests: every registered game satisfies the game contract.

The tests are part of `tilewright.testing`; authors of other games run them with `tilewright conform`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from process_watch import descendants
from tilewright import testing
from tilewright.cli import run as run_command
from tilewright.errors import MissingProgram
from tilewright.game import Game, Solver

GAMES = tw.games()
SOLVED = {game.name: testing.SolvedExamples(game) for game in GAMES}
"""The results for the examples of each game, by the name of the game.

The tests share these results, because some of them take seconds to compute.
"""


@pytest.fixture(autouse=True)
def data_that_the_game_prepares(request: pytest.FixtureRequest) -> None:
    """Provide the prepared data to games that use it; the tests of other games do not wait for it."""
    game = request.node.callspec.params.get("game") if hasattr(request.node, "callspec") else None
    if game is not None and game.has("page_preparation"):
        request.getfixturevalue("prepared_data")


def pairs(only_hard: bool = False) -> Iterator[Any]:
    """Yield a test parameter for each solver of each game, marked with the programs that the solver needs.

    With `only_hard`, solvers for which the game has no hard example are left out.
    """
    for game in GAMES:
        for solver in game.solvers:
            if only_hard and solver.name not in game.examples["hard"]:
                continue
            marks = [pytest.mark.needs(*solver.needs)] if solver.needs else []
            yield pytest.param(game, solver, id=f"{game.name}-{solver.name}", marks=marks)


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_solver = pytest.mark.parametrize(("game", "solver"), list(pairs()))
each_solver_with_a_hard_example = pytest.mark.parametrize(("game", "solver"), list(pairs(only_hard=True)))


@each_game
def test_every_notation_is_a_round_trip(game: Game) -> None:
    testing.check_notations(game)


@each_game
def test_generated_instances_are_valid_and_the_same_for_the_same_seed(game: Game) -> None:
    if game.has("generate"):
        testing.check_generator(game)
    else:
        assert not game.generator, "a game without a generator declares no options for one"


@each_game
def test_every_rule_has_a_solution_that_breaks_that_rule_alone(game: Game) -> None:
    testing.check_broken_rules(game)


@each_solver
def test_every_answer_is_verified_and_fits_the_published_schema(game: Game, solver: Solver) -> None:
    testing.check_answers(game, solver, SOLVED[game.name])


@each_game
@pytest.mark.needs("minizinc", "swipl")
def test_solvers_agree_on_what_they_prove(game: Game) -> None:
    testing.check_solvers_agree(game, SOLVED[game.name])


@each_solver_with_a_hard_example
def test_a_limit_far_below_the_work_ends_a_solve_as_documented(
    game: Game, solver: Solver, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = str(game.examples["hard"][solver.name]["time_limit"])
    arguments = ["--solver", solver.name, "--time-limit", limit, "--json"]
    status = run_command(["solve", game.name, testing.hard_instance(game, solver), *arguments])
    printed = capsys.readouterr()
    assert status in (0, 3), printed.err
    data = json.loads(printed.out)
    testing.validate(data, "result")
    assert (status, data["status"]) in [(0, "feasible"), (3, "unknown")]
    assert not descendants()


@each_solver_with_a_hard_example
def test_cancellation_ends_a_solve_and_its_children(game: Game, solver: Solver) -> None:
    testing.check_cancellation(game, solver)
    assert not descendants()


@each_game
def test_pictures_of_examples_are_drawn_in_every_output(game: Game) -> None:
    if game.has("picture"):
        testing.check_pictures(game, SOLVED[game.name])
    else:
        assert testing.examples_of(game)[0]._repr_svg_() is None


@pytest.mark.parametrize("game", [game for game in GAMES if game.kind], ids=lambda game: game.name)
def test_every_example_of_a_puzzle_has_a_hint(game: Game) -> None:
    testing.check_hints(game)


# --- The command --------------------------------------------------------------------------------------


def test_the_command_reports_each_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["conform", "powers", "--json", "--quiet"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["game"], report["ok"]) == ("powers", True)
    assert len(report["tests"]) > 5
    assert {test["status"] for test in report["tests"]} <= {"passed", "skipped"}


def test_a_game_that_breaks_the_contract_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tw.game("trominoes")  # the game with the shortest tests
    examples = {**game.examples, "broken": {}}
    monkeypatch.setitem(game.__dict__, "examples", examples)
    assert run_command(["conform", "trominoes", "--quiet"]) == 1
    printed = capsys.readouterr().out
    assert "failed" in printed
    assert "examples.json has no solution that breaks" in printed


def test_a_test_without_its_optional_package_is_skipped() -> None:
    def solve() -> None:
        raise MissingProgram("ortools", "pip install 'tilewright[solvers]'")

    outcome = testing.run_check(testing.Check("a test", solve))
    assert outcome.status == "skipped"
    assert outcome.reason.startswith("ortools is not installed; install it with: pip install")


def test_a_test_without_its_program_is_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    check = testing.Check("a test", lambda: None, needs=("minizinc",))
    assert testing.run_check(check) == testing.Outcome("a test", "skipped", "not installed: minizinc")
