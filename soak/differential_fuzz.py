"""Compare every solver of every game with a brute-force search on random small instances.

The brute-force searches are also used by the tests. They implement the rules directly and share no code with
the solvers.

    python soak/differential_fuzz.py            compare 10,000 instances of each game; print a table
    python soak/differential_fuzz.py powers     only the named games

The environment variable ``TILEWRIGHT_FUZZ`` sets another number of instances. A run that is ended by Ctrl-C or
SIGTERM still prints the row of the current game. `make soak` runs the same comparison
(`soak/test_differential_fuzz_soak.py`), and docs/soak.md shows the latest table.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tilewright import registry
from tilewright.game import Game, Result, Run, Solver, Status

ROOT = Path(__file__).parents[1]
FOLDERS = ("domino", "labyrinth", "nine_tiles", "nmbr9", "nurikabe", "patchwork", "powers", "puzzles")
sys.path[:0] = [str(ROOT / "tests" / name) for name in FOLDERS]

COUNT = int(os.environ.get("TILEWRIGHT_FUZZ", "10000"))
"""The number of instances of each game."""
OUTSIDE_EVERY = 100
"""Solvers that start a process for each instance solve only every hundredth instance."""
MOST_COUNTED = 50
"""The number of solutions of a puzzle at which the solvers stop counting."""
LARGE_COST = 10**9
MOST_TRIED = 2000
SEED = 21

Agrees = Callable[[str, Result], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """An instance, the solvers that can solve it, and a function that tells whether a result is correct."""

    instance: Any
    solvers: Sequence[str]
    agrees: Agrees
    options: dict[str, Any] = field(default_factory=dict)
    checked: bool = True
    """Whether the game's checker judges the answer before it is compared."""


@dataclass(slots=True)
class Comparison:
    """The result of comparing the solvers of one game."""

    game: str
    instances: int = 0
    seconds: float = 0.0
    solved: Counter[str] = field(default_factory=Counter)
    """The number of solves of each solver."""
    proved: Counter[str] = field(default_factory=Counter)
    """The number of solves in which the solver proved its answer."""
    disagreements: list[str] = field(default_factory=list)


def compare(game: Game, cases: Iterator[Case], count: int, done: Comparison | None = None) -> Comparison:
    """Compare the solvers of a game on `count` cases, add the results to `done`, and return it.

    If `done` is None, a new comparison is returned.

    The first solver of a game solves every instance that it supports; the other solvers solve some of them.
    """
    outside = {solver.name for solver in game.solvers if _starts_processes(solver)}
    done, candidates = done or Comparison(game.name), 0
    started = time.process_time()
    for index, case in enumerate(islice(cases, count)):
        inside = [name for name in case.solvers if name not in outside]
        others = [name for name in case.solvers if name in outside]
        candidates += bool(others)
        if candidates % OUTSIDE_EVERY != 1:
            others = []
        rest = inside[1:]
        for solver in [*inside[:1], *(rest[index % len(rest) :][:1] if rest else []), *others]:
            result = _solve(game, case, solver)
            done.solved[solver] += 1
            done.proved[solver] += result.status not in (Status.UNKNOWN, Status.FEASIBLE)
            if not case.agrees(solver, result):
                shown = json.dumps(game.to_json(case.instance))
                done.disagreements.append(f"{solver} {result.status.value} {result.objective}: {shown}")
        done.instances += 1
        done.seconds = time.process_time() - started
    return done


def _solve(game: Game, case: Case, solver: str) -> Any:
    if case.checked:
        return game.solve(case.instance, solver=solver, **case.options)
    return import_module(f"{game.package}.solvers.{solver}").solve(case.instance, Run())


def _starts_processes(solver: Solver) -> bool:
    return bool(solver.needs) or solver.name.startswith(("clingo", "asp"))


def right_optimum(best: int | None, maximise: bool = True) -> Agrees:
    """Return a function that tells whether a result agrees with the optimum `best` (None: no solution).

    A solver need not prove that its answer is optimal, but what it claims must be true.
    """
    sign = 1 if maximise else -1

    def agrees(_solver: str, result: Result) -> bool:
        if best is None:
            return result.status in (Status.INFEASIBLE, Status.UNKNOWN) and result.solution is None
        if result.status is Status.OPTIMAL:
            return result.objective == best
        low = result.objective is None or sign * result.objective <= sign * best
        high = result.bound is None or sign * result.bound >= sign * best
        return result.status in (Status.FEASIBLE, Status.UNKNOWN) and low and high

    return agrees


# --- Pencil puzzles -----------------------------------------------------------------------------------


def right_solutions(expected: Any, canonical: Callable[[Any], Any], game: Game) -> Agrees:
    """Return a function that tells whether a result agrees with the list of all solutions."""

    def agrees(solver: str, result: Result) -> bool:
        if solver == "deduction" and result.status is Status.UNKNOWN:
            return True
        return (
            result.status is (Status.SATISFIED if expected else Status.INFEASIBLE)
            and result.unique is (len(expected) == 1 if expected else None)
            and result.stats["count"] == min(len(expected), MOST_COUNTED)
            and result.stats["count_complete"] is (len(expected) <= MOST_COUNTED)
            and (result.solution is None or canonical(game.solution_to_json(result.solution)) in expected)
        )

    return agrees


COUNTING = {"unique": True, "count": MOST_COUNTED}


def puzzle_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    oracle = import_module(f"oracles.{game.name.replace('-', '_')}")
    names = [solver.name for solver in game.solvers]
    while True:
        instance = oracle.random_instance(rng)
        agrees = right_solutions(oracle.solutions(instance), oracle.canonical, game)
        yield Case(game.from_json(instance), names, agrees, COUNTING)


def nurikabe_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    from nurikabe_oracle import all_solutions, random_boards

    names = [solver.name for solver in game.solvers if not solver.needs]
    while True:
        for rows in random_boards(1000, rng.randrange(2**31)):
            cells = len(rows) * len(rows[0])
            if all(clue <= cells for row in rows for clue in row):
                agrees = right_solutions(all_solutions(rows), lambda each: tuple(each["rows"]), game)
                yield Case(game.from_json({"rows": [list(row) for row in rows]}), names, agrees, COUNTING)


# --- Games with an objective --------------------------------------------------------------------------


def domino_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    from domino_oracle import best_chain, best_touch

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


def labyrinth_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    from labyrinth_oracle import highest_cost, small_graph

    while True:
        instance = small_graph(rng.randrange(2**31))
        names = [solver.name for solver in game.solvers]
        if rng.random() < 0.2:
            names.remove("minizinc")  # MiniZinc solves the model with Gecode, which has only 32-bit integers
            data = game.to_json(instance)
            data["edges"] = [[*edge[:2], rng.choice((-1, 1)) * LARGE_COST] for edge in data["edges"]]
            instance = game.from_json(data)
        yield Case(instance, names, right_optimum(highest_cost(instance)))


def powers_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield instances that are all different."""
    from powers_oracle import smallest

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
        # The powers of larger instances are too large for some of the solvers.
        is_small = base <= 10 and len(exponents) <= 3 and exponents[-1] <= 6
        names = [solver.name for solver in game.solvers] if is_small else ["direct"]
        instance = {"exponents": list(exponents), "base": base, "digits": mode}
        best = smallest(exponents, base, mode)
        yield Case(game.from_json(instance), names, right_optimum(best, maximise=False))


def nmbr9_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    from nmbr9_oracle import best_free, best_known, forced

    best_known, best_free, forced = cache(best_known), cache(best_free), cache(forced)
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


# --- Nine Tiles Panic and Patchwork -------------------------------------------------------------------


def nine_tiles_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield theme sets, each with a small random census in place of the census of all towns."""
    from nine_tiles_towns import random_town
    from ranking_oracle import best_patterns, towns_with

    from tilewright.games.nine_tiles.census import census_access
    from tilewright.games.nine_tiles.census.census_files import Census
    from tilewright.games.nine_tiles.rules import score

    pool = {score(town): town.pattern for town in map(random_town, range(1000))}
    while True:
        vectors = sorted(rng.sample(sorted(pool), rng.randint(1, 40)))
        towns = [rng.randint(1, 9) for _ in vectors]
        histograms: dict[int, dict[int, int]] = {}
        for theme in range(1, 27):
            for vector, number in zip(vectors, towns, strict=True):
                scores = histograms.setdefault(theme, {})
                scores[vector[theme - 1]] = scores.get(vector[theme - 1], 0) + number
        sorted_histograms = {theme: dict(sorted(scores.items())) for theme, scores in histograms.items()}
        folder = Path("no census")
        census = Census(
            folder,
            np.array(vectors, np.int8),
            np.array(towns, np.int64),
            np.array([pool[vector].encode() for vector in vectors]),
            sorted_histograms,
            1,
            (None, None, None),
        )
        themes, rank = sorted(rng.sample(range(1, 27), 3)), rng.choice(("max", "distance", "duel"))
        best = best_patterns(vectors, themes, rank)
        number = towns_with(vectors, towns, themes, best)

        def agrees(
            _solver: str, result: Result, best: Any = best, number: int = number, themes: list[int] = themes
        ) -> bool:
            if not best:
                return result.status is Status.INFEASIBLE
            found = [tuple(pattern) for pattern in result.stats["points"]]
            return result.status is Status.OPTIMAL and sorted(found) == best and result.stats["towns"] == number

        census_access._cache[:] = [census]
        # The checker uses the scores of all towns, not only the scores in the small census.
        yield Case(game.from_json({"themes": themes, "rank": rank}), ["census"], agrees, checked=False)


def patchwork_cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield instances that consist of a short order of patches and a strategy.

    The solver `rules` is the reference: it follows the definition of the strategies on plain sets of squares.
    """
    policies = ("in-order-some", "in-order-every", "size-some", "first-fail-some", "bl-every", "pareto-bl-some")
    evaluations = ("first", "regret", "reverse-regret", "left", "bottom-fixed", "area-fixed")
    while True:
        order = rng.sample(range(1, 34), rng.randint(1, 4))
        evaluation = rng.choice(evaluations)
        data = {
            "order": order,
            "strategy": f"{rng.choice(policies)}+{evaluation}",
            "patches": rng.choice(("paper", "box")),
        }
        instance = game.from_json(data)
        reference = game.solve(instance, solver="rules")

        def agrees(solver: str, result: Result, reference: Result = reference) -> bool:
            # An order has at most four patches, which always fit together, so `offline` can prove its quilt
            # optimal.
            if solver == "offline":
                return (
                    reference.objective is not None
                    and result.status is Status.OPTIMAL
                    and result.objective >= reference.objective  # type: ignore[operator]
                )
            return result.solution == reference.solution

        regular = ["regular"] if evaluation in evaluations[:3] else []
        yield Case(instance, ["auto", *regular, "offline"], agrees)


# --- All games ----------------------------------------------------------------------------------------

CASES: dict[str, Callable[[Game, random.Random], Iterator[Case]]] = {
    "domino": domino_cases,
    "labyrinth": labyrinth_cases,
    "nine-tiles": nine_tiles_cases,
    "nmbr9": nmbr9_cases,
    "nurikabe": nurikabe_cases,
    "patchwork": patchwork_cases,
    "powers": powers_cases,
}


def cases_of(game: Game) -> Iterator[Case] | None:
    """Return random instances of a game; None if there is no brute-force search for the game."""
    from oracles import NAMES

    rng = random.Random(SEED)
    if game.name in CASES:
        return CASES[game.name](game, rng)
    return puzzle_cases(game, rng) if game.name in NAMES else None


def table_row(done: Comparison) -> str:
    """Return the row of docs/soak.md for a game."""
    solvers = ", ".join(f"{name} {number:,}" for name, number in done.solved.items())
    wrong = len(done.disagreements)
    return f"| {done.game} | {done.instances:,} | {solvers} | {wrong} | {done.seconds:.0f} |"


def main(names: Sequence[str]) -> int:
    print("| game | instances | solves | disagreements | CPU seconds |\n|---|---|---|---|---|", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    wrong, interrupted = 0, False
    for game in registry.games():
        cases = cases_of(game) if not names or game.name in names else None
        if cases is None or interrupted:
            continue
        done = Comparison(game.name)
        try:
            compare(game, cases, COUNT, done)
        except KeyboardInterrupt:
            interrupted = True
        print(table_row(done), flush=True)
        wrong += len(done.disagreements)
        for line in done.disagreements[:5]:
            print(line, file=sys.stderr)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
