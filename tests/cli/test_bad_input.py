"""Bad input produces one clear line on standard error and exit status 2, with no traceback and no hang."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.cli import run

Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    def call(*arguments: str) -> str:
        assert run(arguments) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("tilewright: ")
        assert printed.err.count("\n") == 1
        return printed.err

    return call


DOMINO = {
    "n is 0": ('{"n": 0, "stones": [[0, 1]]}', "n"),
    "n is negative": ('{"n": -4, "stones": [[0, 1]]}', "n"),
    "n is a Boolean": ('{"n": true, "stones": [[0, 1]]}', "n"),
    "n is a fraction": ('{"n": 2.5, "stones": [[0, 1]]}', "n"),
    "n is too large for any board": ('{"n": 1000000000000, "stones": []}', "n"),
    "a label out of range": ('{"n": 3, "stones": [[0, 1], [0, 7]]}', "stones[1]"),
    "a negative label": ('{"n": 3, "stones": [[-1, 1]]}', "stones[0]"),
    "a stone with three labels": ('{"n": 3, "stones": [[0, 1], [0, 1, 2]]}', "stones[1]"),
    "a stone with one label": ('{"n": 3, "stones": [[4]]}', "stones[0]"),
    "a stone that is a number": ('{"n": 3, "stones": [4]}', "stones[0]"),
    "a label that is a string": ('{"n": 3, "stones": [["0", 1]]}', "stones[0]"),
    "stones that are an object": ('{"n": 3, "stones": {"0": 1}}', "stones"),
    "no stones": ('{"n": 3}', "stones"),
    "an unknown key": ('{"n": 3, "stones": [], "stone": []}', "stone"),
    "a key twice": ('{"n": 3, "n": 4, "stones": []}', "n"),
    "an unknown rule": ('{"n": 3, "stones": [], "rule": "snake"}', "rule"),
    "not a number": ('{"n": NaN, "stones": []}', "NaN"),
    "an open bracket": ('{"n": 3, "stones": [[0, 1]', "column"),
    "a list": ("[1, 2]", "object"),
    "nested too deeply": ("[" * 100_000, "nested"),
    "a number with many digits": ('{"n": ' + "9" * 5000 + ', "stones": []}', "n"),
}


@pytest.mark.parametrize(("text", "named"), DOMINO.values(), ids=DOMINO.keys())
def test_a_malformed_domino_is_refused_with_the_position_of_the_error(
    refused: Refused, text: str, named: str
) -> None:
    assert named in refused("solve", "domino", text)


LABYRINTH = {
    "a start without edges": '{"edges": [[1, 2]], "start": 3, "target": 2}',
    "a target without edges": '{"edges": [[1, 2]], "start": 1, "target": 5}',
    "start = target": '{"edges": [[1, 2]], "start": 1, "target": 1}',
    "an edge with one node": '{"edges": [[1]], "start": 1, "target": 2}',
    "an edge with four numbers": '{"edges": [[1, 2, 3, 4]], "start": 1, "target": 2}',
    "an edge to itself": '{"edges": [[1, 1], [1, 2]], "start": 1, "target": 2}',
    "no edges": '{"edges": [], "start": 1, "target": 2}',
    "edges missing": '{"start": 1, "target": 2}',
    "a cost that is a string": '{"edges": [[1, 2, "x"]], "start": 1, "target": 2}',
    "a Boolean as a node": '{"edges": [[true, 2]], "start": 1, "target": 2}',
}


@pytest.mark.parametrize("text", LABYRINTH.values(), ids=LABYRINTH.keys())
def test_a_malformed_labyrinth_is_refused(refused: Refused, text: str) -> None:
    assert refused("solve", "labyrinth", text)


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-3",
        "3,",
        "3,,4",
        "3,4:twice",
        "3,4:",
        "three",
        '{"exponents": []}',
        '{"exponents": [3], "base": 1}',
    ]
    + ['{"exponents": [3.5]}', '{"exponents": 3}', '{"exponents": [3], "digits": "never"}', "9" * 5000],
)
def test_malformed_powers_are_refused(refused: Refused, text: str) -> None:
    assert refused("solve", "powers", text)


def test_unknown_names_are_refused_with_the_names_that_exist(refused: Refused) -> None:
    assert ", ".join(registry.names()) in refused("solve", "chess", "{}")
    assert "direct" in refused("solve", "powers", "3,4", "--solver", "oracle")
    assert "exponents" in refused("solve", "powers", "3,4", "--set", "colour=red")
    assert "key=value" in refused("solve", "powers", "3,4", "--set", "base")
    assert "--nonsense" in refused("solve", "powers", "3,4", "--nonsense")
    assert refused("solve", "powers")
    assert refused("dance")


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_that_is_not_a_positive_number_is_refused(refused: Refused, limit: str) -> None:
    assert refused("solve", "powers", "3,4", "--time-limit", limit)


@pytest.mark.parametrize(
    "option", [("--threads", "0"), ("--seed", "-1"), ("--seed", "x"), ("--threads", "99999")]
)
def test_numbers_out_of_range_are_refused(refused: Refused, option: tuple[str, str]) -> None:
    assert refused("solve", "powers", "3,4", *option)


@pytest.mark.parametrize("game", registry.names())
class TestEveryGame:
    def test_refuses_a_missing_file(self, game: str, refused: Refused, tmp_path: Path) -> None:
        assert "no file" in refused("solve", game, str(tmp_path / "absent.json"))

    def test_refuses_a_directory(self, game: str, refused: Refused, tmp_path: Path) -> None:
        assert "directory" in refused("solve", game, str(tmp_path))

    def test_refuses_a_binary_file(self, game: str, refused: Refused, tmp_path: Path) -> None:
        (tmp_path / "binary").write_bytes(bytes(range(256)))
        assert "binary" in refused("solve", game, str(tmp_path / "binary"))

    def test_refuses_a_file_that_is_not_utf8(self, game: str, refused: Refused, tmp_path: Path) -> None:
        (tmp_path / "latin").write_bytes('{"n": "é"}'.encode("latin-1"))
        assert "UTF-8" in refused("solve", game, str(tmp_path / "latin"))

    def test_refuses_an_empty_file(self, game: str, refused: Refused, tmp_path: Path) -> None:
        (tmp_path / "empty").write_text("\n  \n")
        assert "empty" in refused("solve", game, str(tmp_path / "empty"))

    def test_refuses_a_file_of_a_gigabyte(self, game: str, refused: Refused, tmp_path: Path) -> None:
        path = tmp_path / "gigabyte"
        with path.open("wb") as stream:
            stream.truncate(2**30)
        assert "256 MiB" in refused("solve", game, str(path))

    def test_refuses_meaningless_text(self, game: str, refused: Refused) -> None:
        assert refused("solve", game, "no such instance")
        assert refused("solve", game, "{")
        assert refused("solve", game, "https://example.org/p?nothing")
        assert refused("solve", game, "x" * 10_000)

    def test_refuses_a_malformed_solution(self, game: str, refused: Refused) -> None:
        example = registry.game(game).examples["broken"].values()
        instance = next(iter(example))["instance"]
        text = instance if isinstance(instance, str) else __import__("json").dumps(instance)
        for solution in ("{", "[]", "{}", '{"n": "x", "path": 3}', "absent.json", '{"a": NaN}'):
            assert refused("check", game, text, solution)


def test_endless_blank_lines_on_standard_input_are_refused_at_the_size_limit() -> None:
    blanks = subprocess.Popen(["yes", ""], stdout=subprocess.PIPE)
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "solve", "powers", "-", "--input-limit", "8"],
        stdin=blanks.stdout,
        capture_output=True,
        text=True,
        check=False,
    )
    blanks.kill()
    blanks.wait()
    assert blanks.stdout is not None
    blanks.stdout.close()
    assert done.returncode == 2
    assert "8 MiB" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_instance_and_the_solution_cannot_both_come_from_standard_input(refused: Refused) -> None:
    assert "standard input" in refused("check", "powers", "-", "-")


def test_a_file_that_cannot_be_opened_is_refused(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No user can open a socket as a file; a file without read permission can be opened by the superuser."""
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("./socket")
        assert "'./socket' cannot be read: " in refused("solve", "powers", "./socket")


def test_a_picture_file_with_an_unknown_suffix_is_refused(refused: Refused, tmp_path: Path) -> None:
    assert ".svg or .png" in refused("draw", "powers", "3,4", "-o", str(tmp_path / "picture.gif"))
    assert ".svg or .png" in refused("solve", "powers", "3,4", "--svg", str(tmp_path / "picture"))
    assert refused("draw", "powers", "3,4", "-o", str(tmp_path / "absent" / "picture.svg"))


def test_a_closed_standard_input_is_reported(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "standard input is closed" in refused("solve", "powers", "-")


def test_an_empty_order_of_patches_is_refused(refused: Refused) -> None:
    assert "expected patches" in refused("solve", "patchwork", " ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no command was given; to list the commands: tilewright --help"),
        (("bench",), "no command was given; to list the commands: tilewright bench --help"),
        (("absent",), "No such command 'absent' (see tilewright --help)"),
        (("solve",), "Missing argument 'GAME' (see tilewright solve --help)"),
    ],
)
def test_a_usage_error_names_the_command_that_prints_the_help(
    refused: Refused, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(*arguments)
