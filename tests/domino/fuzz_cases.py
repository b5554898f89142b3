"""Random boards and stones for the fuzz test; brute force finds the optimum for either rule."""

from __future__ import annotations

import random
from collections.abc import Iterator

from domino_oracle import best_chain, best_touch

from judge_by_brute_force import Case, right_optimum
from tilewright.game import Game


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    while True:
        touch = rng.random() < 0.4
        n, labels = rng.randint(1, 3 if touch else 5), rng.randint(1, 7)
        stones = [[rng.randrange(labels), rng.randrange(labels)] for _ in range(rng.randint(0, 7))]
        small = n <= 2 or len(stones) <= 3
        if touch:
            best, names = best_touch(n, stones), ["auto", "strips", "cpsat"]
        else:
            best, names = best_chain(n, stones), ["auto", "trail", "asp-slots", "minizinc-a", "minizinc-b"]
            names += ["cpsat"] if n <= 3 else []
            names += ["asp", "asp-published"] if small and n <= 3 else []
        instance = {"n": n, "stones": stones, "labels": labels, "rule": "touch" if touch else "chain"}
        yield Case(game.from_json(instance), names, right_optimum(best))
