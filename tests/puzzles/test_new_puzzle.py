"""`tilewright new`: a puzzle of any kind satisfies the contract at once, and bad input is refused."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from install_new_puzzle_project import installed_puzzle
from tilewright.cli import new, run
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.puzzles.kinds_and_states import Kind, State, state_to_json
from tilewright.testing import checks

KINDS = ["shade", "numbers", "regions", "lines"]


@pytest.fixture(scope="module", params=KINDS)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A new puzzle of each kind."""
    folder = tmp_path_factory.mktemp("projects")
    with installed_puzzle(folder, f"new-{request.param}", request.param) as made:
        yield made


def test_a_new_puzzle_passes_every_conformance_test(game: Game) -> None:
    tests = list(checks(game))
    assert len(tests) >= 10
    for test in tests:
        test.run()


def test_every_library_puzzle_is_made_from_its_seed_and_has_its_grade(game: Game) -> None:
    library = game.module("library")
    assert len(library.puzzles) >= 3
    explain: Any = game.module("explain")
    for entry in library.puzzles:
        instance = game.parse(f"library:{entry.name}")
        options = {"rows": entry.rows, "cols": entry.cols, "difficulty": entry.difficulty}
        assert game.generate(entry.seed, **options) == instance
        assert explain.grade(instance).name == entry.difficulty


def test_the_solvers_find_the_same_only_solution(game: Game) -> None:
    for entry in game.module("library").puzzles:
        results = [
            game.solve(game.parse(entry.puzzle), solver=solver.name, unique=True) for solver in game.solvers
        ]
        assert [result.unique for result in results] == [True, True, True]
        assert len({json.dumps(result.to_json()["solution"]) for result in results}) == 1


@pytest.mark.usefixtures("clingo_in_process")
@pytest.mark.parametrize("seed", range(12))
def test_the_clauses_and_the_clingo_program_have_the_same_solutions_on_random_boards(
    game: Game, seed: int
) -> None:
    rng = random.Random(seed)
    generated: Any = game.generate(seed, rows=4, cols=rng.choice([3, 4]))
    if seed % 2:  # with fewer numbers, a puzzle can have several solutions
        weaker = -1 if game.kind == "regions" else 0
        rows = [[weaker if value and rng.random() < 0.5 else value for value in row] for row in generated.rows]
    else:
        values = [*range(-1 if game.kind == "regions" else 0, 2 if game.kind == "lines" else 4), 0, 0, 0]
        rows = [[rng.choice(values) for _ in row] for row in generated.rows]
    instance = game.from_json({"rows": rows})
    found = {}
    for solver in game.solvers:
        result = game.solve(instance, solver=solver.name, count=300)
        found[solver.name] = (result.status, result.stats["count"], result.stats["count_complete"])
    assert len(set(found.values())) == 1, found


def test_hints_lead_from_empty_to_solved(game: Game) -> None:
    """A hint never names a place that is decided already, nor a cell whose number is given as a clue."""
    instance: Any = game.parse(game.module("library").puzzles[0].puzzle)
    result = game.solve(instance)
    solution: Any = result.solution
    correct = solution.values(instance)
    kind = Kind(game.kind)
    values: dict[Any, Any] = {}
    while True:
        state = State(kind, instance.height, instance.width, values)
        hint = game.hint(instance, json.dumps(state_to_json(state)))
        if hint.technique == "solved":
            break
        places: Any = hint.edges or hint.cells
        assert places
        for place in places:
            assert place not in values
            values[place] = int(hint.value or 0) if kind is Kind.NUMBERS else hint.value
            assert values[place] == correct[place]
    assert not set(values) & set(instance.clues() if kind is Kind.NUMBERS else ())


def test_the_picture_in_the_readme_is_drawn_by_the_command_that_the_readme_names(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    project = Path(str(resources.files(game.package))).parent
    command = f"solve {game.name} library:5x5-easy --svg solved.svg"
    assert f"`tilewright {command}`" in (project / "README.md").read_text("utf-8")
    assert run(command.split()) == 0
    assert Path("solved.svg").read_bytes() == (project / "solved.svg").read_bytes()


def test_the_grade_does_not_depend_on_hints_given_before(game: Game) -> None:
    instance = game.parse(game.module("library").puzzles[-1].puzzle)
    explain: Any = game.module("explain")
    before = explain.grade(instance)
    game.hint(instance)
    assert explain.grade(instance) == before


def test_the_questions_of_the_page_are_answered(game: Game) -> None:
    ask: Any = game.module("web").ASK  # type: ignore[attr-defined]
    board = game.module("library").puzzles[0].puzzle
    view = ask["open"]({"board": board})
    assert view["kind"] == game.kind
    instance: Any = game.parse(board)
    assert view["blocked"] == [list(cell) for cell in instance.blocked()]
    assert bool(view["blocked"]) == (game.kind == "lines")
    judged = ask["judge"]({"board": board})
    assert judged["unique"]
    assert ask["check"]({"board": board, "state": judged["solution"]})["solved"]
    empty = state_to_json(State(Kind(game.kind), instance.height, instance.width, {}))
    assert not ask["check"]({"board": board, "state": empty})["solved"]
    for request in ({"board": board}, {"board": board, "state": None}):
        with pytest.raises(BadInput, match=r"^the request lacks a state to check$"):
            ask["check"](request)


def test_a_mistake_on_the_board_is_named(game: Game) -> None:
    instance: Any = game.parse(game.module("library").puzzles[0].puzzle)
    solution: Any = game.solve(instance).solution
    others = {"#": ".", ".": "#", "join": "border", "border": "join", "line": "cross", "cross": "line"}
    place, value = next(iter(solution.values(instance).items()))
    wrong = others[value] if isinstance(value, str) else value % 5 + 1
    state = State(Kind(game.kind), instance.height, instance.width, {place: wrong})
    assert game.hint(instance, json.dumps(state_to_json(state))).technique == "mistake"


@pytest.mark.parametrize("text", ["", "1x\n..", "...\n..", '{"rows": [[99]]}', '{"rows": 3}', "9" * 300])
def test_bad_boards_are_refused_in_one_line(game: Game, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", game.name, text, "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1


def test_the_file_with_tests_passes(tmp_path: Path) -> None:
    with installed_puzzle(tmp_path, "tested-lines", "lines"):
        project = tmp_path / "tested-lines"
        environment = {**os.environ, "PYTHONPATH": str(project)}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
        done = subprocess.run(
            command, cwd=project, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


# --- Where the files go -------------------------------------------------------------------------------


def test_in_a_checkout_the_puzzle_becomes_one_of_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(new, "source_checkout", lambda package: tmp_path)
    assert run(["new", "two-words", "--kind", "lines", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    folder = tmp_path / "src" / "tilewright" / "games" / "two_words"
    assert (data["name"], data["folder"]) == ("two-words", str(folder))
    assert set(data["files"]) == {str(file) for file in tmp_path.rglob("*") if file.is_file()}
    assert sorted(Path(file).relative_to(tmp_path).as_posix() for file in data["files"]) == [
        *(
            f"src/tilewright/games/two_words/{name}"
            for name in [
                "README.md",
                "__init__.py",
                "examples.json",
                "library.json",
                "puzzle.py",
                "rules.py",
                "signature.json",
                "solved.svg",
                "suites/quick.toml",
                "two_words.lp",
            ]
        ),
        "tests/two_words/test_two_words.py",
    ]
    texts = [Path(file).read_text("utf-8") for file in data["files"]]
    assert not [text for text in texts if "puzzle-name" in text or "puzzle_name" in text or "My Puzzle" in text]


@pytest.mark.parametrize(
    ("folder", "project", "found"),
    [
        ("src/tilewright", '[project]\nname = "tilewright"\n', True),
        ("src/tilewright", '[project]\nname = "other"\n', False),
        ("src/tilewright", "not TOML", False),
        ("src/tilewright", None, False),
        ("site-packages/tilewright", '[project]\nname = "tilewright"\n', False),
    ],
)
def test_a_checkout_is_told_by_its_project_file(
    folder: str, project: str | None, found: bool, tmp_path: Path
) -> None:
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    assert new.source_checkout(tmp_path / folder) == (tmp_path if found else None)


def test_elsewhere_the_command_tells_how_to_install_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(new, "source_checkout", lambda package: None)
    monkeypatch.chdir(tmp_path)
    assert run(["new", "my-puzzle", "--kind", "shade"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "install it with: pip install -e my-puzzle",
        "test it with: tilewright conform my-puzzle",
    ]
    assert (tmp_path / "my-puzzle" / "pyproject.toml").is_file()
    assert (tmp_path / "my-puzzle" / "my_puzzle" / "my_puzzle.lp").is_file()


# --- Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["My-Puzzle", "--kind", "shade"],
            "'My-Puzzle' cannot be the name of a puzzle: a name consists of lower-case",
        ),
        (["a--b", "--kind", "shade"], "'a--b' cannot be the name"),
        (["../up", "--kind", "shade"], "'../up' cannot be the name"),
        (["", "--kind", "shade"], "'' cannot be the name"),
        (
            ["class", "--kind", "shade"],
            "'class' cannot be the name of a puzzle: Python, Tilewright or an installed package already",
        ),
        (["json", "--kind", "shade"], "'json' cannot be the name"),
        (["auto", "--kind", "shade"], "'auto' cannot be the name"),
        (["nurikabe", "--kind", "shade"], "there is already a game called 'nurikabe'"),
        (["fresh"], "--kind is missing; the kinds are shade (shade cells), numbers (write numbers), "),
        (["fresh", "--kind", "cards"], "there is no kind 'cards'; the kinds are shade (shade cells), "),
        (["taken", "--kind", "shade"], "'{folder}/taken' already exists"),
    ],
)
def test_bad_input_is_refused_in_one_line_and_nothing_is_written(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").mkdir()
    assert run(["new", *arguments, "--folder", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"tilewright: {message.format(folder=tmp_path)}")
    assert printed.err.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*") if path.name != "data"] == ["taken"]


def test_a_folder_that_cannot_be_written_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "fresh", "--kind", "shade", "--folder", "/dev/null"]) == 2
    assert capsys.readouterr().err.startswith("tilewright: cannot write '/dev/null/fresh'")
