"""A proof that no stack of a free deck scores `wanted`, or a stack that does.

A stack of a free deck can be played if and only if every level is connected, every part above the table lies
on cells of the level below, and none lies on one part (or one number) alone: play level by level. So a stack
is searched from its top, layer by layer; a layer that is put underneath scores the value of all parts above
it, and what is left over lies on the table. A state is the lowest layer up to turns, the set of parts used,
and the score; each is searched once, depth first, and the memory of them is keyed by these values themselves.

1. `carry`: which sets can lie on which two or three parts, from covers of layers of one and two parts.
2. `hopes`: the bound, by sets of parts.
3. The top layers with hope; under each state all layers that keep hope (`cover_kernel`), however many parts.

Nothing is cut but by the bound, and nothing is clipped by the board: that is counted.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from tilewright.errors import BadInput, EngineFailure
from tilewright.games.nmbr9.proof.carried_sets import Stopped, carried_by
from tilewright.games.nmbr9.proof.layer_below_kernel import CLIPPED, COVERS, HEAD, NODES, under
from tilewright.games.nmbr9.proof.layers import layers_of
from tilewright.games.nmbr9.proof.part_tables import Array, Deck, State, deck_of, turned, unpack
from tilewright.games.nmbr9.proof.play_order import Laid, followed_by, played
from tilewright.games.nmbr9.proof.upper_bound import tables_of, top_hopes, top_sets
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution
from tilewright.run import Run

__all__ = ["SMALL", "Node", "Proof", "Search", "depth_first", "prove", "tops"]

SMALL = 3
"""Layers of up to so many parts are counted, and listed in proof files, by their level."""

LARGEST_TOP = 4
"""Top layers of more parts are too many to be searched one by one."""

BATCH = 8
"""States that each thread searches before the run is asked again whether to stop."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found out about a score: a stack that has it, or that there is none if `complete`."""

    instance: Nmbr9Instance
    wanted: int
    found: Nmbr9Solution | None
    score: int | None
    """What the stack found scores: `wanted` or more."""
    complete: bool
    """Everything was searched; False after a time limit or a cancellation."""
    bound: int | None
    """The bound by sets of parts, over all top layers; None if the run ended before it was known."""
    large_top_bound: int | None
    """The same for top layers of four or more parts."""
    carried: int
    """Pairs of a set of two or three parts and a set that it can carry."""
    levels: tuple[int, ...]
    """States by level from the top, through layers of up to three parts."""
    below: int
    """States that have a layer of four or more parts."""
    nodes: int
    covers: int
    clipped: int

    @property
    def impossible(self) -> bool:
        """Is it proved that no stack has the score?"""
        return self.complete and self.found is None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A state on the way down, and how it was reached."""

    state: State
    level: int
    small: bool
    """All layers so far have up to three parts."""
    parent: Node | None


@dataclass
class Search:
    """One deck and one score, with the tables and the counters that all threads share."""

    deck: Deck
    wanted: int
    stats: Array = field(default_factory=lambda: np.zeros(3, np.int64))

    def __post_init__(self) -> None:
        self._sets, self._tables, self._turned = self.deck.sets(), tables_of(self.deck), turned()
        self._counting = threading.Lock()

    def ends(self, state: State) -> bool:
        """Does any layer under this one reach the score?"""
        return self.score_under(state) >= self.wanted

    def score_under(self, state: State) -> int:
        return state.score + int(self._sets.worth[state.used])

    def children(self, state: State) -> list[State]:
        """Every state under this one with hope, each once; one is enough where it ends the search."""
        rows, _ = self.layers_under(state)
        score = self.score_under(state)
        found = {
            (tuple(row[HEAD : HEAD + count]), number) for row in rows.tolist() for count, number in [row[:HEAD]]
        }
        return [State(layer, state.used + number, score) for layer, number in sorted(found)]

    def under_each(self, states: Sequence[State], run: Run) -> Iterator[tuple[State, list[State]]]:
        """The children of each state, by as many threads as the run allows; it may stop this early."""
        threads = run.limits.threads
        with ThreadPoolExecutor(threads) as pool:
            for at in range(0, len(states), BATCH * threads):
                if run.stopped:
                    return
                batch = states[at : at + BATCH * threads]
                each = pool.map(self.children, batch) if threads > 1 else map(self.children, batch)
                yield from zip(batch, each, strict=True)

    def layers_under(self, state: State) -> tuple[Array, Array]:
        """Rows of the kernel: least images, and the same layers where they lie on its board."""
        deck, size = self.deck, 256
        layer = np.array(state.layer, np.int64)
        number = deck.number(self._turned.value[layer >> 14].tolist())
        need = self.wanted - self.score_under(state)
        while True:
            stats = np.zeros(3, np.int64)
            good, rest = np.empty(len(self._sets.size), np.bool_), np.empty(len(self._sets.size), np.int64)
            out, raw = (np.empty((size, HEAD + deck.cards), np.int64) for _ in range(2))
            filled = under(
                layer, number, state.used, need, need <= 0, deck.types, self._sets, self._tables, self._turned,
                good, rest, out, raw, stats,
            )  # fmt: skip
            if filled <= size:
                break
            size = filled
        if stats[CLIPPED]:
            raise EngineFailure(f"a layer of {len(layer)} parts does not fit the board of the second proof")
        with self._counting:
            self.stats += stats
        return out[:filled], raw[:filled]


def tops(deck: Deck, wanted: int, most: int) -> Iterator[State]:
    """Every top layer with hope; `BadInput` where one of more than `most` parts has it."""
    for values in top_sets(deck, wanted):
        if len(values) > most:
            hope = top_hopes(deck)[deck.number(values)]
            raise BadInput(
                f"wanted: a top layer of {len(values)} parts may come to {hope}, and those of more than "
                f"{most} are not searched; expected a higher score"
            )
        for layer in layers_of(values).tolist():
            yield State(tuple(layer), deck.number(values), 0)


def prove(instance: Nmbr9Instance, wanted: int, run: Run | None = None) -> Proof:
    """Search every stack of a free deck that may score `wanted`; any end of the run is respected."""
    run = run or Run()
    deck = deck_of(instance)
    if type(wanted) is not int or wanted < 1:
        raise BadInput(f"wanted: expected a positive score, not {wanted!r}")
    run.report(note="what two or three parts can carry")
    try:
        carried = int(carried_by(deck, run=run).holds.sum())
    except Stopped:
        return Proof(instance, wanted, None, None, False, None, None, 0, (), 0, 0, 0, 0)
    search = Search(deck, wanted)
    levels: list[set[State]] = []
    below: set[State] = set()
    starts = (Node(top, 1, len(top.layer) <= SMALL, None) for top in tops(deck, wanted, LARGEST_TOP))
    end = depth_first(search, starts, levels, below, run)
    found = _stack(search, end) if end else None
    hopes = top_hopes(deck)
    return Proof(
        instance=instance,
        wanted=wanted,
        found=found,
        score=search.score_under(end.state) if end else None,
        complete=found is not None or not run.stopped,
        bound=int(hopes.max()),
        large_top_bound=int(hopes[deck.sets().size > SMALL].max(initial=0)),
        carried=carried,
        levels=tuple(len(level) for level in levels),
        below=len(below),
        nodes=int(search.stats[NODES]),
        covers=int(search.stats[COVERS]),
        clipped=int(search.stats[CLIPPED]),
    )


def depth_first(
    search: Search, starts: Iterable[Node], levels: list[set[State]], below: set[State], run: Run
) -> Node | None:
    """Search under each start; the node whose next layer reaches the score, or None.

    Each state is searched once: `levels` and `below` keep those that were met, through layers of up to three
    parts only, or not.
    """
    agenda: list[Node] = []

    def add(node: Node) -> None:
        while node.small and len(levels) < node.level:
            levels.append(set())
        known = levels[node.level - 1] if node.small else below
        if node.state not in known:
            known.add(node.state)
            agenda.append(node)

    waiting = iter(starts)
    most = BATCH * run.limits.threads
    done = 0
    while not run.stopped:
        while len(agenda) < most and (start := next(waiting, None)) is not None:
            add(start)
        if not agenda:
            return None
        batch = [agenda.pop() for _ in range(min(len(agenda), most))]
        found = search.under_each([node.state for node in batch], run)
        for node, (state, children) in zip(batch, found, strict=False):
            if children and search.ends(state):
                return node
            for child in children:
                add(Node(child, node.level + 1, node.small and len(child.layer) <= SMALL, node))
        done += len(batch)
        run.report(note=f"{done} states searched, {len(agenda)} waiting")
    return None


def _stack(search: Search, end: Node) -> Nmbr9Solution:
    """The stack from its top down to the layer under the last node, with everything left over on the table."""
    chain: list[State] = []
    node: Node | None = end
    while node is not None:
        chain.insert(0, node.state)
        node = node.parent
    laid: list[Laid] = [[unpack(each) for each in chain[0].layer]]
    for at, state in enumerate(chain):
        rows, raws = search.layers_under(state)
        for row, raw in zip(rows.tolist(), raws.tolist(), strict=True):
            layer = tuple(row[HEAD : HEAD + row[0]])
            if at + 1 == len(chain) or layer == chain[at + 1].layer:
                laid.append(followed_by(state.layer, laid[-1], [unpack(each) for each in raw[: row[0]]]))
                break
    return played(search.deck, laid)
