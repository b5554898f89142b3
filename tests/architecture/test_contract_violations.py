"""A package that violates the game contract is reported with the names of the game and of the file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from copy_example_game import copy_example

import tilewright as tw
from tilewright import contract, registry
from tilewright.cli import run
from tilewright.game import Agent, Game, Option, Solver
from tilewright.play.agent import EXEC, HUMAN, RANDOM

_numbers = count()

Change = Callable[[Path], None]
Use = Callable[[Game], object]


def remove(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


def write(name: str, text: str) -> Change:
    return lambda folder: (folder / name).write_text(text) and None


def replace(name: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new))

    return change


def parse(game: Game) -> object:
    return game.parse("2@0,0")


def solve(game: Game) -> object:
    return game.solve(game.parse("2@0,0"))


def check(game: Game) -> object:
    return game.check(game.parse("2@0,0"), game.parse_solution('{"pieces": []}'))


def hint(game: Game) -> object:
    return game.hint(game.parse("2@0,0"), "{}")


CASES: dict[str, tuple[Change, Use, str]] = {
    "no notation": (remove("notation.py"), parse, "the game GAME has no file PACKAGE/notation.py"),
    "no rules": (
        remove("rules.py"),
        lambda game: game.rules,
        "the game GAME has no file PACKAGE/rules.py",
    ),
    "a syntax error": (
        write("notation.py", "def parse(:\n"),
        parse,
        "PACKAGE/notation.py cannot be imported: SyntaxError: invalid syntax (notation.py, line 1)",
    ),
    "an import that fails": (
        write("solvers/cover.py", "import no_such_module\n"),
        solve,
        "PACKAGE/solvers/cover.py cannot be imported: ModuleNotFoundError: No module named 'no_such_module'",
    ),
    **{
        f"no function {name}": (
            replace("notation.py", f"def {name}(", f"def other_{index}("),
            parse,
            f"the game GAME: PACKAGE/notation.py has no function '{name}'",
        )
        for index, name in enumerate(["parse", "to_json", "parse_solution", "solution_to_json"])
    },
    "no function from_json": (
        replace("notation.py", "from_json", "read_from_json"),
        parse,
        "PACKAGE/notation.py has no function 'from_json' (it has 'read_from_json')",
    ),
    "no function check": (
        replace("rules.py", "def check(", "def verify("),
        check,
        "the game GAME: PACKAGE/rules.py has no function 'check'",
    ),
    "no RULES": (replace("rules.py", "RULES", "CODES"), check, "the game GAME: PACKAGE/rules.py has no RULES"),
    "parse is not a function": (
        replace("notation.py", "FORMATS = ", "parse = 3\nFORMATS = "),
        parse,
        "PACKAGE/notation.py has no function 'parse'",
    ),
    "a solver without a file": (
        remove("solvers/cover.py"),
        solve,
        "the game GAME: the solver cover needs the file PACKAGE/solvers/cover.py, which does not exist",
    ),
    "a misnamed solve": (
        replace("solvers/cover.py", "def solve(", "def solves("),
        solve,
        "the game GAME: PACKAGE/solvers/cover.py has no function 'solve' (it has 'solves')",
    ),
    "a solver that returns None": (
        write("solvers/cover.py", "def solve(board, run):\n    pass\n"),
        solve,
        "the game GAME: PACKAGE/solvers/cover.py: solve() must return an Answer, not None",
    ),
    "a solver that returns a solution": (
        write("solvers/cover.py", "def solve(board, run):\n    return board\n"),
        solve,
        "the game GAME: PACKAGE/solvers/cover.py: solve() must return an Answer, not a Board",
    ),
    "a picture without scene": (
        write("picture.py", "def draw(instance, solution, verdict):\n    pass\n"),
        lambda game: game.svg(game.parse("2@0,0")),
        "the game GAME: PACKAGE/picture.py has no function 'scene'",
    ),
    "a generator without generate": (
        write("generate.py", "def generator(seed):\n    pass\n"),
        lambda game: game.generate(1),
        "the game GAME: PACKAGE/generate.py has no function 'generate' (it has 'generator')",
    ),
    "a generator that returns text": (
        write("generate.py", "def generate(seed):\n    return '2@0,0'\n"),
        lambda game: game.generate(1),
        "the game GAME: PACKAGE/generate.py: generate() must return an Instance, not a str",
    ),
    "hints without hint": (
        write("explain.py", ""),
        lambda game: game.hint(game.parse("2@0,0")),
        "the game GAME: PACKAGE/explain.py has no function 'hint'",
    ),
    "hints without parse_state": (
        replace("notation.py", "def parse_state(", "def read_state("),
        hint,
        "the game GAME: PACKAGE/notation.py has no function 'parse_state', which hints need",
    ),
    "a hint that is None": (
        write("explain.py", "def hint(instance, state):\n    pass\n"),
        lambda game: game.hint(game.parse("2@0,0")),
        "the game GAME: PACKAGE/explain.py: hint() must return a Hint, not None",
    ),
    "a parse that returns None": (
        replace("notation.py", "    return Board(size, (row, column))\n\n\ndef from_json", "\n\ndef from_json"),
        parse,
        "the game GAME: PACKAGE/notation.py: parse() must return an Instance, not None",
    ),
    "a check that returns True": (
        replace("rules.py", "    return Verdict(", "    return True\n    return Verdict("),
        check,
        "the game GAME: PACKAGE/rules.py: check() must return a Verdict, not a bool",
    ),
    "an instance of another game": (
        replace(
            "rules.py", 'hole: Cell\n    game: ClassVar[str] = "', 'hole: Cell\n    game: ClassVar[str] = "x'
        ),
        parse,
        "PACKAGE/notation.py: parse() returns a value of another game: Board.game is not 'GAME'",
    ),
    "examples that are not JSON": (
        write("examples.json", "{"),
        lambda game: game.examples,
        "the game GAME: examples.json cannot be read: ",
    ),
    "examples that are a list": (
        write("examples.json", "[]"),
        lambda game: game.examples,
        "the game GAME: examples.json must be an object",
    ),
    "an agent without a file": (
        lambda folder: None,
        lambda game: game.entry(Agent("eager", ""), "agents", "make"),
        "the game GAME: the agent eager needs the file PACKAGE/agents/eager.py, which does not exist",
    ),
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example game, importable under a name that no other test has used."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return copy_example(tmp_path, f"copy_{next(_numbers)}")


@pytest.mark.parametrize(("change", "use", "message"), CASES.values(), ids=CASES)
def test_a_broken_folder_names_the_game_and_the_file(
    package: Path, change: Change, use: Use, message: str
) -> None:
    change(package)
    game = import_module(package.name).game
    with pytest.raises(tw.InvalidGame) as error:
        use(game)
    assert message.replace("GAME", game.name).replace("PACKAGE", package.name) in str(error.value)


def test_the_unchanged_example_has_no_problems(package: Path) -> None:
    game = import_module(package.name).game
    assert list(game.problems()) == []
    for use in (parse, solve, check):
        use(game)


def test_a_game_without_solvers_may_leave_out_what_concerns_solutions(package: Path) -> None:
    replace("__init__.py", "solvers=(", "solvers=() and (")(package)
    replace("notation.py", "def parse_solution(", "def other(")(package)
    replace("notation.py", "def solution_to_json(", "def another(")(package)
    replace("rules.py", "def check(", "def verify(")(package)
    game = import_module(package.name).game
    assert list(game.problems()) == []
    parse(game)


def test_problems_are_found_without_importing_a_solver(package: Path) -> None:
    game = import_module(package.name).game
    assert list(game.problems()) == []
    assert f"{package.name}.solvers.cover" not in sys.modules
    (package / "solvers" / "cover.py").unlink()
    (problem,) = game.problems()
    assert problem.endswith(f"needs the file {package.name}/solvers/cover.py, which does not exist")


def test_the_command_line_names_the_file_and_ends_with_status_5(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write("solvers/cover.py", "def solve(board, run):\n    pass\n")(package)
    game = import_module(package.name).game
    others = registry._others()
    point = type(next(iter(others.values())))(game.name, f"{package.name}:game", registry.GROUP)
    monkeypatch.setattr(registry, "_others", lambda: {**others, game.name: point})
    assert run(["solve", game.name, "2@0,0", "--json"]) == 5
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"tilewright: the game {game.name}: {package.name}/solvers/cover.py: "
        "solve() must return an Answer, not None\n"
    )


def declare(**changes: object) -> Game:
    arguments: dict[str, object] = {"title": "T", "summary": "S", "syntax": "X", "solvers": (Solver("a", ""),)}
    return Game("declared", **{**arguments, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": 3}, "title must be a string, not 3"),
        ({"commands": None}, "commands must be a string, not None"),
        ({"solvers": ("a",)}, "solvers must be Solver values, not 'a'"),
        ({"agents": (Solver("a", ""),)}, "agents must be Agent values"),
        *(
            ({"agents": (Agent(name, ""),)}, f"agents: the name {name!r} is reserved")
            for name in (HUMAN, EXEC, RANDOM.name)
        ),
        ({"solvers": (Solver("a", ""), Solver("a", ""))}, "solvers: the name 'a' occurs twice"),
        ({"solvers": (Solver("", ""),)}, "solvers: a name must be a non-empty string, not ''"),
        ({"generator": ({"n": 3},)}, "the options of the generator must be Option values, not {'n': 3}"),
        (
            {"generator": (Option("n", {}, ""),)},
            "the generator: the default of n must be a bool, int, float, str, list or None, not a dict",
        ),
        (
            {"generator": (Option("n", 3, "", lowest=5),)},
            "the generator: the default of an option is wrong: n=3: must be at least 5",
        ),
        (
            {"generator": (Option("n", "red", "", choices=("blue",)),)},
            "the generator: the default of an option is wrong: n=red: expected one of blue",
        ),
        (
            {"generator": (Option("n", 1, ""), Option("n", 2, ""))},
            "the options of the generator: the name 'n' occurs twice",
        ),
        (
            {"solvers": (Solver("a", "", options=("n",)),)},  # type: ignore[arg-type]
            "the options of the solver a must be Option values, not 'n'",
        ),
    ],
)
def test_a_wrong_declaration_is_refused(changes: dict[str, object], message: str) -> None:
    declare()
    with pytest.raises(tw.InvalidGame) as error:
        declare(**changes)
    assert str(error.value).startswith("the game declared: declared/__init__.py: ")
    assert message in str(error.value)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.name)
def test_every_game_keeps_the_contract_of_its_light_files(game: Game) -> None:
    assert list(game.problems()) == []
    for file in contract.FILES:
        if file != "generate" and game.has(file):  # importing a generator may compile kernels
            contract.load(game.package, file, bool(game.solvers))


def test_the_contract_page_names_every_file() -> None:
    page = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
    for file in contract.FILES:
        assert f"`{file}.py`" in page, file
