from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from started_processes import Family


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> Iterator[Family]:
    """The processes that the test starts; whatever the test does, none may be left at its end."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("needs /proc to see what processes there are")
    mark = uuid.uuid4().hex
    monkeypatch.setenv("TILEWRIGHT_TEST_MARK", mark)
    family = Family(mark)
    yield family
    assert family.is_gone(), f"still alive: {family.alive()}"


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., None]]:
    """Do some things in another thread while the test's own is in an engine; its failure fails the test."""
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
    """Put a shell script of a given name before all programs of that name."""
    folder = tmp_path / "fakes"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def put(name: str, script: str) -> None:
        file = folder / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    return put
