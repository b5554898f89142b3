"""What all tests share: outside programs that may be absent, and a data folder that nobody else sees."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = {"minizinc": "minizinc", "fzn-gecode": "flatzinc", "swipl": "swi-prolog-nox", "chromium": "chromium"}
TESTS = Path(__file__).parent / "tests"
PLUGIN = TESTS / "plugin"

# The example game of docs/adding-a-game.md is installed by being on the path: it brings its own entry point.
sys.path[:0] = [str(PLUGIN), str(TESTS)]
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PLUGIN), os.environ.get("PYTHONPATH")]))


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or leaves anything in the user's folders."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True, scope="module")
def what_was_forgotten_is_told_where_it_happened() -> Iterator[None]:
    """A socket or a file that nobody closed fails the tests that opened it, not whichever run much later."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def interruptions_reach_python() -> Iterator[None]:
    """A library that takes over Ctrl-C must not decide how the next tests end."""
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of tests that share a name only one would be run where several run at once, so each has its own."""
    shared = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if shared:
        raise pytest.UsageError(f"several tests are called {shared[0]}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            # MiniZinc is of no use to us without Gecode's solver.
            for binary in ("minizinc", "fzn-gecode") if program == "minizinc" else (program,):
                if shutil.which(binary) is None:
                    line = f"{binary} is not installed: apt-get install {PACKAGES[binary]}"
                    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(line)
