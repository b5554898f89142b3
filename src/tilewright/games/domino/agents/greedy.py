"""Greedy: plays the move with the highest upper bound on the number of stones that can still be laid.

The *open end* is the part of the last stone that the next stone can join: its second half under rule `chain`,
both halves under rule `touch`. In the label graph, the nodes are labels and the edges are the remaining stones.
The upper bound is the smaller of two bounds. The first bound is the number of stones that are connected in the
label graph to a label of the open end; under rule `chain` it is reduced if too many labels have an odd number
of halves, because no trail can then use all stones. The second bound is the number of stones that fit into the
free cells connected to the open end: on a board coloured like a chessboard, each stone covers a dark and a
light cell. Among moves with equal bounds, `greedy` prefers the move whose open end has the fewest free
neighbouring cells, which avoids leaving holes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from tilewright.game import Cell
from tilewright.games.domino.state import DominoMove, DominoState, Stone, neighbours
from tilewright.geometry import flood
from tilewright.play import Budget, Valued

__all__ = ["GreedyPlayer", "make"]


def make(budget: Budget) -> GreedyPlayer:
    return GreedyPlayer()


class GreedyPlayer:
    """A player that looks one stone ahead."""

    def choose(self, state: DominoState, rng: random.Random) -> DominoMove:
        return self._ranked(state)[0][-1]

    def values(self, state: DominoState, rng: random.Random) -> list[Valued]:
        return [Valued(move, -negated_bound) for negated_bound, _, move in self._ranked(state)]

    def _ranked(self, state: DominoState) -> list[tuple[int, int, DominoMove]]:
        """Return (negated bound, number of free neighbouring cells, move) for each move, best move first."""
        return sorted(self._rank(state, move) for move in self._candidates(state))

    def _candidates(self, state: DominoState) -> list[DominoMove]:
        moves = state.moves()
        if state.laid:
            return moves
        # The first stone may be laid anywhere; in a corner it leaves one connected region without holes.
        return [move for move in moves if move.cells == ((0, 0), (0, 1))]

    def _rank(self, state: DominoState, move: DominoMove) -> tuple[int, int, DominoMove]:
        after = state.play(move)
        chain = state.instance.rule == "chain"
        free, ends = after.free, after.laid[-1].cells[chain:]
        near = {cell for end in ends for cell in neighbours(end, state.instance.n)} & free
        labels = after.laid[-1].stone[chain:]
        linked_stones = _trail_bound(after.left, labels[0]) if chain else _linked(after.left, labels).total()
        following = 0 if after.over else min(linked_stones, _space_bound(free, near))
        return -len(after.laid) - following, len(near), move


def _linked(left: Counter[Stone], labels: Iterable[int]) -> Counter[Stone]:
    """Return the remaining stones that are connected to one of the labels in the label graph."""
    reached, growing = set(labels), True
    while growing:
        adjacent = {label for stone in left if reached & set(stone) for label in stone}
        growing = not adjacent <= reached
        reached |= adjacent
    return Counter({stone: count for stone, count in left.items() if stone[0] in reached})


def _trail_bound(left: Counter[Stone], label: int) -> int:
    """Return an upper bound on the number of stones of a trail that begins at a label.

    A label is odd if it is on an odd number of halves. This counts the halves of the remaining stones that are
    connected to the label at which the trail begins and, of the last stone laid, only the half with this label.
    One odd label may be the end of the trail; for every two other odd labels, a stone has to be left out.
    """
    linked = _linked(left, (label,))
    halves: Counter[int] = Counter({label: 1})
    for stone, count in linked.items():
        for half in stone:
            halves[half] += count
    odd = sum(count % 2 for count in halves.values())
    return linked.total() - (odd - 1) // 2


def _space_bound(free: set[Cell], near: set[Cell]) -> int:
    """Return an upper bound on the number of stones that fit into a single free region next to the open end."""
    best = 0
    for region in {flood([cell], free) for cell in near}:
        dark = sum((row + column) % 2 for row, column in region)
        best = max(best, min(dark, len(region) - dark))
    return best
