"""Dynamic programming over a moving frontier: exact on narrow boards, regardless of the size of the islands.

The cells are decided one by one, in rows that are parallel to the shorter side of the board. The *frontier*
consists of the last decided cell of each column. Its *pattern* tells which of its cells are sea, which are
connected, and to which island each cell belongs. The undecided cells depend on the decided cells only through
the pattern and through the number of cells of each open island (an island that may still grow). Partial boards
that agree in the pattern and in these numbers form one state, so the work grows with the number of states
instead of the number of boards. The number of ways to reach each state yields the exact number of solutions at
the end.

An island cell is assigned to its island at once, even if it is not yet connected to the clue. So the parts of
an island share one count, and a state is dropped as soon as an island cannot reach its clue, connect its parts
or find enough cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.kernels.frontier_kernel import (
    CELLS_AHEAD,
    CLUE_PHASE,
    FIELD_BITS,
    FIELD_SHIFT,
    ISLAND_COLUMNS,
    MOST_COLUMNS,
    SIZE,
    SLOTS,
    TOUCHED,
    decide_cell,
    merge_states,
    next_batch,
    transitions_by_target,
)
from tilewright.games.nurikabe.rules import ISLAND, SEA, Board, Rows
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard, build_search_board
from tilewright.games.nurikabe.search.sweep_order import CannotSweep, SweepOrder
from tilewright.puzzles.answer_from_solutions import solutions_needed

__all__ = ["Counted", "Sweeps", "prepare", "solve"]

FIRST_STATES = 5_000
"""The limit on the number of states in the first attempt."""

WIDER = 12
"""The factor by which the limit on the number of states grows with each further attempt."""

MANY_STATES = 50_000
"""After an attempt with at least this limit on states, only the one or two most promising sweeps run again."""

MOST_BYTES = 1 << 31
"""The memory limit of a sweep, in bytes; a sweep that would need more is abandoned."""

BYTES_OF_STATE, BYTES_OF_HISTORY = 64, 8
"""The bytes that a state needs in the current step, and in the history from which solutions are read."""

CHUNK = 50_000
"""The approximate number of states that are processed between two checks of the time limit."""

Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of solutions, and up to two of the solutions."""

    total: int
    solutions: tuple[Rows, ...]

    @property
    def exact(self) -> bool:
        """Whether `total` is the exact number; the counts of the kernel saturate at 2^64 - 1."""
        return self.total < 2**64 - 1


def prepare(instance: Board) -> None:
    solve(Board(((0, 2), (0, 0))), Run())


def solve(instance: Board, run: Run) -> Answer:
    board = build_search_board(instance, run)
    if board is None:
        return build_answer(run, (), complete=False, stats={})
    sweeps = Sweeps(board)
    if sweeps.refusal:
        raise BadInput(f"the solver frontier cannot solve this board: {sweeps.refusal}")
    counted = None
    while counted is None and sweeps.orders and not run.stopped:
        counted = sweeps.try_wider(run)
    stats = {"states": sweeps.states}
    if counted is None:
        return build_answer(run, (), complete=False, stats=stats)
    solutions = counted.solutions[: solutions_needed(run)]
    return build_answer(run, solutions, complete=counted.exact, stats=stats, total=counted.total)


class Sweeps:
    """Sweeps from several sides, repeated with higher limits on the number of states.

    The sweeps begin at the two shorter sides of the board or, if the board is square, at all four sides. A
    sweep from one side may need far fewer states than a sweep from another.
    """

    def __init__(self, board: SearchBoard) -> None:
        self.orders: list[SweepOrder] = []
        """The sweep orders for the next attempt; empty if no sweep is possible within the memory limit."""
        self.refusal = ""
        """The reason why the board cannot be swept from any side; empty if it can be swept."""
        self.states = 0
        self._most = FIRST_STATES
        upright = ("top", "bottom") if board.width <= board.height else ()
        lying = ("left", "right") if board.height <= board.width else ()
        for side in (*upright, *lying):
            try:
                self.orders.append(SweepOrder(board, side))
            except CannotSweep as error:
                self.refusal = str(error)
        if self.orders:
            self.refusal = ""

    def try_wider(self, run: Run) -> Counted | None:
        """Run the remaining sweeps with the next higher limit until one completes; return None if none does."""
        decided: dict[SweepOrder, int] = {}
        for order in self.orders:
            states = _States(order)
            counted = states.sweep(run, self._most)
            self.states += states.states_created
            if counted is not None:
                return counted
            if run.stopped:
                return None
            if not states.out_of_memory:
                decided[order] = states.decided
        # Sweeps that decided more cells are more promising. The higher the limit on states, the fewer sweeps
        # are repeated.
        best = sorted(decided, key=decided.__getitem__, reverse=True)
        self.orders = best[: 4 if self._most < MANY_STATES else 2 if self._most < WIDER * MANY_STATES else 1]
        self._most *= WIDER
        return None


# --- The states of a sweep ----------------------------------------------------------------------------


class _States:
    """The states after the last decided cell, and the parents of these states and of all earlier states."""

    def __init__(self, order: SweepOrder) -> None:
        self.order = order
        self.patterns: Words = np.zeros((1, 2), np.uint64)
        self.offsets: NDArray[np.int64] = np.array([0, 1])
        """The index of each pattern's first state in `tallies`, followed by the total number of states."""
        self.tallies: Words = np.zeros(1, np.uint64)
        self.counts: Words = np.ones(1, np.uint64)
        self.history: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
        self.states_created = 0
        self.out_of_memory = False
        self._islands = np.zeros((SLOTS, ISLAND_COLUMNS), np.int64)
        self._islands[0, [SIZE, FIELD_SHIFT, FIELD_BITS]] = order.total, *order.total_field
        self._work = np.zeros((3, MOST_COLUMNS + 2), np.int64)

    @property
    def decided(self) -> int:
        """The number of decided cells."""
        return len(self.history)

    def sweep(self, run: Run, most: int) -> Counted | None:
        """Decide all cells; return None if the run is stopped or a limit on states or memory is exceeded."""
        while self.decided < self.order.board.cells:
            if not self._advance(run, most):
                return None
            if not len(self.patterns):
                return Counted(0, ())
        total, ends = self._ends()
        return Counted(total, tuple(self._boards(ends)) if total else ())

    def _advance(self, run: Run, most: int) -> bool:
        """Decide one more cell; return False if the run is stopped or a limit is exceeded."""
        step, order, islands = self.decided, self.order, self._islands
        cell, board = order.cells[step], order.board
        owners = board.owners[cell]
        self._open_islands(step)
        islands[:, TOUCHED] = 0
        for island in owners:
            islands[order.slots[island], CELLS_AHEAD] -= 1
            islands[order.slots[island], TOUCHED] = 1
        touched = np.array([order.slots[island] for island in owners], np.int64)
        choices = self._choices(cell, owners)
        row, column = divmod(step, order.width)
        rows_to_come = order.height - 1 - row
        pools = (rows_to_come // 2) * (order.width // 2)
        clues_to_come = sum(clue_step > step for clue_step in order.clue_step)
        step_values = [
            order.width,
            row,
            column,
            board.cells - 1 - step,
            max(pools, clues_to_come),
            order.least_sea[step],
            max(order.last_row_with_sea - row, 0),
        ]
        room = len(self.patterns) * len(choices)
        new = np.empty((room, 2), np.uint64)
        targets = np.empty((len(self.patterns), len(choices)), np.int32)
        moves = np.zeros((*targets.shape, 4), np.uint64)
        table = _table(room)
        states_created = decide_cell(
            self.patterns,
            choices,
            touched,
            np.array(step_values),
            islands,
            new,
            table,
            targets,
            moves,
            self._work,
        )
        self.patterns = new[:states_created].copy()
        return self._move_states(targets, moves, (choices > 0).astype(np.int64), run, most)

    def _choices(self, cell: int, owners: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the slots that a cell can have: 0 for sea, and the slots of islands that can contain it."""
        board = self.order.board
        if cell in board.clues:
            return np.array([self.order.slots[board.clues.index(cell)]], np.int64)
        slots = [] if board.known[cell] == SEA else [self.order.slots[island] for island in owners]
        return np.array(slots if board.known[cell] == ISLAND else [0, *slots], np.int64)

    def _open_islands(self, step: int) -> None:
        """Update the table of islands for this step."""
        order = self.order
        for island, slot in enumerate(order.slots):
            clue_step = order.clue_step[island]
            if order.first_step[island] == step:
                size, ahead = order.board.sizes[island], len(order.board.reach[island])
                clue_cell = divmod(clue_step, order.width)
                self._islands[slot] = (size, 0, ahead, *clue_cell, *order.fields[island], 0)
            if order.first_step[island] <= step <= order.last_step[island]:
                self._islands[slot, CLUE_PHASE] = 0 if step < clue_step else 2 if step == clue_step else 1

    def _move_states(self, targets: Any, moves: Words, lands: NDArray[np.int64], run: Run, most: int) -> bool:
        """Move the states to their new patterns; return False if the run is stopped or a limit is exceeded."""
        guards, released = self._guards()
        first_transition, transitions = transitions_by_target(targets, len(self.patterns))
        old = (self.offsets, self.tallies, self.counts)
        sizes = np.zeros(len(self.patterns), np.int64)
        batches = [_arrays(0)]
        count = done = 0
        while done < len(self.patterns):
            room, until = next_batch(first_transition, transitions, len(lands), self.offsets, done, CHUNK)
            bytes_needed = BYTES_OF_HISTORY * self.states_created + BYTES_OF_STATE * (
                len(self.tallies) + count + room
            )
            self.out_of_memory = bytes_needed > MOST_BYTES
            if run.stopped or self.states_created + count > most or self.out_of_memory:
                return False
            new = _arrays(room)
            span = (done, until)
            states_created = merge_states(
                old, moves, lands, guards, released, first_transition, transitions, span, new, sizes
            )
            batches.append(tuple(array[:states_created].copy() for array in new))
            count += states_created
            done = until
        merged = (np.concatenate(part) for part in zip(*batches, strict=True))
        self.tallies, self.counts, parents, others = merged
        self.patterns = self.patterns[sizes > 0]  # no tally of the removed patterns was within the bounds
        self.offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0])))
        self.history.append((parents, others))
        self.states_created += count
        return True

    def _guards(self) -> tuple[np.uint64, np.uint64]:
        """Return the guard bits of the fields in use, and the value that is subtracted from all tallies.

        This value contains the sizes of the islands whose slots become free after the current cell, each in its
        bit field.
        """
        step, order = self.decided, self.order
        guards = released = 0
        for field, last_step, first_step, size in zip(
            order.fields, order.last_step, order.first_step, order.board.sizes, strict=True
        ):
            if first_step <= step <= last_step and size > 0:
                guards |= 1 << sum(field)
                released += size << field[0] if last_step == step and step < order.board.cells - 1 else 0
        if order.total >= 0:
            guards |= 1 << order.total_field[1]
        return np.uint64(guards), np.uint64(released)

    def _ends(self) -> tuple[int, list[int]]:
        """Return the number of solutions, and the final states that belong to solutions."""
        good = np.array([self._is_end(pattern) for pattern in self.patterns.tolist()], bool)
        ends = np.flatnonzero(np.repeat(good, np.diff(self.offsets)))
        return sum(self.counts[ends].tolist()), ends.tolist()

    def _is_end(self, pattern: list[int]) -> bool:
        """Return whether the sea and each island that occurs in the last row are connected."""
        parts: dict[int, set[int]] = {}
        for column in range(self.order.width):
            part, slot = (word >> 4 * column & 15 for word in pattern)
            parts.setdefault(slot, set()).add(part)
        return all(len(parts_of_slot) == 1 for parts_of_slot in parts.values())

    def _boards(self, ends: list[int]) -> Iterator[Rows]:
        """Yield one solution and, if there is another, a second solution."""
        yield self._board(self._path(len(self.history) - 1, ends[0]))
        if len(ends) > 1:
            yield self._board(self._path(len(self.history) - 1, ends[1]))
            return
        state, path = ends[0], []
        for step in reversed(range(len(self.history))):
            parents, others = self.history[step]
            if others[state] >= 0:
                path.append(int(others[state]) & 1)
                yield self._board([*path, *self._path(step - 1, int(others[state]) >> 1)])
                return
            path.append(int(parents[state]) & 1)
            state = int(parents[state]) >> 1

    def _path(self, step: int, state: int) -> list[int]:
        """Return, for each cell from step `step` back to the first step, whether it is an island cell."""
        path = []
        for parents, _ in reversed(self.history[: step + 1]):
            path.append(int(parents[state]) & 1)
            state = int(parents[state]) >> 1
        return path

    def _board(self, path: list[int]) -> Rows:
        land = [False] * len(path)
        for cell, island in zip(self.order.cells, reversed(path), strict=True):
            land[cell] = bool(island)
        return self.order.board.rows(land)


def _table(room: int) -> NDArray[np.int32]:
    """Return an empty hash table that is at most half full when it contains `room` entries."""
    return np.full(1 << max(2 * room, 4).bit_length(), -1, np.int32)


def _arrays(room: int) -> tuple[Any, ...]:
    """Return arrays for the tallies, counts and two parents of new states."""
    return tuple(np.empty(room, kind) for kind in (np.uint64, np.uint64, np.int32, np.int32))
