"""A dynamic programme over a moving frontier: exact on narrow boards, however big the islands are.

The cells are settled one by one, along the shorter side of the board. All that the unsettled cells need to know
of the settled ones is the last row of them, its *pattern*: which cells are sea, which hang together, to which
island each of the others belongs; and how many cells each open island has. Choices that lead to the same state
are one from there on, so that the work grows with the number of states, not of boards; and the number of ways
that lead to each state is the exact number of solutions at the end.

An island cell is given its island at once, long before it is joined to the clue. So two parts of the same
island need one count, and a state is dropped as soon as an island cannot reach its clue, join its parts or
find enough cells.
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
    MOST_COLUMNS,
    SLOTS,
    arrivals,
    pour,
    room_until,
    settle,
)
from tilewright.games.nurikabe.rules import ISLAND, SEA, Board
from tilewright.games.nurikabe.search.requested_answers import Rows, answer, wanted
from tilewright.games.nurikabe.search.search_board import Chart, draw_chart
from tilewright.games.nurikabe.search.sweep_order import Course, Misfit

__all__ = ["Counted", "Sweeps", "prepare", "solve"]

FIRST_STATES = 5_000
"""How many states the first try may have."""

WIDER = 12
"""How many times more states each next try may have."""

MANY_STATES = 50_000
"""From so many on not all sides are worth a further try."""

MOST_BYTES = 1 << 31
"""When the arrays would need more, a try is given up."""

BYTES_OF_STATE, BYTES_OF_WAY = 64, 8
"""What a state needs in its step, and for ever after until the solution has been read off."""

CHUNK = 50_000
"""States that are moved on before the clock is looked at again."""

Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions there are, and up to two of them."""

    total: int
    found: tuple[Rows, ...]


def prepare(instance: Board) -> None:
    solve(Board(((0, 2), (0, 0))), Run())


def solve(instance: Board, run: Run) -> Answer:
    chart = draw_chart(instance, run)
    if chart is None:
        return answer(run, (), complete=False, stats={})
    sweeps = Sweeps(chart)
    if sweeps.refusal:
        raise BadInput(f"frontier plays narrow boards: {sweeps.refusal}")
    counted = None
    while counted is None and sweeps.left and not run.stopped:
        counted = sweeps.try_wider(run)
    stats = {"states": sweeps.states}
    if counted is None:
        return answer(run, (), complete=False, stats=stats)
    return answer(run, counted.found[: wanted(run)], complete=True, stats=stats, total=counted.total)


class Sweeps:
    """Tries from all sides with ever more states: from one side there may be far fewer than from another."""

    def __init__(self, chart: Chart) -> None:
        self.left: list[Course] = []
        """The ways over the board that are still worth a try; none when the memory does not suffice."""
        self.refusal = ""
        """Why the board cannot be swept at all."""
        self.states = 0
        self._most = FIRST_STATES
        upright = ("top", "bottom") if chart.width <= chart.height else ()
        lying = ("left", "right") if chart.height <= chart.width else ()
        for side in (*upright, *lying):
            try:
                self.left.append(Course(chart, side))
            except Misfit as misfit:
                self.refusal = str(misfit)
        if self.left:
            self.refusal = ""

    def try_wider(self, run: Run) -> Counted | None:
        """Sweep from each side with more states than before; None if no sweep comes to its end."""
        settled: dict[Course, int] = {}
        for course in self.left:
            states = _States(course)
            counted = states.sweep(run, self._most)
            self.states += states.made
            if counted is not None:
                return counted
            if run.stopped:
                return None
            if not states.too_large:
                settled[course] = states.settled
        # The further a sweep came, the better its chances; the longer they get the fewer are worth it.
        best = sorted(settled, key=settled.__getitem__, reverse=True)
        self.left = best[: 4 if self._most < MANY_STATES else 2 if self._most < WIDER * MANY_STATES else 1]
        self._most *= WIDER
        return None


# --- The states of a sweep ----------------------------------------------------------------------------


class _States:
    """The states after the cells settled so far, and for all earlier ones where they came from."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.patterns: Words = np.zeros((1, 2), np.uint64)
        self.offsets: NDArray[np.int64] = np.array([0, 1])
        """Where each pattern's states begin among the tallies, and the end of all."""
        self.tallies: Words = np.zeros(1, np.uint64)
        self.counts: Words = np.ones(1, np.uint64)
        self.history: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
        self.made = 0
        self.too_large = False
        # Of each slot: size, clue settled, cells to come, the clue's row and column, shift, bits, touched.
        self._islands = np.zeros((SLOTS, 8), np.int64)
        self._islands[0, [0, 5, 6]] = course.total, *course.total_field
        self._work = np.zeros((3, MOST_COLUMNS + 2), np.int64)

    @property
    def settled(self) -> int:
        """How many cells are settled."""
        return len(self.history)

    def sweep(self, run: Run, most: int) -> Counted | None:
        """Settle all cells; None if the run was over first, or the states more than so many or too large."""
        while self.settled < self.course.chart.cells:
            if not self._advance(run, most):
                return None
            if not len(self.patterns):
                return Counted(0, ())
        total, ends = self._ends()
        return Counted(total, tuple(self._boards(ends)) if total else ())

    def _advance(self, run: Run, most: int) -> bool:
        """Settle one more cell."""
        at, course, islands = self.settled, self.course, self._islands
        cell, chart = course.cells[at], course.chart
        owners = chart.owners[cell]
        self._open_islands(at)
        islands[:, 7] = 0
        for island in owners:
            islands[course.slots[island], 2] -= 1
            islands[course.slots[island], 7] = 1
        touched = np.array([course.slots[island] for island in owners], np.int64)
        choices = self._choices(cell, owners)
        row, column = divmod(at, course.width)
        rows_to_come = course.height - 1 - row
        pools = (rows_to_come // 2) * (course.width // 2)
        clues_to_come = sum(clue > at for clue in course.clues)
        step = [
            course.width,
            row,
            column,
            chart.cells - 1 - at,
            max(pools, clues_to_come),
            course.least_sea[at],
            max(course.last_row_with_sea - row, 0),
        ]
        room = len(self.patterns) * len(choices)
        new = np.empty((room, 2), np.uint64)
        targets = np.empty((len(self.patterns), len(choices)), np.int32)
        moves = np.zeros((*targets.shape, 4), np.uint64)
        table = _table(room)
        made = settle(
            self.patterns, choices, touched, np.array(step), islands, new, table, targets, moves, self._work
        )
        self.patterns = new[:made].copy()
        return self._pour(targets, moves, (choices > 0).astype(np.int64), run, most)

    def _choices(self, cell: int, owners: tuple[int, ...]) -> NDArray[np.int64]:
        chart = self.course.chart
        if cell in chart.clues:
            return np.array([self.course.slots[chart.clues.index(cell)]], np.int64)
        slots = [] if chart.known[cell] == SEA else [self.course.slots[island] for island in owners]
        return np.array(slots if chart.known[cell] == ISLAND else [0, *slots], np.int64)

    def _open_islands(self, at: int) -> None:
        course = self.course
        for island, slot in enumerate(course.slots):
            clue = course.clues[island]
            if course.first[island] == at:
                size, ahead = course.chart.sizes[island], len(course.chart.reach[island])
                self._islands[slot] = (size, 0, ahead, *divmod(clue, course.width), *course.fields[island], 0)
            if course.first[island] <= at <= course.end[island]:
                self._islands[slot, 1] = 0 if at < clue else 2 if at == clue else 1

    def _pour(self, targets: Any, moves: Words, lands: NDArray[np.int64], run: Run, most: int) -> bool:
        """Move the states to their new patterns; False if the run is over or the states are too many."""
        guards, free = self._guards()
        begins, edges = arrivals(targets, len(self.patterns))
        old = (self.offsets, self.tallies, self.counts)
        sizes = np.zeros(len(self.patterns), np.int64)
        batches = [_arrays(0)]
        count = done = 0
        while done < len(self.patterns):
            room, until = room_until(begins, edges, len(lands), self.offsets, done, CHUNK)
            bytes_needed = BYTES_OF_WAY * self.made + BYTES_OF_STATE * (len(self.tallies) + count + room)
            self.too_large = bytes_needed > MOST_BYTES
            if run.stopped or self.made + count > most or self.too_large:
                return False
            new = _arrays(room)
            made = pour(old, moves, lands, guards, free, begins, edges, (done, until), new, sizes)
            batches.append(tuple(array[:made].copy() for array in new))
            count += made
            done = until
        merged = (np.concatenate(part) for part in zip(*batches, strict=True))
        self.tallies, self.counts, parents, others = merged
        self.patterns = self.patterns[sizes > 0]  # no count was within the bounds of the others
        self.offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0])))
        self.history.append((parents, others))
        self.made += count
        return True

    def _guards(self) -> tuple[np.uint64, np.uint64]:
        """The guard bits of the fields in use, and what the islands that end with this cell leave behind."""
        at, course = self.settled, self.course
        guards = free = 0
        for field, end, first, size in zip(
            course.fields, course.end, course.first, course.chart.sizes, strict=True
        ):
            if first <= at <= end and size > 0:
                guards |= 1 << sum(field)
                free += size << field[0] if end == at and at < course.chart.cells - 1 else 0
        if course.total >= 0:
            guards |= 1 << course.total_field[1]
        return np.uint64(guards), np.uint64(free)

    def _ends(self) -> tuple[int, list[int]]:
        """The number of solutions, and the states with which they end."""
        good = np.array([self._is_end(pattern) for pattern in self.patterns.tolist()], bool)
        ends = np.flatnonzero(np.repeat(good, np.diff(self.offsets)))
        return sum(self.counts[ends].tolist()), ends.tolist()

    def _is_end(self, pattern: list[int]) -> bool:
        """Whether the sea, and what an island has on the last row, are each in one part."""
        parts: dict[int, set[int]] = {}
        for column in range(self.course.width):
            part, slot = (word >> 4 * column & 15 for word in pattern)
            parts.setdefault(slot, set()).add(part)
        return all(len(found) == 1 for found in parts.values())

    def _boards(self, ends: list[int]) -> Iterator[Rows]:
        """One solution, and a second if there is one, which takes another way into some state of the first."""
        yield self._board(self._way(len(self.history) - 1, ends[0]))
        if len(ends) > 1:
            yield self._board(self._way(len(self.history) - 1, ends[1]))
            return
        state, way = ends[0], []
        for at in reversed(range(len(self.history))):
            parents, others = self.history[at]
            if others[state] >= 0:
                way.append(int(others[state]) & 1)
                yield self._board([*way, *self._way(at - 1, int(others[state]) >> 1)])
                return
            way.append(int(parents[state]) & 1)
            state = int(parents[state]) >> 1

    def _way(self, at: int, state: int) -> list[int]:
        """Whether each cell is island, from step `at` back to the first."""
        way = []
        for parents, _ in reversed(self.history[: at + 1]):
            way.append(int(parents[state]) & 1)
            state = int(parents[state]) >> 1
        return way

    def _board(self, way: list[int]) -> Rows:
        land = [False] * len(way)
        for cell, island in zip(self.course.cells, reversed(way), strict=True):
            land[cell] = bool(island)
        return self.course.chart.rows(land)


def _table(room: int) -> NDArray[np.int32]:
    """An empty table at most half full with so many entries."""
    return np.full(1 << max(2 * room, 4).bit_length(), -1, np.int32)


def _arrays(room: int) -> tuple[Any, ...]:
    """Tallies, counts and two parents of new states."""
    return tuple(np.empty(room, kind) for kind in (np.uint64, np.uint64, np.int32, np.int32))
