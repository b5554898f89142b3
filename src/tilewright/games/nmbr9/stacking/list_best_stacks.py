"""All best stacks of a free deck, listed.

Two stacks are the same if one is the other turned and moved as a whole, whichever copy of a number lies where.
Cards on the table that carry nothing do not count, wherever they lie: what is told apart is all that lies above
the table, and the parts on the table that carry something.

The compiled search gives the states with hope for the score and which of them lie under which. What leads to
the end is then laid out in plain Python.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.nmbr9.rules import Nmbr9Instance, orientations
from tilewright.games.nmbr9.stacking.next_layer_kernel import States
from tilewright.games.nmbr9.stacking.rebuild_placements import (
    Layer,
    Part,
    carries,
    ground,
    part_of,
    shifted,
    turns,
)
from tilewright.games.nmbr9.stacking.search_states import joined, merged
from tilewright.games.nmbr9.stacking.search_tables import Ints, Tables
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.games.nmbr9.stacking.top_layers import listed_tops, tops_of

__all__ = ["Stack", "best_stacks"]

Stack = tuple[tuple[tuple[int, tuple[Cell, ...]], ...], ...]
"""The levels from the top, each a sorted list of values with their cells; the least of its four turns."""


def best_stacks(
    instance: Nmbr9Instance, score: int, threads: int, watch: Callable[[str], None]
) -> frozenset[Stack]:
    """Every stack of the score, which must be the best one; `watch` may raise."""
    if instance.variant != "F" or instance.grid is not None or instance.levels is not None:
        raise BadInput("stacks are counted for variant F on a table without edges and limits")
    if score < 1:
        raise BadInput(f"stacks are counted for a score of at least 1, not {score}")
    tables = Tables.of(instance, threads=threads, watch=lambda: watch("tables"))
    levels = _levels(Search(tables, score, threads, watch))
    return frozenset(_least(stack) for stack in _Listing(tables, score, levels, watch).stacks())


@dataclass(frozen=True, slots=True)
class _Level:
    """States, and for each the states above that it may lie under; `ends`: the next layer makes the score."""

    states: States
    parents: tuple[tuple[int, ...], ...]
    ends: Ints


def _levels(search: Search) -> list[_Level]:
    """The states with hope, level by level, with every way from one level to the next."""
    tables = search.tables
    states = joined(
        [
            listed_tops(tables, search.wanted),
            *tops_of(search.larger_tops(), tables, search.wanted, search.look),
        ]
    )
    parents: tuple[tuple[int, ...], ...] = ((),) * len(states.counts)
    levels = []
    while len(states.counts):
        ends = states.scores + tables.sets.values[states.used] >= search.wanted
        levels.append(_Level(states, parents, ends))
        going = np.nonzero(~ends)[0]
        below = search.next_level(States(*(column[going] for column in states)))
        states = merged(below, tables)
        parents = _parents(joined(below), states, going)
    return levels


def _parents(written: States, states: States, going: Ints) -> tuple[tuple[int, ...], ...]:
    """For each state all that it was found under with its score."""
    above: dict[tuple[bytes, int, int], set[int]] = defaultdict(set)
    for layer, used, score, parent in zip(
        written.layers, written.used, written.scores, written.parents, strict=True
    ):
        above[layer.tobytes(), int(used), int(score)].add(int(going[parent]))
    return tuple(
        tuple(sorted(above[layer.tobytes(), int(used), int(score)]))
        for layer, used, score in zip(states.layers, states.used, states.scores, strict=True)
    )


@dataclass(frozen=True)
class _Listing:
    """Stacks laid out along the levels."""

    tables: Tables
    score: int
    levels: list[_Level]
    watch: Callable[[str], None]

    def stacks(self) -> Iterator[list[Layer]]:
        for at in sorted(self._good[0]) if self.levels else ():
            yield from self._under([self._layer(0, at)], 0, at)

    @cached_property
    def _good(self) -> list[dict[int, set[int]]]:
        """For each level the states that lead to the score, each with those of the next level that do."""
        good: list[dict[int, set[int]]] = [{} for _ in self.levels]
        for depth in range(len(self.levels) - 1, -1, -1):
            level = self.levels[depth]
            for at in map(int, np.nonzero(level.ends)[0]):
                if self._can_end(level.states, at, depth):
                    good[depth].setdefault(at, set())
            if depth:
                for at in list(good[depth]):
                    for parent in level.parents[at]:
                        good[depth - 1].setdefault(parent, set()).add(at)
        return good

    def _can_end(self, states: States, at: int, depth: int) -> bool:
        search = Search(self.tables, self.score, 1, self.watch)
        search.under(States(*(column[at : at + 1] for column in states)), depth + 1)
        return search.find is not None

    def _layer(self, depth: int, at: int) -> Layer:
        states = self.levels[depth].states
        codes = map(int, states.layers[at, : states.counts[at]])
        return tuple(part_of(code >> 10, code >> 5 & 31, code & 31, self.tables.catalogue) for code in codes)

    def _under(self, stack: list[Layer], depth: int, at: int) -> Iterator[list[Layer]]:
        """Every way to go on below the lowest layer of the stack, which is a state of the level."""
        self.watch("stacks are laid out")
        support = self.tables.instance.support
        if self.levels[depth].ends[at]:
            for last in covers(stack[-1], self._left(depth, at), support):
                yield [*stack, last]
            return
        for below in sorted(self._good[depth][at]):
            for layer in _ways_under(stack[-1], self._layer(depth + 1, below), support):
                yield from self._under([*stack, layer], depth + 1, below)

    def _left(self, depth: int, at: int) -> tuple[Counter[int], int]:
        """The parts that are left under a state, and how many of them are still placed."""
        sets = self.tables.sets
        used = int(self.levels[depth].states.used[at])
        left = Counter({value: int(count) for value, count in enumerate(sets.digits[sets.whole - used])})
        return left, sets.cards - int(sets.counts[used])


def _ways_under(above: Layer, layer: Layer, support: str) -> list[Layer]:
    """The layer in every turn and place in which it carries the one above."""
    row, column = min(ground(above))
    found: dict[frozenset[Part], Layer] = {}
    for turned in turns(layer):
        for r, c in ground(turned):
            moved = shifted(turned, row - r, column - c)
            if carries(moved, above, support):
                found[frozenset(moved)] = moved
    return list(found.values())


def covers(above: Layer, left: tuple[Counter[int], int], support: str) -> Iterator[Layer]:
    """Every way to carry a layer by parts that all carry something."""
    parts, most = left
    wanted = ground(above)
    ways: dict[Cell, set[Part]] = defaultdict(set)
    for value, count in parts.items():
        for shape in orientations(value) if count else ():
            for row, column in wanted:
                for r, c in shape.cells:
                    cells = frozenset((row - r + q, column - c + p) for q, p in shape.cells)
                    if not any(upper <= cells for _, upper in above):
                        ways[row, column].add((value, cells))
    waiting: list[tuple[Layer, frozenset[Cell], frozenset[Cell]]] = [((), frozenset(), wanted)]
    while waiting:
        laid, taken, bare = waiting.pop()
        if not bare:
            if carries(laid, above, support):
                yield laid
            continue
        if len(laid) == most:
            continue
        used = Counter(value for value, _ in laid)
        fitting = min(
            (
                [way for way in ways[cell] if used[way[0]] < parts[way[0]] and taken.isdisjoint(way[1])]
                for cell in sorted(bare)
            ),
            key=len,
        )
        waiting.extend(((*laid, way), taken | way[1], bare - way[1]) for way in fitting)


def _least(stack: list[Layer]) -> Stack:
    """The same for a stack however it is turned and moved."""
    forms = []
    for turned in zip(*map(turns, stack), strict=True):
        row = min(r for layer in turned for r, _ in ground(layer))
        column = min(c for layer in turned for _, c in ground(layer))
        forms.append(
            tuple(
                tuple(
                    sorted(
                        (value, tuple(sorted((r - row, c - column) for r, c in cells)))
                        for value, cells in layer
                    )
                )
                for layer in turned
            )
        )
    return min(forms)
