"""Solve rule `touch` on boards of any size: lay a row of stones across a strip that spirals inwards.

The strip is two cells wide. A stone that lies across it touches the next stone with both halves. So any row in
which each stone shares a label with the next stone can be laid in a straight strip; only corners need special
treatment (`touch_row_kernel`). The length of the longest row (`longest_row`) does not depend on the board and
is an upper bound for every board. On small boards, a backtracking search lays the row: exhaustive tests have
shown that every row that is not longer than the capacity of the board fits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Answer, Run, Status
from tilewright.games.domino.kernels.euler_trail_and_stone_json_kernel import walk
from tilewright.games.domino.kernels.touch_row_kernel import lay, line_up, search_board, winding
from tilewright.games.domino.label_graph.longest_row import Row, longest_row
from tilewright.games.domino.label_graph.stone_counts import Table, odd_labels, stones_in, table_of
from tilewright.games.domino.rules import DominoInstance, DominoSolution, capacity, require_rule

__all__ = ["prepare", "solve"]

LARGEST_SEARCHED_SIDE = 6
"""The largest side of a board on which a backtracking search lays the stones; on larger boards, they are laid
across a strip."""

MOST_TRIES = 30
"""The maximum number of random trails to try if stones do not fit because space is lost at the corners."""


def prepare(instance: DominoInstance) -> None:
    """Compile the kernels for small boards, which are searched, and for larger boards, which use a strip."""
    for n in (2, LARGEST_SEARCHED_SIDE + 1):
        solve(DominoInstance(n, [[0, 1], [1, 1], [1, 2]], rule="touch"), Run())


def solve(instance: DominoInstance, run: Run) -> Answer:
    require_rule("strips", instance, "touch")
    board_capacity = capacity(instance.n)
    if board_capacity == 0 or not len(instance.stones):
        return Answer(Status.OPTIMAL, DominoSolution([], []), 0, 0)
    table = table_of(instance.stones, instance.labels)
    # The search for the row may use at most half of the time, because the row must still be laid.
    half = None if run.remaining is None else run.remaining / 2
    row, bound = longest_row(table, board_capacity, run.part(half))
    bound = min(board_capacity, bound)
    run.report(bound=bound)
    best: DominoSolution | None = None
    rng = np.random.default_rng(run.limits.seed)
    tries = 0
    while (
        tries < MOST_TRIES and not run.stopped and (best is None or len(best) < min(board_capacity, row.stones))
    ):
        solution = _lay_row(instance.n, table, row, rng)
        best = solution if best is None or len(solution) > len(best) else best
        tries += 1
        run.report(best=len(best))
    if best is None:
        return Answer(Status.UNKNOWN, bound=bound)
    status = Status.OPTIMAL if len(best) == bound else Status.FEASIBLE
    stats = {"longest_row": row.stones, "given": len(instance.stones), "tries": tries}
    return Answer(status, best, len(best), bound, stats=stats)


def _lay_row(n: int, table: Table, row: Row, rng: np.random.Generator) -> DominoSolution:
    # A corner wastes at most one of its two slots, so twice as many slots as stones are enough for any row.
    slots = min(capacity(n), 2 * row.stones)
    outer, inner = np.empty((slots, 2), np.int32), np.empty((slots, 2), np.int32)
    turns = np.zeros(slots, np.bool_)
    if n > LARGEST_SEARCHED_SIDE:
        winding(n, outer, inner, turns)
    stones, manner = _line_up(table, row, turns, rng)
    cells = np.empty((len(stones), 2, 2), np.int32)
    first, second = cells[:, 0], cells[:, 1]
    if n > LARGEST_SEARCHED_SIDE:
        laid = lay(outer, inner, turns, manner, int(rng.integers(2)), first, second)
    else:
        laid = len(stones) if search_board(n, manner, first, second) else 0
    return DominoSolution(stones[:laid], cells[:laid])


def _line_up(
    table: Table, row: Row, turns: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """Return the stones of the row and their manners; a stone's first label joins it to the previous stone.

    The manner of a stone says whether it stays, crosses, or may do either; `touch_row_kernel` defines these
    terms.
    """
    spare = np.where(row.visited[:, None] | row.visited, table - row.trail, 0)
    _leave_out(spare, row.stones - len(turns), rng)
    stones = np.empty((len(turns), 2), np.int32)
    manner = np.empty(len(turns), np.int8)
    trail = _random_trail(row, rng)
    count = line_up(trail, spare, turns, stones[:, 0], stones[:, 1], manner)
    return stones[:count], manner[:count]


def _leave_out(spare: Table, surplus: int, rng: np.random.Generator) -> None:
    """Remove up to `surplus` spare stones (stones not on the trail), of kinds chosen at random, but no doubles.

    The doubles are kept because a double can either stay or cross, so that a corner with a double wastes no
    slot of the strip. The terms *stay* and *cross* are defined in `touch_row_kernel`.
    """
    pairs = np.argwhere(np.triu(spare, 1))
    for a, b in rng.permutation(pairs).tolist():
        taken = min(max(surplus, 0), int(spare[a, b]))
        spare[[a, b], [b, a]] -= taken
        surplus -= taken


def _random_trail(row: Row, rng: np.random.Generator) -> NDArray[np.int16]:
    """Return the labels of a random trail through all stones of `row.trail`."""
    order = rng.permutation(len(row.trail))
    left = row.trail[np.ix_(order, order)]
    odd = odd_labels(left)
    stack = np.empty(stones_in(left) + 1, np.int16)
    trail = np.empty_like(stack)
    stack[0] = odd[0] if len(odd) else row.visited[order].argmax()
    walk(left, np.zeros(len(left), np.int64), stack, 1, trail, 0, 4 * len(stack))
    return order[trail].astype(np.int16)
