"""Suites are parsed strictly: every error is reported with its position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.bench import suite_entries as entries
from tilewright.bench.suite import Suite, parse_suite
from tilewright.bench.suite_entries import CommandEntry, Cost, Figure, InstanceEntry, Published, SolverEntry
from tilewright.bench.suite_index import find_suite, suites
from tilewright.errors import BadInput

pytestmark = pytest.mark.usefixtures("stubborn")

GOOD = """
game = "stubborn"
[[instances]]
spec = "5"
[[solvers]]
name = "honest"
"""


def parse(text: str) -> Suite:
    return parse_suite(text, "mine", Path("folder"))


def test_a_minimal_suite_has_default_values() -> None:
    assert parse(GOOD) == Suite(
        name="mine",
        title="mine",
        game="stubborn",
        instances=(InstanceEntry("5", spec="5"),),
        solvers=(SolverEntry("honest", "honest"),),
    )
    assert parse(GOOD).runs == 1


def test_every_key_of_a_suite_is_read() -> None:
    suite = parse(
        """
        title = "Everything"
        game = "stubborn"
        time_limit = 2
        memory_mib = 0.5
        repeats = 3
        threads = 2
        seed = 7
        batch = 1.5
        baseline = "first"
        size = "n"
        [[instances]]
        file = "boards/a.json"
        [[instances]]
        generate = { n = 4 }
        seeds = [1, 3]
        cost = { start = 4, each = -1.5 }
        [[instances]]
        generate = {}
        label = "plain"
        solvers = ["slow"]
        [[solvers]]
        name = "honest"
        label = "first"
        options = { pids = "x" }
        [[solvers]]
        name = "slow"
        [[commands]]
        argv = ["--help"]
        status = 2
        cpu_at_most = 0.5
        [[published]]
        label = "An old program"
        source = "A paper"
        solver = "slow"
        figures = [
            { instances = "n=4", seconds = 0.5, cost = 0, samples = 10 },
            { instances = "plain", objective = 4.5 },
        ]
        """
    )
    assert suite == Suite(
        name="mine",
        title="Everything",
        game="stubborn",
        instances=(
            InstanceEntry("boards/a.json", file=Path("folder/boards/a.json")),
            InstanceEntry("n=4 #1", generate={"n": 4}, seed=1, group="n=4", cost=Cost(4.0, -1.5)),
            InstanceEntry("n=4 #3", generate={"n": 4}, seed=3, group="n=4", cost=Cost(4.0, -1.5)),
            InstanceEntry("plain", generate={}, solvers=("slow",)),
        ),
        solvers=(SolverEntry("honest", "first", {"pids": "x"}), SolverEntry("slow", "slow")),
        commands=(CommandEntry("tilewright --help", ("--help",), 2, 0.5),),
        baseline="first",
        time_limit=2.0,
        memory_limit=2**19,
        batch=1.5,
        repeats=3,
        threads=2,
        seed=7,
        size="n",
        published=(
            Published(
                "An old program",
                "A paper",
                (
                    Figure("n=4", seconds=0.5, cost=0.0, samples=10),
                    Figure("plain", objective=4.5),
                ),
                solver="slow",
            ),
        ),
    )
    assert suite.runs == 3 * (4 * 2 - 1 + 1)
    assert {name: [one.label for one in group] for name, group in suite.groups.items()} == {
        "boards/a.json": ["boards/a.json"],
        "n=4": ["n=4 #1", "n=4 #3"],
        "plain": ["plain"],
    }


def test_an_instance_is_given_as_text_file_or_generator(tmp_path: Path) -> None:
    game = registry.game("stubborn")
    (tmp_path / "a.json").write_text('{"n": 9}')
    assert InstanceEntry("a", spec="5").load(game)[0] == "5"
    assert InstanceEntry("a", file=tmp_path / "a.json").load(game)[0] == '{"n": 9}'
    assert InstanceEntry("a", generate={"n": 4}, seed=3).load(game)[1] == game.parse("7")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_an_endless_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "FILE_LIMIT", 2**20)
    with pytest.raises(BadInput, match="/dev/zero is larger than 1 MiB"):
        InstanceEntry("a", file=Path("/dev/zero")).identity()
    with pytest.raises(BadInput, match="/dev/zero is larger than 16 MiB"):
        find_suite("/dev/zero")


def test_the_label_of_a_multi_line_instance_is_one_line() -> None:
    assert parse(GOOD.replace('"5"', '"""\n{\n"n": 5}"""')).instances[0].label == '{ "n": 5}'


def published(text: str) -> str:
    return f'{GOOD}[[published]]\nlabel = "Old"\nsource = "A paper"\n{text}'


def test_the_size_of_an_instance_is_its_number_of_parts_or_one_of_its_keys() -> None:
    game = registry.game("stubborn")
    entry = InstanceEntry("a", spec="9")
    assert entry.size(game, game.parse("9"), None) == 1
    assert entry.size(game, game.parse("9"), "n") == 9
    domino = registry.game("domino")
    stones = domino.parse("4: 01 12 23")
    assert entry.size(domino, stones, None) == 3
    assert entry.size(domino, stones, "stones") == 3
    assert entry.size(domino, stones, "n") == 4
    assert InstanceEntry("a", generate={"n": 7}).size(domino, stones, "n") == 7, (
        "the generator option takes precedence over the instance"
    )
    for key in ("rule", "colour"):
        with pytest.raises(BadInput, match=f"'{key}' is not a size"):
            entry.size(domino, stones, key)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("size = 3\n" + GOOD, "suite mine: size must be a string, not 3"),
        (
            GOOD.replace('"5"', '"5"\nsolvers = ["x"]'),
            "5 names the solver 'x', which is not in the suite",
        ),
        (GOOD.replace('"5"', '"5"\nsolvers = [3]'), "instances 1: solvers must be strings, not 3"),
        (GOOD.replace('"5"', '"5"\ncost = 3'), "instances 1: cost must be a table, not 3"),
        (
            GOOD.replace('"5"', '"5"\ncost = { start = 1 }'),
            "instances 1, cost: the keys 'start' and 'each' are both required",
        ),
        (
            GOOD.replace('"5"', '"5"\ncost = { start = nan }'),
            "instances 1, cost: start must be a number, not nan",
        ),
        (GOOD.replace('"5"', '"5"\ncost = { stop = 1 }'), "instances 1, cost: unknown key 'stop'"),
        (GOOD + "[[published]]", "suite mine, published 1: the key 'label' is missing"),
        (published(""), "suite mine, published 1: at least one entry in figures is required"),
        (published("figures = [{}]"), "published 1, figures 1: the key 'instances' is missing"),
        (
            published('figures = [{ instances = "5", seconds = 1, samples = 0 }]'),
            "figures 1: samples must be between 1 and 1000000000, not 0",
        ),
        (
            published('figures = [{ instances = "5" }]'),
            "figures 1: at least one of seconds, objective and cost is required",
        ),
        (
            published('figures = [{ instances = "5", seconds = 0 }]'),
            "figures 1: seconds must be a positive number, not 0",
        ),
        (
            published('figures = [{ instances = "5", cost = true }]'),
            "figures 1: cost must be a number, not True",
        ),
        (
            published('figures = [{ instances = "6", cost = 0 }]'),
            "the published entry 'Old' has figures for '6', which is not one of the instances",
        ),
        (
            published('solver = "x"\nfigures = [{ instances = "5", cost = 0 }]'),
            "the published entry 'Old' refers to 'x', which is not one of the solvers",
        ),
        (
            published('figures = [{ instances = "5", cost = 0 }, { instances = "5", cost = 1 }]'),
            "the published entry 'Old' has a second figure for Old on '5'",
        ),
        ("game = ", "suite mine: Invalid value"),
        ("", "suite mine: the key 'game' is missing"),
        ('game = "chess"', "suite mine: no game is called 'chess'"),
        ('game = "stubborn"', "suite mine: expected instances and solvers, or commands"),
        (GOOD + "[[solvers]]\n", "suite mine, solvers 2: the key 'name' is missing"),
        (GOOD + '[[solvers]]\nname = "nobody"', "suite mine, solvers 2: stubborn has no solver 'nobody'"),
        (GOOD + '[[solvers]]\nname = "slow"\nspeed = 1', "suite mine, solvers 2: unknown key 'speed'"),
        (
            GOOD + '[[solvers]]\nname = "slow"\noptions = { depth = 1 }',
            "suite mine, solvers 2: solver slow has no option 'depth'; it has pids",
        ),
        (GOOD + '[[solvers]]\nname = "honest"', "suite mine: two entries are named 'honest'"),
        (GOOD + '[[instances]]\nspec = "5"', "suite mine: two entries are named '5'"),
        (
            GOOD + '[[instances]]\ngenerate = { n = 4 }\nseeds = [1, 2]\nlabel = "5"',
            "suite mine: two entries are named '5'",
        ),
        (
            GOOD + "[[instances]]\n",
            "suite mine, instances 2: exactly one of spec, file and generate is required",
        ),
        (
            GOOD + '[[instances]]\nspec = "5"\nfile = "x"',
            "instances 2: exactly one of spec, file and generate is required",
        ),
        (GOOD + '[[instances]]\nspec = "6"\nseeds = [1]', "instances 2: seeds is only allowed with generate"),
        (
            GOOD + "[[instances]]\ngenerate = { m = 1 }",
            "instances 2: the generator of stubborn has no option 'm'",
        ),
        (
            GOOD + "[[instances]]\ngenerate = { n = 'x' }",
            "instances 2: the generator of stubborn: n=x: expected",
        ),
        (
            GOOD + "[[instances]]\ngenerate = {}\nseeds = [true]",
            "instances 2: seeds must be whole numbers, not True",
        ),
        (GOOD + "[[instances]]\ngenerate = {}\nseeds = [-1]", "instances 2: the seed must be between"),
        (GOOD + "[[instances]]\nspec = 5", "instances 2: spec must be a string, not 5"),
        ("instances = 5\n" + GOOD.replace("[[instances]]\nspec", "[x]\ny"), "instances must be a list, not 5"),
        ("instances = [5]\n" + GOOD.replace("[[instances]]\nspec", "[x]\ny"), "instances must be tables"),
        ("colour = 1\n" + GOOD, "suite mine: unknown key 'colour'; the known keys are game"),
        ("time_limit = -1\n" + GOOD, "suite mine: time_limit must be a positive number, not -1"),
        ("time_limit = inf\n" + GOOD, "suite mine: time_limit must be a positive number, not inf"),
        ("time_limit = true\n" + GOOD, "suite mine: time_limit must be a positive number, not True"),
        ("memory_mib = 0\n" + GOOD, "suite mine: memory_mib must be a positive number, not 0"),
        ("memory_mib = 1e20\n" + GOOD, "suite mine: memory_mib must be at most 1099511627776, not 1e+20"),
        (
            f"batch = {'9' * 400}\n" + GOOD,
            "batch must be a positive number, not a number that is too large",
        ),
        (f"seed = 0x{'f' * 9000}\n" + GOOD, "suite mine: seed is too large"),
        (f"seed = {'9' * 9000}\n" + GOOD, "suite mine: Exceeds the limit"),
        ("a = " + "[" * 9000, "suite mine: the file is nested too deeply"),
        ("title = 'a\\nb'\n".replace("'", '"') + GOOD, "suite mine: 'a\\nb' is not a label"),
        (GOOD + 'label = " "', "suite mine: ' ' is not a label; expected one line of text"),
        (GOOD + 'label = "\\u001b[31mred"', r"suite mine: '\x1b[31mred' is not a label"),
        (GOOD + '[[instances]]\nfile = "a\\u0000b"', r"suite mine: 'a\x00b' is not a label"),
        (GOOD + '[[commands]]\nargv = ["a\\u0000b"]', "suite mine, commands 1: argv must be a list of strings"),
        (GOOD + '[[commands]]\nargv = ["a"]\nstatus = 256', "commands 1: status must be between 0 and 255"),
        ("batch = '1'\n" + GOOD, "suite mine: batch must be a positive number, not '1'"),
        ("repeats = 0\n" + GOOD, "suite mine: repeats must be between 1 and 1000, not 0"),
        ("repeats = true\n" + GOOD, "suite mine: repeats must be a whole number, not True"),
        ("threads = 0\n" + GOOD, "suite mine: threads must be between"),
        ("seed = -1\n" + GOOD, "suite mine: the seed must be between"),
        ("baseline = 'me'\n" + GOOD, "suite mine: the baseline 'me' is not one of the solvers"),
        (GOOD + "[[commands]]\nargv = []", "suite mine, commands 1: argv must be a list of strings"),
        (GOOD + "[[commands]]\nargv = [1]", "suite mine, commands 1: argv must be a list of strings"),
    ],
)
def test_an_error_in_a_suite_is_reported_with_its_position(text: str, line: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_built_in_suite_can_be_parsed() -> None:
    by_name = {suite.name: suite for suite in suites()}
    assert "startup" in by_name
    for suite in by_name.values():
        assert suite.title != suite.name, f"{suite.name} has no title"
        for instance in suite.instances:
            if instance.generate is None:
                game = registry.game(suite.game or "")
                instance.load(game)


def test_the_suite_in_the_documentation_can_be_parsed() -> None:
    document = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
    blocks = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    suite, commands, answers, figures = blocks
    assert parse(suite).runs == 3 * 5 * 2
    assert parse(commands).runs == 1
    assert parse(answers).runs == 2 * 3
    assert len(parse(suite + figures).published[0].figures) == 2


def test_the_domino_suite_covers_all_published_sizes_and_larger_ones() -> None:
    full, asp = find_suite("domino/full"), find_suite("domino/asp")
    boards = {entry.group or entry.label: (entry.generate or {})["n"] for entry in full.instances}
    # From "Solving a game of domino with MiniZinc and ASP": for each side length of the board, the seconds that
    # the MiniZinc models A and B take, and the cost, which is the same for both models.
    table = {
        6: (0.47, 0.45, 0),
        10: (1.27, 1.26, 0),
        18: (4.28, 4.29, 0),
        25: (29.91, 29.66, 1),
        30: (78.25, 80.32, 0),
        33: (56.40, 55.89, 1),
        40: (279.66, 143.91, 0),
    }
    columns = [{boards[one.group]: (one.seconds, one.cost) for one in row.figures} for row in full.published]
    for column, figures in enumerate(columns):
        assert figures == {side: (row[column], row[2]) for side, row in table.items()}
    assert set(boards.values()) == {*table, 100, 1000, 3000}
    assert [(one.seconds, one.cost, one.samples) for one in asp.published[0].figures] == [
        (0.20, 0, 20),
        (57.33, 1.2, 10),
        (395.26, 5, 1),
    ]
    for entry in full.instances:
        side = (entry.generate or {})["n"]
        assert entry.cost is not None
        assert entry.cost.of(side * side // 2) == side % 2, "a full board leaves at most one cell free"


def test_a_suite_is_found_by_its_name_or_its_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    assert find_suite("startup").name == "startup"
    assert find_suite(str(file)).name == "mine.toml"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nothing", "there is no suite 'nothing'; expected startup"),
        ("no/where.toml", "No such file"),
        (".", "Is a directory"),
    ],
)
def test_an_unknown_suite_is_refused(name: str, line: str) -> None:
    with pytest.raises(BadInput, match=line):
        find_suite(name)


def test_a_suite_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="is not UTF-8"):
        find_suite(str(tmp_path / "bad.toml"))
