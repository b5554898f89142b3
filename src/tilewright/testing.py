"""The conformance tests for authors of games: `tilewright conform GAME` runs them on any installed game.

The tests use the game's ``examples.json``, which contains example instances and, for each rule, a solution that
breaks the rule. The optional key ``hard`` contains instances that certain solvers cannot solve within a given
time limit. The function of a failed test raises `AssertionError` with a message that states what is wrong, or
passes on an error that the game has raised.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import resources
from importlib.util import find_spec
from typing import Any

from tilewright.errors import BadInput, MissingProgram, TilewrightError
from tilewright.game import Game, Instance, Result, Solver, Status

__all__ = [
    "Check",
    "Outcome",
    "SolvedExamples",
    "check_answers",
    "check_broken_rules",
    "check_cancellation",
    "check_generator",
    "check_hints",
    "check_notations",
    "check_pictures",
    "check_solvers_agree",
    "check_time_limit",
    "checks",
    "examples_of",
    "hard_instance",
    "run_check",
    "validate",
]

SECONDS = 60
"""The time limit in seconds for solving an example."""

GENERATED = 3
"""The number of instances that `check_generator` generates."""


@dataclass(frozen=True, slots=True)
class Check:
    """One conformance test of a game."""

    name: str
    run: Callable[[], None]
    needs: tuple[str, ...] = ()
    """The external programs that the test needs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a conformance test: passed, failed or skipped, and the reason unless it passed."""

    name: str
    status: str
    reason: str = ""


def checks(game: Game) -> Iterator[Check]:
    """Yield the conformance tests that apply to a game."""
    yield Check("the folder satisfies the contract", partial(check_contract, game))
    yield Check("every notation parses the text that it writes", partial(check_notations, game))
    if game.has("generate"):
        yield Check("generated instances are valid and repeatable", partial(check_generator, game))
    if not game.solvers:
        return
    solved = SolvedExamples(game)
    yield Check("every rule has a solution that breaks it", partial(check_broken_rules, game))
    for solver in game.solvers:
        name = f"solver {solver.name}"
        yield Check(
            f"{name}: every answer is verified", partial(check_answers, game, solver, solved), solver.needs
        )
        if solver.name in game.examples["hard"]:
            yield Check(
                f"{name}: a solve respects its time limit",
                partial(check_time_limit, game, solver),
                solver.needs,
            )
            yield Check(
                f"{name}: a solve can be cancelled", partial(check_cancellation, game, solver), solver.needs
            )
    yield Check("the solvers agree", partial(check_solvers_agree, game, solved))
    if game.has("picture"):
        yield Check("every picture is drawn", partial(check_pictures, game, solved))
    if game.kind:
        yield Check("every example has a hint", partial(check_hints, game))


def run_check(check: Check) -> Outcome:
    """Run a conformance test and return its outcome."""
    missing = [program for program in check.needs if shutil.which(program) is None]
    if missing:
        return Outcome(check.name, "skipped", f"not installed: {', '.join(missing)}")
    try:
        check.run()
    except MissingProgram as error:
        return Outcome(check.name, "skipped", str(error))
    except (AssertionError, TilewrightError) as error:
        return Outcome(check.name, "failed", str(error) or type(error).__name__)
    except Exception as error:
        return Outcome(check.name, "failed", f"{type(error).__name__}: {error}")
    return Outcome(check.name, "passed")


# --- Examples -----------------------------------------------------------------------------------------


def examples_of(game: Game) -> list[Instance]:
    """Return the example instances of a game; there must be at least one."""
    instances = [game.parse(_as_text(example["instance"])) for example in game.examples["instances"]]
    assert instances, "examples.json lists no instances"
    return instances


class SolvedExamples:
    """The results of a game's solvers for its examples; each result is computed once and kept."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._results: dict[tuple[str, str], Result | BadInput] = {}

    def result(self, instance: Instance, solver: Solver) -> Result:
        """Return the result of a solver; raise `BadInput` if the solver refuses the instance."""
        key = (json.dumps(self._game.to_json(instance), sort_keys=True), solver.name)
        if key not in self._results:
            try:
                self._results[key] = self._game.solve(instance, solver=solver.name, time_limit=SECONDS)
            except BadInput as error:
                self._results[key] = error
        result = self._results[key]
        if isinstance(result, BadInput):
            raise result
        return result


def hard_instance(game: Game, solver: Solver) -> str:
    """Return a solver's hard example as text; the solver cannot solve it within the example's time limit."""
    hard = game.examples["hard"][solver.name]
    if "generate" in hard:
        return game.format(game.generate(0, **hard["generate"]))
    return _as_text(hard["instance"])


def validate(data: Any, schema: str) -> None:
    """Validate data against a published JSON schema, if the package `jsonschema` is installed."""
    if find_spec("jsonschema") is None:
        return
    import jsonschema  # type: ignore[import-untyped]

    text = resources.files("tilewright").joinpath("schemas", f"{schema}.schema.json").read_text("utf-8")
    try:
        jsonschema.validate(data, json.loads(text))
    except jsonschema.ValidationError as error:
        raise AssertionError(f"the JSON does not match the schema {schema}: {error.message}") from None


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# --- The tests ----------------------------------------------------------------------------------------


def check_contract(game: Game) -> None:
    """Check that the folder satisfies the contract, as far as `Game.problems` examines it."""
    problems = list(game.problems())
    assert not problems, problems[0]


def check_notations(game: Game) -> None:
    """Check that every notation parses the text that it writes."""
    for instance in examples_of(game):
        assert game.from_json(game.to_json(instance)) == instance, "an example changes in a JSON round trip"
        for notation in game.formats:
            text = game.format(instance, notation)
            assert game.parse(text) == instance, (
                f"the notation {notation} does not parse the text that it writes: {text!r}"
            )


def check_generator(game: Game) -> None:
    """Check that generated instances are valid, repeatable and not all equal."""
    generated = [game.generate(seed) for seed in range(GENERATED)]
    assert generated[0] == game.generate(0), "the same seed generates different instances"
    read = [game.parse(game.format(instance)) for instance in generated]
    assert read == generated, "a generated instance changes in a JSON round trip"
    different = len({game.format(instance) for instance in generated})
    assert different > 1, "different seeds generate the same instance"


def check_broken_rules(game: Game) -> None:
    """Check that each rule has an example that breaks exactly this rule and the rules in its list ``also``."""
    broken = game.examples["broken"]
    missing, unknown = set(game.rules) - set(broken), set(broken) - set(game.rules)
    assert not missing, f"examples.json has no solution that breaks {', '.join(sorted(missing))}"
    assert not unknown, f"examples.json has entries for rules that do not exist: {', '.join(sorted(unknown))}"
    for code, example in broken.items():
        instance = game.parse(_as_text(example["instance"]))
        verdict = game.check(instance, game.parse_solution(_as_text(example["solution"])))
        found, expected = {rule.rule for rule in verdict.broken}, {code, *example.get("also", [])}
        assert found == expected, f"the example for {code} breaks {sorted(found)}, not {sorted(expected)}"
        for rule in verdict.broken:
            assert rule.message, f"{rule.rule} has no message"
            assert "\n" not in rule.message, f"the message of {rule.rule} has several lines"
        validate(verdict.to_json(), "check")


def check_answers(game: Game, solver: Solver, solved: SolvedExamples | None = None) -> None:
    """Check that a solver answers at least one example, and that all its answers are verified."""
    solved = solved or SolvedExamples(game)
    answered, refusals = 0, []
    for instance in examples_of(game):
        try:
            result = solved.result(instance, solver)
        except BadInput as error:
            refusals.append(str(error))
            continue
        answered += 1
        data = result.to_json()
        validate(data, "result")
        assert data["solver"] == solver.name, f"the result names the wrong solver: {data['solver']}"
        assert game.from_json(data["instance"]) == instance, "the result contains a different instance"
        if result.solution is not None:
            solution = game.parse_solution(json.dumps(data["solution"]))
            assert game.check(instance, solution).ok, "a solution changes in a JSON round trip"
    assert answered, "the solver solves none of the examples"
    for refusal in refusals:
        assert solver.name in refusal, f"the error message does not name the solver: {refusal}"


def check_solvers_agree(game: Game, solved: SolvedExamples | None = None) -> None:
    """Check that no two solvers prove contradictory results for the same example."""
    solved = solved or SolvedExamples(game)
    for instance in examples_of(game):
        proved = {}
        for solver in game.solvers:
            if any(shutil.which(program) is None for program in solver.needs):
                continue
            try:
                result = solved.result(instance, solver)
            except (BadInput, MissingProgram):
                continue
            if result.status in (Status.OPTIMAL, Status.INFEASIBLE, Status.SATISFIED):
                proved[solver.name] = (result.status.value, result.objective)
        assert len(set(proved.values())) <= 1, f"the solvers disagree: {proved}"


def check_time_limit(game: Game, solver: Solver) -> None:
    """Check that a solve ends without a proof if its time limit is far too short."""
    instance = game.parse(hard_instance(game, solver))
    limit = game.examples["hard"][solver.name]["time_limit"]
    result = game.solve(instance, solver=solver.name, time_limit=limit)
    status = result.status
    assert status in (Status.FEASIBLE, Status.UNKNOWN), f"expected feasible or unknown, not {status.value}"


def check_cancellation(game: Game, solver: Solver) -> None:
    """Check that a solve ends when it is cancelled."""
    instance = game.parse(hard_instance(game, solver))
    cancel = threading.Event()
    timer = threading.Timer(0.5, cancel.set)
    timer.start()
    try:
        result = game.solve(instance, solver=solver.name, cancel=cancel)
    finally:
        timer.cancel()
    assert result.status in Status


def check_pictures(game: Game, solved: SolvedExamples | None = None) -> None:
    """Check that examples and their solutions are drawn in every output format."""
    solved = solved or SolvedExamples(game)
    for instance in examples_of(game):
        solution = solved.result(instance, game.solver()).solution
        pictures = [game.scene(instance), game.scene(instance, solution)]
        if solution is not None:
            pictures.append(game.scene(None, solution))
        for picture in pictures:
            assert picture.to_svg().startswith("<svg"), "a picture is not drawn as SVG"
            assert picture.to_text().strip(), "a picture is empty in the terminal"
            assert picture.to_png(200).startswith(b"\x89PNG"), "a picture is not drawn as PNG"


def check_hints(game: Game) -> None:
    """Check that each example has a hint with a technique and a reason."""
    for instance in examples_of(game):
        hint = game.hint(instance)
        assert hint.reason, "a hint has no reason"
        assert hint.technique, "a hint does not name its technique"
