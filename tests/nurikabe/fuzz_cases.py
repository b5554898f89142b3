"""Random boards for the fuzz test; brute force finds all solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from nurikabe_oracle import all_solutions, random_boards

from judge_by_brute_force import COUNTING, Case, right_solutions
from tilewright.game import Game

MAY_NOT_DECIDE = ("deduction",)
"""The names of the solvers that may leave a board undecided."""


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    names = [solver.name for solver in game.solvers if not solver.needs]
    while True:
        for rows in random_boards(1000, rng.randrange(2**31)):
            cells = len(rows) * len(rows[0])
            if all(clue <= cells for row in rows for clue in row):
                solutions = all_solutions(rows)
                agrees = right_solutions(solutions, lambda each: tuple(each["rows"]), game, MAY_NOT_DECIDE)
                yield Case(game.from_json({"rows": [list(row) for row in rows]}), names, agrees, COUNTING)
