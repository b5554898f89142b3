"""Suites are read strictly: what is wrong is named with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.bench.shelf import find_suite, suites
from tilewright.bench.suite import CommandEntry, InstanceEntry, SolverEntry, Suite, parse_suite
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


def test_a_small_suite_has_defaults_for_the_rest() -> None:
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
        [[instances]]
        file = "boards/a.json"
        [[instances]]
        generate = { n = 4 }
        seeds = [1, 3]
        [[instances]]
        generate = {}
        label = "plain"
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
        """
    )
    assert suite == Suite(
        name="mine",
        title="Everything",
        game="stubborn",
        instances=(
            InstanceEntry("boards/a.json", file=Path("folder/boards/a.json")),
            InstanceEntry("n=4 #1", generate={"n": 4}, seed=1),
            InstanceEntry("n=4 #3", generate={"n": 4}, seed=3),
            InstanceEntry("plain", generate={}),
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
    )
    assert suite.runs == 3 * (4 * 2 + 1)


def test_an_instance_is_a_text_a_file_or_made(tmp_path: Path) -> None:
    game = registry.game("stubborn")
    (tmp_path / "a.json").write_text('{"n": 9}')
    assert InstanceEntry("a", spec="5").text(game) == "5"
    assert InstanceEntry("a", file=tmp_path / "a.json").text(game) == '{"n": 9}'
    assert game.parse(InstanceEntry("a", generate={"n": 4}, seed=3).text(game)).n == 7


@pytest.mark.parametrize(
    ("text", "line"),
    [
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
        (GOOD + '[[solvers]]\nname = "honest"', "suite mine: two entries are called 'honest'"),
        (GOOD + '[[instances]]\nspec = "5"', "suite mine: two entries are called '5'"),
        (GOOD + "[[instances]]\n", "suite mine, instances 2: expected one of spec, file, generate"),
        (GOOD + '[[instances]]\nspec = "5"\nfile = "x"', "instances 2: expected one of spec, file, generate"),
        (GOOD + '[[instances]]\nspec = "6"\nseeds = [1]', "instances 2: seeds belong to generate"),
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
            "instances 2: seeds are whole numbers, not True",
        ),
        (GOOD + "[[instances]]\ngenerate = {}\nseeds = [-1]", "instances 2: the seed must lie between"),
        (GOOD + "[[instances]]\nspec = 5", "instances 2: spec must be a text, not 5"),
        ("instances = 5\n" + GOOD.replace("[[instances]]\nspec", "[x]\ny"), "instances must be a list, not 5"),
        ("instances = [5]\n" + GOOD.replace("[[instances]]\nspec", "[x]\ny"), "instances must be tables"),
        ("colour = 1\n" + GOOD, "suite mine: unknown key 'colour'; known are game"),
        ("time_limit = -1\n" + GOOD, "suite mine: time_limit must be a positive number, not -1"),
        ("time_limit = inf\n" + GOOD, "suite mine: time_limit must be a positive number, not inf"),
        ("time_limit = true\n" + GOOD, "suite mine: time_limit must be a positive number, not True"),
        ("memory_mib = 0\n" + GOOD, "suite mine: memory_mib must be a positive number, not 0"),
        ("batch = '1'\n" + GOOD, "suite mine: batch must be a positive number, not '1'"),
        ("repeats = 0\n" + GOOD, "suite mine: repeats must lie between 1 and 1000, not 0"),
        ("repeats = true\n" + GOOD, "suite mine: repeats must be a whole number, not True"),
        ("threads = 0\n" + GOOD, "suite mine: threads must lie between"),
        ("seed = -1\n" + GOOD, "suite mine: the seed must lie between"),
        ("baseline = 'me'\n" + GOOD, "suite mine: the baseline 'me' is none of the solvers"),
        (GOOD + "[[commands]]\nargv = []", "suite mine, commands 1: argv is a list of texts"),
        (GOOD + "[[commands]]\nargv = [1]", "suite mine, commands 1: argv is a list of texts"),
    ],
)
def test_what_is_wrong_in_a_suite_is_named_with_its_place(text: str, line: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_suite_that_ships_can_be_read() -> None:
    found = {suite.name: suite for suite in suites()}
    assert "startup" in found
    for suite in found.values():
        assert suite.title != suite.name, f"{suite.name} has no title"
        for instance in suite.instances:
            if instance.generate is None:
                game = registry.game(suite.game or "")
                game.parse(instance.text(game))


def test_the_suite_of_the_documentation_can_be_read() -> None:
    document = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
    blocks = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    assert len(blocks) == 2
    assert parse(blocks[0]).runs == 3 * 5 * 2
    assert parse(blocks[1]).runs == 1


def test_a_suite_is_found_by_its_name_or_its_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    assert find_suite("startup").name == "startup"
    assert find_suite(str(file)).name == "mine.toml"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("nothing", "no suite is called 'nothing'; there are startup"),
        ("no/where.toml", "No such file"),
        (".", "Is a directory"),
    ],
)
def test_a_suite_that_is_none_is_refused(name: str, line: str) -> None:
    with pytest.raises(BadInput, match=line):
        find_suite(name)


def test_a_suite_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="is not UTF-8"):
        find_suite(str(tmp_path / "bad.toml"))
