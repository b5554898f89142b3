"""Fixtures and hooks for all tests: a separate data folder, and skips for missing external programs."""

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

PACKAGES = {
    "minizinc": "minizinc",
    "fzn-gecode": "flatzinc",
    "swipl": "swi-prolog-nox",
    "chromium": "chromium",
    "perl": "perl",
}
TESTS = Path(__file__).parent / "tests"
PLUGIN = TESTS / "plugin"

# Put the example game of docs/adding-a-game.md on the path, so that its entry point is found.
sys.path[:0] = [str(PLUGIN), str(TESTS)]
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PLUGIN), os.environ.get("PYTHONPATH")]))


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test out of the user's data folder."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True, scope="module")
def collect_garbage_after_each_module() -> Iterator[None]:
    """Make an unclosed socket or file fail in the module that opened it, not in a later one."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def restore_sigint_handler() -> Iterator[None]:
    """Restore the Ctrl-C handler, which some libraries replace."""
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests with the same node id: a parallel test run would run only one of them."""
    duplicates = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if duplicates:
        raise pytest.UsageError(f"several tests have the node id {duplicates[0]}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            # Gecode solves the MiniZinc models.
            for binary in ("minizinc", "fzn-gecode") if program == "minizinc" else (program,):
                if shutil.which(binary) is None:
                    line = f"{binary} is not installed: apt-get install {PACKAGES[binary]}"
                    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(line)
