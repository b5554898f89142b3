"""One test for every registered game: what the contract promises, each game keeps.

A game's ``examples.json`` brings instances, a solution that breaks each rule, and for each solver (``hard``)
an instance whose work is far above its limit.
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
SCHEMAS = resources.files("tilewright") / "schemas"


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def instances(game: Game) -> list[Instance]:
    return [game.parse(as_text(example["instance"])) for example in game.examples["instances"]]


def pairs() -> Iterator[Any]:
    """Every solver of every game, marked with the outside programs that it needs."""
    for game in GAMES:
        for solver in game.solvers:
            marks = [pytest.mark.needs(*solver.needs)] if solver.needs else []
            yield pytest.param(game, solver, id=f"{game.name}-{solver.name}", marks=marks)


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_solver = pytest.mark.parametrize(("game", "solver"), list(pairs()))


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
    made = [game.generate(seed) for seed in range(5)]
    assert made == [game.generate(seed) for seed in range(5)]
    assert [game.parse(game.format(instance)) for instance in made] == made
    assert len({game.format(instance) for instance in made}) > 1, "seeds make a difference"


@each_game
def test_every_rule_has_a_solution_that_breaks_just_that_rule(game: Game) -> None:
    broken = game.examples["broken"]
    assert set(broken) == set(game.rules)
    for code, example in broken.items():
        instance = game.parse(as_text(example["instance"]))
        verdict = game.check(instance, game.parse_solution(as_text(example["solution"])))
        assert {rule.rule for rule in verdict.broken} == {code}
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
    assert answered, "every solver plays at least one of the examples"
    assert all(solver.name in line for line in refusals), "who does not play an instance names itself"


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


@each_solver
def test_a_limit_far_below_the_work_ends_a_solve_as_documented(
    game: Game, solver: Solver, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = game.examples["hard"][solver.name]
    arguments = ["--solver", solver.name, "--time-limit", str(hard["time_limit"]), "--json"]
    status = run_command(["solve", game.name, hard_instance(game, hard), *arguments])
    told = capsys.readouterr()
    assert status in (0, 3), told.err
    data = json.loads(told.out)
    jsonschema.validate(data, schema("result"))
    assert (status, data["status"]) in [(0, "feasible"), (3, "unknown")]
    assert not descendants()


@each_solver
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
        for drawn in (scene, game.scene(instance, solution), solution and game.scene(None, solution)):
            if drawn is not None:
                assert drawn.to_svg().startswith("<svg")
                assert drawn.to_png(200).startswith(b"\x89PNG")
                assert drawn.to_text().strip()


def hard_instance(game: Game, hard: dict[str, Any]) -> str:
    if "generate" in hard:
        return game.format(game.generate(0, **hard["generate"]))
    return as_text(hard["instance"])
