"""Random small instances for the fuzz test; brute force tries all stacks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import nmbr9_oracle

from judge_by_brute_force import Case, right_optimum
from tilewright.game import Game


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    best_known, best_free = cache(nmbr9_oracle.best_known), cache(nmbr9_oracle.best_free)
    forced = cache(nmbr9_oracle.forced)
    while True:
        kind = rng.random()
        grid, levels = rng.choice((4, 4, 5, 5, 6)), rng.choice((1, 2, 3, None))
        support = rng.choice(("parts", "types"))
        table: dict[str, Any] = {"grid": grid, "levels": levels, "support": support}
        if kind < 0.02:
            deck = tuple(rng.choices(range(3), k=2))
            best, table = best_known((*deck, 1)), {"grid": None, "levels": None, "support": "parts"}
            deck = (*deck, 1)
            data = {"variant": "K", "max_value": 9, "copies": 3, "cards": 3, "deck": list(deck)}
            names = ["auto", "literal", "draft", "known"]
        elif kind < 0.9:
            deck = tuple(rng.choices(range(10), k=rng.randint(1, 3)))
            data = {"variant": "K", "max_value": 9, "copies": 3, "cards": len(deck), "deck": list(deck)}
            best = best_known(deck, grid, levels or 99, support)
            names = ["auto", "literal", "known"]
        elif kind < 0.98:
            largest, copies = rng.randint(0, 2), rng.randint(1, 2)
            cards = rng.randint(1, min(2, (largest + 1) * copies))
            data = {"variant": "F", "max_value": largest, "copies": copies, "cards": cards, "deck": None}
            best = best_free(largest, copies, cards, grid, levels or 99, support)
            names = ["auto", "exact", "literal", "cpsat"]
        else:
            largest, copies = rng.randint(0, 2), rng.randint(1, 2)
            cards = min(2, (largest + 1) * copies)
            data = {"variant": "U", "max_value": largest, "copies": copies, "cards": cards, "deck": None}
            table = {"grid": None, "levels": None, "support": "parts"}
            best, names = forced(largest, copies, cards), ["auto", "unknown", "draft"]
        yield Case(game.from_json({**data, **table}), names, right_optimum(best))
