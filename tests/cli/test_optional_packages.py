"""If an optional library is missing, every command and function that needs it names the extra to install."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import BadInput, MissingProgram
from tilewright.optional_packages import EXTRAS, missing_package, named_extras

PYPROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]

# The content of a sitecustomize.py. Python runs it at startup; after that, importing an optional library fails.
SITE_CUSTOMIZE = f"""
import sys
for library in {list(EXTRAS)}:
    sys.modules[library] = None
"""

CHILD = """
import asyncio, contextlib, io, json, sys

import tilewright as tw
from tilewright.cli import main
from tilewright.running import solve_isolated
from tilewright.web.short_request_pool import Pool

answers = {}
for words in json.loads(sys.argv[1]):
    sys.argv = ["tilewright", *words]
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            status = main() or 0
        except SystemExit as end:
            status = end.code
    answers[" ".join(words)] = [status, output.getvalue(), errors.getvalue()]

puzzle = tw.game("powers").parse("3,4")
for name, call in {
    "solve": lambda: tw.solve(puzzle, solver="cpsat"),
    "isolated solve": lambda: solve_isolated("powers", "3,4", solver="cpsat"),
    "environments": lambda: __import__("tilewright.envs"),
    "records": lambda: __import__("tilewright.records"),
    "png": lambda: tw.game("powers").scene(puzzle).to_png(),
}.items():
    try:
        call()
    except tw.MissingProgram as error:
        answers[name] = error.install

pool = Pool(workers=1)
pool.start()
try:
    asyncio.run(pool.ask("bench-report", {}))
except Exception as error:
    answers["web worker"] = str(error)
finally:
    pool.close()
print(json.dumps(answers))
"""

COMMANDS = {
    "ortools": ["solve", "powers", "3,4", "--solver", "cpsat"],
    "clingo": ["solve", "shikaku", "4.\n..", "--solver", "clingo"],
    "uvicorn": ["serve", "--port", "0"],
    "duckdb": ["bench", "run", "powers/quick"],
    "resvg_py": ["draw", "powers", "3,4", "-o", "picture.png"],
    "distributed": ["arena", "domino", "greedy", "random", "--games", "2", "--where", "dask:1"],
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each command and each call of `CHILD` gives in a process without any optional library."""
    folder = tmp_path_factory.mktemp("without")
    (folder / "sitecustomize.py").write_text(SITE_CUSTOMIZE)
    commands = [["solve", "powers", "3,4", "--json"], *COMMANDS.values()]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, json.dumps(commands)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def line(library: str) -> str:
    return f"pip install 'tilewright[{EXTRAS[library]}]'"


@pytest.mark.parametrize("library", COMMANDS)
def test_a_command_names_the_line_that_installs_its_extra(library: str, answers: dict[str, Any]) -> None:
    status, output, errors = answers[" ".join(COMMANDS[library])]
    assert (status, output) == (4, "")
    assert errors == f"tilewright: {library} is not installed; install it with: {line(library)}\n"


def test_the_solvers_of_the_package_answer_without_any_optional_library(answers: dict[str, Any]) -> None:
    status, output, _ = answers["solve powers 3,4 --json"]
    assert status == 0
    assert json.loads(output)["objective"] == 18


def test_the_library_the_isolated_child_and_the_web_worker_name_the_line_too(answers: dict[str, Any]) -> None:
    assert answers["solve"] == answers["isolated solve"] == line("ortools")
    assert answers["environments"] == line("gymnasium")
    assert answers["records"] == line("duckdb")
    assert answers["png"] == line("resvg_py")
    assert answers["web worker"] == f"duckdb is not installed; install it with: {line('duckdb')}"


def test_every_library_of_an_extra_is_listed_for_the_messages() -> None:
    """`EXTRAS` matches pyproject.toml and the names under which the installed libraries are imported."""
    extras = PYPROJECT["optional-dependencies"]
    expected = {
        re.split(r"[\[>=]", requirement)[0].replace("-", "_"): extra
        for extra in set(EXTRAS.values())
        for requirement in extras[extra]
    }
    distributions = packages_distributions()
    listed = {
        name.replace("-", "_"): extra
        for library, extra in EXTRAS.items()
        for name in distributions.get(library, [library])
    }
    assert expected.items() <= listed.items()
    assert set(EXTRAS.values()) == set(extras) - {"all", "docs", "release", "test"}


def test_an_error_that_replaces_a_failed_import_keeps_its_own_message() -> None:
    def refuse() -> None:
        try:
            raise ModuleNotFoundError("No module named 'ortools'", name="ortools")
        except ModuleNotFoundError:
            raise BadInput("choose another solver") from None

    with pytest.raises(BadInput) as caught:
        refuse()
    assert missing_package(caught.value) is None
    with pytest.raises(ModuleNotFoundError, match="No module named 'sudoku'") as missing, named_extras():
        raise ModuleNotFoundError("No module named 'sudoku'", name="sudoku")
    assert not isinstance(missing.value, MissingProgram)
