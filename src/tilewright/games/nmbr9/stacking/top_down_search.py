"""The exhaustive search, layer by layer from the top, for a stack that reaches a target score."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.stacking import next_layer_below_kernel as kernel
from tilewright.games.nmbr9.stacking.canonical_layer_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.join_and_split_states import (
    empty_states,
    joined,
    lowest_sets,
    merged,
    portions,
)
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import (
    Cancelled,
    Ints,
    SearchTooLarge,
    Tables,
)
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import Query, States
from tilewright.games.nmbr9.stacking.top_layers_for_target import listed_tops, top_sets, tops_of
from tilewright.games.nmbr9.stacking.upper_bound_kernel import IMPOSSIBLE

__all__ = ["Beam", "FoundStack", "Search", "bound_with_large_layer"]

FIRST_ROOM = 50_000
"""The initial capacity of a task's output, in states; if there are more states, the capacity is quadrupled."""
MOST_STATES = 8_000_000
"""The maximum number of states below one portion, before duplicates are merged; they take about a gigabyte."""
PORTION = 200_000
"""The usual number of states in a portion: the states of one level that are searched together.

All levels below a portion are searched before the next portion of the level. A portion can be larger, because
states with the same used set are in one portion, and it is divided if there are too many states below it.
"""
NO_LIMIT = 2**62
POLL_SECONDS = 0.05
"""The longest time between two checks of whether the run was stopped, in seconds."""


@dataclass(frozen=True, slots=True)
class FoundStack:
    """A stack that the search found."""

    score: int
    layers: tuple[tuple[int, ...], ...]
    """The layers from the top, each in canonical form."""
    last: Ints | None
    """The last layer as `next_layer_below_kernel.expand` wrote it; None if `layers` is the whole stack."""


class Beam(NamedTuple):
    """The limits that turn the exhaustive search into a beam search."""

    width: int
    """The number of states kept on each level; the states with the largest upper bounds are kept."""
    node_limit: int
    """The maximum number of placements that are tried under each state."""
    noise: float = 0.0
    """A random number of points between 0 and this maximum is added to the bound of each state."""
    seed: int = 0


@dataclass(slots=True)
class Search:
    """A search for a stack of at least `target` points.

    Each stack found raises the target to one point above its score. So a completed exhaustive search has found
    the best stack, unless no stack reaches the initial target.
    """

    tables: Tables
    target: int
    threads: int = 1
    report_progress: Callable[[str], None] = lambda note: None
    """Called regularly with a progress message; may raise `Cancelled`."""
    beam: Beam | None = None
    """The limits of a beam search, which proves nothing; None for an exhaustive search."""
    most_parts: int = kernel.MOST_LAYER_PARTS
    """The maximum number of parts in a layer below the top layer."""
    best: FoundStack | None = None
    portion: int = PORTION
    recorded: list[States] | None = None
    """If this is a list, the states of each level are appended to it, and levels are not split into
    portions."""
    levels: list[int] = field(default_factory=list)
    """The number of states on each level, summed over all portions."""
    counters: Ints = field(default_factory=lambda: np.zeros(kernel.COUNTERS, np.int64))
    _above: list[States] = field(default_factory=list)
    """The current portion of each level, from the top down to the level whose states are being expanded."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))

    @property
    def clipped(self) -> int:
        """The number of cases where the search may have missed a layer; if it is not 0, nothing is proved."""
        return int(self.counters[kernel.CLIPPED])

    def statistics(self) -> dict[str, int]:
        """Return the counters of the search."""
        nodes, covers, clipped, states, _, _ = map(int, self.counters)
        return {"nodes": nodes, "covers": covers, "states": states, "clipped": clipped}

    def run(self) -> None:
        """Search to the end; the best stack found is then in `best`."""
        self.search_under(listed_tops(self.tables, self.target))
        if self.beam is None:
            self.search_under_sets(self.larger_top_sets())

    def larger_top_sets(self) -> list[int]:
        """Return the sets with more parts than any listed layer and with a bound that reaches the target.

        The bound is that of stacks whose top layer consists of the parts of the set.
        """
        tables = self.tables
        if tables.top_bound(MOST_PARTS + 1, tables.sets.cards) >= self.target:
            raise SearchTooLarge
        return [int(number) for number in top_sets(tables, self.target, len(tables.layers) + 1)]

    def search_under_sets(self, sets: Sequence[int]) -> None:
        """Search under all top layers with these sets of parts; halve the list if there are too many layers."""
        if not sets:
            return
        try:
            tops = list(tops_of(sets, self.tables, self.target, self.check_stopped))
        except SearchTooLarge:
            if len(sets) == 1:
                raise
            self.search_under_sets(sets[: len(sets) // 2])
            self.search_under_sets(sets[len(sets) // 2 :])
            return
        for states in tops:
            self.search_under(states)

    def states_at_depth(self, depth: int) -> States:
        """Return the states with `depth` layers whose top layer is listed in the tables.

        Stacks that the search completes on the way are recorded; they have at most `depth` layers.
        """
        states = listed_tops(self.tables, self.target)
        for level in range(1, depth):
            self._record_level(states, level)
            self._above.append(states)
            states = self._merged_next_level(states)
        self._above.clear()
        return states

    def _merged_next_level(self, states: States) -> States:
        """Return all states one layer further down, without duplicates, in several steps if there are many."""
        try:
            return merged(self.next_level(states), self.tables)
        except SearchTooLarge:
            count = len(states.counts)
            if count == 1:
                raise
            halves = []
            for begin, end in ((0, count // 2), (count // 2, count)):
                half = self._merged_next_level(States(*(column[begin:end] for column in states)))
                half.parents[:] += begin
                halves.append(half)
            return merged(halves, self.tables)

    def search_under(self, states: States, depth: int = 1) -> None:
        """Search under states with `depth` layers, portion by portion down to the table."""
        limit = self.tables.instance.levels or self.tables.sets.cards
        if self.beam is not None:
            states = self._best_states(states, self.beam)
        self._record_level(states, depth)
        if depth < limit:
            size = self.portion if self.recorded is None else len(states.counts) + 1
            for portion in portions(states, size):
                self._search_under_portion(portion, depth, last=depth + 1 == limit)

    def _search_under_portion(self, states: States, depth: int, last: bool) -> None:
        self._above.append(states)
        try:
            below = merged(self.next_level(states, last), self.tables)
        except SearchTooLarge:
            count = len(states.counts)
            if count == 1 or self.recorded is not None:
                raise
            self._above.pop()
            for begin, end in ((0, count // 2), (count // 2, count)):
                self._search_under_portion(States(*(column[begin:end] for column in states)), depth, last)
            return
        if len(below.counts):
            self.search_under(below, depth + 1)
        self._above.pop()

    def _record_level(self, states: States, depth: int) -> None:
        """Count the states of a level, and append them to `recorded` if it is a list.

        A top layer that contains all cards is recorded as a stack of 0 points.
        """
        count = len(states.counts)
        self.levels.extend([0] * (depth - len(self.levels) if count else 0))
        if count:
            self.levels[depth - 1] += count
            if self.recorded is not None:
                self.recorded.append(states)
        if depth == 1 and (states.counts == self.tables.sets.cards).any():
            flat = int(np.argmax(states.counts == self.tables.sets.cards))
            self._record_stack(
                FoundStack(0, (tuple(map(int, states.layers[flat, : states.counts[flat]])),), None)
            )

    # --- The next layer -------------------------------------------------------------------------------

    def next_level(self, states: States, last: bool = False) -> list[States]:
        """Return all states one layer further down, with duplicates; if `last`, no further layer may follow."""
        self._stop[0] = 0
        size = max(1, min(256, len(states.counts) // (16 * self.threads)))
        shares = iter(
            [(begin, min(begin + size, len(states.counts))) for begin in range(0, len(states.counts), size)]
        )
        results: list[States] = []
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                self._expand_shares(pool, states, shares, last, results)
            except BaseException:
                self._stop[0] = 1
                raise
        return results

    def _expand_shares(
        self,
        pool: ThreadPoolExecutor,
        states: States,
        shares: Iterator[tuple[int, int]],
        last: bool,
        results: list[States],
    ) -> None:
        running: set[Future[States]] = set()
        done = 0
        while True:
            while len(running) < self.threads and (share := next(shares, None)):
                running.add(pool.submit(self._expand, states, *share, last))
            if not running:
                return
            ready, running = wait(running, POLL_SECONDS, FIRST_COMPLETED)
            results.extend(future.result() for future in ready)
            done += len(ready)
            if sum(len(result.counts) for result in results) > MOST_STATES:
                raise SearchTooLarge
            self.report_progress(f"level {len(self._above)}: {len(states.counts)} states, {done} batches done")

    def _expand(self, states: States, begin: int, end: int, last: bool) -> States:
        tables = self.tables
        share = States(*(column[begin:end] for column in states))
        counters = np.zeros(kernel.COUNTERS, np.int64)
        last_layer = np.zeros((kernel.MOST_LAYER_PARTS + 1, 3), np.int64)
        size, index, results = FIRST_ROOM, 0, []
        out = empty_states(size)
        while True:
            query = Query(
                self.target,
                tables.side,
                tables.instance.grid is not None,
                tables.instance.support == "types",
                last,
                self.most_parts,
                NO_LIMIT if self.beam is None else self.beam.node_limit,
            )
            ended, index, written = kernel.expand(
                share,
                index,
                query,
                tables.sets,
                tables.bounds,
                tables.shapes,
                self._stop,
                out,
                last_layer,
                counters,
            )
            if ended == kernel.STOPPED:
                raise Cancelled
            results.append(States(*(column[:written].copy() for column in out)))
            if ended == kernel.FULL:
                # The state is expanded again from the beginning; duplicates are merged later.
                size *= 4
                if size > MOST_STATES:
                    raise SearchTooLarge
                out = empty_states(size)
                continue
            if ended == kernel.FOUND:
                score = int(share.scores[index] + tables.sets.values[share.used[index]])
                self._record_stack(FoundStack(score, self._layers_above(begin + index), last_layer.copy()))
                continue
            break
        with self._lock:
            self.counters += counters
        states_below = joined(results)
        states_below.parents[:] += begin
        return states_below

    def _layers_above(self, index: int) -> tuple[tuple[int, ...], ...]:
        """Return the layers of the stack that ends in a state of the current level, from the top."""
        layers = []
        for states in reversed(self._above):
            layers.append(tuple(map(int, states.layers[index, : states.counts[index]])))
            index = int(states.parents[index])
        return tuple(reversed(layers))

    def _record_stack(self, stack: FoundStack) -> None:
        with self._lock:
            if self.best is None or stack.score > self.best.score:
                self.best = stack
            self.target = max(self.target, stack.score + 1)

    def check_stopped(self) -> None:
        self.report_progress("")

    def _best_states(self, states: States, beam: Beam) -> States:
        """Return the `beam.width` states with the largest upper bounds, noise included."""
        if len(states.counts) <= beam.width:
            return states
        bounds = states.scores + self.tables.bound_below(states.used, lowest_sets(states, self.tables))
        noise = beam.noise * np.random.default_rng([beam.seed, len(self._above)]).random(len(bounds))
        best = np.sort(np.argsort(-(bounds + noise), kind="stable")[: beam.width])
        return States(*(column[best] for column in states))


def bound_with_large_layer(levels: Sequence[States], tables: Tables) -> int:
    """Return an upper bound on the score of stacks that continue one of these states with a large layer.

    A large layer has four or more parts. The result is IMPOSSIBLE if none can be put under any of the states.
    """
    most = IMPOSSIBLE
    for states in levels:
        areas = tables.sets.areas[lowest_sets(states, tables)]
        after = tables.bounds.next_large[states.used, areas]
        if (after >= 0).any():
            so_far = states.scores + tables.sets.values[states.used]
            most = max(most, int((so_far + after)[after >= 0].max()))
    return most
