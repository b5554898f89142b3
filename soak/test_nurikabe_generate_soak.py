"""Long tests of the Nurikabe generator: its speed, and all puzzles in the library generated again.

``pytest soak/test_nurikabe_generate_soak.py -s`` shows the table of times.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

import pytest

import tilewright as tw
from tilewright.games.nurikabe.explain import grade
from tilewright.games.nurikabe.generate import generate
from tilewright.games.nurikabe.library.puzzle_library import LibraryPuzzle, library
from tilewright.puzzles.grades import GRADES

GAME = tw.game("nurikabe")


def measure(seeds: Sequence[int], rows: int, cols: int, difficulty: str) -> None:
    """Generate puzzles, check the uniqueness and the grade of each, and print a table row with the times."""
    seconds, islands = [], []
    for seed in seeds:
        start = time.process_time()
        puzzle = generate(seed, rows=rows, cols=cols, difficulty=difficulty)
        seconds.append(time.process_time() - start)
        assert grade(puzzle).name == difficulty
        assert GAME.solve(puzzle, solver="clingo" if rows * cols <= 100 else "auto", unique=True).unique
        islands.append(sum(clue > 0 for row in puzzle.rows for clue in row))
    times = f"{median(seconds):.2f} | {max(seconds):.2f}"
    print(f"| {rows} x {cols} | {difficulty} | {len(seeds)} | {times} | {median(islands):g} |", flush=True)


@pytest.mark.parametrize("difficulty", GRADES)
def test_puzzles_of_10_x_10(difficulty: str) -> None:
    generate(0, rows=5, cols=5)  # load the compiled code before the times are measured
    measure(range(20), 10, 10, difficulty)


@pytest.mark.parametrize("difficulty", GRADES)
def test_puzzles_of_20_x_20(difficulty: str) -> None:
    measure(range(3), 20, 20, difficulty)


@pytest.mark.parametrize(
    ("rows", "cols", "difficulty"),
    [
        (20, 36, "easy"),
        (20, 36, "medium"),
        (20, 36, "hard"),
        (30, 30, "easy"),
        (30, 30, "medium"),
        (50, 50, "easy"),
    ],
)
def test_large_puzzles(rows: int, cols: int, difficulty: str) -> None:
    measure([1], rows, cols, difficulty)


@pytest.mark.parametrize("entry", library(), ids=lambda entry: entry.name)
def test_the_library_is_reproduced(entry: LibraryPuzzle) -> None:
    assert generate(entry.seed, entry.rows, entry.cols, entry.difficulty) == entry.instance
