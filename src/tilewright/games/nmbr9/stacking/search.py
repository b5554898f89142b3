"""The exhaustive search, layer by layer from the top, for a stack of at least a wanted score."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nmbr9.stacking import covers_kernel as kernel
from tilewright.games.nmbr9.stacking.bounds_kernel import HOPELESS
from tilewright.games.nmbr9.stacking.covers_kernel import Question, States
from tilewright.games.nmbr9.stacking.layers_kernel import MOST_PARTS
from tilewright.games.nmbr9.stacking.tables import Cancelled, Ints, Tables, TooMany, grow, sets_of

__all__ = ["Find", "Glance", "Search"]

ROOM = 50_000
"""States that a share of the work may write before it is given more room."""
MOST_STATES = 8_000_000
"""On one level, before they are merged: about a gigabyte."""
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
    levels: list[int] = field(default_factory=list)
    """How many states each level had."""
    counters: Ints = field(default_factory=lambda: np.zeros(kernel.COUNTERS, np.int64))
    _history: list[States] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))

    @property
    def clipped(self) -> int:
        """Placements that left the board: if there are any, nothing is proved."""
        return int(self.counters[kernel.CLIPPED])

    @property
    def history(self) -> tuple[States, ...]:
        """The states of each level, from the top."""
        return tuple(self._history)

    def facts(self) -> dict[str, int]:
        """What the search did, in numbers."""
        nodes, covers, clipped, states, _, _ = map(int, self.counters)
        return {"nodes": nodes, "covers": covers, "states": states, "clipped": clipped}

    def run(self) -> None:
        """Search to the end; what was found is then in `find`."""
        limit = self.tables.instance.levels or self.tables.sets.cards
        states = self._tops()
        while len(states.counts):
            if self.glance is not None:
                states = self._most_hopeful(states, self.glance)
            self._history.append(states)
            self.levels.append(len(states.counts))
            depth = len(self._history)
            if depth == limit:
                return
            states = self._merged(self._next(states, last=depth + 1 == limit))

    def hope_of_larger(self) -> int:
        """The most that a stack seen by this search can score if its next layer has four parts or more."""
        subsets, hopes = self.tables.sets, self.tables.hopes
        most = HOPELESS
        for states in self._history:
            areas = subsets.areas[self._lowest(states)]
            after = hopes.by_area[states.used, areas]
            if (after >= 0).any():
                so_far = states.scores + subsets.values[states.used]
                most = max(most, int((so_far + after)[after >= 0].max()))
        return most

    # --- The top layer --------------------------------------------------------------------------------

    def _tops(self) -> States:
        tables = self.tables
        found = [self._hopeful_tops(layers) for layers in tables.layers]
        listed = len(tables.layers)
        if (
            self.glance is None
            and listed < tables.sets.cards
            and tables.best_top(listed + 1, tables.sets.cards) >= self.wanted
        ):
            allowed = self._promising(listed + 1)
            layers = tables.layers[-1]
            while len(layers) and layers.shape[1] < min(tables.sets.cards, MOST_PARTS):
                wanted = allowed[sets_of(layers, tables.sets, tables.catalogue)]
                layers = grow(layers[wanted], allowed, tables.side, tables.sets, tables.catalogue, self._look)
                found.append(self._hopeful_tops(layers))
        return _joined(found)

    def _promising(self, least: int) -> npt.NDArray[np.bool_]:
        """The sets that a top layer of so many parts or more may contain."""
        subsets = self.tables.sets
        every = np.arange(len(subsets.counts))
        good = (least <= subsets.counts) & (subsets.counts <= subsets.cards)
        good[good] = self.tables.hope(every[good], every[good]) >= self.wanted
        for value, power in enumerate(subsets.power):
            for layer in range(len(good) - 1, -1, -1):
                if subsets.digits[layer, value] < subsets.digits[subsets.whole, value]:
                    good[layer] |= good[layer + power]
        return good

    def _hopeful_tops(self, layers: Ints) -> States:
        """Those of the layers that may be the top of a wanted stack, as states."""
        subsets = self.tables.sets
        used = sets_of(layers, subsets, self.tables.catalogue)
        inside, which = np.unique(used, return_inverse=True)
        hopeful = (self.tables.hope(inside, inside) >= self.wanted)[which]
        if len(used) and layers.shape[1] == subsets.cards:
            if hopeful.any():
                self._keep(Find(0, (tuple(map(int, layers[hopeful][0])),), None))
            hopeful[:] = False
        count = int(hopeful.sum())
        states = _room(count)
        states.layers[:, : layers.shape[1]] = layers[hopeful]
        states.counts[:], states.used[:] = layers.shape[1], used[hopeful]
        return states

    # --- The next layer -------------------------------------------------------------------------------

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
            self._look(f"level {len(self._history)}: {done} shares of {len(states.counts)} states")

    def _expand(self, states: States, begin: int, end: int, last: bool) -> States:
        tables = self.tables
        share = States(*(column[begin:end] for column in states))
        counters, last_layer = np.zeros(kernel.COUNTERS, np.int64), np.zeros((kernel.DEEP + 1, 3), np.int64)
        room, at, found = ROOM, 0, []
        out = _room(room)
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
                room *= 4
                if room > MOST_STATES:
                    raise TooMany
                out = _room(room)
                continue
            if ended == kernel.FOUND:
                score = int(share.scores[at] + tables.sets.values[share.used[at]])
                self._keep(Find(score, self._layers_above(begin + at), last_layer.copy()))
                continue
            break
        with self._lock:
            self.counters += counters
        joined = _joined(found)
        joined.parents[:] += begin
        return joined

    def _layers_above(self, at: int) -> tuple[tuple[int, ...], ...]:
        """The layers of a stack that ends in a state of the last level, from the top."""
        layers = []
        for states in reversed(self._history):
            layers.append(tuple(map(int, states.layers[at, : states.counts[at]])))
            at = int(states.parents[at])
        return tuple(reversed(layers))

    def _keep(self, find: Find) -> None:
        with self._lock:
            if self.find is None or find.score > self.find.score:
                self.find = find
            self.wanted = max(self.wanted, find.score + 1)

    def _look(self, note: str = "") -> None:
        self.watch(note)

    # --- Lists of states ------------------------------------------------------------------------------

    def _merged(self, found: list[States]) -> States:
        """Each layer with each set of used parts once, with the best score; in an order that saves work."""
        states = _joined(found)
        if not len(states.counts):
            return states
        words = [
            states.layers[:, at : at + 4] @ (1 << np.arange(48, -1, -16)) for at in range(0, MOST_PARTS, 4)
        ]
        order = np.lexsort((-states.scores, states.used, *words))
        keys = np.stack([states.used, *words])[:, order]
        first = np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(0)])
        states = States(*(column[order[first]] for column in states))
        order = np.lexsort((states.scores, self._lowest(states), states.used))
        return States(*(column[order] for column in states))

    def _lowest(self, states: States) -> Ints:
        """The sets of the states' layers."""
        inside = self.tables.sets.power[self.tables.catalogue.values[states.layers >> 10]]
        inside[np.arange(MOST_PARTS) >= states.counts[:, None]] = 0
        lowest: Ints = inside.sum(1)
        return lowest

    def _most_hopeful(self, states: States, glance: Glance) -> States:
        if len(states.counts) <= glance.width:
            return states
        hopes = states.scores + self.tables.hope(states.used, self._lowest(states))
        luck = np.random.default_rng([glance.seed, len(self._history)]).random(len(hopes))
        best = np.sort(np.argsort(-(hopes + glance.noise * luck), kind="stable")[: glance.width])
        return States(*(column[best] for column in states))


def _room(count: int) -> States:
    return States(
        np.zeros((count, MOST_PARTS), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.full(count, kernel.NONE, np.int64),
    )


def _joined(found: list[States]) -> States:
    return States(*map(np.concatenate, zip(*found, strict=True))) if found else _room(0)
