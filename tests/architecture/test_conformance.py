"""The conformance tests: every registered game satisfies the game contract.

They use each game's ``examples.json``: instances, for each rule a solution that breaks the rule, and (``hard``)
for some solvers an instance that the solver cannot solve within a given time limit.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from importlib import resources
from typing import Any

import jsonschema
import pytest

import tilewright as tw
from process_watch import descendants
from tilewright.cli import run as run_command
from tilewright.game import Game, Instance, Solver, Status

GAMES = tw.games()
SHIPPED = [game for game in GAMES if game.package.startswith("tilewright.")]
SCHEMAS = resources.files("tilewright") / "schemas"


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def instances(game: Game) -> list[Instance]:
    return [game.parse(as_text(example["instance"])) for example in game.examples["instances"]]


def pairs(only_hard: bool = False) -> Iterator[Any]:
    """Yield every solver of every game, or only those with a hard example, marked with the programs needed."""
    for game in GAMES:
        for solver in game.solvers:
            if only_hard and solver.name not in game.examples["hard"]:
                continue
            marks = [pytest.mark.needs(*solver.needs)] if solver.needs else []
            yield pytest.param(game, solver, id=f"{game.name}-{solver.name}", marks=marks)


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_shipped_game = pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
each_solver = pytest.mark.parametrize(("game", "solver"), list(pairs()))
each_solver_with_a_hard_example = pytest.mark.parametrize(("game", "solver"), list(pairs(only_hard=True)))


@each_game
def test_every_notation_is_a_round_trip(game: Game) -> None:
    for instance in instances(game):
        assert game.from_json(game.to_json(instance)) == instance
        for notation in game.formats:
            assert game.parse(game.format(instance, notation)) == instance


@each_game
def test_generated_instances_are_valid_and_the_same_for_the_same_seed(game: Game) -> None:
    if not game.has("generate"):
        assert not game.generator, "a game without a generator declares no options for one"
        return
    generated = [game.generate(seed) for seed in range(5)]
    assert generated == [game.generate(seed) for seed in range(5)]
    assert [game.parse(game.format(instance)) for instance in generated] == generated
    assert len({game.format(instance) for instance in generated}) > 1, (
        "different seeds give different instances"
    )


@each_game
def test_every_rule_has_a_solution_that_breaks_that_rule_alone(game: Game) -> None:
    """If a rule cannot be broken alone, ``also`` lists the other rules that the solution breaks."""
    broken = game.examples["broken"]
    assert set(broken) == set(game.rules)
    for code, example in broken.items():
        instance = game.parse(as_text(example["instance"]))
        verdict = game.check(instance, game.parse_solution(as_text(example["solution"])))
        assert {rule.rule for rule in verdict.broken} == {code, *example.get("also", [])}
        assert all(rule.message and "\n" not in rule.message for rule in verdict.broken)
        jsonschema.validate(verdict.to_json(), schema("check"))


@each_solver
def test_every_answer_is_verified_and_fits_the_published_schema(game: Game, solver: Solver) -> None:
    answered, refusals = 0, []
    for instance in instances(game):
        try:
            result = tw.solve(instance, solver=solver.name, time_limit=60)
        except tw.BadInput as error:
            refusals.append(str(error))
            continue
        answered += 1
        data = result.to_json()
        jsonschema.validate(data, schema("result"))
        assert data["solver"] == solver.name
        assert game.from_json(data["instance"]) == instance
        if result.solution is not None:
            solution = game.parse_solution(json.dumps(data["solution"]))
            assert game.check(instance, solution).ok
    assert answered, "every solver solves at least one of the examples"
    assert all(solver.name in line for line in refusals), "a solver that refuses an instance names itself"


@each_game
@pytest.mark.needs("minizinc", "swipl")
def test_solvers_agree_on_what_they_prove(game: Game) -> None:
    for instance in instances(game):
        proved = {}
        for solver in game.solvers:
            try:
                result = tw.solve(instance, solver=solver.name, time_limit=60)
            except tw.BadInput:
                continue
            if result.status in (Status.OPTIMAL, Status.INFEASIBLE, Status.SATISFIED):
                proved[solver.name] = (result.status, result.objective)
        assert len(set(proved.values())) == 1, proved


@each_solver_with_a_hard_example
def test_a_limit_far_below_the_work_ends_a_solve_as_documented(
    game: Game, solver: Solver, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = game.examples["hard"][solver.name]
    arguments = ["--solver", solver.name, "--time-limit", str(hard["time_limit"]), "--json"]
    status = run_command(["solve", game.name, hard_instance(game, hard), *arguments])
    printed = capsys.readouterr()
    assert status in (0, 3), printed.err
    data = json.loads(printed.out)
    jsonschema.validate(data, schema("result"))
    assert (status, data["status"]) in [(0, "feasible"), (3, "unknown")]
    assert not descendants()


@each_solver_with_a_hard_example
def test_cancellation_ends_a_solve_and_its_children(game: Game, solver: Solver) -> None:
    instance = game.parse(hard_instance(game, game.examples["hard"][solver.name]))
    cancel = threading.Event()
    threading.Timer(0.5, cancel.set).start()
    result = tw.solve(instance, solver=solver.name, cancel=cancel)
    assert result.status in Status
    assert not descendants()


@each_game
def test_pictures_of_examples_are_drawn_in_every_output(game: Game) -> None:
    for instance in instances(game):
        scene = game.scene(instance)
        if scene is None:
            assert instance._repr_svg_() is None
            continue
        solution = tw.solve(instance).solution
        for picture in (scene, game.scene(instance, solution), solution and game.scene(None, solution)):
            if picture is not None:
                assert picture.to_svg().startswith("<svg")
                assert picture.to_png(200).startswith(b"\x89PNG")
                assert picture.to_text().strip()


@each_shipped_game
def test_every_solver_of_a_game_that_ships_has_a_hard_example(game: Game) -> None:
    assert set(game.examples["hard"]) == {solver.name for solver in game.solvers}


def hard_instance(game: Game, hard: dict[str, Any]) -> str:
    if "generate" in hard:
        return game.format(game.generate(0, **hard["generate"]))
    return as_text(hard["instance"])
