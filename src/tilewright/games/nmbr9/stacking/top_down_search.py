"""The exhaustive search, layer by layer from the top, for a stack of at least a wanted score."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.stacking import next_layer_kernel as kernel
from tilewright.games.nmbr9.stacking.layers_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.next_layer_kernel import Question, States
from tilewright.games.nmbr9.stacking.search_states import joined, lowest_sets, merged, portions, room
from tilewright.games.nmbr9.stacking.search_tables import Cancelled, Ints, Tables, TooMany
from tilewright.games.nmbr9.stacking.top_layers import hopeful_sets, listed_tops, tops_of
from tilewright.games.nmbr9.stacking.upper_bound_kernel import HOPELESS

__all__ = ["Find", "Glance", "Search", "hope_of_larger"]

ROOM = 50_000
"""States that a share of the work may write before it is given more room."""
MOST_STATES = 8_000_000
"""Under one portion, before they are merged: about a gigabyte."""
PORTION = 200_000
"""States of one level that are searched down to the table before the next ones are."""
FOREVER = 2**62
BLINK = 0.05
"""Seconds between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Find:
    """A stack: its layers from the top, as the states know them, and the last one as it was found."""

    score: int
    layers: tuple[tuple[int, ...], ...]
    last: Ints | None
    """Count, and where the layer above was laid; then orientation, row and column of each part. None: the
    layers are all there is."""


class Glance(NamedTuple):
    """What a quick look keeps of a search."""

    width: int
    """How many states of each level, the most hopeful ones."""
    patience: int
    """How many parts are laid under each."""
    noise: float = 0.0
    """How many points luck may add to the hope of a state."""
    seed: int = 0


@dataclass(slots=True)
class Search:
    """One question to the tables: is there a stack of at least `wanted`?

    A find raises the question to one point more, so that a finished search leaves the best there is.
    """

    tables: Tables
    wanted: int
    threads: int = 1
    watch: Callable[[str], None] = lambda note: None
    glance: Glance | None = None
    """A quick look instead of a search; it proves nothing."""
    most: int = kernel.DEEP
    """The most parts of a layer below the top."""
    find: Find | None = None
    portion: int = PORTION
    kept: list[States] | None = None
    """A list here is given the states of each level, from the top; then a level is one portion."""
    levels: list[int] = field(default_factory=list)
    """How many states each level had; states that several portions have are counted for each."""
    counters: Ints = field(default_factory=lambda: np.zeros(kernel.COUNTERS, np.int64))
    _above: list[States] = field(default_factory=list)
    """The portions of the levels above the one that is searched."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))

    @property
    def clipped(self) -> int:
        """Placements that left the board: if there are any, nothing is proved."""
        return int(self.counters[kernel.CLIPPED])

    def facts(self) -> dict[str, int]:
        """What the search did, in numbers."""
        nodes, covers, clipped, states, _, _ = map(int, self.counters)
        return {"nodes": nodes, "covers": covers, "states": states, "clipped": clipped}

    def run(self) -> None:
        """Search to the end; what was found is then in `find`."""
        self.under(listed_tops(self.tables, self.wanted))
        if self.glance is None:
            self.under_sets(self.larger_tops())

    def larger_tops(self) -> list[int]:
        """The sets of more parts than the tables list whose layers may be the top of a wanted stack."""
        tables = self.tables
        if tables.best_top(MOST_PARTS + 1, tables.sets.cards) >= self.wanted:
            raise TooMany
        return [int(top) for top in hopeful_sets(tables, self.wanted, len(tables.layers) + 1)]

    def under_sets(self, sets: Sequence[int]) -> None:
        """Search under all top layers of these sets; of one half and then of the other if they are too many."""
        if not sets:
            return
        try:
            tops = list(tops_of(sets, self.tables, self.wanted, self.look))
        except TooMany:
            if len(sets) == 1:
                raise
            self.under_sets(sets[: len(sets) // 2])
            self.under_sets(sets[len(sets) // 2 :])
            return
        for states in tops:
            self.under(states)

    def level(self, depth: int) -> States:
        """All states so many layers deep whose top layer is listed; what ends above them is noted."""
        states = listed_tops(self.tables, self.wanted)
        for at in range(1, depth):
            self._note(states, at)
            self._above.append(states)
            states = merged(self._next(states, last=False), self.tables)
        self._above.clear()
        return states

    def under(self, states: States, depth: int = 1) -> None:
        """Search under states of one level, so many layers deep, portion by portion down to the table."""
        limit = self.tables.instance.levels or self.tables.sets.cards
        if self.glance is not None:
            states = self._most_hopeful(states, self.glance)
        self._note(states, depth)
        if depth < limit:
            size = self.portion if self.kept is None else len(states.counts) + 1
            for portion in portions(states, size):
                self._under_portion(portion, depth, last=depth + 1 == limit)

    def _under_portion(self, states: States, depth: int, last: bool) -> None:
        self._above.append(states)
        try:
            below = merged(self._next(states, last), self.tables)
        except TooMany:
            count = len(states.counts)
            if count == 1 or self.kept is not None:
                raise
            self._above.pop()
            for begin, end in ((0, count // 2), (count // 2, count)):
                self._under_portion(States(*(column[begin:end] for column in states)), depth, last)
            return
        if len(below.counts):
            self.under(below, depth + 1)
        self._above.pop()

    def _note(self, states: States, depth: int) -> None:
        count = len(states.counts)
        self.levels.extend([0] * (depth - len(self.levels) if count else 0))
        if count:
            self.levels[depth - 1] += count
            if self.kept is not None:
                self.kept.append(states)
        if depth == 1 and (states.counts == self.tables.sets.cards).any():
            flat = int(np.argmax(states.counts == self.tables.sets.cards))
            self._keep(Find(0, (tuple(map(int, states.layers[flat, : states.counts[flat]])),), None))

    # --- The next layer -------------------------------------------------------------------------------

    def next_level(self, states: States) -> list[States]:
        """All states one layer further down, some of them several times, of a level on which nothing ends."""
        return self._next(states, last=False)

    def _next(self, states: States, last: bool) -> list[States]:
        """All states one layer further down, some of them several times."""
        self._stop[0] = 0
        size = max(1, min(256, len(states.counts) // (16 * self.threads)))
        shares = iter([(at, min(at + size, len(states.counts))) for at in range(0, len(states.counts), size)])
        found: list[States] = []
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                self._spread(pool, states, shares, last, found)
            except BaseException:
                self._stop[0] = 1
                raise
        return found

    def _spread(
        self,
        pool: ThreadPoolExecutor,
        states: States,
        shares: Iterator[tuple[int, int]],
        last: bool,
        found: list[States],
    ) -> None:
        busy: set[Future[States]] = set()
        done = 0
        while True:
            while len(busy) < self.threads and (share := next(shares, None)):
                busy.add(pool.submit(self._expand, states, *share, last))
            if not busy:
                return
            ready, busy = wait(busy, BLINK, FIRST_COMPLETED)
            found.extend(future.result() for future in ready)
            done += len(ready)
            if sum(len(states.counts) for states in found) > MOST_STATES:
                raise TooMany
            self.look(f"level {len(self._above)}: {done} shares of {len(states.counts)} states")

    def _expand(self, states: States, begin: int, end: int, last: bool) -> States:
        tables = self.tables
        share = States(*(column[begin:end] for column in states))
        counters, last_layer = np.zeros(kernel.COUNTERS, np.int64), np.zeros((kernel.DEEP + 1, 3), np.int64)
        size, at, found = ROOM, 0, []
        out = room(size)
        while True:
            question = Question(
                self.wanted,
                tables.side,
                tables.instance.grid is not None,
                tables.instance.support == "types",
                last,
                self.most,
                FOREVER if self.glance is None else self.glance.patience,
            )
            ended, at, written = kernel.expand(
                share,
                at,
                question,
                tables.sets,
                tables.hopes,
                tables.catalogue,
                self._stop,
                out,
                last_layer,
                counters,
            )
            if ended == kernel.STOPPED:
                raise Cancelled
            found.append(States(*(column[:written].copy() for column in out)))
            if ended == kernel.FULL:  # the state begins anew; what it wrote already is merged later
                size *= 4
                if size > MOST_STATES:
                    raise TooMany
                out = room(size)
                continue
            if ended == kernel.FOUND:
                score = int(share.scores[at] + tables.sets.values[share.used[at]])
                self._keep(Find(score, self._layers_above(begin + at), last_layer.copy()))
                continue
            break
        with self._lock:
            self.counters += counters
        states_below = joined(found)
        states_below.parents[:] += begin
        return states_below

    def _layers_above(self, at: int) -> tuple[tuple[int, ...], ...]:
        """The layers of a stack that ends in a state of the last level, from the top."""
        layers = []
        for states in reversed(self._above):
            layers.append(tuple(map(int, states.layers[at, : states.counts[at]])))
            at = int(states.parents[at])
        return tuple(reversed(layers))

    def _keep(self, find: Find) -> None:
        with self._lock:
            if self.find is None or find.score > self.find.score:
                self.find = find
            self.wanted = max(self.wanted, find.score + 1)

    def look(self, note: str = "") -> None:
        self.watch(note)

    def _most_hopeful(self, states: States, glance: Glance) -> States:
        if len(states.counts) <= glance.width:
            return states
        hopes = states.scores + self.tables.hope(states.used, lowest_sets(states, self.tables))
        luck = np.random.default_rng([glance.seed, len(self._above)]).random(len(hopes))
        best = np.sort(np.argsort(-(hopes + glance.noise * luck), kind="stable")[: glance.width])
        return States(*(column[best] for column in states))


def hope_of_larger(levels: Sequence[States], tables: Tables) -> int:
    """The most that a stack with one of these states can score if its next layer has four parts or more."""
    most = HOPELESS
    for states in levels:
        areas = tables.sets.areas[lowest_sets(states, tables)]
        after = tables.hopes.by_area[states.used, areas]
        if (after >= 0).any():
            so_far = states.scores + tables.sets.values[states.used]
            most = max(most, int((so_far + after)[after >= 0].max()))
    return most
