"""Tilewright: a workbench for tile-laying games and grid puzzles.

>>> import tilewright as tw
>>> puzzle = tw.game("powers").parse("3,4")
>>> tw.solve(puzzle).solution
PowersSolution(n=18)

A function that accepts an instance also accepts its text or its JSON data. The argument `game` then names the
game; it can be omitted if the text is a puzz.link URL or file, or a Penpa+ link that names the game.

>>> tw.solve("3,4", game="powers").objective
18
>>> tw.solve("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g").status.value
'satisfied'
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

# The first import of a subpackage binds its name in this module. Importing the subpackage `games` before the
# function `games` keeps the subpackage from replacing the function later.
from tilewright import games as _games  # noqa: F401
from tilewright.arrow_and_pandas import Tabular, to_arrow, to_pandas
from tilewright.errors import (
    BadInput,
    EngineFailure,
    InvalidGame,
    MissingProgram,
    OutOfResources,
    TilewrightError,
    WrongAnswer,
)
from tilewright.game import (
    BrokenRule,
    Game,
    Hint,
    Instance,
    Limits,
    Phase,
    Progress,
    Result,
    Solution,
    SolveRequest,
    Status,
    Verdict,
    game_of,
)
from tilewright.registry import game, games

if TYPE_CHECKING:
    from tilewright.arena_and_standings import Standings
    from tilewright.drawing import Scene
    from tilewright.play import Record
    from tilewright.recorded_game_analysis import Analysis
    from tilewright.verifiable_tasks import Task

__all__ = [
    "BadInput",
    "BrokenRule",
    "EngineFailure",
    "Game",
    "Hint",
    "Instance",
    "InvalidGame",
    "Limits",
    "MissingProgram",
    "OutOfResources",
    "Phase",
    "Progress",
    "Result",
    "Solution",
    "SolveRequest",
    "Status",
    "Tabular",
    "TilewrightError",
    "Verdict",
    "WrongAnswer",
    "__version__",
    "analyse",
    "arena",
    "bench",
    "check",
    "draw",
    "game",
    "games",
    "generate",
    "grade",
    "hint",
    "match",
    "parse",
    "solve",
    "tasks",
    "to_arrow",
    "to_pandas",
]

__version__ = "0.2.0"


AnyInstance = Instance | str | Mapping[str, Any]
"""An instance, or its text or JSON data."""
AnySolution = Solution | str | Mapping[str, Any]
"""A solution, or its text or JSON data."""
AnyGame = Game | str
"""A game, or its name."""


def __getattr__(name: str) -> Any:
    """Import the package `bench` when it is first used."""
    if name == "bench":
        return import_module("tilewright.bench")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def parse(instance: AnyInstance, game: AnyGame | None = None) -> Instance:
    """Return an instance that is given as text, as JSON data or as an `Instance`.

    For text and data, the argument `game` is required, unless the text is a puzz.link URL or file, or a Penpa+
    link that names the game.

    >>> parse("3,4", game="powers").exponents
    (3, 4)
    >>> parse({"exponents": [3, 4]}, game="powers") == parse("3,4", game="powers")
    True
    >>> parse("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g").game
    'nurikabe'
    """
    if game is not None:
        return _game(game).instance(instance)
    if isinstance(instance, Instance):
        return instance
    if isinstance(instance, str):
        from tilewright.puzzles.game_of_url import game_of_url

        found = game_of_url(instance)
        if found is not None:
            return found.instance(instance)
    elif not isinstance(instance, Mapping):
        kind = type(instance).__name__
        raise BadInput(f"an instance must be an Instance, text or a dict, not a value of type {kind}")
    example = 'solve("3,4", game="powers")'
    raise BadInput(f"an instance given as text or as a dict needs the name of its game, as in {example}")


def _game(named: AnyGame) -> Game:
    if isinstance(named, Game):
        return named
    if not isinstance(named, str):
        raise BadInput(f"a game must be a Game or its name, not a value of type {type(named).__name__}")
    return game(named)


def solve(
    instance: AnyInstance,
    *,
    game: AnyGame | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    **options: Any,
) -> Result:
    """Solve an instance of any game and verify the answer with the game's checker.

    `time_limit` is in seconds; by default there is no limit. `options` are the options of the solver. By
    default, the game's first solver is used. `progress` is called with progress reports; setting the
    event `cancel` stops the solve.

    >>> result = solve("3,4", game="powers", time_limit=10)
    >>> result.status.value, result.objective, result.solution
    ('optimal', 18, PowersSolution(n=18))
    """
    question = parse(instance, game)
    request = SolveRequest(solver=solver, time_limit=time_limit, seed=seed, threads=threads, options=options)
    return game_of(question).solve(question, request, progress=progress, cancel=cancel)


def check(instance: AnyInstance, solution: AnySolution, *, game: AnyGame | None = None) -> Verdict:
    """Check a solution against the rules of its game; the verdict names every broken rule.

    >>> check("3,4", {"n": 18}, game="powers")
    Verdict(broken=(), objective=18)
    >>> check("3,4", {"n": 17}, game="powers").broken[0].rule
    'digit-missing'
    """
    question = parse(instance, game)
    return game_of(question).check(question, solution)


def hint(
    instance: AnyInstance, state: str | Mapping[str, Any] | None = None, *, game: AnyGame | None = None
) -> Hint:
    """Return the next step of a puzzle with its reason; `state` is a partial solution, by default an empty one.

    >>> step = hint("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    >>> step.cells, step.value
    (((2, 2), (3, 1), (3, 3), (4, 2)), '#')
    """
    question = parse(instance, game)
    return game_of(question).hint(question, state)


def grade(instance: AnyInstance, *, game: AnyGame | None = None) -> Any:
    """Return the difficulty of a pencil puzzle: grade, frequency of each technique, and hardest step.

    >>> grade("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g").name
    'easy'
    """
    question = parse(instance, game)
    from tilewright.puzzles.grades import check_one_solution, find_grade

    count, found = find_grade(game_of(question), question)
    check_one_solution(count)
    return found


def generate(game: AnyGame, *, seed: int = 0, **options: Any) -> Instance:
    """Generate an instance. The same seed and options generate the same instance on every machine.

    >>> generate("domino", seed=7, n=4, stones=5) == generate("domino", seed=7, n=4, stones=5)
    True
    """
    return _game(game).generate_with(seed, options)


def tasks(
    game: AnyGame, count: int = 10, *, seed: int = 0, level: str | None = None, time_limit: float = 60.0
) -> list[Task]:
    """Generate problems in natural language, with verified answers, for programs and language models.

    `level` names a difficulty of the game; by default, the problems cycle through all levels of the game.
    `time_limit` is the number of seconds within which the answer to one problem must be proved.

    >>> task = tasks("powers", 1, level="easy")[0]
    >>> task.to_json()["expected"]["status"], task.checker.startswith("tilewright check powers")
    ('optimal', True)
    """
    from tilewright.verifiable_tasks import make_tasks

    return list(make_tasks(_game(game), count, seed, level, time_limit))


def draw(
    instance: AnyInstance,
    solution: AnySolution | None = None,
    *,
    game: AnyGame | None = None,
) -> Scene:
    """Draw an instance or a solution; the places at which the solution breaks a rule are marked.

    The returned scene has the methods `to_svg`, `to_text` and `save`, and a notebook displays it.

    >>> draw("3,4", {"n": 18}, game="powers").to_svg()[:4]
    '<svg'
    """
    question = parse(instance, game)
    played = game_of(question)
    verdict = None if solution is None else played.check(question, solution)
    scene: Scene | None = played.scene(question, solution, verdict)
    if scene is None:
        raise BadInput(f"{played.name} has no pictures")
    return scene


def match(
    game: AnyGame,
    *agents: str,
    deal: str | None = None,
    seed: int = 0,
    **keys: Any,
) -> Record:
    """Let agents play one game and return its record.

    `deal` is the text of a deal; by default, a deal is generated from `seed`. `keys` are settings of the deal;
    the option ``--set`` of ``tilewright play`` accepts the same keys.

    >>> record = match("domino", "greedy", deal="4: 01 12 25 33 35")
    >>> record.outcome.scores
    (5,)
    """
    from tilewright.play import Entrant, PlayableGame, keys_as_text, play_match

    played = PlayableGame(_game(game))
    settings = keys_as_text(keys)
    start = played.deal(seed, settings) if deal is None else played.parse_deal(deal, settings)
    return play_match(played, start, [Entrant.parse(agent) for agent in agents], seed)


def arena(
    game: AnyGame,
    *agents: str,
    games: int | None = None,
    seed: int = 0,
    sprt: str | None = None,
    anchor: str | None = None,
    move_limit: float = 300.0,
    where: str = "here",
    data: str | Path | None = None,
    cancel: threading.Event | None = None,
    **keys: Any,
) -> Standings:
    """Let agents play against each other on the same deals, and compute their ratings.

    The arguments correspond to those of ``tilewright arena``, and `keys` to the option ``--set``; setting the
    event `cancel` stops the arena. Finished games are stored in the data folder, so a repeated call plays only
    the missing games. The returned standings provide a table of the agents (`to_pandas`), a table of the pairs
    (`pairs`), the records of the games (`records`) and a picture (`scene`).

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     standings = arena("domino", "greedy", "random", games=4, n=3, stones=4, data=folder)
    >>> [row["agent"] for row in standings.to_rows()], len(standings.records)
    (['greedy', 'random'], 4)
    """
    from tilewright.arena_and_standings import GAMES, GAMES_OF_TEST, Standings, play_contest
    from tilewright.console import data_folder
    from tilewright.play import keys_as_text
    from tilewright.play.contest_plan import Contest
    from tilewright.play.game_archive import Archive
    from tilewright.play.sprt import Sprt
    from tilewright.running.executors import executor_named

    test = None if sprt is None else Sprt.parse(sprt)
    total = games if games is not None else GAMES if test is None else GAMES_OF_TEST
    settings = tuple(keys_as_text(keys).items())
    contest = Contest(_game(game), agents, total, seed, settings, move_limit, test)
    Standings(contest, {}, anchor)  # raises `BadInput` for an unknown anchor before the first game
    executor = None if where == "here" else executor_named(where)
    archive = Archive(data_folder(data) / "arena" / contest.game.name)
    return Standings(contest, play_contest(contest, executor, archive, cancel=cancel), anchor)


def analyse(record: Record | str | Mapping[str, Any], agent: str | None = None, *, seed: int = 0) -> Analysis:
    """Compare each move of a recorded game with the move that an agent considers best.

    The record is given as a `Record`, as a line of JSON or as JSON data. By default, the agent is the game's
    analyst. The returned analysis provides a table of the moves (`to_pandas`), a table of the players
    (`players`) and a chart (`scene`).

    >>> record = match("domino", "random", deal="4: 01 12 25 33 35")
    >>> [row["ply"] for row in analyse(record, "greedy").to_rows()]
    [1, 2, 3]
    """
    from tilewright.play import Entrant, PlayableGame, Record
    from tilewright.play.agent import analyst_of
    from tilewright.recorded_game_analysis import analyse_record

    if isinstance(record, str):
        record = Record.from_line(record)
    elif isinstance(record, Mapping):
        record = Record.from_json(dict(record))
    elif not isinstance(record, Record):
        kind = type(record).__name__
        raise BadInput(f"a record must be a Record, text or a dict, not a value of type {kind}")
    played = PlayableGame(_game(record.game))
    analyst = analyst_of(played.game) if agent is None else Entrant.parse(agent)
    return analyse_record(played, record, analyst, seed)
