"""Running a suite: the order of runs, stored records, resumption, limits, findings and commands."""

from __future__ import annotations

import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import duckdb
import pyarrow.parquet
import pytest
from killed_bench import kill_and_resume, reproducible_columns

from process_watch import alive
from tilewright import cli
from tilewright.bench import provenance, single_run
from tilewright.bench.suite import Suite
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite, suite_rows
from tilewright.errors import BadInput, OutOfResources
from tilewright.records import Records, RunRecord
from tilewright.running import SolveTask

pytestmark = pytest.mark.usefixtures("stubborn")

HERE = Path(__file__).parent


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "data" / "records")


def write(folder: Path, solvers: list[str], *, instances: tuple[str, ...] = ("5", "6"), head: str = "") -> Path:
    """Write a suite file for the test game `stubborn`, and return its path."""
    text = f'title = "Mine"\ngame = "stubborn"\n{head}\n'
    text += "".join(f'[[instances]]\nspec = "{spec}"\n' for spec in instances)
    text += "".join(f'[[solvers]]\nname = "{name}"\n' for name in solvers)
    file = folder / "mine.toml"
    file.write_text(text)
    return file


def mine(*arguments: object, **more: object) -> Suite:
    return find_suite(str(write(*arguments, **more)))  # type: ignore[arg-type]


def gist(rows: list[RunRecord]) -> list[tuple[object, ...]]:
    """Return the main columns that every repetition must reproduce, as sorted tuples, one per record."""
    return sorted((row.key, row.instance, row.label, row.repeat, row.status, row.objective) for row in rows)


def test_solvers_take_turns_on_every_instance_in_every_pass(tmp_path: Path, records: Records) -> None:
    lines: list[str] = []
    rows = run_suite(mine(tmp_path, ["honest", "modest"], head="repeats = 2"), records, on_line=lines.append)
    assert [(row.repeat, row.instance, row.label) for row in rows] == [
        (0, "5", "honest"),
        (0, "5", "modest"),
        (0, "6", "modest"),
        (0, "6", "honest"),
        (1, "5", "modest"),
        (1, "5", "honest"),
        (1, "6", "honest"),
        (1, "6", "modest"),
    ]
    assert gist(records.rows()) == gist(rows)
    assert lines[0].startswith("[1/8] honest on 5: optimal 5 in ")


def test_a_record_has_the_settings_the_result_and_the_resource_usage(tmp_path: Path, records: Records) -> None:
    head = "time_limit = 9\nmemory_mib = 512\nseed = 3\nthreads = 2"
    [row] = run_suite(mine(tmp_path, ["modest"], instances=("5",), head=head), records)
    assert (row.suite, row.game, row.solver, row.kind) == ("mine.toml", "stubborn", "modest", "solve")
    assert (row.status, row.objective, row.bound, row.verified) == ("feasible", 4, 5, True)
    assert (row.time_limit, row.memory_limit, row.seed, row.threads) == (9.0, 512 * 2**20, 3, 2)
    assert row.seconds is not None
    assert row.seconds < (row.wall_seconds or 0)
    assert (row.import_seconds or 0) > 0
    assert (row.peak_bytes or 0) > 2**20
    assert json.loads(row.machine)["cores"] >= 1
    assert "python" in json.loads(row.versions)
    assert json.loads(row.result or "")["status"] == "feasible"
    assert row.solution_file is not None
    assert json.loads((records.folder / row.solution_file).read_text()) == {"n": 4}


def test_a_stored_solution_can_be_checked_again(
    tmp_path: Path, records: Records, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, ["honest", "modest"], instances=("5",))
    file.write_text(file.read_text() + "[[instances]]\ngenerate = { n = 4 }\nseeds = [3]\n")
    rows = run_suite(find_suite(str(file)), records)
    assert len(list((records.folder / "instances").iterdir())) == 2, "each instance is stored once"
    for row in rows:
        kept = [str(records.folder / name) for name in (row.instance_file, row.solution_file) if name]
        assert cli.run(["check", "stubborn", *kept, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["objective"] == row.objective


def test_failed_runs_are_recorded(tmp_path: Path, records: Records) -> None:
    head = "time_limit = 0.5\nmemory_mib = 200"
    solvers = ["hungry", "crash", "raiser", "wrong", "slow"]
    rows = run_suite(mine(tmp_path, solvers, instances=("100000",), head=head), records)
    assert {row.label: (row.status, row.failure_kind) for row in rows} == {
        "hungry": ("failed", "OutOfResources"),
        "crash": ("failed", "EngineFailure"),
        "raiser": ("failed", "EngineFailure"),
        "wrong": ("failed", "WrongAnswer"),
        "slow": ("feasible", None),
    }
    assert [file.stem for file in (records.folder / "solutions").iterdir()] == [rows[-1].run]


def test_a_solver_whose_program_is_missing_is_skipped(tmp_path: Path, records: Records) -> None:
    lines: list[str] = []
    rows = run_suite(mine(tmp_path, ["programless", "honest"]), records, on_line=lines.append)
    assert [row.label for row in rows] == ["honest", "honest"]
    complaints = [line for line in lines if line.startswith("programless")]
    assert complaints == [
        "programless is left out: abacus is not installed; install it with: apt-get install abacus"
    ]


def test_a_solver_that_has_used_its_batch_time_skips_the_rest_of_the_pass(
    tmp_path: Path, records: Records
) -> None:
    suite = mine(
        tmp_path, ["slow"], instances=("90001", "90002"), head="time_limit = 0.1\nbatch = 0.1\nrepeats = 2"
    )
    rows = run_suite(suite, records)
    assert [(row.repeat, row.instance) for row in rows] == [(0, "90001"), (1, "90001")]


def test_a_stored_run_is_not_repeated_unless_requested(tmp_path: Path, records: Records) -> None:
    suite = mine(tmp_path, ["honest", "modest"])
    first = run_suite(suite, records)
    assert run_suite(suite, records) == first
    again = run_suite(suite, records, fresh=True)
    assert gist(again) == gist(first)
    assert not {row.run for row in again} & {row.run for row in first}
    assert len(records.rows()) == 8
    assert {row.run for row in suite_rows(suite, records)} == {row.run for row in again}


def test_only_new_entries_of_a_suite_are_run(tmp_path: Path, records: Records) -> None:
    first = run_suite(mine(tmp_path, ["honest"]), records)
    rows = run_suite(mine(tmp_path, ["honest", "modest"]), records)
    assert {row.run for row in first} < {row.run for row in rows}
    assert len(rows) == 4


def test_a_fraction_is_stored_as_the_nearest_double(tmp_path: Path, records: Records) -> None:
    [row] = run_suite(mine(tmp_path, ["halved"], instances=("5",)), records)
    assert (row.objective, row.objective_real, row.bound, row.bound_real) == (4, 4.0, None, 5.5)
    assert row.answer["bound"] == 5.5
    [kept] = records.sql("SELECT objective, objective_real, bound, bound_real FROM runs").rows
    assert kept == (4, 4.0, None, 5.5)


def test_an_instance_file_with_changed_content_is_a_different_instance(
    tmp_path: Path, records: Records
) -> None:
    file = tmp_path / "board.json"
    suite_file = tmp_path / "mine.toml"
    suite_file.write_text(
        'game = "stubborn"\n[[instances]]\nfile = "board.json"\n[[solvers]]\nname = "honest"\n'
    )
    for number in (5, 6):
        file.write_text(str(number))
        [row] = run_suite(find_suite(str(suite_file)), records)
        assert row.objective == number


def test_a_report_excludes_runs_of_another_suite_with_the_same_name(tmp_path: Path, records: Records) -> None:
    """The other suite has the same labels: it may be another file, or an earlier version of the same file."""
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
    named = '[[instances]]\ngenerate = { n = 3 }\nlabel = "made"\n'
    one = mine(tmp_path / "one", ["honest"], head=named)
    text = (tmp_path / "one" / "mine.toml").read_text()
    for before, after in (("n = 3", "n = 4"), ('spec = "6"', 'spec = "7"\nlabel = "6"')):
        text = text.replace(before, after)
    (tmp_path / "other" / "mine.toml").write_text(text)
    other = find_suite(str(tmp_path / "other" / "mine.toml"))
    made = run_suite(one, records)
    assert gist(suite_rows(one, records)) == gist(made)
    assert [row.instance for row in suite_rows(other, records)] == ["5"]
    run_suite(other, records)
    assert gist(suite_rows(one, records)) == gist(made)


def test_a_report_identifies_a_missing_instance_file_by_its_label(tmp_path: Path, records: Records) -> None:
    (tmp_path / "board.txt").write_text("8")
    file = write(tmp_path, ["honest"], head='[[instances]]\nfile = "board.txt"\n')
    run_suite(find_suite(str(file)), records)
    (tmp_path / "board.txt").unlink()
    assert {row.objective for row in suite_rows(find_suite(str(file)), records)} == {5, 6, 8}


def test_a_full_disk_ends_the_benchmark_and_is_not_recorded_as_a_result(
    tmp_path: Path, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    suite = mine(tmp_path, ["honest"])
    with monkeypatch.context() as patch:
        (tmp_path / "full").symlink_to("/dev/full")
        patch.setattr(Records, "solution_path", lambda self, run: tmp_path / "full")
        with pytest.raises(OutOfResources, match="No space left on device"):
            run_suite(suite, records)
    assert records.rows() == []
    assert [row.status for row in run_suite(suite, records)] == ["optimal", "optimal"]


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_benchmark_is_resumed(tmp_path: Path, seed: int) -> None:
    file = write(tmp_path, ["honest", "modest"])
    undisturbed = Records(tmp_path / "undisturbed")
    run_suite(find_suite(str(file)), undisturbed)
    resumed = kill_and_resume(file, tmp_path / "killed", seed)
    assert reproducible_columns(resumed) == reproducible_columns(undisturbed)


def test_a_changed_model_is_run_again_automatically(
    tmp_path: Path, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "stubborn"
    shutil.copytree(HERE / "plugin" / "stubborn", folder)
    known = provenance._folder
    monkeypatch.setattr(provenance, "_folder", lambda name: folder if name == "stubborn" else known(name))
    suite = mine(tmp_path, ["honest"], instances=("5",))
    [first] = run_suite(suite, records)
    (folder / "README.md").write_text("Only words.")
    assert run_suite(suite, records) == [first]
    (folder / "model.mzn").write_text("solve satisfy;")
    [second] = run_suite(suite, records)
    assert (second.key, second.code) != (first.key, first.code)
    assert len(records.rows()) == 2
    assert suite_rows(suite, records) == [second]
    (folder / "model.mzn").unlink()
    assert run_suite(suite, records) == [first], "the old model's runs are still there"


def test_a_new_engine_version_causes_a_new_run(
    tmp_path: Path, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = mine(tmp_path, ["honest"], instances=("5",))
    for version in ("1.0", "1.1", "1.0"):
        monkeypatch.setattr(provenance, "versions", lambda version=version: {"minizinc": version})
        run_suite(suite, records)
    assert [json.loads(row.versions)["minizinc"] for row in records.rows()] == ["1.0", "1.1"]


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("rules.py", True),
        ("solvers/model.lp", True),
        ("facts.json", True),
        ("README.md", False),
        ("chain.svg", False),
        ("examples.json", False),
        ("suites/quick.toml", False),
        ("page/interactive-board.js", False),
        ("__pycache__/rules.nbi", False),
        (".rules.py.swp", False),
    ],
)
def test_the_code_digest_covers_the_files_that_affect_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, matters: bool
) -> None:
    monkeypatch.setattr(provenance, "_folder", lambda name: tmp_path)
    (tmp_path / "kernel.py").write_text("old")
    before = provenance.code(("game",), {"python": "3.11"})
    assert before == provenance.code(("game",), {"python": "3.11"})
    assert before != provenance.code(("game",), {"python": "3.12"})
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("new")
    assert (provenance.code(("game",), {"python": "3.11"}) != before) == matters


def test_the_recorded_commit_is_that_of_the_tilewright_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    monkeypatch.setattr(provenance, "_folder", lambda name: tmp_path)
    (tmp_path / "__init__.py").touch()
    assert provenance.commit() is None, "there is no commit yet"
    subprocess.run([*git, "add", "__init__.py"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "first"], check=True)
    head = subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    assert provenance.commit() == head
    (tmp_path / "__init__.py").write_text("changed = True")
    assert provenance.commit() == f"{head}-dirty"
    installed = tmp_path / "site-packages"
    installed.mkdir()
    (installed / "__init__.py").touch()
    monkeypatch.setattr(provenance, "_folder", lambda name: installed)
    assert provenance.commit() is None, "Tilewright is installed inside the checkout of another project"
    monkeypatch.setenv("PATH", "")
    assert provenance.commit() is None


@pytest.mark.parametrize("solver", ["deaf", "forker"])
def test_a_solver_that_ignores_its_time_limit_is_killed_with_its_processes(
    tmp_path: Path, records: Records, monkeypatch: pytest.MonkeyPatch, solver: str
) -> None:
    monkeypatch.setattr(single_run, "SolveTask", functools.partial(SolveTask, grace=0.3))
    pids = tmp_path / "pids"
    file = write(tmp_path, [solver, "honest"], instances=("5",), head="time_limit = 0.5")
    file.write_text(file.read_text().replace(f'"{solver}"', f'"{solver}"\noptions = {{ pids = "{pids}" }}'))
    rows = {row.label: row for row in run_suite(find_suite(str(file)), records)}
    assert (rows[solver].status, rows[solver].failure_kind) == ("failed", "EngineFailure")
    assert rows[solver].failure == (
        f"the solver {solver} of stubborn did not stop at its time limit of 0.5 s and was killed"
    )
    assert rows["honest"].status == "optimal", "the other solvers still run"
    started = [int(line) for line in pids.read_text().split()] if pids.exists() else []
    assert len(started) == (3 if solver == "forker" else 0)
    assert not any(map(alive, started))


@pytest.mark.parametrize("solver", ["hungry", "hungry-child"])
def test_a_solver_that_allocates_too_much_memory_is_killed(
    tmp_path: Path, records: Records, solver: str
) -> None:
    suite = mine(tmp_path, [solver, "honest"], instances=("5",), head="memory_mib = 256")
    rows = {row.label: row for row in run_suite(suite, records)}
    assert (rows[solver].status, rows[solver].failure_kind) == ("failed", "OutOfResources")
    assert 256 * 2**20 < (rows[solver].peak_bytes or 0) < 8 * 256 * 2**20
    assert rows["honest"].status == "optimal", "the other solvers still run"


def test_an_instance_can_be_restricted_to_some_solvers(tmp_path: Path, records: Records) -> None:
    file = write(tmp_path, ["honest", "modest"])
    file.write_text(file.read_text().replace('spec = "6"', 'spec = "6"\nsolvers = ["modest"]'))
    rows = run_suite(find_suite(str(file)), records)
    assert [(row.instance, row.label) for row in rows] == [("5", "honest"), ("5", "modest"), ("6", "modest")]


def test_a_record_has_the_size_of_its_instance(tmp_path: Path, records: Records) -> None:
    [row] = run_suite(mine(tmp_path, ["honest"], instances=("5",), head='size = "n"'), records)
    assert (row.parts, row.size) == (1, 5.0)


def test_an_invalid_size_key_is_reported_before_the_first_run(tmp_path: Path, records: Records) -> None:
    with pytest.raises(BadInput, match=r"suite mine\.toml, instance 5: 'colour' is not a size"):
        run_suite(mine(tmp_path, ["honest"], head='size = "colour"'), records)
    assert records.rows() == []


def test_a_cancelled_benchmark_stores_only_finished_runs(tmp_path: Path, records: Records) -> None:
    cancel = threading.Event()
    suite = mine(tmp_path, ["honest", "slow"], instances=("900000",), head="time_limit = 30")
    rows = run_suite(suite, records, on_line=lambda line: cancel.set(), cancel=cancel)
    assert [row.label for row in rows] == ["honest"]
    assert len(records.rows()) == 1
    assert len(list((records.folder / "solutions").iterdir())) == 1


def test_an_invalid_instance_is_reported_before_the_first_run(tmp_path: Path, records: Records) -> None:
    suite = mine(tmp_path, ["honest"], instances=("5", "five"))
    with pytest.raises(BadInput, match=r"suite mine\.toml, instance five: 'five' is not a number"):
        run_suite(suite, records)
    assert records.rows() == []


def test_a_missing_file_is_reported_before_the_first_run(tmp_path: Path, records: Records) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stubborn"\n[[instances]]\nfile = "gone.json"\n[[solvers]]\nname = "honest"\n')
    with pytest.raises(BadInput, match=r"gone\.json: No such file"):
        run_suite(find_suite(str(file)), records)


# --- The commands -------------------------------------------------------------------------------------


def test_a_run_without_findings_has_status_0_and_prints_one_json_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, ["honest", "modest"])
    assert cli.run(["bench", "run", str(file), "--json", "--quiet", "--data", str(tmp_path / "data")]) == 0
    out, err = capsys.readouterr()
    assert [line["status"] for line in json.loads(out)["lines"]] == ["optimal", "feasible"] * 2
    assert err == ""
    assert (tmp_path / "data" / "records" / "runs").is_dir()


def test_contradicting_solvers_are_reported_as_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, ["honest", "lowball", "denier"], instances=("5",))
    assert cli.run(["bench", "run", str(file), "--json", "--quiet"]) == 1
    out, err = capsys.readouterr()
    lines = [
        "FINDING (disagreement) 5: denier claims that there is no solution, but honest has one",
        "FINDING (disagreement) 5: denier claims that there is no solution, but lowball has one",
        "FINDING (disagreement) 5: honest claims that 5 is optimal, but lowball claims that 4 is optimal",
    ]
    assert err.splitlines() == lines
    assert len(json.loads(out)["findings"]) == 3
    assert cli.run(["bench", "report", str(file)]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines() == lines
    assert "lowball" in out
    assert cli.run(["bench", "report"]) == 0
    assert "also recorded: mine.toml" in capsys.readouterr().err


def test_commands_are_timed_and_checked_against_their_limits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[commands]]\nargv = ["--version"]\n'
        '[[commands]]\nargv = ["games"]\ncpu_at_most = 0.000001\n'
        '[[commands]]\nargv = ["solve", "nothing", "1"]\nstatus = 2\n'
        '[[commands]]\nargv = ["solve", "nothing", "2"]\n'
    )
    assert cli.run(["bench", "run", str(file), "--json", "--quiet"]) == 1
    made = json.loads(capsys.readouterr().out)
    assert {line["instance"]: line["status"] for line in made["lines"]} == {
        "tilewright --version": "done",
        "tilewright games": "done",
        "tilewright solve nothing 1": "done",
        "tilewright solve nothing 2": "failed",
    }
    assert all(line["cpu"] > 0 for line in made["lines"])
    assert [(finding["kind"], finding["instance"]) for finding in made["findings"]] == [
        ("slow-command", "tilewright games"),
        ("failed-command", "tilewright solve nothing 2"),
    ]
    assert (
        "ended with status 2, not 0: tilewright: no game is called 'nothing'" in made["findings"][1]["message"]
    )


def test_a_command_with_changed_settings_is_timed_again(tmp_path: Path, records: Records) -> None:
    file = tmp_path / "mine.toml"
    command = '[[commands]]\nargv = ["solve", "nothing", "1"]\n'
    outcomes = []
    for more in ("", "status = 2\n", 'status = 2\nlabel = "refused"\n', 'status = 2\nlabel = "refused"\n'):
        file.write_text(command + more)
        rows = run_suite(find_suite(str(file)), records)
        outcomes.append([(row.label, row.status) for row in rows])
        assert suite_rows(find_suite(str(file)), records) == rows
    label = "tilewright solve nothing 1"
    assert outcomes == [[(label, "failed")], [(label, "done")], [("refused", "done")], [("refused", "done")]]
    assert len(records.rows()) == 3


def test_the_memory_limit_applies_to_commands(tmp_path: Path, records: Records) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('memory_mib = 1\n[[commands]]\nargv = ["games"]\n')
    (row,) = run_suite(find_suite(str(file)), records)
    assert (row.status, row.failure_kind) == ("failed", "OutOfResources")
    assert row.failure == "the command exceeded its memory limit of 1 MiB and was killed"


def test_the_built_in_command_suite_times_the_help(records: Records) -> None:
    suite = find_suite("startup")
    shortest = [command for command in suite.commands if command.argv == ("--help",)]
    (row,) = run_suite(replace(suite, commands=tuple(shortest), repeats=1), records)
    assert row.status == "done"
    assert (row.cpu_seconds or 0) > 0
    assert (row.import_cpu_seconds or 0) > 0
    assert (row.compiled_functions, row.loaded_kernels, row.kernels) == (0, 0, None)


def test_a_report_without_runs_states_that_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bench", "report"]) == 0
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("no suite has been run yet; run one with: tilewright bench run SUITE")


def test_runs_can_be_listed_reported_and_queried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, ["honest"], instances=("5",))
    assert cli.run(["bench", "list", "--json"]) == 0
    assert "startup" in [suite["name"] for suite in json.loads(capsys.readouterr().out)]
    assert cli.run(["bench", "report", str(file)]) == 2
    assert "has not been run yet" in capsys.readouterr().err
    assert cli.run(["bench", "run", str(file), "--time-limit", "7", "--repeats", "2"]) == 0
    out, err = capsys.readouterr()
    assert "honest" in out
    assert err.startswith("[1/2] honest on 5: optimal 5 in ")
    assert cli.run(["bench", "report", str(file), "--markdown"]) == 0
    assert "| 5 | honest | optimal | 5 | 2 |" in capsys.readouterr().out
    assert cli.run(["bench", "sql", "SELECT label, time_limit FROM runs LIMIT 1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "columns": ["label", "time_limit"],
        "rows": [["honest", 7.0]],
    }
    assert cli.run(["bench", "sql", "SELECT label FROM runs", "-o", str(tmp_path / "x.csv")]) == 0
    assert (tmp_path / "x.csv").read_text() == "label\nhonest\nhonest\n"


def test_an_exported_file_can_be_queried_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, ["honest"], instances=("5",))
    assert cli.run(["bench", "run", str(file), "--quiet"]) == 0
    database = str(tmp_path / "x.duckdb")
    assert cli.run(["bench", "export", database]) == 0
    assert capsys.readouterr().err == f"1 row written to {database}\n"
    away = ["--data", str(tmp_path / "elsewhere"), "--from", database]
    assert cli.run(["bench", "sql", "SELECT label, objective FROM runs", "--json", *away]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == [["honest", 5]]
    assert cli.run(["bench", "report", str(file), "--json", *away]) == 0
    assert [line["label"] for line in json.loads(capsys.readouterr().out)["lines"]] == ["honest"]


def test_a_database_with_an_unknown_version_is_refused_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, ["honest"], instances=("5",))
    database = tmp_path / "x.duckdb"
    assert cli.run(["bench", "run", str(file), "--quiet"]) == 0
    assert cli.run(["bench", "export", str(database)]) == 0
    with duckdb.connect(str(database)) as connection:
        connection.execute("UPDATE meta SET value = '99'")
    [record] = (tmp_path / "data" / "records" / "runs").iterdir()
    table = pyarrow.parquet.read_table(record).replace_schema_metadata({b"tilewright.records": b"99"})
    pyarrow.parquet.write_table(table, record)
    capsys.readouterr()
    for command, place in (
        (["sql", "SELECT 1", "--from", str(database)], database),
        (["report", str(file), "--from", str(database)], database),
        (["sql", "SELECT 1"], record),
        (["report", str(file)], record),
        (["run", str(file)], record),
        (["export", str(tmp_path / "y.csv")], record),
    ):
        assert cli.run(["bench", *command]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        kind = "database" if place is database else "record"
        line = f"tilewright: the {kind} {place} has format version 99; expected 1\n"
        assert err == line


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "nothing"],
        ["run", "startup", "--repeats", "0"],
        ["run", "startup", "--time-limit", "-1"],
        ["run", "startup", "--data", "/dev/null/x"],
        ["report", "nothing"],
        ["sql", "DROP TABLE runs"],
        ["sql", "SELECT * FROM '/etc/passwd'"],
        ["sql", "SELECT 1", "-o", "file.txt"],
        ["sql", "SELECT 1", "--from", "nowhere.duckdb"],
        ["sql", "SELECT 1", "--from", "nowhere.parquet"],
        ["sql", "SELECT 1", "--from", "file.txt"],
        ["report", "--from", "nowhere.duckdb"],
        ["export", "file.txt"],
        ["export", "nowhere/file.duckdb"],
        ["export", "nowhere/file.parquet"],
        ["dance"],
    ],
)
def test_bad_input_gives_one_line_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["bench", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("tilewright: ")


def test_an_interrupted_benchmark_reports_the_finished_runs_and_exits_with_130(tmp_path: Path) -> None:
    file = write(tmp_path, ["honest", "slow"], instances=("900000",), head="time_limit = 60")
    path = os.pathsep.join([str(HERE / "plugin"), os.environ.get("PYTHONPATH", "")])
    bench = subprocess.Popen(
        [sys.executable, "-c", "from tilewright.cli import main; main()", "bench", "run", str(file), "--json"],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert bench.stderr is not None
    assert bench.stderr.readline().startswith("[1/2] honest")
    time.sleep(0.1)
    bench.send_signal(signal.SIGINT)
    out, err = bench.communicate(timeout=60)
    assert bench.returncode == 130, err
    assert [line["label"] for line in json.loads(out)["lines"]] == ["honest"]
