"""Fixtures and hooks for all tests: a data folder for each test, and skips for missing external programs."""

from __future__ import annotations

import fcntl
import gc
import io
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tilewright import registry
from tilewright.engines import clingo
from tilewright.processes.outside_program import ProgramResult

# Switch off Hypothesis' time limit for each example: on a busy machine, tests would exceed it.
settings.register_profile("tilewright", deadline=None)
settings.load_profile("tilewright")

PACKAGES = {
    "minizinc": "minizinc",
    "fzn-gecode": "flatzinc",
    "swipl": "swi-prolog-nox",
    "chromium": "chromium",
    "perl": "perl",
}
TESTS = Path(__file__).parent / "tests"
PLUGIN = TESTS / "plugin"

STARTED_FIRST = (
    "architecture/test_adding_a_game_needs_no_other_edit.py",
    "architecture/test_conformance.py",
    "puzzles/test_solvers_equal_brute_force.py",
    "nine_tiles/test_nine_tiles_census_files.py",
    "nmbr9/test_nmbr9_agents.py",
    "bench/test_suite_run.py",
    "bench/test_bench_executors.py",
    "patchwork/test_quilt_constraint_model.py",
    "nmbr9/test_nmbr9_list_best_stacks.py",
    "docs/test_docs.py",
    "web/test_page_nine_tiles.py",
    "web/test_page_nmbr9.py",
    "web/test_page_patchwork.py",
    "web/test_page_waits_and_late_answers.py",
    "web/test_page_start_and_generic_game.py",
    "domino/test_domino_touch.py",
    "nine_tiles/test_nine_tiles_census.py",
    "nine_tiles/test_nine_tiles_theme_set_tables.py",
    "nmbr9/test_nmbr9_certificates.py",
    "kernels/test_compile_command.py",
    "kernels/test_shipped_kernels.py",
    "running/test_dask_executor.py",
)
"""Slow test files that contain few tests. If one ran last, the other test processes would be idle meanwhile."""

# Put the example game of docs/adding-a-game.md on the import path, so that its entry point is found.
sys.path[:0] = [str(PLUGIN), str(TESTS)]
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PLUGIN), os.environ.get("PYTHONPATH")]))


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test its own data folder, so that no test uses the user's data folder."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="session")
def shared_preparation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the data that games prepare, such as a census; all test processes of a run share it.

    The first process that needs the data builds it, and the other processes wait.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "prepared"
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setenv("TILEWRIGHT_DATA", str(folder / "data"))
        for game in registry.games():
            if game.has("page_preparation") and not game.module("page_preparation").ready():
                game.module("page_preparation").build(lambda share, note: None)
    return folder / "data"


@pytest.fixture
def prepared_data(shared_preparation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of one test, with links to the data that games prepare."""
    folder = tmp_path / "data"
    for game in shared_preparation.iterdir():
        (folder / game.name).mkdir(parents=True)
        for entry in game.iterdir():
            (folder / game.name / entry.name).symlink_to(entry)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(folder))
    return folder


@pytest.fixture
def clingo_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run clingo in the test's process, for tests that solve many small boards.

    Starting a process takes far longer than solving such a board. The requests and answers are the same. Other
    tests run clingo as Tilewright does, in a separate process, for every solver that uses it.
    """
    from tilewright.engines import clingo_worker

    def run_worker(
        argv: Sequence[str], run: Any, *, stdin: str, on_line: Callable[[str], None], grace: float
    ) -> ProgramResult:
        with redirect_stdout(io.StringIO()) as output, pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            clingo_worker.main()
        for line in output.getvalue().splitlines():
            on_line(line)
        return ProgramResult(0, "", "", stopped=False)

    monkeypatch.setattr(clingo, "run_program", run_worker)


@pytest.fixture(autouse=True, scope="module")
def collect_garbage_after_each_module() -> Iterator[None]:
    """Collect garbage after each module, so that an unclosed socket or file fails a test of that module."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def restore_sigint_handler() -> Iterator[None]:
    """Restore the Ctrl-C handler, which some libraries replace."""
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that are marked as long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked as long, unless `--long` is given, and sort the files.

    The files of `STARTED_FIRST` come first, then the other files, those with the most tests first. Duplicate
    node ids are rejected, because a parallel run would execute only one of the tests with the same id.
    """
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    duplicates = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if duplicates:
        raise pytest.UsageError(f"several tests have the node id {duplicates[0]}")
    places = {TESTS / name: place for place, name in enumerate(STARTED_FIRST)}
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (places.get(item.path, len(places)), -sizes[item.path]))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            # MiniZinc solves the models with Gecode.
            for binary in ("minizinc", "fzn-gecode") if program == "minizinc" else (program,):
                if shutil.which(binary) is None:
                    line = f"{binary} is not installed: apt-get install {PACKAGES[binary]}"
                    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(line)
