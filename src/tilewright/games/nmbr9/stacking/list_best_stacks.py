"""List all best stacks of variant F.

Two stacks are the same if one is a rotated or translated copy of the other; copies of a number are
interchangeable. Parts on the table that support nothing are ignored: stacks are compared by everything above
the table and by the parts on the table that support something.

The compiled search yields the states whose upper bound reaches the best score, each with the states on the
level above that lead to it. Python code then enumerates the stacks, following only states that lead to a
complete stack.
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
from tilewright.games.nmbr9.stacking.join_and_split_states import joined, merged
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import Ints, Tables, require_unbounded
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import States
from tilewright.games.nmbr9.stacking.rebuild_placements import (
    Layer,
    Part,
    layer_of,
    occupied_cells,
    positions_under,
    rotations,
    supports,
)
from tilewright.games.nmbr9.stacking.top_down_search import Search
from tilewright.games.nmbr9.stacking.top_layers_for_target import listed_tops, tops_of

__all__ = ["Stack", "best_stacks"]

Stack = tuple[tuple[tuple[int, tuple[Cell, ...]], ...], ...]
"""The levels of a stack from the top, each a sorted list of values and cells, in the smallest of the four
rotations."""


def best_stacks(
    instance: Nmbr9Instance, score: int, threads: int, report_progress: Callable[[str], None]
) -> frozenset[Stack]:
    """Return every stack with this score, which must be the best possible score.

    `report_progress` is called regularly with a progress message and may raise `Cancelled`.
    """
    require_unbounded(instance, "stacks are counted")
    if score < 1:
        raise BadInput(f"stacks are counted only for scores of at least 1, not {score}")
    tables = Tables.of(instance, threads=threads, check_stopped=lambda: report_progress("computing the tables"))
    levels = _levels(Search(tables, score, threads, report_progress))
    stacks = _Enumeration(tables, score, levels, report_progress).stacks()
    return frozenset(_canonical(stack) for stack in stacks)


@dataclass(frozen=True, slots=True)
class _Level:
    """The states of a level."""

    states: States
    parents: tuple[tuple[int, ...], ...]
    """For each state, the indexes of the states on the level above that lead to it."""
    ends: Ints
    """For each state, whether its stack reaches the score with one more layer underneath, whichever parts that
    layer has."""


def _levels(search: Search) -> list[_Level]:
    """Return the states whose upper bound reaches the score, level by level, with all their parents."""
    tables = search.tables
    states = joined(
        [
            listed_tops(tables, search.target),
            *tops_of(search.larger_top_sets(), tables, search.target, search.check_stopped),
        ]
    )
    parents: tuple[tuple[int, ...], ...] = ((),) * len(states.counts)
    levels = []
    while len(states.counts):
        ends = states.scores + tables.sets.values[states.used] >= search.target
        levels.append(_Level(states, parents, ends))
        continued = np.nonzero(~ends)[0]
        below = search.next_level(States(*(column[continued] for column in states)))
        states = merged(below, tables)
        parents = _parents(joined(below), states, continued)
    return levels


def _parents(written: States, states: States, continued: Ints) -> tuple[tuple[int, ...], ...]:
    """Return, for each merged state, the indexes of all states one level up that lead to it with its score."""
    above: dict[tuple[bytes, int, int], set[int]] = defaultdict(set)
    for layer, used, score, parent in zip(
        written.layers, written.used, written.scores, written.parents, strict=True
    ):
        above[layer.tobytes(), int(used), int(score)].add(int(continued[parent]))
    return tuple(
        tuple(sorted(above[layer.tobytes(), int(used), int(score)]))
        for layer, used, score in zip(states.layers, states.used, states.scores, strict=True)
    )


@dataclass(frozen=True)
class _Enumeration:
    """Enumerates all stacks that pass through the given states."""

    tables: Tables
    score: int
    levels: list[_Level]
    report_progress: Callable[[str], None]

    def stacks(self) -> Iterator[list[Layer]]:
        for index in sorted(self._successors[0]) if self.levels else ():
            yield from self._stacks_under([self._layer(0, index)], 0, index)

    @cached_property
    def _successors(self) -> list[dict[int, set[int]]]:
        """For each level, the states that lead to a complete stack, each with its successors one level down."""
        successors: list[dict[int, set[int]]] = [{} for _ in self.levels]
        for depth in range(len(self.levels) - 1, -1, -1):
            level = self.levels[depth]
            for index in map(int, np.nonzero(level.ends)[0]):
                if self._can_end(level.states, index, depth):
                    successors[depth].setdefault(index, set())
            if depth:
                for index in list(successors[depth]):
                    for parent in level.parents[index]:
                        successors[depth - 1].setdefault(parent, set()).add(index)
        return successors

    def _can_end(self, states: States, index: int, depth: int) -> bool:
        """Return True if some layer can be put under the state."""
        search = Search(self.tables, self.score, 1, self.report_progress)
        search.search_under(States(*(column[index : index + 1] for column in states)), depth + 1)
        return search.best is not None

    def _layer(self, depth: int, index: int) -> Layer:
        states = self.levels[depth].states
        return layer_of(map(int, states.layers[index, : states.counts[index]]), self.tables.shapes)

    def _stacks_under(self, stack: list[Layer], depth: int, index: int) -> Iterator[list[Layer]]:
        """Generate every completion of a stack whose lowest layer is that of the given state."""
        self.report_progress("enumerating stacks")
        support = self.tables.instance.support
        if self.levels[depth].ends[index]:
            for last in supporting_layers(stack[-1], self._left(depth, index), support):
                yield [*stack, last]
            return
        for below in sorted(self._successors[depth][index]):
            # The dictionary keeps one of several equal positions: some layers look the same in two rotations.
            positions = {
                frozenset(layer): layer
                for layer in positions_under(stack[-1], self._layer(depth + 1, below), support)
            }
            for layer in positions.values():
                yield from self._stacks_under([*stack, layer], depth + 1, below)

    def _left(self, depth: int, index: int) -> tuple[Counter[int], int]:
        """Return the parts that a state has not used, and the number of parts that are still to be placed."""
        sets = self.tables.sets
        used = int(self.levels[depth].states.used[index])
        left = Counter({value: int(count) for value, count in enumerate(sets.digits[sets.full - used])})
        return left, sets.cards - int(sets.counts[used])


def supporting_layers(above: Layer, left: tuple[Counter[int], int], support: str) -> Iterator[Layer]:
    """Generate every layer that supports the layer `above` and in which every part supports something.

    `left` contains the remaining parts and the maximum number of parts that may be used.
    """
    parts, most = left
    upper_cells = occupied_cells(above)
    ways: dict[Cell, set[Part]] = defaultdict(set)
    for value, count in parts.items():
        for shape in orientations(value) if count else ():
            for row, column in upper_cells:
                for r, c in shape.cells:
                    cells = frozenset((row - r + q, column - c + p) for q, p in shape.cells)
                    if not any(upper <= cells for _, upper in above):
                        ways[row, column].add((value, cells))
    waiting: list[tuple[Layer, frozenset[Cell], frozenset[Cell]]] = [((), frozenset(), upper_cells)]
    while waiting:
        layer, taken, uncovered = waiting.pop()
        if not uncovered:
            if supports(layer, above, support):
                yield layer
            continue
        if len(layer) == most:
            continue
        used = Counter(value for value, _ in layer)
        fewest = min(
            (
                [way for way in ways[cell] if used[way[0]] < parts[way[0]] and taken.isdisjoint(way[1])]
                for cell in sorted(uncovered)
            ),
            key=len,
        )
        waiting.extend(((*layer, way), taken | way[1], uncovered - way[1]) for way in fewest)


def _canonical(stack: list[Layer]) -> Stack:
    """Return a form of the stack that is the same for all its rotations and translations."""
    forms = []
    for rotated in zip(*map(rotations, stack), strict=True):
        row = min(r for layer in rotated for r, _ in occupied_cells(layer))
        column = min(c for layer in rotated for _, c in occupied_cells(layer))
        forms.append(
            tuple(
                tuple(
                    sorted(
                        (value, tuple(sorted((r - row, c - column) for r, c in cells)))
                        for value, cells in layer
                    )
                )
                for layer in rotated
            )
        )
    return min(forms)
