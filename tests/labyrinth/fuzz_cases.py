"""Random small graphs for the fuzz test; brute force tries all paths."""

from __future__ import annotations

import random
from collections.abc import Iterator

from labyrinth_oracle import highest_cost, small_graph

from judge_by_brute_force import Case, right_optimum
from tilewright.game import Game

LARGE_COST = 10**9


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    while True:
        instance = small_graph(rng.randrange(2**31))
        names = [solver.name for solver in game.solvers]
        if rng.random() < 0.2:
            names.remove("minizinc")  # MiniZinc solves the model with Gecode, which has only 32-bit integers
            data = game.to_json(instance)
            data["edges"] = [[*edge[:2], rng.choice((-1, 1)) * LARGE_COST] for edge in data["edges"]]
            instance = game.from_json(data)
        yield Case(instance, names, right_optimum(highest_cost(instance)))
