"""Random instances for the fuzz test; brute force tries all numbers up to the answer."""

from __future__ import annotations

import random
from collections.abc import Iterator

from powers_oracle import smallest

from judge_by_brute_force import Case, right_optimum
from tilewright.game import Game

MOST_TRIED = 2000


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield instances that are all different."""
    seen = set()
    while True:
        base, mode = rng.randint(2, 12), rng.choice(("once", "once", "at-least-once"))
        exponents = tuple(sorted(rng.sample(range(1, 13), rng.randint(1, 4))))
        # The powers of the answer have `base` digits in total, one of each value (more for "at-least-once").
        # `tried` is an estimate of the answer from this fact; the brute-force search tries all smaller numbers.
        tried = base ** ((base if mode == "once" else 2 * base) / sum(exponents))
        if tried > MOST_TRIED or (base, mode, exponents) in seen:
            continue
        seen.add((base, mode, exponents))
        # Some of the solvers take too long for larger instances.
        is_small = base <= 10 and len(exponents) <= 3 and exponents[-1] <= 6
        names = [solver.name for solver in game.solvers] if is_small else ["direct"]
        instance = {"exponents": list(exponents), "base": base, "digits": mode}
        best = smallest(exponents, base, mode)
        yield Case(game.from_json(instance), names, right_optimum(best, maximise=False))
