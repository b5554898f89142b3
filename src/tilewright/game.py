"""The contract between a game, its solvers and their callers.

A game is one folder. Its ``__init__`` contains a :class:`Game`, which lists the game's solvers. All other parts
are in files or folders with fixed names, such as ``rules``, ``notation``, ``picture`` and ``solvers``; the
module :mod:`tilewright.contract` lists the files. A file is imported only when it is first needed.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from importlib import resources
from types import ModuleType
from typing import Any, ClassVar, Literal, TypeVar, overload

from tilewright import contract
from tilewright.arrow_and_pandas import Tabular
from tilewright.errors import BadInput, InvalidGame, WrongAnswer
from tilewright.optional_packages import named_extras
from tilewright.run import (
    Limits,
    Option,
    Phase,
    Progress,
    Run,
    SolveRequest,
    Value,
    read_options,
    to_number,
)
from tilewright.warm_up_file import read_warm_up

__all__ = [
    "Agent",
    "Answer",
    "BrokenRule",
    "Cell",
    "Game",
    "Hint",
    "Instance",
    "Level",
    "Limits",
    "Option",
    "Phase",
    "Progress",
    "Result",
    "Run",
    "Solution",
    "SolveRequest",
    "Solver",
    "Status",
    "Value",
    "Verdict",
    "game_of",
]

Cell = tuple[int, int]

ECHO_LIMIT = 10_000
"""The largest number of parts (stones, edges or cells) of an instance that a result contains in full.

For a larger instance, a result contains only the size and the SHA-256 of the instance.
"""

_games_by_name: dict[str, Game] = {}

T = TypeVar("T")
V = TypeVar("V", "Instance", "Solution")


class Status(StrEnum):
    """The status of a result.

    `OPTIMAL`: the solution is proved to be best. `SATISFIED`: a solution in a game without an objective.
    `FEASIBLE`: a solution that is not proved to be best. `INFEASIBLE`: there is provably no solution.
    `UNKNOWN`: neither a solution nor a proof was found.
    """

    OPTIMAL = "optimal"
    SATISFIED = "satisfied"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


# --- Values -------------------------------------------------------------------------------------------


class _NotebookPicture:
    """Base class of values that a notebook displays as pictures."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        instance = self if isinstance(self, Instance) else None
        solution = self if isinstance(self, Solution) else None
        return _picture(game_of(self), instance, solution)


class Instance(_NotebookPicture):
    """A problem instance. Each game defines its own frozen dataclass that inherits from this class."""

    __slots__ = ()
    game: ClassVar[str]

    @property
    def parts(self) -> int:
        """The number of parts of the instance, such as stones, edges or cells."""
        return 1


class Solution(_NotebookPicture):
    """A solution of an instance.

    Each game with solvers defines one or more frozen dataclasses that inherit from this class.
    """

    __slots__ = ()
    game: ClassVar[str]


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that a solution breaks, with a message and the cells concerned."""

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"rule": self.rule, "cells": [list(cell) for cell in self.cells], "message": self.message}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The checker's verdict on a solution: the broken rules, or the objective value if no rule is broken."""

    broken: tuple[BrokenRule, ...] = ()
    objective: Value | None = None

    @property
    def ok(self) -> bool:
        return not self.broken

    def __bool__(self) -> bool:
        return self.ok

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "objective": to_number(self.objective) if self.ok else None,
            "broken": [broken.to_json() for broken in self.broken],
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a solver, before the game's checker has verified it."""

    status: Status
    solution: Solution | None = None
    objective: Value | None = None
    bound: Value | None = None
    unique: bool | None = None
    stats: Mapping[str, Any] = field(default_factory=dict)

    @property
    def claims_solution(self) -> bool:
        return self.status in (Status.OPTIMAL, Status.SATISFIED, Status.FEASIBLE)

    def to_progress(self, seconds: float) -> Progress:
        """Return the progress at the moment when the solver has returned this answer and the check begins."""
        return Progress(seconds, to_number(self.objective), to_number(self.bound), phase=Phase.CHECK)


@dataclass(frozen=True, slots=True)
class Solver:
    """One way to solve a game.

    `entry` names a function ``solve(instance, run) -> Answer`` inside the game's folder; by default it is the
    function `solve` of the file ``solvers/<name>.py``, with underscores instead of hyphens. If the
    same file has a function ``prepare(instance)``, this function is called before the solver, for example to
    compile code, and its time is not part of the solve time.
    """

    name: str
    summary: str
    entry: str = ""
    needs: tuple[str, ...] = ()
    """The external programs that the solver requires, such as ``minizinc``."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Agent:
    """A program that plays a game.

    `entry` names a function ``make(budget)``, by default in the file ``agents/<name>.py``, with underscores
    instead of hyphens. A plus sign and a variant may follow the name of an agent that has variants, as in
    ``greedy+all+regret``. The function of such an agent is ``make(budget, variant)``, where `variant` is empty
    if none was given.
    """

    name: str
    summary: str
    entry: str = ""
    variants: str = ""
    """A phrase that describes the allowed variants; empty for an agent without variants."""
    takes_budget: bool = False
    """Whether a budget may follow the name, as in ``mcts:1s``. If False, a budget is an error."""


@dataclass(frozen=True, slots=True)
class Level:
    """A named playing strength that people can choose: an agent with its budget, and its rating, if known."""

    name: str
    agent: str
    """The agent as on the command line, such as ``mcts:200it``."""
    rating: int | None = None
    """The Elo rating. The game's documentation states how it was measured and which agent has the rating 0."""


@dataclass(frozen=True, slots=True)
class Result(Tabular):
    """The answer of a solver; if it contains a solution, the game's checker has verified the solution.

    >>> import tilewright as tw
    >>> result = tw.solve("3,4", game="powers")
    >>> result.status.value, result.objective, result.verified
    ('optimal', 18, True)
    >>> result.to_pandas()["objective"].tolist()
    [18]
    """

    game: str
    instance: Instance
    solver: str
    status: Status
    objective: Value | None
    bound: Value | None
    unique: bool | None
    solution: Solution | None
    verified: bool | None
    seconds: float
    stats: Mapping[str, Any] = field(default_factory=dict)

    def json_chunks(self) -> Iterator[str]:
        """Yield the JSON of the result in pieces, so that a very large solution need not become one string."""
        game = game_of(self.instance)
        head = {
            "game": self.game,
            "instance": game.echo(self.instance),
            "solver": self.solver,
            "status": self.status.value,
            "objective": to_number(self.objective),
            "bound": to_number(self.bound),
            "unique": self.unique,
        }
        yield json.dumps(head)[:-1] + ', "solution": '
        if self.solution is None:
            yield "null"
        else:
            yield from game.solution_chunks(self.solution)
        tail = {"verified": self.verified, "seconds": round(self.seconds, 6), "stats": dict(self.stats)}
        yield ", " + json.dumps(tail)[1:]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON document that ``solve --json`` prints."""
        data: dict[str, Any] = json.loads("".join(self.json_chunks()))
        return data

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row with the fields of the result; instance, solution and stats are JSON strings."""
        data = self.to_json()
        for name in ("instance", "solution", "stats"):
            data[name] = None if data[name] is None else json.dumps(data[name])
        return [data]

    def scene(self) -> Any:
        """Return a drawing of the instance and its solution, if any; None if the game has no pictures.

        The method `save` of the drawing writes it to a file.
        """
        return game_of(self.instance).scene(self.instance, self.solution)

    def _repr_svg_(self) -> str | None:
        return _picture(game_of(self.instance), self.instance, self.solution)

    def _repr_html_(self) -> str:
        facts = [f"<b>{self.game}</b>", self.status.value, f"by {self.solver}", f"{self.seconds:.3g} s"]
        if self.objective is not None:
            facts.insert(2, f"objective {to_number(self.objective)}")
        return f"<p>{', '.join(facts)}</p>{self._repr_svg_() or ''}"


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step towards a solution, or a message, for example about a mistake in the current state.

    If the hint is a message, `technique` is one of the names that `tilewright.puzzles.grades` defines, such as
    ``mistake``.
    """

    cells: tuple[Cell, ...]
    value: str | None
    technique: str
    reason: str
    edges: tuple[tuple[Cell, Cell], ...] = ()
    """The edges that the hint decides, each as a pair of neighbouring cells; empty if it decides cells."""
    because: tuple[Cell, ...] = ()
    """The cells that the reason refers to; empty if the text of the reason names them."""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "cells": [list(cell) for cell in self.cells],
            "value": self.value,
            "technique": self.technique,
            "reason": self.reason,
        }
        if self.edges:
            data["edges"] = [[list(cell) for cell in edge] for edge in self.edges]
        if self.because:
            data["because"] = [list(cell) for cell in self.because]
        return data


# --- A game -------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Game:
    """One game: its name and descriptions, its solvers and agents, and access to the files of its folder."""

    package: str
    name: str = field(init=False)
    _: KW_ONLY
    title: str
    summary: str
    syntax: str
    solvers: tuple[Solver, ...]
    generator: tuple[Option, ...] = ()
    agents: tuple[Agent, ...] = ()
    levels: tuple[Level, ...] = ()
    """The opponents that people can choose, from weak to strong."""
    analyst: str = ""
    """The agent that gives hints and judges moves by default; if empty, the first agent."""
    commands: str = ""
    """The name of the command group that ``commands.py`` defines; empty if there is none."""
    kind: str = ""
    """The kind of a pencil puzzle: ``shade``, ``numbers``, ``regions`` or ``lines``; empty for other games."""
    puzzlink: tuple[str, ...] = ()
    """The puzzle types, such as ``nurikabe``, in the puzz.link URLs of this game."""
    environment: str = ""
    """The name under which `tilewright.envs` offers the environment in ``env.py``; empty if there is none."""
    environment_steps: int = 0
    """The maximum number of steps in an episode, after which Gymnasium truncates it; 0 for no limit."""
    old_environments: tuple[str, ...] = ()
    """The names of earlier versions of the environment; ``env.py`` defines `EnvironmentV0` for ``Name-v0``."""

    def __post_init__(self) -> None:
        self.name = contract.name_of(self.package)
        self.solvers = tuple(self.solvers)
        self.generator = tuple(self.generator)
        self.agents = tuple(self.agents)
        self.levels = tuple(self.levels)
        self._check_declaration()
        _games_by_name[self.name] = self

    def _check_declaration(self) -> None:
        """Raise `InvalidGame` if a string, solver, agent, level or option in the declaration is invalid."""
        texts = {each.name: getattr(self, each.name) for each in fields(self) if each.type == "str"}
        contract.check_texts(self.package, **texts)
        contract.check_items(self.package, "solvers", self.solvers, Solver)
        contract.check_items(self.package, "agents", self.agents, Agent)
        contract.check_agent_names(self.package, [agent.name for agent in self.agents])
        contract.check_items(self.package, "levels", self.levels, Level)
        contract.check_options(self.package, "the generator", self.generator)
        for solver in self.solvers:
            contract.check_options(self.package, f"the solver {solver.name}", solver.options)

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}>"

    @overload
    def module(self, name: Literal["notation"]) -> contract.NotationModule: ...
    @overload
    def module(self, name: Literal["rules"]) -> contract.RulesModule: ...
    @overload
    def module(self, name: Literal["picture"]) -> contract.PictureModule: ...
    @overload
    def module(self, name: Literal["generate"]) -> contract.GenerateModule: ...
    @overload
    def module(self, name: Literal["explain"]) -> contract.ExplainModule: ...
    @overload
    def module(self, name: Literal["library"]) -> contract.LibraryModule: ...
    @overload
    def module(self, name: Literal["state"]) -> contract.StateModule: ...
    @overload
    def module(self, name: Literal["web"]) -> contract.WebModule: ...
    @overload
    def module(self, name: Literal["page_preparation"]) -> contract.PreparationModule: ...
    @overload
    def module(self, name: Literal["commands"]) -> contract.CommandsModule: ...
    @overload
    def module(self, name: Literal["certificate"]) -> contract.CertificateModule: ...
    @overload
    def module(self, name: Literal["env"]) -> contract.EnvironmentModule: ...
    @overload
    def module(self, name: Literal["verifiable_tasks"]) -> contract.TasksModule: ...
    @overload
    def module(self, name: Literal["data_export"]) -> contract.DataExportModule: ...
    @overload
    def module(self, name: Literal["clauses"]) -> contract.ClausesModule: ...

    def module(self, name: str) -> Any:
        """Import a file of the game's folder; raise `InvalidGame` if it does not satisfy the contract."""
        return contract.load(self.package, name, bool(self.solvers))

    def has(self, name: str) -> bool:
        """Return whether the game's folder has the file `name` or a ``puzzle.py`` that replaces this file.

        Nothing is imported.
        """
        return contract.provides(self.package, name)

    def _require_type(self, value: Any, kind: type[T], file: str, function: str) -> T:
        """Return the value; raise `InvalidGame` if it has the wrong type or belongs to another game."""
        if not isinstance(value, kind):
            problem = f"must return {_with_article(kind)}, not {_with_article(type(value))}"
        elif isinstance(value, Instance | Solution) and getattr(value, "game", None) != self.name:
            problem = f"returns a value of another game: {type(value).__name__}.game is not {self.name!r}"
        else:
            return value
        path = contract.file_of(self.package, file)
        raise InvalidGame(f"the game {self.name}: {path}: {function}() {problem}")

    @cached_property
    def examples(self) -> dict[str, Any]:
        """The content of ``examples.json``.

        ``instances`` are example instances. ``broken`` contains, for each rule, an instance and a solution that
        breaks the rule. ``hard`` is optional: for some solvers, an instance (or the generator's options for
        one) and a time limit within which the solver cannot solve it.
        """
        file = resources.files(self.package).joinpath("examples.json")
        try:
            data = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        except ValueError as error:
            raise InvalidGame(f"the game {self.name}: examples.json cannot be read: {error}") from None
        if not isinstance(data, dict):
            raise InvalidGame(f"the game {self.name}: examples.json must be an object")
        return {"instances": [], "broken": {}, "hard": {}, **data}

    @cached_property
    def warm_up(self) -> list[Any]:
        """The entries of ``warm_up.json`` that are not marked as rarely used."""
        return read_warm_up(self.package, rarely_used=False)

    @cached_property
    def rarely_used_warm_up(self) -> list[Any]:
        """The entries of ``warm_up.json`` that are marked as rarely used."""
        return read_warm_up(self.package, rarely_used=True)

    # notation

    def parse(self, text: str) -> Instance:
        """Parse an instance in any of the game's notations; raise `BadInput` if the text is malformed."""
        return self._require_type(self.module("notation").parse(text), Instance, "notation", "parse")

    def instance(self, value: Instance | str | Mapping[str, Any]) -> Instance:
        """Return an instance of this game, given as text, as JSON data or as an `Instance`.

        >>> import tilewright as tw
        >>> powers = tw.game("powers")
        >>> powers.instance("3,4") == powers.instance({"exponents": [3, 4]}) == powers.parse("3,4")
        True
        """
        if isinstance(value, Instance):
            return self._own(value)
        if isinstance(value, str):
            return self.parse(value)
        if isinstance(value, Mapping):
            return self.from_json(dict(value))
        raise BadInput(
            f"an instance of {self.name} must be an Instance, text or a dict, not {_describe(value)}"
        )

    def solution(self, value: Solution | str | Mapping[str, Any]) -> Solution:
        """Return a solution of this game, given as text, as JSON data or as a `Solution`.

        >>> import tilewright as tw
        >>> tw.game("powers").solution({"n": 18})
        PowersSolution(n=18)
        """
        if isinstance(value, Solution):
            return self._own(value)
        if isinstance(value, str):
            return self.parse_solution(value)
        if isinstance(value, Mapping):
            return self.parse_solution(json.dumps(dict(value)))
        raise BadInput(f"a solution of {self.name} must be a Solution, text or a dict, not {_describe(value)}")

    def _own(self, value: V) -> V:
        """Return the given instance or solution; raise `BadInput` if it belongs to a different game."""
        if type(value).game != self.name:
            raise BadInput(f"{type(value).__name__} belongs to the game {type(value).game}, not to {self.name}")
        return value

    def from_json(self, data: Any) -> Instance:
        """Return the instance that JSON data describes."""
        return self._require_type(self.module("notation").from_json(data), Instance, "notation", "from_json")

    def to_json(self, instance: Instance) -> dict[str, Any]:
        return self._require_type(self.module("notation").to_json(instance), dict, "notation", "to_json")

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of the notations in which `format` can write an instance."""
        return ("json", *getattr(self.module("notation"), "FORMATS", {}))

    def format(self, instance: Instance, notation: str = "json") -> str:
        """Return the instance in a notation that `parse` can read."""
        if notation == "json":
            return "".join(self.instance_chunks(instance))
        writers = getattr(self.module("notation"), "FORMATS", {})
        if notation not in writers:
            raise BadInput(f"{self.name} has no notation {notation!r}; it has {', '.join(self.formats)}")
        text: str = writers[notation](instance)
        return text

    def parse_solution(self, text: str) -> Solution:
        solution = self.module("notation").parse_solution(text)
        return self._require_type(solution, Solution, "notation", "parse_solution")

    def solution_to_json(self, solution: Solution) -> dict[str, Any]:
        data = self.module("notation").solution_to_json(solution)
        return self._require_type(data, dict, "notation", "solution_to_json")

    def instance_chunks(self, instance: Instance) -> Iterator[str]:
        """Yield the JSON of the instance in pieces, using the game's own `json_chunks` if it has one."""
        return self._json_chunks(instance, "json_chunks", "to_json")

    def solution_chunks(self, solution: Solution) -> Iterator[str]:
        """Yield the JSON of the solution in pieces, using the game's `solution_json_chunks` if it has one."""
        return self._json_chunks(solution, "solution_json_chunks", "solution_to_json")

    def _json_chunks(self, value: Instance | Solution, in_chunks: str, whole: str) -> Iterator[str]:
        """Yield the JSON of a value in pieces.

        `in_chunks` and `whole` are names of functions of `notation.py`; `whole` is called if the function
        `in_chunks` does not exist.
        """
        notation = self.module("notation")
        if hasattr(notation, in_chunks):
            yield from getattr(notation, in_chunks)(value)
        else:
            yield json.dumps(getattr(notation, whole)(value))

    def echo(self, instance: Instance) -> dict[str, Any]:
        """Return the instance for a result: its JSON or, if it is very large, its size and its SHA-256."""
        if instance.parts <= ECHO_LIMIT:
            return self.to_json(instance)
        digest = hashlib.sha256()
        for chunk in self.instance_chunks(instance):
            digest.update(chunk.encode())
        return {"size": instance.parts, "sha256": digest.hexdigest()}

    def json_keys(self, instance: Instance) -> dict[str, Any]:
        """Return the JSON of the instance, including the keys that `to_json` omits (`OMITTED_KEYS`)."""
        return {**getattr(self.module("notation"), "OMITTED_KEYS", {}), **self.to_json(instance)}

    def with_keys(self, instance: Instance, keys: Mapping[str, Any]) -> Instance:
        """Return the instance with some JSON keys replaced.

        A value that is a string is parsed as JSON if possible; the brackets of a list may be omitted.
        """
        if not keys:
            return instance
        data = self.json_keys(instance)
        for key, value in keys.items():
            if key not in data:
                raise BadInput(f"{self.name} has no instance key {key!r}; it has {', '.join(data)}")
            data[key] = _read_key(value, data[key]) if isinstance(value, str) else value
        return self.from_json(data)

    # rules

    def check(
        self, instance: Instance | str | Mapping[str, Any], solution: Solution | str | Mapping[str, Any]
    ) -> Verdict:
        """Check a solution against the rules of the game; both arguments may also be text or JSON data.

        >>> import tilewright as tw
        >>> tw.game("powers").check("3,4", {"n": 18})
        Verdict(broken=(), objective=18)
        """
        verdict = self.module("rules").check(self.instance(instance), self.solution(solution))
        return self._require_type(verdict, Verdict, "rules", "check")

    @property
    def rules(self) -> Mapping[str, str]:
        """A mapping from the code of each rule to a sentence that states the rule."""
        return self.module("rules").RULES

    # pictures

    def scene(
        self,
        instance: Instance | str | Mapping[str, Any] | None,
        solution: Solution | str | Mapping[str, Any] | None = None,
        verdict: Verdict | None = None,
    ) -> Any:
        """Return a drawing of the instance, the solution or both; None if the game has no pictures.

        The drawing marks the places at which the verdict reports a broken rule.
        """
        if not self.has("picture"):
            return None
        drawn = None if instance is None else self.instance(instance)
        shown = None if solution is None else self.solution(solution)
        return self.module("picture").scene(drawn, shown, verdict)

    def svg(
        self,
        instance: Instance | str | Mapping[str, Any] | None,
        solution: Solution | str | Mapping[str, Any] | None = None,
        verdict: Verdict | None = None,
    ) -> str | None:
        """Return the drawing of `scene` as SVG, or None if the game has no pictures."""
        scene = self.scene(instance, solution, verdict)
        return None if scene is None else str(scene.to_svg())

    # explaining

    def hint(
        self, instance: Instance | str | Mapping[str, Any], state: str | Mapping[str, Any] | None = None
    ) -> Hint:
        """Return the next forced step from a partial solution (by default an empty one), or a message."""
        if not self.has("explain"):
            raise BadInput(f"{self.name} has no hints")
        if isinstance(state, Mapping):
            state = json.dumps(dict(state))
        elif state is not None and not isinstance(state, str):
            raise BadInput(f"a state of {self.name} must be text or a dict, not {_describe(state)}")
        parsed = None if state is None else self._parse_state(state)
        hint = self.module("explain").hint(self.instance(instance), parsed)
        return self._require_type(hint, Hint, "explain", "hint")

    def _parse_state(self, text: str) -> Any:
        parse = getattr(self.module("notation"), "parse_state", None)
        if parse is None:
            file = contract.file_of(self.package, "notation")
            raise InvalidGame(f"the game {self.name}: {file} has no function 'parse_state', which hints need")
        return parse(text)

    # generating and solving

    def generate(self, seed: int = 0, **options: Any) -> Instance:
        """Generate an instance. The same seed and options generate the same instance on every machine.

        A keyword argument is either an option of the generator or a key of the instance's JSON; such a key is
        set after the instance has been generated.

        >>> import tilewright as tw
        >>> domino = tw.game("domino")
        >>> domino.generate(seed=7, n=4, stones=5) == domino.generate(seed=7, n=4, stones=5)
        True
        """
        return self.generate_with(seed, options)

    def generate_with(self, seed: int, options: Mapping[str, Any]) -> Instance:
        """Generate an instance as `generate` does; here, an option may also be called ``seed`` or ``self``."""
        if not self.has("generate"):
            raise BadInput(f"{self.name} has no generator")
        names = [option.name for option in self.generator]
        own = {name: value for name, value in options.items() if name in names}
        keys = {name: value for name, value in options.items() if name not in names}
        chosen = read_options(self.generator, own, f"the generator of {self.name}")
        instance = self.module("generate").generate(Limits(seed=seed).seed, **chosen)
        instance = self._require_type(instance, Instance, "generate", "generate")
        known = self.json_keys(instance) if keys else {}
        for key in keys:
            if key not in known:
                raise BadInput(
                    f"the generator of {self.name} has no option {key!r}; it has {', '.join(names) or 'none'},"
                    f" and the instance has the keys {', '.join(known)}"
                )
        return self.with_keys(instance, keys)

    def solver(self, name: str | None = None) -> Solver:
        """Return the solver with the given name; by default, the first one."""
        for solver in self.solvers:
            if name in (None, solver.name):
                return solver
        if not self.solvers:
            raise BadInput(f"{self.name} has no solvers")
        names = ", ".join(solver.name for solver in self.solvers)
        raise BadInput(f"{self.name} has no solver {name!r}; it has {names}")

    def settings(self, solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of all options of a solver; options that are not given have their defaults."""
        return read_options(solver.options, options, f"solver {solver.name} of {self.name}")

    def entry(
        self, declaration: Solver | Agent, folder: str, function: str
    ) -> tuple[ModuleType, Callable[..., Any]]:
        """Return the module and the function that the entry of a solver or an agent names."""
        return contract.load_entry(self.package, *_entry_of(declaration, folder, function))

    def problems(self) -> Iterator[str]:
        """Yield the problems in the game's folder that can be found without importing solvers or agents."""
        files: tuple[Literal["notation", "rules", "commands"], ...] = ("notation", "rules", "commands")
        for file in files:
            if self.has(file) or (self.commands if file == "commands" else self.solvers):
                try:
                    self.module(file)
                except InvalidGame as error:
                    yield str(error)
        for solver in self.solvers:
            yield from contract.missing_entry(self.package, *_entry_of(solver, "solvers", "solve"))
        for agent in self.agents:
            yield from contract.missing_entry(self.package, *_entry_of(agent, "agents", "make"))

    def solve(
        self,
        instance: Instance | str | Mapping[str, Any],
        request: SolveRequest | None = None,
        *,
        solver: str | None = None,
        time_limit: float | None = None,
        seed: int = 0,
        threads: int = 1,
        progress: Callable[[Progress], None] | None = None,
        cancel: threading.Event | None = None,
        **options: Any,
    ) -> Result:
        """Prepare the solver, run it, and check its answer; raise `WrongAnswer` if the check fails.

        The instance may be an `Instance`, text or JSON data. The solver, its limits and its options are given
        either by a request or by the keyword arguments.

        >>> import tilewright as tw
        >>> tw.game("powers").solve("3,4", solver="cpsat").objective
        18
        """
        instance = self.instance(instance)
        given = SolveRequest(solver=solver, time_limit=time_limit, seed=seed, threads=threads, options=options)
        if request is None:
            request = given
        elif given != SolveRequest():
            raise TypeError("solve takes a request or keyword arguments for its fields, not both")
        report = progress or (lambda _: None)
        report(Progress(0.0, phase=Phase.PREPARE))
        self.prepare(instance, request)
        answer, seconds = self.run_solver(instance, request, progress, cancel)
        report(answer.to_progress(seconds))
        return self.check_answer(instance, request, answer, seconds)

    @named_extras()
    def prepare(self, instance: Instance, request: SolveRequest) -> None:
        """Import the requested solver and call its function `prepare`, if it has one."""
        solver = self.solver(request.solver)
        self.settings(solver, request.options)
        module, _ = self.entry(solver, "solvers", "solve")
        if hasattr(module, "prepare"):
            module.prepare(instance)

    @named_extras()
    def run_solver(
        self,
        instance: Instance,
        request: SolveRequest,
        progress: Callable[[Progress], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> tuple[Answer, float]:
        """Run the requested solver without preparing it; return its unchecked answer and the solve time."""
        solver = self.solver(request.solver)
        settings = self.settings(solver, request.options)
        _, function = self.entry(solver, "solvers", "solve")
        run = Run(request.limits, settings, progress, cancel)
        answer = function(instance, run)
        return self._answer(solver, answer), run.elapsed

    def check_answer(self, instance: Instance, request: SolveRequest, answer: Answer, seconds: float) -> Result:
        """Check the answer that the requested solver returned after `seconds`, and return the result."""
        solver = self.solver(request.solver)
        self._verify(solver.name, instance, answer)
        return Result(
            game=self.name,
            instance=instance,
            solver=solver.name,
            status=answer.status,
            objective=answer.objective,
            bound=answer.objective if answer.status is Status.OPTIMAL else answer.bound,
            unique=answer.unique,
            solution=answer.solution,
            verified=True if answer.claims_solution else None,
            seconds=seconds,
            stats=answer.stats,
        )

    def _answer(self, solver: Solver, value: Any) -> Answer:
        """Return the value that a solver returned; raise `InvalidGame` if it is not an `Answer`."""
        file, _, function = _entry_of(solver, "solvers", "solve")[1].partition(":")
        return self._require_type(value, Answer, file, function)

    def _verify(self, solver: str, instance: Instance, answer: Answer) -> None:
        """Raise `WrongAnswer` if an answer contradicts its own status or the checker does not confirm it."""
        if not answer.claims_solution:
            if answer.solution is not None:
                raise WrongAnswer(f"{solver} answers {answer.status.value} but returns a solution")
            return
        if answer.solution is None:
            raise WrongAnswer(f"{solver} answers {answer.status.value} but returns no solution")
        verdict = self.check(instance, answer.solution)
        if not verdict.ok:
            first = verdict.broken[0]
            raise WrongAnswer(f"the checker rejects the answer of {solver}: {first.message} ({first.rule})")
        if verdict.objective != answer.objective:
            raise WrongAnswer(
                f"{solver} claims the objective {answer.objective}, but the checker finds {verdict.objective}"
            )


def _entry_of(declaration: Solver | Agent, folder: str, function: str) -> tuple[str, str]:
    """Return a phrase that names a solver or an agent in messages, and its declared or default entry."""
    owner = f"the {type(declaration).__name__.lower()} {declaration.name}"
    return owner, declaration.entry or f"{folder}.{declaration.name.replace('-', '_')}:{function}"


def _describe(value: Any) -> str:
    """Describe the type of a value, for a message about a value of the wrong type."""
    return _with_article(type(value))


def _with_article(kind: type) -> str:
    if kind is type(None):
        return "None"
    return ("an " if kind.__name__[0] in "aeiouAEIOU" else "a ") + kind.__name__


def game_of(value: Any) -> Game:
    """Return the game of an instance or a solution."""
    return _games_by_name[type(value).game]


def _picture(game: Game, instance: Instance | None, solution: Solution | None) -> str | None:
    """Return the SVG picture for a notebook; None if it is too large or the game has no pictures."""
    try:
        return game.svg(instance, solution)
    except BadInput:
        return None


def _read_key(text: str, old: Any) -> Any:
    if isinstance(old, list) and not text.lstrip().startswith("["):
        text = f"[{text}]"
    try:
        return json.loads(text)
    except ValueError:
        return text
