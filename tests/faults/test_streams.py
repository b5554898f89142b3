"""Standard streams that are closed or limited to ASCII, and text that contains control characters."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.console import LiveLine, print_table, say, show_elapsed, write_chunks
from tilewright.game import Progress
from tilewright.play.matches_and_game_records import Outcome
from tilewright.play.terminal_game import describe_outcome
from tilewright.printable_text import one_line, printable

SOLVE = ["solve", "powers", "3,4"]


def start(arguments: list[str], redirection: str = "", **environment: str) -> tuple[int, str, str]:
    """Run `tilewright` in a shell with a redirection; return its exit status, output and error output."""
    shown = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "tilewright", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return shown.returncode, shown.stdout.decode("ascii", "replace"), shown.stderr.decode("ascii", "replace")


@pytest.mark.parametrize("arguments", [SOLVE, [*SOLVE, "--json"], ["--help"]], ids=["text", "json", "help"])
def test_a_closed_standard_output_is_reported_in_one_line(arguments: list[str]) -> None:
    assert start(arguments, ">&-") == (5, "", "tilewright: standard output is closed\n")


def test_a_closed_standard_error_loses_only_messages() -> None:
    status, out, _ = start([*SOLVE, "--quiet"], "2>&-")
    assert (status, out.partition(",")[0]) == (0, "powers: optimal")
    assert start(["solve", "powers", "x"], ">&- 2>&- <&-") == (2, "", "")


def test_a_file_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    assert start(["draw", "powers", "3,4", '{"n": 18}', "-o", str(picture)], ">&- 2>&- <&-")[0] == 0
    assert picture.read_text().startswith("<svg")


def test_the_null_device_takes_the_place_of_every_closed_stream() -> None:
    """If descriptor 1 stayed closed, the next opened file would get it, and output would go to that file."""
    code = (
        "import os\nfrom tilewright.console.streams import prepare_streams\nprepare_streams()\n"
        "null = os.stat(os.devnull).st_rdev\n"
        "raise SystemExit(10 + sum(os.fstat(number).st_rdev == null for number in range(3)))"
    )
    command = ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", code]
    assert subprocess.run(command, check=False).returncode == 13


def test_pictures_are_drawn_in_ascii_if_the_output_cannot_encode_others() -> None:
    status, out, err = start(SOLVE, PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert "   n^3  | 5 | 8 | 3 | 2 |\n        +---+---+---+---+---+---+\n" in out


def test_text_from_outside_is_printed_without_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    name = "\x1b[31mred\x07\r\x9b2J\u202e"
    shown = r"\x1b[31mred\x07\r\x9b2J\u202e"
    say(name)
    print_table(["agent"], [[name]])
    write_chunks([f"{name}\x1b[0m\n\tend"])
    out, err = capsys.readouterr()
    assert err == f"{shown}\n"
    # `write_chunks` keeps the escape sequences for colours, because pictures contain them.
    assert out.splitlines()[-2:] == ["\x1b[31mred" + r"\x07\r\x9b2J\u202e" + "\x1b[0m", "\tend"]
    assert shown in out
    assert one_line("a\x1b\n b") == r"a\x1b b"
    assert printable("no\tcontrol\ncharacters é") == "no\tcontrol\ncharacters é"
    assert describe_outcome(Outcome((3, 4), 1), ["a", name]) == f"Player 2 ({shown}) wins, 3 : 4"


def test_an_agent_with_escape_codes_is_refused_in_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    agent = "exec:" + sys.executable + " -c pass \x1b]0;title\x07"
    assert run(["arena", "domino", "greedy", agent, "--games", "2"]) == 2
    err = capsys.readouterr().err
    assert "\\x1b]0;title" in err
    assert err.count("\n") == 1
    assert not set(err[:-1]) & set(map(chr, range(32)))


class Terminal(io.StringIO):
    """A stream that claims to be a terminal; `written` is set when something has been written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        count = super().write(text)
        self.written.set()
        return count


def test_the_note_of_a_progress_line_is_printed_without_control_characters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    LiveLine()(Progress(1.0, note="a\x1b[2J\nb"))
    assert terminal.getvalue() == "\r\x1b[K1.0 s   a\\x1b[2J b"


def test_the_elapsed_time_of_a_long_activity_is_shown_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with show_elapsed("generating"):
        assert terminal.written.wait(60)
    assert re.fullmatch(r"(\r\x1b\[Kgenerating   \d+ s)+\r\x1b\[K", terminal.getvalue())


def test_replayed_names_are_printed_without_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    assert run(["play", "domino", "3: 01 12", "--p1", "greedy", "--record", str(file)]) == 0
    record = {**json.loads(file.read_text()), "agents": ["\x1b[31mgreedy"]}
    file.write_text(json.dumps(record))
    capsys.readouterr()
    assert run(["play", "domino", "--replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "\\x1b[31mgreedy" in out
    assert "\x1b" not in out
