"""The benchmark instances: the results of the small ones are correct, and the data files are up to date."""

from __future__ import annotations

import shutil
import subprocess
import tomllib

import pytest

import tilewright as tw
from tilewright.game import Status
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.instances.benchmark_instances_and_results import (
    DATA_FOLDER,
    KnownResult,
    data_file,
    known_results,
)

GAME = tw.game("nmbr9")
MODEL = DATA_FOLDER.parents[1] / "solvers" / "published_model.mzn"
SOLVERS = {solver.name for solver in GAME.solvers} | {"proof"}
QUICK = [known for known in known_results() if known.effort == "quick"]


@pytest.mark.parametrize("known", QUICK, ids=lambda known: known.name)
def test_the_stated_result_of_a_small_instance_is_right(known: KnownResult) -> None:
    result = tw.solve(known.instance)
    assert result.status is (Status.INFEASIBLE if known.best is None else Status.OPTIMAL)
    assert result.objective == known.best == known.bound


def test_every_instance_has_a_unique_name_and_a_consistent_result() -> None:
    assert len({known.name for known in known_results()}) == len(known_results())
    for known in known_results():
        assert notation.parse(known.name) == known.instance
        assert notation.to_text(known.instance) == known.name
        assert set(known.methods) <= SOLVERS
        assert (known.best == known.bound) == (known.effort != "open")
        if known.effort == "open":
            assert known.bound is not None
            assert known.best is None or known.best < known.bound
        else:
            assert known.methods


@pytest.mark.parametrize("name", ["full", "quick"])
def test_the_suites_contain_the_benchmark_instances(name: str) -> None:
    suite = tomllib.loads((DATA_FOLDER.parent / f"{name}.toml").read_text())
    expected = [
        known.name for known in known_results() if name == "full" or known.effort in ("quick", "minute")
    ]
    assert [entry["spec"] for entry in suite["instances"]] == expected


def test_the_data_files_are_up_to_date() -> None:
    with_data = {known.data: known.instance for known in known_results() if known.data is not None}
    bounded = [known for known in known_results() if known.instance.grid and known.instance.variant != "U"]
    assert len(with_data) == len(bounded) > 5
    assert {file.name for file in DATA_FOLDER.iterdir()} == set(with_data)
    for name, instance in with_data.items():
        assert (DATA_FOLDER / name).read_text("utf-8") == data_file(instance), (
            "run python -m tilewright.games.nmbr9.instances.benchmark_instances_and_results"
        )


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("F-3-1-3-grid-5.json", "score = 3;"),
        ("F-1-2-4-grid-4.json", "=====UNSATISFIABLE====="),
        ("K-2-2-3-1-1-2-grid-5.json", "score = 0;"),
    ],
)
def test_minizinc_solves_the_data_files(file: str, line: str) -> None:
    program = shutil.which("minizinc")
    assert program is not None
    command = [program, "--solver", "gecode", str(MODEL), str(DATA_FOLDER / file)]
    output = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=True
    ).stdout.splitlines()
    assert [each for each in output if each.startswith(("score", "=====UN"))][-1] == line
    assert output[-1] in ("==========", line), "the search was not completed"
