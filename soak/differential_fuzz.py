"""Compare the solvers of every game with a brute-force search on random small instances.

The brute-force searches are also used by the tests. They implement the rules directly and share no code with
the solvers. For Patchwork, the solver `rules` takes the place of a brute-force search.

    python soak/differential_fuzz.py            use 10,000 instances of each game; print a table
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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from game_test_files import TESTS, folder_of_tests, module_of
from judge_by_brute_force import COUNTING, Case, right_solutions
from tilewright import registry
from tilewright.game import Game, Run, Solver, Status

COUNT = int(os.environ.get("TILEWRIGHT_FUZZ", "10000"))
"""The number of instances of each game."""
OUTSIDE_EVERY = 100
"""Solvers that start a process for each instance solve about one in a hundred of the instances they support."""
SEED = 21


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
    """Compare the solvers of a game with brute force on `count` cases; add the results to `done` and return it.

    If `done` is None, a new comparison is returned.

    The first solver of each case solves the instance, and so does one of the other solvers, which take turns.
    For the solvers that start a process, see `OUTSIDE_EVERY`.
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


def puzzle_cases(game: Game, oracle: Any, rng: random.Random) -> Iterator[Case]:
    """Yield random boards of a pencil puzzle whose tests have a file ``brute_force.py``."""
    names = [solver.name for solver in game.solvers]
    may_not_decide = getattr(oracle, "MAY_NOT_DECIDE", ())
    while True:
        instance = oracle.random_instance(rng)
        agrees = right_solutions(oracle.solutions(instance), oracle.canonical, game, may_not_decide)
        yield Case(game.from_json(instance), names, agrees, COUNTING)


def cases_of(game: Game) -> Iterator[Case] | None:
    """Return random cases of a game; None if the folder of its tests contains no brute-force search."""
    rng = random.Random(SEED)
    if (module := module_of(game, "fuzz_cases")) is not None:
        return module.cases(game, rng)  # type: ignore[no-any-return]
    if (oracle := module_of(game, "brute_force")) is not None:
        return puzzle_cases(game, oracle, rng)
    return None


def why_not_compared(game: Game) -> str:
    folder = folder_of_tests(game).relative_to(TESTS.parent)
    return f"{game.name} is not compared: {folder} has neither fuzz_cases.py nor brute_force.py"


def solvers_without_proof(game: Game) -> Sequence[str]:
    """Return the names of the solvers that need not prove any answer."""
    names: Sequence[str] = getattr(module_of(game, "fuzz_cases"), "WITHOUT_PROOF", ())
    return names


def table_row(done: Comparison) -> str:
    """Return the row of docs/soak.md for a game."""
    solvers = ", ".join(f"{name} {number:,}" for name, number in done.solved.items())
    wrong = len(done.disagreements)
    return f"| {done.game} | {done.instances:,} | {solvers} | {wrong} | {done.seconds:.0f} |"


def main(names: Sequence[str]) -> int:
    if unknown := set(names) - set(registry.names()):
        print(f"no game is called {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    print("| game | instances | solves | disagreements | CPU seconds |\n|---|---|---|---|---|", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    wrong, interrupted = 0, False
    for game in registry.games():
        if interrupted or (names and game.name not in names):
            continue
        if (cases := cases_of(game)) is None:
            print(why_not_compared(game), file=sys.stderr)
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
    return int(wrong > 0 or interrupted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
