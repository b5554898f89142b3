"""Long tests of polyomino packing: all dates of the calendar, published numbers of solutions, the library."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import tilewright as tw
from tilewright.games.packing.puzzle import PUZZLE

GAME = tw.game("packing")


def test_every_date_of_the_calendar_has_a_solution() -> None:
    dates = [date(2000, 1, 1) + timedelta(days) for days in range(366)]
    counts = {
        (each.month, each.day): GAME.solve(GAME.parse(f"calendar:{each.month}-{each.day}"), count=1000).stats[
            "count"
        ]
        for each in dates
    }
    assert (min(counts.values()), max(counts.values()), sum(counts.values())) == (7, 216, 24_405)
    assert (counts[10, 6], counts[1, 25]) == (7, 216)


@pytest.mark.parametrize(
    ("name", "all_solutions", "up_to_symmetry"),
    [
        ("pentominoes:5x12", 4040, 1010),
        ("pentominoes:6x10", 9356, 2339),
        ("library:8x8-pentominoes-without-corners", 17_360, 2170),
        ("one-sided-pentominoes:3x30", 184, 46),
        ("dominoes:8x8", 12_988_816, None),
    ],
)
def test_published_numbers_of_solutions(name: str, all_solutions: int, up_to_symmetry: int | None) -> None:
    stats = GAME.solve(GAME.parse(name), count=20_000_000).stats
    assert (stats["count"], stats["count_complete"]) == (all_solutions, True)
    if up_to_symmetry is not None:
        assert stats["count_up_to_symmetry"] == up_to_symmetry


def test_every_library_puzzle_has_a_solution_except_the_tetromino_rectangle() -> None:
    for puzzle in PUZZLE.library.puzzles:
        found = GAME.solve(GAME.parse(puzzle.puzzle)).solution is not None
        assert found == (puzzle.name != "4x5-tetrominoes"), puzzle.name
