from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from find_started_processes import StartedProcesses


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[StartedProcesses]:
    """The processes that the test starts; none may be alive when the test ends."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("needs /proc to list processes")
    mark = uuid.uuid4().hex
    monkeypatch.setenv("TILEWRIGHT_TEST_MARK", mark)
    processes = StartedProcesses(mark)
    yield processes
    assert processes.all_ended(), f"still alive: {processes.alive()}"


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., None]]:
    """A function that calls its arguments in another thread during a test; an exception fails the test."""
    threads: list[threading.Thread] = []
    errors: list[BaseException] = []

    def start(*actions: Callable[[], object]) -> None:
        def body() -> None:
            try:
                for action in actions:
                    action()
            except BaseException as error:
                errors.append(error)

        threads.append(threading.Thread(target=body))
        threads[-1].start()

    yield start
    for thread in threads:
        thread.join()
    assert not errors, errors


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """A function that puts a shell script, under the name of a program, into the first folder on the PATH."""
    folder = tmp_path / "fakes"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def put(name: str, script: str) -> None:
        file = folder / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    return put
