"""First answers of the games: what a command imports, compiles and loads in each state of the kernels."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.bench.cold_compiled_and_warm_folders import Environment, KernelFolders
from tilewright.bench.report import report
from tilewright.bench.suite import Suite, parse_suite
from tilewright.bench.suite_entries import CommandEntry
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite
from tilewright.errors import BadInput
from tilewright.records import Records, RunRecord

_CLOCKS_DIFFER = 0.05
"""The number of seconds by which the measured CPU times of a process and of its threads may differ."""


def parse(text: str) -> Suite:
    return parse_suite(text, "mine", Path("folder"))


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str | None, RunRecord]:
    """The recorded first answers of Domino, whose kernels are small, by the state of the kernels."""
    records = Records(tmp_path_factory.mktemp("first-answers") / "records")
    made = run_suite(parse('time_limit = 300\n[first_answers]\ngames = ["domino"]'), records)
    assert records.rows() == made
    assert [row.failure for row in made] == [None, None, None]
    return {row.kernels: row for row in made}


def test_only_a_cold_command_compiles(rows: dict[str | None, RunRecord]) -> None:
    assert (rows["cold"].compiled_functions or 0) > 0
    assert rows["compiled"].compiled_functions == 0
    assert rows["warm"].compiled_functions == 0
    assert (rows["cold"].compile_cpu_seconds or 0) > 0
    assert rows["compiled"].compile_cpu_seconds == 0
    assert rows["warm"].compile_cpu_seconds == 0


def test_a_command_with_compiled_kernels_loads_them(rows: dict[str | None, RunRecord]) -> None:
    assert rows["cold"].loaded_kernels == 0
    assert (rows["compiled"].loaded_kernels or 0) > 0
    assert rows["warm"].loaded_kernels == rows["compiled"].loaded_kernels


def test_the_parts_of_the_cpu_time_add_up_to_the_whole(rows: dict[str | None, RunRecord]) -> None:
    for row in rows.values():
        parts = (
            row.import_cpu_seconds,
            row.compile_cpu_seconds,
            row.load_cpu_seconds,
            row.work_cpu_seconds,
        )
        assert all(part is not None and part >= 0 for part in parts)
        assert row.import_cpu_seconds
        whole = row.cpu_seconds or 0
        assert sum(part or 0 for part in parts) == pytest.approx(whole, abs=_CLOCKS_DIFFER)


def test_the_report_shows_the_parts(rows: dict[str | None, RunRecord]) -> None:
    suite = parse('[first_answers]\ngames = ["domino"]')
    table = report(suite, list(rows.values())).line_table()
    assert {"cpu s", "import s", "compile s", "load s", "work s", "compiled", "loaded"} <= set(table.headers)
    compiled = table.headers.index("compiled")
    assert [row[0] for row in table.rows] == [
        "domino solve, cold",
        "domino solve, compiled",
        "domino solve, warm",
    ]
    assert [row[compiled] for row in table.rows] == [rows["cold"].compiled_functions, 0, 0]


def test_every_game_with_examples_has_first_answers_in_three_states() -> None:
    commands = [command for command in find_suite("startup").commands if command.kernels is not None]
    solves = [command.game for command in commands if command.argv[0] == "solve"]
    assert solves == [game.name for game in registry.games() if game.examples["instances"] for _ in range(3)]
    for name in ("hint", "arena"):
        warm_ups = {
            game.name for game in registry.games() if f'"{name} {game.name} ' in json.dumps(game.warm_up)
        }
        assert warm_ups
        assert {command.game for command in commands if command.argv[0] == name} == warm_ups
    for command in commands:
        states = [other.kernels for other in commands if other.argv == command.argv]
        assert states == ["cold", "compiled", "warm"]


def test_first_answers_may_run_in_fewer_passes_than_the_suite() -> None:
    suite = parse(
        'repeats = 5\n[[commands]]\nargv = ["games"]\n[first_answers]\ngames = ["powers"]\nrepeats = 2'
    )
    assert suite.runs == 5 + 3 * 2
    assert replace(suite, repeats=1).runs == 1 + 3


def test_each_state_has_its_own_limit() -> None:
    suite = parse('[first_answers]\ngames = ["powers"]\ncompiled_at_most = 3\nwarm_at_most = 1.5')
    assert {command.kernels: command.cpu_at_most for command in suite.commands} == {
        "cold": None,
        "compiled": 3.0,
        "warm": 1.5,
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('games = ["nothing"]', "first_answers: no game is called 'nothing'"),
        ('games = "powers"', "games must be a list"),
        ("repeats = 0", "repeats must be between 1 and 1000"),
        ("warm_at_most = -1", "warm_at_most must be a positive number"),
        ("tepid_at_most = 1", "unknown key 'tepid_at_most'"),
        ('games = ["powers", "powers"]', "two entries are named 'powers solve, cold'"),
    ],
)
def test_a_wrong_table_of_first_answers_is_refused(line: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse(f"[first_answers]\n{line}")


class _Commands:
    """Fake commands that write a file to the kernel folder instead of compiling kernels."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, words: list[str], environment: Environment) -> None:
        self.lines.append(" ".join(words))
        (Path(environment["TILEWRIGHT_KERNELS"]) / words[0]).touch()


def _first_answer(kernels: str, *argv: str) -> CommandEntry:
    return CommandEntry(f"{argv} {kernels}", argv, game="powers", kernels=kernels)


def _kernels(environment: Environment) -> list[str]:
    return sorted(file.name for file in Path(environment["TILEWRIGHT_KERNELS"]).iterdir())


def test_a_cold_command_has_no_kernels_and_no_data() -> None:
    commands = _Commands()
    with KernelFolders(commands) as folders:
        for _ in range(2):
            _, environment = folders.prepare(_first_answer("cold", "solve"))
            assert _kernels(environment) == []
            assert list(Path(environment["TILEWRIGHT_DATA"]).iterdir()) == []
            commands(["solve"], environment)
    assert commands.lines == ["solve", "solve"], "`prepare` runs no command"
    assert not Path(environment["TILEWRIGHT_KERNELS"]).exists()


def test_the_kernels_of_a_game_are_compiled_once() -> None:
    commands = _Commands()
    with KernelFolders(commands) as folders:
        for name in ("solve", "hint"):
            _, environment = folders.prepare(_first_answer("compiled", name))
            assert _kernels(environment) == ["compile"]
            commands([name], environment)
    assert commands.lines == ["compile powers --jobs 1 --quiet", "solve", "hint"]


def test_a_warm_command_has_run_before() -> None:
    commands = _Commands()
    with KernelFolders(commands) as folders:
        _, environment = folders.prepare(_first_answer("warm", "hint"))
        assert commands.lines == ["hint"], "`prepare` runs the command once"
        _, before = folders.prepare(_first_answer("cold", "solve"))
        _, environment = folders.prepare(_first_answer("warm", "solve"))
        assert environment == before
        assert commands.lines == ["hint"], "the previous run is not repeated"


def test_each_process_has_its_own_folder_for_temporary_files() -> None:
    with KernelFolders(_Commands()) as folders:
        command = _first_answer("warm", "arena", "--data", "{folder}")
        (*_, first), _ = folders.prepare(command)
        (*_, second), _ = folders.prepare(command)
        assert Path(first).is_dir()
        assert Path(second).is_dir()
        assert first != second


def _phases(tmp_path: Path, code: str) -> dict[str, float]:
    """Run code in a process that records its phases, and return the recorded times and counts."""
    file = tmp_path / "phases.json"
    program = (
        "from tilewright.import_and_compile_cpu_time import *\n"
        f"with record_phases({str(file)!r}):\n    exec({code!r})"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    phases: dict[str, float] = json.loads(file.read_text())
    return phases


_BURN = "import time\nend = time.thread_time() + 0.05\nwhile time.thread_time() < end: pass\n"


def test_a_nested_phase_does_not_count_for_the_outer_one(tmp_path: Path) -> None:
    (tmp_path / "slow_module.py").write_text(_BURN)
    code = f"import sys; sys.path.append({str(tmp_path)!r})\nwith phase(LOAD):\n    import slow_module"
    phases = _phases(tmp_path, code)
    assert phases["import_cpu_seconds"] >= 0.05
    assert phases["load_cpu_seconds"] < 0.05


def test_phases_of_threads_are_added(tmp_path: Path) -> None:
    body = f"with phase(LOAD): exec({_BURN!r})"
    code = (
        "import threading\n"
        f"threads = [threading.Thread(target=exec, args=({body!r}, globals())) for _ in range(2)]\n"
        "for thread in threads: thread.start()\nfor thread in threads: thread.join()"
    )
    assert _phases(tmp_path, code)["load_cpu_seconds"] >= 0.1


def test_each_compiled_function_is_counted(tmp_path: Path) -> None:
    code = "import numba\nf = numba.njit(lambda n: n + 1)\nf(1)\nf(1)\nf(1.5)"
    phases = _phases(tmp_path, code)
    assert phases["compiled_functions"] == 2
    assert phases["compile_cpu_seconds"] > 0
    assert phases["loaded_kernels"] == 0


def test_phases_are_written_if_the_command_fails(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        _phases(tmp_path, "raise SystemExit(3)")
    assert (tmp_path / "phases.json").exists()
