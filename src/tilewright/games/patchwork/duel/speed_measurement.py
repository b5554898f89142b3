"""How fast the compiled game is: a fixed amount of work, timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.console import print_json, print_table
from tilewright.errors import BadInput

if TYPE_CHECKING:
    from tilewright.games.patchwork.duel.search.search_tree import Thinker

__all__ = ["Measured", "measure", "speed"]


@dataclass(frozen=True, slots=True)
class Measured:
    """Work that was done, and what it took; compiling is not counted."""

    what: str
    done: int
    seconds: float
    cpu_seconds: float

    def to_json(self) -> dict[str, Any]:
        rates = {"a_second": self.done / self.seconds, "a_cpu_second": self.done / self.cpu_seconds}
        return asdict(self) | rates


Work = Callable[[int], int]
"""Does at least so many units of work; gives how many."""

GAMES = 4096
"""Games of a batch."""
POSITIONS = 8
"""Positions of greedy games that searches begin from."""
PLIES = 4
"""Moves of a greedy game between two of these positions."""


def _playouts() -> Work:
    import numpy as np

    from tilewright.games.patchwork.duel import playouts_kernel
    from tilewright.games.patchwork.duel.kernel_tables import tables
    from tilewright.games.patchwork.state import deal

    circles = np.array([deal(seed) for seed in range(1000)], np.int64)

    def work(count: int) -> int:
        wins = np.zeros(2, np.int64)
        while wins.sum() < count:
            playouts_kernel.play_many_out(tables(), circles[: count - int(wins.sum())], wins)
        return int(wins.sum())

    return work


def _searches(thinker: Thinker) -> Work:
    import numpy as np

    from tilewright.games.patchwork.duel import playouts_kernel
    from tilewright.games.patchwork.duel.kernel_states import pack
    from tilewright.games.patchwork.duel.kernel_tables import tables
    from tilewright.games.patchwork.duel.rules import opening
    from tilewright.games.patchwork.state import deal

    rows, place = [pack(opening(deal(1)))], np.zeros(3, np.int64)
    while len(rows) < POSITIONS:
        row = rows[-1].copy()
        for _ in range(PLIES):
            playouts_kernel.step_greedily(tables(), row, place, False)
        rows.append(row)

    def work(count: int) -> int:
        each = -(-count // POSITIONS)
        for row in rows:
            thinker.restart(row)
            thinker.think(each)
        return each * POSITIONS

    return work


NODES = 2_000_000
"""Room for the trees of searches."""


def _uct() -> Work:
    from tilewright.games.patchwork.agents import uct
    from tilewright.games.patchwork.duel.search.search_tree import Thinker

    return _searches(Thinker(uct.grow_plainly, uct.SETTINGS, NODES))


def _mcts() -> Work:
    from tilewright.games.patchwork.agents import mcts
    from tilewright.games.patchwork.duel.search.search_tree import Thinker

    return _searches(Thinker(mcts.grow, mcts.SETTINGS, NODES))


def _batch(threads: int) -> Work:
    import numpy as np

    from tilewright.games.patchwork.duel.batch_games import Batch

    games = Batch(GAMES, seed=1, threads=threads)
    rng = np.random.default_rng(1)

    def work(count: int) -> int:
        done = 0
        while done < count:
            # One of the legal actions, each as likely: the one with the highest random number.
            actions = (rng.random(games.masks.shape, np.float32) * games.masks).argmax(axis=1)
            games.step(actions)
            done += GAMES
            games.reset(finished_only=True)
        return done

    return work


KINDS: dict[str, tuple[str, int, Callable[[], Work]]] = {
    "playouts": ("greedy playouts of whole games", 100_000, _playouts),
    "uct": ("iterations of uct", 40_000, _uct),
    "mcts": ("iterations of mcts", 80_000, _mcts),
    "batch": ("steps of a batch, first fit, one thread", 2_000_000, lambda: _batch(1)),
    "batch2": ("steps of a batch, first fit, two threads", 4_000_000, lambda: _batch(2)),
}


def measure(kind: str, times: float = 1.0) -> Measured:
    """Do the work of a kind, `times` its usual amount."""
    title, count, prepare = KINDS[kind]
    work = prepare()
    work(1)
    began, cpu_began = time.perf_counter(), time.process_time()
    done = work(max(1, round(times * count)))
    return Measured(title, done, time.perf_counter() - began, time.process_time() - cpu_began)


def speed(
    only: Annotated[
        str, typer.Option("--only", metavar="A,B", help=f"Some of: {', '.join(KINDS)}.")
    ] = ",".join(KINDS),
    times: Annotated[
        float, typer.Option("--times", metavar="X", help="So many times the usual work.", min=0.0, max=1000.0)
    ] = 1.0,
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Time the compiled game: playouts, iterations of the searches, steps of many games at once.

    \b
    Examples:
      tilewright quilts speed
      tilewright quilts speed --only playouts,mcts --times 3
    """
    kinds = [kind.strip() for kind in only.split(",") if kind.strip()]
    for kind in kinds:
        if kind not in KINDS:
            raise BadInput(f"--only {kind[:40]!r}: expected some of {', '.join(KINDS)}")
    found = [measure(kind, times) for kind in kinds]
    if json:
        print_json([each.to_json() for each in found])
    else:
        rows = [
            [
                each.what,
                f"{each.done:,}",
                f"{each.done / each.seconds:,.0f}",
                f"{each.done / each.cpu_seconds:,.0f}",
            ]
            for each in found
        ]
        print_table(["", "done", "a second", "a CPU second"], rows)
    return 0
