"""Killed or stopped processes: the operation ends, any error message is one line, and no process is left."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

import tilewright
from faults.kinds_of_child_processes import ChildProcess, all_kinds
from process_watch import descendants

KINDS = all_kinds()
PACKAGE = Path(tilewright.__file__).parent
STARTING = re.compile(r"SupervisedChild\(|GuardedProcess\(|LineProgram\(|run_program\(|Popen\(|ProcessTree\(")
STARTED_FOR_TESTS = {"web.load_test.server_under_test", "web.load_test.load_run"}
"""The modules that start a server only to measure it in a load test."""


def cases() -> list[Any]:
    found = []
    for name, kind in KINDS.items():
        marks = [pytest.mark.needs(*kind.needs)] if kind.needs else []
        for number in (signal.SIGKILL, signal.SIGSTOP):
            found.append(pytest.param(kind, number, id=f"{name}-{number.name}", marks=marks))
    return found


@pytest.mark.parametrize(("kind", "number"), cases())
def test_an_operation_ends_although_its_process_does_not_answer(
    kind: ChildProcess, number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancel = threading.Event()
    signalled: list[int] = []

    class FaultyProcess(subprocess.Popen):  # type: ignore[type-arg]
        """A process that is sent the signal `number` as soon as it has started, unless it is a guard."""

        def __init__(self, arguments: Any, **options: Any) -> None:
            super().__init__(arguments, **options)
            if arguments[0] != "/bin/sh":  # /bin/sh runs the guard, which must survive to end its program
                os.kill(self.pid, number)
                signalled.append(self.pid)
                if number == signal.SIGSTOP and not kind.has_time_limit:
                    cancel.set()

    before = descendants()
    monkeypatch.setattr(subprocess, "Popen", FaultyProcess)
    message = "no error"
    try:
        kind.operate(cancel)
    except AssertionError:
        raise
    except Exception as error:
        message = str(error)
    assert len(message.splitlines()) == 1
    assert signalled
    assert descendants() == before


def test_every_module_that_starts_processes_is_registered() -> None:
    starters = {
        path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        for path in PACKAGE.rglob("*.py")
        if STARTING.search(path.read_text("utf-8"))
    }
    registered = {starter for kind in KINDS.values() for starter in kind.starters}
    assert starters - registered - STARTED_FOR_TESTS == set(), "add these to kinds_of_child_processes.py"
    assert registered - starters <= {"processes.function_in_child_process"}, "these modules start no processes"
