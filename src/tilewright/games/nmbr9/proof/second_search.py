"""The second search: find a stack of variant F that reaches a target score, or prove that there is none.

A stack can be built if and only if every level is connected, every part above the table is fully supported, and
no part rests on a single part (with support=types, on a single number): the stack can then be built level by
level. So stacks are searched from the top, layer by layer. A layer that is put under the others scores the
total value of the parts above it; parts that remain at the end are placed on the table. A state is the lowest
layer up to rotation, the set of used parts, and the score. Each state is searched once, depth first; the set of
known states stores the states themselves, not hashes.

The steps are:

- `carried_sets`: which sets of parts can be carried by two or three parts;
- `upper_bound`: upper bounds from sets of parts;
- the search: all top layers whose upper bound reaches the target and, under each state, all layers of any
  number of parts whose upper bound still reaches the target (`layer_below_kernel`).

Only the upper bound prunes the search. If a layer does not fit on the board, `EngineFailure` is raised.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from tilewright.errors import BadInput, EngineFailure
from tilewright.games.nmbr9.proof.carried_sets import Stopped, carried_sets
from tilewright.games.nmbr9.proof.connected_layers import layers_of
from tilewright.games.nmbr9.proof.layer_below_kernel import (
    CLIPPED,
    COVERS,
    HEAD,
    NODES,
    plan_layers,
    write_layers_under,
)
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import (
    Array,
    Deck,
    State,
    deck_of,
    oriented_parts,
    unpack,
)
from tilewright.games.nmbr9.proof.solution_from_layers import PlacedLayer, placed_below, solution_of
from tilewright.games.nmbr9.proof.upper_bound import tables_for, top_bounds, top_sets
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution
from tilewright.run import Run

__all__ = ["SMALL_LAYER", "Node", "Proof", "Search", "SearchSummary", "depth_first", "prove", "top_states"]

SMALL_LAYER = 3
"""The maximum number of parts in a small layer; states with only small layers are listed by level in proof
files."""

LARGEST_TOP = 4
"""The maximum number of parts in a top layer; larger top layers are too numerous to be searched one by one."""

KEPT_PLANS = 40
"""The maximum number of plans for the next layer that a search keeps; each takes up to half a megabyte."""

BATCH = 8
"""The number of states that each thread searches between two checks of whether the run was stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSummary:
    """The size of a search, and whether it was completed."""

    instance: Nmbr9Instance
    target: int
    complete: bool = False
    """False if the run was stopped before the search ended; then the search proves nothing."""
    carried: int = 0
    """The number of pairs (A, B) of sets of parts such that A has two or three parts and carries B.

    In a `Proof`, pairs with more parts in total than there are cards are not all counted.
    """
    levels: tuple[int, ...] = ()
    """For each level from the top, the number of states whose layer and all layers above it are small."""
    below: int = 0
    """The number of states whose layer, or a layer above it, has four or more parts."""
    nodes: int = 0
    covers: int = 0
    clipped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof(SearchSummary):
    """The result of a search: a stack that reaches the target or, if `complete`, a proof that there is none."""

    stack: Nmbr9Solution | None = None
    score: int | None = None
    """The score of `stack`, at least the target; None if no stack was found."""
    bound: int | None = None
    """The largest upper bound of all top layers, without facts; None if the run was stopped too early."""
    large_top_bound: int | None = None
    """The same for top layers of four or more parts only."""

    @property
    def impossible(self) -> bool:
        """Whether it is proved that no stack reaches the target."""
        return self.complete and self.stack is None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A state of the search and the state above it."""

    state: State
    level: int
    small: bool
    """Whether the layers of this state and of all states above it have at most three parts."""
    parent: Node | None


@dataclass
class Search:
    """The search for one deck and target, with the tables and counters that all threads share."""

    deck: Deck
    target: int
    facts: Mapping[int, int] = field(default_factory=dict)
    """Proved upper bounds on the score of a stack, by number of parts; they make the search shorter."""
    stats: Array = field(default_factory=lambda: np.zeros(3, np.int64))

    def __post_init__(self) -> None:
        self._sets, self._tables = self.deck.sets(), tables_for(self.deck, self.target, self.facts)
        self._oriented = oriented_parts()
        self._stats_lock = threading.Lock()
        self._plans: dict[tuple[int, int, int], tuple[Array, Array]] = {}

    def counters(self) -> dict[str, int]:
        """Return the numbers of placements tried, covers found, and layers and parts outside the board."""
        return {
            "nodes": int(self.stats[NODES]),
            "covers": int(self.stats[COVERS]),
            "clipped": int(self.stats[CLIPPED]),
        }

    def next_layer_reaches_target(self, state: State) -> bool:
        """Return True if one more layer under this state reaches the target, whichever parts that layer has."""
        return self.score_under(state) >= self.target

    def score_under(self, state: State) -> int:
        """Return the score after one more layer is put under this state; every layer gives the same score."""
        return state.score + int(self._sets.total_value[state.used])

    def children(self, state: State) -> list[State]:
        """Return every state directly under this one whose upper bound reaches the target, without duplicates.

        If the next layer already reaches the target, the list may be incomplete.
        """
        rows, _ = self.layers_under(state)
        score = self.score_under(state)
        layers = {
            (number, tuple(row[HEAD : HEAD + count])) for row in rows.tolist() for count, number in [row[:HEAD]]
        }
        # The states are sorted so that those with the same parts are adjacent: they share a cached plan.
        return [State(layer, state.used + number, score) for number, layer in sorted(layers)]

    def children_of_each(self, states: Sequence[State], run: Run) -> Iterator[tuple[State, list[State]]]:
        """Generate each state with its children, using the threads of the run, until the run is stopped."""
        threads = run.limits.threads
        with ThreadPoolExecutor(threads) as pool:
            for begin in range(0, len(states), BATCH * threads):
                if run.stopped:
                    return
                batch = states[begin : begin + BATCH * threads]
                each = pool.map(self.children, batch) if threads > 1 else map(self.children, batch)
                yield from zip(batch, each, strict=True)

    def layers_under(self, state: State) -> tuple[Array, Array]:
        """Return the layers under a state in two forms: canonical, and as they lie on the kernel's board."""
        deck, size = self.deck, 256
        layer = np.array(state.layer, np.int64)
        number = deck.number(self._oriented.value[layer >> 14].tolist())
        need = self.target - self.score_under(state)
        good, rest = self._plan(state.used, number, need)
        while True:
            stats = np.zeros(3, np.int64)
            out, raw = (np.empty((size, HEAD + deck.cards), np.int64) for _ in range(2))
            filled = write_layers_under(
                layer, number, state.used, need <= 0, deck.types, self._sets, self._oriented, good, rest, out,
                raw, stats,
            )  # fmt: skip
            if filled <= size:
                break
            size = filled
        if stats[CLIPPED]:
            problem = f"too small for the layers under a layer of {len(layer)} parts"
            raise EngineFailure(f"the board of the second search is {problem}")
        with self._stats_lock:
            self.stats += stats
        return out[:filled], raw[:filled]

    def _plan(self, used: int, number: int, need: int) -> tuple[Array, Array]:
        """Return the arrays `good` and `rest` of `plan_layers`, from the cache if they were computed before."""
        plan = self._plans.get((used, number, need))
        if plan is None:
            size = len(self._sets.size)
            plan = np.empty(size, np.bool_), np.empty(size, np.int64)
            plan_layers(used, number, need, self._sets, self._tables, *plan)
            if len(self._plans) >= KEPT_PLANS:
                self._plans.clear()
            self._plans[used, number, need] = plan
        return plan


def top_states(deck: Deck, target: int, most: int, facts: Mapping[int, int] | None = None) -> Iterator[State]:
    """Generate the states of the top layers whose upper bound reaches the target.

    If one of them has more than `most` parts, `BadInput` is raised.
    """
    tables = tables_for(deck, target, facts or {})
    for values in top_sets(deck, target, tables):
        if len(values) > most:
            bound = top_bounds(deck, tables)[deck.number(values)]
            raise BadInput(
                f"target {target}: the upper bound for a top layer of {len(values)} parts is {bound}, and top "
                f"layers of more than {most} parts are not searched; expected a higher target"
            )
        for layer in layers_of(values).tolist():
            yield State(tuple(layer), deck.number(values), 0)


def prove(
    instance: Nmbr9Instance, target: int, run: Run | None = None, facts: Mapping[int, int] | None = None
) -> Proof:
    """Find a stack of variant F that reaches the target, or prove that there is none.

    If the run is stopped before the search ends, `complete` is False in the result. `facts` contains, for some
    numbers of parts, a proved upper bound on the score of a stack of that many of the instance's parts.
    """
    run = run or Run()
    deck = deck_of(instance)
    if type(target) is not int or target < 1:
        raise BadInput(f"target: expected a positive score, not {target!r}")
    run.report(note="computing what two or three parts can carry")
    try:
        carried = int(carried_sets(deck, run=run).carries.sum())
    except Stopped:
        return Proof(instance=instance, target=target)
    search = Search(deck, target, facts or {})
    levels: list[set[State]] = []
    below: set[State] = set()
    starts = (
        Node(top, 1, len(top.layer) <= SMALL_LAYER, None)
        for top in top_states(deck, target, LARGEST_TOP, facts)
    )
    end = depth_first(search, starts, levels, below, run)
    stack = _stack(search, end) if end else None
    bounds = top_bounds(deck)
    return Proof(
        instance=instance,
        target=target,
        stack=stack,
        score=search.score_under(end.state) if end else None,
        complete=stack is not None or not run.stopped,
        bound=int(bounds.max()),
        large_top_bound=int(bounds[deck.sets().size > SMALL_LAYER].max(initial=0)),
        carried=carried,
        levels=tuple(len(level) for level in levels),
        below=len(below),
        **search.counters(),
    )


def depth_first(
    search: Search, starts: Iterable[Node], levels: list[set[State]], below: set[State], run: Run
) -> Node | None:
    """Search under each of the nodes `starts`; return a node whose next layer reaches the target, or None.

    Each state is searched once. The states found are stored in `levels`, by level, if all their layers are
    small, and in `below` otherwise.
    """
    agenda: list[Node] = []

    def add(node: Node) -> None:
        while node.small and len(levels) < node.level:
            levels.append(set())
        known = levels[node.level - 1] if node.small else below
        if node.state not in known:
            known.add(node.state)
            agenda.append(node)

    remaining_starts = iter(starts)
    most = BATCH * run.limits.threads
    done = 0
    while not run.stopped:
        while len(agenda) < most and (start := next(remaining_starts, None)) is not None:
            add(start)
        if not agenda:
            return None
        batch = [agenda.pop() for _ in range(min(len(agenda), most))]
        results = search.children_of_each([node.state for node in batch], run)
        for node, (state, children) in zip(batch, results, strict=False):
            if children and search.next_layer_reaches_target(state):
                return node
            for child in children:
                add(Node(child, node.level + 1, node.small and len(child.layer) <= SMALL_LAYER, node))
        done += len(batch)
        run.report(note=f"{done} states searched, {len(agenda)} waiting")
    return None


def _stack(search: Search, end: Node) -> Nmbr9Solution:
    """Return the stack down to the layer under the last node, with the remaining parts on the table."""
    chain: list[State] = []
    node: Node | None = end
    while node is not None:
        chain.insert(0, node.state)
        node = node.parent
    layers: list[PlacedLayer] = [[unpack(each) for each in chain[0].layer]]
    for index, state in enumerate(chain):
        rows, raws = search.layers_under(state)
        for row, raw in zip(rows.tolist(), raws.tolist(), strict=True):
            layer = tuple(row[HEAD : HEAD + row[0]])
            if index + 1 == len(chain) or layer == chain[index + 1].layer:
                on_board = [unpack(each) for each in raw[: row[0]]]
                layers.append(placed_below(state.layer, layers[-1], on_board))
                break
    return solution_of(search.deck, layers)
