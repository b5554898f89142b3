"""The family of instances: what it says of each is so, and its files are those that our solvers use."""

from __future__ import annotations

import shutil
import subprocess
import tomllib

import pytest

import tilewright as tw
from tilewright.game import Status
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.instances.instance_set import FOLDER, Known, data_file, family

GAME = tw.game("nmbr9")
MODEL = FOLDER.parents[1] / "solvers" / "seed.mzn"
SOLVERS = {solver.name for solver in GAME.solvers} | {"proof"}
QUICK = [known for known in family() if known.effort == "quick"]


@pytest.mark.parametrize("known", QUICK, ids=lambda known: known.name)
def test_what_is_said_of_a_small_instance_is_so(known: Known) -> None:
    result = tw.solve(known.instance)
    assert result.status is (Status.INFEASIBLE if known.best is None else Status.OPTIMAL)
    assert result.objective == known.best == known.bound


def test_every_instance_has_its_name_and_a_consistent_claim() -> None:
    assert len({known.name for known in family()}) == len(family())
    for known in family():
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
def test_the_suites_have_the_instances_of_the_family(name: str) -> None:
    suite = tomllib.loads((FOLDER.parent / f"{name}.toml").read_text())
    wanted = [known.name for known in family() if name == "full" or known.effort in ("quick", "minute")]
    assert [entry["spec"] for entry in suite["instances"]] == wanted


def test_the_data_files_are_what_the_model_is_given() -> None:
    with_data = {known.data: known.instance for known in family() if known.data is not None}
    bounded = [known for known in family() if known.instance.grid and known.instance.variant != "U"]
    assert len(with_data) == len(bounded) > 5
    assert {file.name for file in FOLDER.iterdir()} == {"instances.json", *with_data}
    for name, instance in with_data.items():
        assert (FOLDER / name).read_text("utf-8") == data_file(instance), (
            "python -m tilewright.games.nmbr9.instances.instance_set"
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
def test_minizinc_takes_the_files_as_they_are(file: str, line: str) -> None:
    program = shutil.which("minizinc")
    assert program is not None
    words = [program, "--solver", "gecode", str(MODEL), str(FOLDER / file)]
    said = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout.splitlines()
    assert [each for each in said if each.startswith(("score", "=====UN"))][-1] == line
    assert said[-1] in ("==========", line), "it came to its end"
