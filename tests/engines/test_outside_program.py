"""Running an external program: its output is returned, and none of its processes is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from find_started_processes import StartedProcesses
from tilewright.engines.engine_versions import program_version
from tilewright.errors import EngineFailure, MissingProgram
from tilewright.game import Limits, Run
from tilewright.processes.outside_program import ProgramResult, first_line, run_program

Meanwhile = Callable[..., None]


def shell(script: str, run: Run | None = None, **rest: object) -> ProgramResult:
    return run_program(["sh", "-c", script], run or Run(), **rest)  # type: ignore[arg-type]


def test_both_output_streams_and_the_status_are_returned(processes: StartedProcesses) -> None:
    finished = shell("echo one; echo two >&2; exit 3")
    assert finished == ProgramResult(3, "one\n", "two\n", stopped=False)
    assert finished.ending == "ended with status 3"


def test_lines_are_passed_one_by_one_and_the_last_needs_no_line_end(processes: StartedProcesses) -> None:
    lines: list[str] = []
    finished = shell("echo one; echo; printf 'three\\nfour'", on_line=lines.append)
    assert lines == ["one", "", "three", "four"]
    assert finished.stdout == ""


def test_a_line_is_passed_on_while_the_program_runs(processes: StartedProcesses) -> None:
    # The program waits for a file that `on_line` creates when it receives the program's first line.
    lines: list[str] = []

    def on_line(line: str) -> None:
        lines.append(line)
        if line.startswith("/"):
            Path(line).touch()

    finished = shell(
        'f=$(mktemp -u); echo "$f"; until [ -e "$f" ]; do sleep 0.01; done; rm "$f"; echo end', on_line=on_line
    )
    assert lines[1:] == ["end"]
    assert not finished.stopped


def test_input_larger_than_the_pipe_buffer_is_passed_completely(processes: StartedProcesses) -> None:
    text = "".join(f"{number}\n" for number in range(400_000))
    assert run_program(["cat"], Run(), stdin=text).stdout == text


def test_a_program_that_stops_reading_its_input_is_killed_by_a_cancellation(
    processes: StartedProcesses,
) -> None:
    """After the program has read a little, only part of the remaining input fits into the pipe."""
    cancel = threading.Event()
    # If writing the input blocked the caller, the program would end by itself after 20 seconds, with status 0.
    script = "import os, time; os.read(0, 8192); print('read', flush=True); time.sleep(20)"
    finished = run_program(
        [sys.executable, "-c", script],
        Run(cancel=cancel),
        stdin="x" * 10**6,
        on_line=lambda line: cancel.set(),
    )
    assert finished.stopped
    assert finished.returncode != 0


def test_unread_input_is_not_an_error(processes: StartedProcesses) -> None:
    assert shell("exec <&-; echo done", stdin="x" * 10**6).stdout == "done\n"


def test_a_large_output_on_standard_error_does_not_block_the_program(processes: StartedProcesses) -> None:
    finished = shell("head -c 3000000 /dev/zero | tr '\\0' e >&2; echo done")
    assert finished.stdout == "done\n"
    assert set(finished.stderr) == {"e"}


def test_output_that_is_not_utf_8_is_decoded_with_replacement_characters(processes: StartedProcesses) -> None:
    assert shell("printf 'a\\377b\\n'").stdout == "a\N{REPLACEMENT CHARACTER}b\n"


def test_a_missing_program_is_reported_with_its_install_command() -> None:
    with pytest.raises(MissingProgram, match=r"no-such-program is not installed.*apt-get install it") as caught:
        run_program(["no-such-program"], Run(), install="apt-get install it")
    assert caught.value.exit_status == 4


def test_a_file_that_the_system_cannot_run_is_an_engine_failure(
    tmp_path: Path, processes: StartedProcesses
) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\0\1\2\3")
    broken.chmod(0o755)
    with pytest.raises(EngineFailure, match="broken cannot be started"):
        run_program([str(broken)], Run())


def test_a_stopped_run_starts_no_program(tmp_path: Path) -> None:
    cancel = threading.Event()
    cancel.set()
    assert shell(f"touch {tmp_path}/started", Run(cancel=cancel)).stopped
    assert not (tmp_path / "started").exists()


def test_the_program_has_its_own_process_group_in_the_session_of_the_caller(
    processes: StartedProcesses,
) -> None:
    script = "import os; print(os.getsid(0), os.getpgid(0))"
    session, group = run_program([sys.executable, "-c", script], Run()).stdout.split()
    assert int(session) == os.getsid(0)
    assert int(group) != os.getpgid(0)


def test_the_program_runs_with_utf_8_whatever_the_locale_of_the_caller(
    processes: StartedProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "POSIX")
    assert shell("echo $LC_ALL $EXTRA", environment={"EXTRA": "more"}).stdout == "C.UTF-8 more\n"


STUBBORN = """
trap '' TERM
(trap '' TERM; sleep 1000; sleep 1000) &
sleep 1000 &
echo ready
while :; do sleep 1000; done
"""


def test_the_time_limit_ends_a_program_that_ignores_signals_and_its_children(
    processes: StartedProcesses,
) -> None:
    assert shell(STUBBORN, Run(Limits(time=0.3))).stopped
    assert processes.all_ended()


def test_cancelling_ends_the_program_and_its_children(processes: StartedProcesses) -> None:
    run = Run()
    finished = shell(STUBBORN, run, on_line=lambda line: run.cancel.set())
    assert finished.stopped
    assert finished.ending == "was killed by SIGKILL"
    assert processes.all_ended()


def test_the_time_limit_applies_to_a_program_that_has_closed_its_output(processes: StartedProcesses) -> None:
    assert shell("exec >&- 2>&- <&-; sleep 1000", Run(Limits(time=0.2))).stopped


def test_a_child_that_outlives_the_program_is_ended(processes: StartedProcesses) -> None:
    finished = shell("(while :; do echo noise; sleep 0.01; done) & echo done")
    assert not finished.stopped
    assert "done\n" in finished.stdout
    assert processes.all_ended()


def test_the_orphans_of_a_program_killed_from_outside_are_ended(
    processes: StartedProcesses, meanwhile: Meanwhile
) -> None:
    meanwhile(lambda: processes.wait_for("4321"), lambda: processes.kill("leader"))
    finished = run_program(["sh", "-c", "sleep 4321 & wait", "leader"], Run())
    assert finished.ending == "was killed by SIGKILL"
    assert not finished.stopped
    assert processes.all_ended()


def test_a_child_in_another_group_and_session_is_ended(
    processes: StartedProcesses,
) -> None:
    script = "import os, time; os.fork() or (os.setsid(), print('away', flush=True), time.sleep(4321))"
    assert run_program([sys.executable, "-c", script], Run()).returncode == 0
    assert processes.all_ended()


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_exception_in_the_callback_leaves_no_process(
    processes: StartedProcesses, error: type[BaseException]
) -> None:
    def on_line(line: str) -> None:
        raise error

    with pytest.raises(error):
        shell(STUBBORN, on_line=on_line)
    assert processes.all_ended()


def test_an_endless_line_is_refused(processes: StartedProcesses) -> None:
    with pytest.raises(EngineFailure, match="sh printed a line of more than 16 MiB"):
        shell("while :; do printf '%065536d' 0; done", on_line=lambda line: None)


def test_endless_output_is_refused(processes: StartedProcesses) -> None:
    with pytest.raises(EngineFailure, match="yes printed more than 64 MiB"):
        run_program(["yes"], Run())


def test_the_program_ends_when_its_caller_is_killed(processes: StartedProcesses) -> None:
    script = (
        "from tilewright.processes.outside_program import run_program; from tilewright.game import Run;"
        "run_program(['sh', '-c', 'sleep 4321 & sleep 4321'], Run())"
    )
    with subprocess.Popen([sys.executable, "-c", script]) as caller:
        processes.wait_for("4321")
        caller.send_signal(signal.SIGKILL)
    assert processes.all_ended()


def test_a_child_in_another_session_ends_when_the_caller_is_killed(processes: StartedProcesses) -> None:
    """The program does not end its child, just as MiniZinc may have no time to end its solver."""
    script = (
        "from tilewright.game import Run; from tilewright.processes.outside_program import run_program;"
        """run_program(["sh", "-c", "trap '' TERM; n=100; setsid sleep ${n}1 & sleep 1000"], Run())"""
    )
    with subprocess.Popen([sys.executable, "-c", script]) as caller:
        processes.wait_for("1001")
        caller.kill()
    assert processes.all_ended()


def test_the_first_line_skips_lines_without_information() -> None:
    assert first_line("\n  \n one \n two") == "one"
    assert first_line("unsafe variables in:\n  p(X)\n") == "unsafe variables in: p(X)"
    assert first_line(" \n") == ""


@pytest.mark.parametrize(
    ("script", "version"),
    [("echo 'The Program, version 2.6.4, build 1'", "2.6.4"), ("echo nothing", None), ("exit 1", None)],
)
def test_the_version_is_read_from_the_output_of_the_program(
    fake: Callable[[str, str], None], script: str, version: str | None
) -> None:
    fake("some-program", script)
    assert program_version("some-program") == version


def test_a_missing_program_has_no_version() -> None:
    assert program_version("no-such-program") is None
