"""Adding a game requires no change outside the game's folder and the folder of its tests.

The example game is copied into ``games/`` of a copy of the project, together with the files in
``additions_to_example_game``. Its folder gets files that are optional in the contract, and modules that store a
file and start a process. The folder of its tests gets the files that the shared tests find by their names. Then
the generated tables of the copied documents are updated. The tests in `TESTS` must pass without any other
change, except those in `SLOW` and those that name another game, which are not run.

The same is tested for puzzles that `tilewright new` has created, one of each kind.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from copy_example_game import copy_example

from tilewright import registry

ROOT = Path(__file__).parents[2]
ADDITIONAL = Path(__file__).parent / "additions_to_example_game"
NAME = "elbows"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "*.nbi", "*.nbc", Path(__file__).name)

TESTS = [
    "tests/architecture/test_conformance.py",
    "tests/architecture/test_contract_violations.py",
    "tests/architecture/test_lazy_game_exports.py",
    "tests/architecture/test_game_folders.py",
    "tests/architecture/test_layers.py",
    "tests/architecture/test_finding_games_and_broken_games.py",
    "tests/architecture/test_typing.py",
    "tests/web/test_load_test.py",
    "tests/web/test_start_page_tour.py",
    "tests/bench/test_behaviour_signature.py",
    "tests/cli/test_bad_input.py",
    "tests/cli/test_command_outputs.py",
    "tests/cli/test_verifiable_tasks.py",
    "tests/docs/test_docs.py",
    "tests/docs/test_docs_are_complete.py",
    "tests/faults/test_child_processes.py",
    "tests/faults/test_damaged_files.py",
    "soak/test_differential_fuzz_soak.py",
]
"""The tests to run. If a test is parametrised by game, only its case for the new game is selected."""

PUZZLE_TESTS = [
    "tests/architecture/test_conformance.py",
    "tests/architecture/test_contract_violations.py",
    "tests/architecture/test_lazy_game_exports.py",
    "tests/architecture/test_game_folders.py",
    "tests/architecture/test_layers.py",
    "tests/docs/test_docs.py",
    "tests/docs/test_docs_are_complete.py",
]
"""The tests to run for puzzles that `tilewright new` has created."""

SLOW = [
    "test_every_part_changes_the_signature",  # runs the searches of all games
    "test_the_command_prints_only_the_number",
    "test_python_examples_run_as_printed",  # runs solvers of many games
    "test_console_blocks_print_what_is_shown",
    "test_the_tour_of_the_readme_runs_as_printed",
    "test_load_test and not test_the_questions_in_load_test_json",  # starts servers
    "test_the_command_reports_each_test",  # like the next one, runs all conformance tests of another game
    "test_a_game_that_breaks_the_contract_fails",
    f"test_a_step_of_the_tour_opens_what_its_text_promises and not {NAME}",
    f"(test_child_processes or test_damaged_files) and not ({NAME} or registered)",
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project."""
    tree = tmp_path / "project"
    for folder in ("src", "tests", "docs", "scripts", "soak"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=LEFT_OUT)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, tree / file.name)
    return tree


@pytest.fixture
def tree_with_game(tree: Path) -> Path:
    """A copy of the project with one additional game, which has no README and no brute-force search."""
    game = copy_example(tree / "src" / "tilewright" / "games", NAME)
    shutil.copytree(ADDITIONAL / "game", game, dirs_exist_ok=True, ignore=LEFT_OUT)
    shutil.copytree(ADDITIONAL / "tests", tree / "tests" / NAME, ignore=LEFT_OUT)
    return tree


def run_python(tree: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_common_tests(tree: Path, tests: list[str]) -> str:
    """Update the documents, then run the tests that name no registered game and are not in `SLOW`.

    Return the output of the tests.
    """
    generate = tree / "scripts" / "generate_docs.py"
    if generate.exists():
        run_python(tree, str(generate))
    others = " or ".join(sorted({*registry.names(), *(name.replace("-", "_") for name in registry.names())}))
    selected = f"not ({others}) and " + " and ".join(f"not ({name})" for name in SLOW)
    return run_python(tree, "-m", "pytest", "-vv", "-rs", "-p", "no:xdist", "-k", selected, *tests)


def test_a_new_game_passes_all_common_tests_without_another_edit(tree_with_game: Path) -> None:
    printed = run_common_tests(tree_with_game, TESTS)
    passed = re.findall(rf"::(\w+)\[{NAME}[^\]]*\] PASSED", printed)
    assert {
        "test_every_notation_is_a_round_trip",
        "test_every_rule_has_a_solution_that_breaks_that_rule_alone",
        "test_every_answer_is_verified_and_fits_the_published_schema",
        "test_every_search_gives_the_expected_result",
        "test_every_built_in_game_has_signature_searches",
        "test_instances_solutions_and_states_have_exported_types",
        "test_the_checker_accepts_the_best_answer_and_finds_the_expected_objective",
    } <= set(passed)
    for part in (f"[cover of {NAME}] PASSED", f"[program of {NAME}-SIGSTOP] PASSED", "[games --json] PASSED"):
        assert part in printed
    assert re.search(rf"::test_a_step_of_the_tour_\w+\[{NAME}-Cover a small board\] (PASSED|SKIPPED)", printed)
    # Without these programs, the fuzz test is skipped for another reason.
    if shutil.which("minizinc") and shutil.which("swipl"):
        assert f"{NAME} is not compared: tests/{NAME} has neither fuzz_cases.py nor brute_force.py" in printed
    assert "FAILED" not in printed
    if (tree_with_game / "scripts" / "generate_docs.py").exists():
        assert NAME in (tree_with_game / "README.md").read_text("utf-8") + "".join(
            page.read_text("utf-8") for page in (tree_with_game / "docs").glob("*.md")
        )


def test_puzzles_made_by_the_command_pass_the_common_tests_without_another_edit(tree: Path) -> None:
    kinds = ["shade", "numbers", "regions", "lines"]
    for kind in kinds:
        run_python(tree, "-m", "tilewright", "new", f"made-{kind}", "--kind", kind)
    printed = run_common_tests(tree, PUZZLE_TESTS)
    passed = set(re.findall(r"::(\w+(?:\[.*\])?) PASSED", printed))
    assert "FAILED" not in printed
    assert "test_every_game_has_a_page_with_a_picture_and_at_most_150_lines" in passed
    for kind in kinds:
        page = f"src/tilewright/games/made_{kind}/README.md"
        assert {
            f"test_the_documents_of_a_game_show_its_json_and_explain_every_key[made_{kind}]",
            f"test_json_samples_are_what_the_page_says[{page}: example]",
            f"test_every_link_to_a_file_of_the_project_leads_somewhere[{page}]",
            f"test_every_command_and_option_that_a_page_shows_exists[{page}]",
        } <= passed
