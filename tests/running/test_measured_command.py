"""Running a command: its exit status, its last error line, its resource usage, and its limits."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from process_watch import alive, wait_until
from tilewright.errors import EngineFailure, OutOfResources
from tilewright.running import measure


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", code, *arguments]


def test_the_status_and_the_resource_usage_of_a_command_are_returned() -> None:
    code = "import sys, time; x = bytearray(30_000_000); time.sleep(0.3); sys.exit('the\\nlast words')"
    measured = measure(python(code), time_limit=60)
    assert measured.status == 1
    assert measured.last_error_line == "last words"
    assert measured.wall_seconds >= 0.3
    assert measured.cpu_seconds > 0
    assert measured.peak_bytes >= 30_000_000


def test_a_command_killed_by_a_signal_has_a_negative_status() -> None:
    assert measure(python("import os; os.kill(os.getpid(), 9)"), time_limit=60).status == -9


def test_output_of_any_length_is_discarded() -> None:
    assert measure(
        python("import sys; sys.stdout.write('x' * 10**6); sys.stderr.write('y' * 10**6)"), time_limit=60
    )


def test_a_command_that_does_not_end_is_killed() -> None:
    with pytest.raises(EngineFailure, match=r"did not end within 0\.2 s and was killed"):
        measure(python("import time; time.sleep(99)"), time_limit=0.2)


def test_a_command_that_exceeds_its_memory_limit_is_killed() -> None:
    code = "import time; x = bytearray(200_000_000); time.sleep(99)"
    with pytest.raises(OutOfResources, match="exceeded its memory limit of 100 MiB and was killed"):
        measure(python(code), time_limit=60, memory_limit=100 * 2**20)
    assert measure(python("pass"), time_limit=60, memory_limit=2**30).status == 0


def test_a_cancelled_command_is_killed() -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(EngineFailure, match="was cancelled and killed"):
        measure(python("import time; time.sleep(99)"), time_limit=60, cancel=cancel)


def test_processes_left_by_a_command_are_ended_even_in_another_session(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import os, subprocess, sys, time\n"
        "from tilewright.processes.process_tree import ProcessTree\n"
        "ProcessTree([sys.executable, '-c', 'import os, sys, time\\nif os.fork(): os._exit(0)\\nos.setsid()\\n"
        'open(sys.argv[1], "w").write(str(os.getpid()))\\ntime.sleep(99)\', sys.argv[1]])\n'
        "while not (os.path.exists(sys.argv[1]) and open(sys.argv[1]).read()): time.sleep(0.01)\n"
        "os._exit(0)\n"
    )
    assert measure(python(code, str(pids)), time_limit=60).status == 0
    wait_until(lambda: not alive(int(pids.read_text())))
