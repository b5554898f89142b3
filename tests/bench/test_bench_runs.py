"""A suite is run in turns, kept run by run, resumed where it stopped, and loud about what must not be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tilewright import cli
from tilewright.bench.run import run_suite, suite_rows
from tilewright.bench.shelf import find_suite
from tilewright.bench.suite import Suite
from tilewright.errors import BadInput
from tilewright.records import Records, RunRecord

pytestmark = pytest.mark.usefixtures("stubborn")

HERE = Path(__file__).parent


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "data" / "records")


def write(folder: Path, solvers: list[str], *, instances: tuple[str, ...] = ("5", "6"), head: str = "") -> Path:
    """A suite of the game whose solvers misbehave."""
    text = f'title = "Mine"\ngame = "stubborn"\n{head}\n'
    text += "".join(f'[[instances]]\nspec = "{spec}"\n' for spec in instances)
    text += "".join(f'[[solvers]]\nname = "{name}"\n' for name in solvers)
    file = folder / "mine.toml"
    file.write_text(text)
    return file


def mine(*arguments: object, **more: object) -> Suite:
    return find_suite(str(write(*arguments, **more)))  # type: ignore[arg-type]


def gist(rows: list[RunRecord]) -> list[tuple[object, ...]]:
    """What must not depend on when and how a row was made."""
    return sorted((row.key, row.instance, row.label, row.repeat, row.status, row.objective) for row in rows)


def test_solvers_take_turns_on_every_instance_in_every_pass(tmp_path: Path, records: Records) -> None:
    told: list[str] = []
    rows = run_suite(mine(tmp_path, ["honest", "modest"], head="repeats = 2"), records, tell=told.append)
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
    assert told[0].startswith("[1/8] honest on 5: optimal 5 in ")


def test_a_row_tells_what_was_asked_what_came_and_what_it_cost(tmp_path: Path, records: Records) -> None:
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


def test_runs_that_fail_are_rows_too(tmp_path: Path, records: Records) -> None:
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


def test_a_solver_whose_program_is_missing_is_left_out(tmp_path: Path, records: Records) -> None:
    told: list[str] = []
    rows = run_suite(mine(tmp_path, ["programless", "honest"]), records, tell=told.append)
    assert [row.label for row in rows] == ["honest", "honest"]
    complaints = [line for line in told if line.startswith("programless")]
    assert complaints == [
        "programless is left out: abacus is not installed; install it with: apt-get install abacus"
    ]


def test_a_solver_that_has_used_up_its_batch_is_not_given_the_rest_of_the_pass(
    tmp_path: Path, records: Records
) -> None:
    suite = mine(
        tmp_path, ["slow"], instances=("90001", "90002"), head="time_limit = 0.1\nbatch = 0.1\nrepeats = 2"
    )
    rows = run_suite(suite, records)
    assert [(row.repeat, row.instance) for row in rows] == [(0, "90001"), (1, "90001")]


def test_what_is_kept_is_not_run_again_unless_asked(tmp_path: Path, records: Records) -> None:
    suite = mine(tmp_path, ["honest", "modest"])
    first = run_suite(suite, records)
    assert run_suite(suite, records) == first
    again = run_suite(suite, records, fresh=True)
    assert gist(again) == gist(first)
    assert not {row.run for row in again} & {row.run for row in first}
    assert len(records.rows()) == 8
    assert {row.run for row in suite_rows(suite, records)} == {row.run for row in again}


def test_a_new_entry_of_a_suite_is_run_and_the_others_are_kept(tmp_path: Path, records: Records) -> None:
    first = run_suite(mine(tmp_path, ["honest"]), records)
    rows = run_suite(mine(tmp_path, ["honest", "modest"]), records)
    assert {row.run for row in first} < {row.run for row in rows}
    assert len(rows) == 4


def test_a_fraction_is_kept_as_the_nearest_double(tmp_path: Path, records: Records) -> None:
    [row] = run_suite(mine(tmp_path, ["halved"], instances=("5",)), records)
    assert (row.objective, row.objective_real, row.bound, row.bound_real) == (4, 4.0, None, 5.5)
    assert row.answer["bound"] == 5.5
    [kept] = records.sql("SELECT objective, objective_real, bound, bound_real FROM runs").rows
    assert kept == (4, 4.0, None, 5.5)


def test_an_instance_s_file_with_another_content_is_another_instance(tmp_path: Path, records: Records) -> None:
    file = tmp_path / "board.json"
    suite_file = tmp_path / "mine.toml"
    suite_file.write_text(
        'game = "stubborn"\n[[instances]]\nfile = "board.json"\n[[solvers]]\nname = "honest"\n'
    )
    for number in (5, 6):
        file.write_text(str(number))
        [row] = run_suite(find_suite(str(suite_file)), records)
        assert row.objective == number


@pytest.mark.parametrize("deaths", [1, 4, 7])
def test_a_killed_bench_goes_on_where_it_was(tmp_path: Path, records: Records, deaths: int) -> None:
    file = write(tmp_path, ["honest", "modest"], head="repeats = 2")
    undisturbed = run_suite(find_suite(str(file)), Records(tmp_path / "undisturbed"))
    path = os.pathsep.join([str(HERE / "plugin"), os.environ.get("PYTHONPATH", "")])
    killed = subprocess.run(
        [sys.executable, str(HERE / "bench_script.py"), str(file), str(records.folder), str(deaths)],
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    kept = {row.run for row in records.rows()}
    assert len(kept) == deaths
    rows = run_suite(find_suite(str(file)), records)
    assert kept < {row.run for row in rows}
    assert gist(rows) == gist(undisturbed)


def test_a_cancelled_bench_keeps_what_is_done_and_no_half_run(tmp_path: Path, records: Records) -> None:
    cancel = threading.Event()
    suite = mine(tmp_path, ["honest", "slow"], instances=("900000",), head="time_limit = 30")
    rows = run_suite(suite, records, tell=lambda line: cancel.set(), cancel=cancel)
    assert [row.label for row in rows] == ["honest"]
    assert len(records.rows()) == 1
    assert len(list((records.folder / "solutions").iterdir())) == 1


def test_a_bad_instance_is_named_before_anything_runs(tmp_path: Path, records: Records) -> None:
    suite = mine(tmp_path, ["honest"], instances=("5", "five"))
    with pytest.raises(BadInput, match=r"suite mine\.toml, instance five: 'five' is no number"):
        run_suite(suite, records)
    assert records.rows() == []


def test_a_file_that_is_missing_is_named_before_anything_runs(tmp_path: Path, records: Records) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stubborn"\n[[instances]]\nfile = "gone.json"\n[[solvers]]\nname = "honest"\n')
    with pytest.raises(BadInput, match=r"gone\.json: No such file"):
        run_suite(find_suite(str(file)), records)


# --- The commands -------------------------------------------------------------------------------------


def test_a_run_without_findings_ends_well_and_prints_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, ["honest", "modest"])
    assert cli.run(["bench", "run", str(file), "--json", "--quiet", "--data", str(tmp_path / "data")]) == 0
    out, err = capsys.readouterr()
    assert [line["status"] for line in json.loads(out)["lines"]] == ["optimal", "feasible"] * 2
    assert err == ""
    assert (tmp_path / "data" / "records" / "runs").is_dir()


def test_solvers_that_disagree_are_loud(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, ["honest", "lowball", "denier"], instances=("5",))
    assert cli.run(["bench", "run", str(file), "--json", "--quiet"]) == 1
    out, err = capsys.readouterr()
    lines = [
        "FINDING (disagreement) 5: denier says that there is no solution, honest shows one",
        "FINDING (disagreement) 5: denier says that there is no solution, lowball shows one",
        "FINDING (disagreement) 5: honest says that 5 is best, lowball says that 4 is best",
    ]
    assert err.splitlines() == lines
    assert len(json.loads(out)["findings"]) == 3
    assert cli.run(["bench", "report", str(file)]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines() == lines
    assert "lowball" in out


def test_commands_are_timed_and_held_to_their_promise(
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
    found = json.loads(capsys.readouterr().out)
    assert {line["instance"]: line["status"] for line in found["lines"]} == {
        "tilewright --version": "done",
        "tilewright games": "done",
        "tilewright solve nothing 1": "done",
        "tilewright solve nothing 2": "failed",
    }
    assert all(line["cpu"] > 0 for line in found["lines"])
    assert [(finding["kind"], finding["instance"]) for finding in found["findings"]] == [
        ("slow-command", "tilewright games"),
        ("failed-command", "tilewright solve nothing 2"),
    ]
    assert (
        "ended with status 2, not 0: tilewright: no game is called 'nothing'" in found["findings"][1]["message"]
    )


def test_the_house_s_own_suite_times_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["bench", "run", "startup", "--repeats", "1", "--json", "--quiet"]) in (0, 1)
    found = {line["instance"]: line for line in json.loads(capsys.readouterr().out)["lines"]}
    assert found["tilewright --help"]["status"] == "done"
    assert found["tilewright --help"]["cpu"] > 0


def test_runs_can_be_listed_reported_and_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
        ["dance"],
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bench", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("tilewright: ")


def test_an_interrupted_bench_reports_what_there_is_and_exits_130(tmp_path: Path) -> None:
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
