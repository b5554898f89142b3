"""A program that keeps running and exchanges lines: no call waits for it longer than specified."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from process_watch import descendants
from tilewright.processes.line_program import BadOutput, LineProgram, ProgramEnded

PATIENCE = 120.0


@contextmanager
def running(code: str, longest_line: int = 2**16, most_output: int = 2**20) -> Iterator[LineProgram]:
    """Run Python code as a program; no process may be left at the end."""
    before = descendants()
    program = LineProgram([sys.executable, "-c", code], longest_line=longest_line, most_output=most_output)
    try:
        yield program
    finally:
        program.close()
        program.close()
        program.send("nobody reads this")
        assert descendants() == before


def soon() -> float:
    return time.monotonic() + PATIENCE


def test_lines_are_exchanged_in_any_pieces() -> None:
    code = """
import sys, time
for line in sys.stdin:
    for mark in line.upper():
        sys.stdout.write(mark)
        sys.stdout.flush()
    print("crlf", end="\\r\\n", flush=True)
"""
    with running(code) as program:
        for line in ("one", "", "été", "x" * 1000):
            program.send(line)
            assert program.receive(soon()) == line.upper()
            assert program.receive(soon()) == "crlf"


def test_a_program_that_does_not_read_blocks_nobody() -> None:
    with running("import time; print('hello', flush=True); time.sleep(1000)") as program:
        for _ in range(100):
            program.send("x" * 100_000)
        assert program.receive(soon()) == "hello"
        with pytest.raises(TimeoutError):
            program.receive(time.monotonic() + 0.05)


def test_the_lines_before_the_end_of_a_program_are_read_and_its_last_words_are_kept() -> None:
    code = (
        "import sys; print('one\\ntwo'); sys.exit('first words\\n' + 'w' * 5000 + '\\n  last   words \\n\\n')"
    )
    with running(code) as program:
        assert [program.receive(soon()) for _ in range(2)] == ["one", "two"]
        with pytest.raises(ProgramEnded, match="ended with status 1"):
            program.receive(soon())
        assert program.last_words == "last words"


def test_a_child_that_holds_the_pipe_open_does_not_hide_the_end_of_the_program() -> None:
    code = "import os, subprocess; subprocess.Popen(['sleep', '1000']); print('bye', flush=True); os._exit(4)"
    with running(code) as program:
        assert program.receive(soon()) == "bye"
        with pytest.raises(ProgramEnded, match="ended with status 4"):
            program.receive(soon())


def test_the_output_is_counted_from_the_last_reset() -> None:
    code = "import sys\nfor line in sys.stdin: print('x' * 600, flush=True)"
    with running(code, most_output=1000) as program:
        for _ in range(3):
            program.reset_output_count()
            program.send("go")
            assert program.receive(soon()) == "x" * 600
        program.send("go")
        with pytest.raises(BadOutput, match="printed more than 1000 bytes"):
            program.receive(soon())


@pytest.mark.parametrize("end", ["", "\\n"])
def test_a_line_that_is_too_long_is_refused_whether_it_ends_or_not(end: str) -> None:
    code = f"import sys; print('x' * 200, end='{end}'); sys.stdout.flush(); input()"
    with running(code, 100) as program, pytest.raises(BadOutput, match="a line of more than 100 bytes"):
        program.receive(soon())


def test_a_program_that_cannot_be_started_raises_the_error_of_the_system() -> None:
    before = descendants()
    with pytest.raises(FileNotFoundError):
        LineProgram(["/no/such/program"], longest_line=1, most_output=1)
    assert descendants() == before
