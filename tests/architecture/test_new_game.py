"""Adding a game requires no change outside the game's folder.

The example game is copied into ``games/`` of a copy of the project. The generated tables of the documents are
updated there; then all tests that do not name a particular game must pass without any other change.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from example_game import copy_example

from tilewright import registry

ROOT = Path(__file__).parents[2]
NAME = "elbows"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "*.nbi", "*.nbc", Path(__file__).name)

TESTS = [
    "tests/architecture/test_conformance.py",
    "tests/architecture/test_contract_violations.py",
    "tests/architecture/test_exports.py",
    "tests/architecture/test_layers.py",
    "tests/architecture/test_registry.py",
    "tests/architecture/test_typing.py",
    "tests/web/test_load_test.py",
    "tests/bench/test_behaviour_signature.py",
    "tests/cli/test_bad_input.py",
    "tests/docs/test_docs.py",
]
"""The tests to run. If a test is parametrized by game, only its case for the new game is selected."""

SLOW = [
    "test_every_part_changes_the_signature",  # runs the searches of all games
    "test_the_command_prints_only_the_number",
    "test_python_examples_run_as_printed",  # runs solvers of many games
    "test_console_blocks_print_what_is_shown",
    "test_the_tour_of_the_readme_runs_as_printed",
    "test_load_test and not test_the_questions_in_load_json",  # starts servers
    "test_the_command_reports_each_test",  # this test and the next run all conformance tests of another game
    "test_a_game_that_breaks_the_contract_fails",
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one additional game."""
    tree = tmp_path_factory.mktemp("project")
    for folder in ("src", "tests", "docs", "scripts"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=LEFT_OUT)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, tree / file.name)
    copy_example(tree / "src" / "tilewright" / "games", NAME)
    return tree


def run_python(tree: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_passes_all_common_tests_without_another_edit(tree: Path) -> None:
    generate = tree / "scripts" / "generate_docs.py"
    if generate.exists():
        run_python(tree, str(generate))
    others = " or ".join(sorted({*registry.names(), *(name.replace("-", "_") for name in registry.names())}))
    selected = f"not ({others}) and " + " and ".join(f"not ({name})" for name in SLOW)
    printed = run_python(tree, "-m", "pytest", "-vv", "-p", "no:xdist", "-k", selected, *TESTS)
    passed = re.findall(rf"::(\w+)\[{NAME}[^\]]*\] PASSED", printed)
    assert {
        "test_every_notation_is_a_round_trip",
        "test_every_rule_has_a_solution_that_breaks_that_rule_alone",
        "test_every_answer_is_verified_and_fits_the_published_schema",
        "test_every_search_gives_the_expected_result",
        "test_every_built_in_game_has_signature_searches",
        "test_instances_solutions_and_states_have_exported_types",
    } <= set(passed)
    assert "FAILED" not in printed
    if generate.exists():
        assert NAME in (tree / "README.md").read_text("utf-8") + "".join(
            page.read_text("utf-8") for page in (tree / "docs").glob("*.md")
        )
