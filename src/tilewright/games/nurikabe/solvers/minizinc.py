"""The published MiniZinc model in two forms: for clues that are all different, and for any clues of known size.

In the first form each island is labelled with its size, in the second form with a number 1, 2, ...

Source: "Report - LAAI Project" (Morotti, Procino, Valente, 2021-22), rewritten in ``islands.mzn``. The model
enumerates all paths on the board, so it is practical only up to 5 x 5 cells; a 6 x 6 board takes minutes and
much memory.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.engines import minizinc
from tilewright.errors import BadInput
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import ISLAND, SEA, Board
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer
from tilewright.geometry import neighbours
from tilewright.puzzles.answer_from_solutions import solutions_needed

__all__ = ["solve", "solve_different"]

MODEL = Path(__file__).with_name("islands.mzn")

MOST_ROWS = 6
"""The largest number of rows; the paths on a larger board do not fit into memory."""


def solve(instance: Board, run: Run) -> Answer:
    """Solve a square board with any clues of known size; the islands are labelled 1, 2, ..."""
    _expect_small_square(instance, "minizinc")
    return _solve(instance, list(range(1, len(instance.clues()) + 1)), run)


def solve_different(instance: Board, run: Run) -> Answer:
    """Solve a square board whose clues are all different; each island is labelled with its size."""
    _expect_small_square(instance, "minizinc-different")
    sizes = list(instance.clues().values())
    if len(set(sizes)) < len(sizes):
        raise BadInput("the solver minizinc-different requires clues that are all different")
    return _solve(instance, sizes, run)


def _expect_small_square(instance: Board, name: str) -> None:
    if instance.height != instance.width:
        raise BadInput(
            f"the solver {name} accepts only square boards, not {instance.height} x {instance.width}"
        )
    if instance.height > MOST_ROWS:
        most = f"{MOST_ROWS} x {MOST_ROWS}"
        raise BadInput(
            f"the solver {name} accepts boards of at most {most}, not {instance.height} x {instance.width}"
        )
    if any(size < 0 for size in instance.clues().values()):
        raise BadInput(f"the solver {name} does not accept clues of unknown size")


def _solve(instance: Board, labels: list[int], run: Run) -> Answer:
    side, most = instance.height, max(labels, default=0)
    size, home = [0] * most, [0] * most
    for label, ((row, column), clue) in zip(labels, instance.clues().items(), strict=True):
        size[label - 1], home[label - 1] = clue, row * side + column + 1
    cells = {(row, column): row * side + column + 1 for row in range(side) for column in range(side)}
    beside = [{"set": sorted(cells[other] for other in neighbours(cell) if other in cells)} for cell in cells]
    data = {"side": side, "islands": most, "size": size, "home": home, "beside": beside}
    outcome = minizinc.solve(MODEL, data, run, max_solutions=solutions_needed(run), whole_model=True)
    solutions = [
        tuple(
            "".join(SEA if label == 0 else ISLAND for label in values["solution"][start : start + side])
            for start in range(0, side * side, side)
        )
        for values in outcome.solutions
    ]
    return build_answer(run, solutions, complete=bool(outcome.stats.get("complete")), stats={})
