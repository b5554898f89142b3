"""Greedy: the stone after which most stones might still follow, laid along the wall.

What might follow is bounded from two sides. Of the stones left, those that hang together with the open label
could follow; under the rule chain no trail takes all of them when many labels have an odd number of halves
left. Of the cells left, those that hang together with the open end could be covered; each stone covers a dark
and a light one. The smaller bound is the value of a move. Among moves of equal value, greedy goes where the
fewest free cells are near, so that no hole is left behind.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from tilewright.game import Cell
from tilewright.games.domino.state import DominoMove, DominoState, Stone, neighbours
from tilewright.play import Budget, Valued, refuse_budget

__all__ = ["GreedyPlayer", "make"]


def make(budget: Budget) -> GreedyPlayer:
    refuse_budget("greedy", budget)
    return GreedyPlayer()


class GreedyPlayer:
    """Looks one stone ahead."""

    def choose(self, state: DominoState, rng: random.Random) -> DominoMove:
        return self._ranked(state)[0][-1]

    def values(self, state: DominoState, rng: random.Random) -> list[Valued]:
        return [Valued(move, -worth) for worth, _, move in self._ranked(state)]

    def _ranked(self, state: DominoState) -> list[tuple[int, int, DominoMove]]:
        """The best move first: most stones to follow, then fewest free cells near, then the order of moves."""
        return sorted(self._judge(state, move) for move in self._candidates(state))

    def _candidates(self, state: DominoState) -> list[DominoMove]:
        moves = state.moves()
        if state.laid:
            return moves
        # The first stone may lie anywhere; in a corner it leaves one piece with no hole in it.
        return [move for move in moves if move.cells == ((0, 0), (0, 1))]

    def _judge(self, state: DominoState, move: DominoMove) -> tuple[int, int, DominoMove]:
        after = state.play(move)
        chain = state.instance.rule == "chain"
        free, ends = after.free, after.laid[-1].cells[chain:]
        near = {cell for end in ends for cell in neighbours(end, state.instance.n)} & free
        labels = after.laid[-1].stone[chain:]
        stones = _trail_bound(after.left, labels[0]) if chain else _linked(after.left, labels).total()
        follow = 0 if after.over else min(stones, _room(free, near, state.instance.n))
        return -len(after.laid) - follow, len(near), move


def _linked(left: Counter[Stone], labels: Iterable[int]) -> Counter[Stone]:
    """The stones that hang together with some labels."""
    reached, waiting = set(labels), True
    while waiting:
        more = {label for stone in left if reached & set(stone) for label in stone}
        waiting = not more <= reached
        reached |= more
    return Counter({stone: count for stone, count in left.items() if stone[0] in reached})


def _trail_bound(left: Counter[Stone], label: int) -> int:
    """No trail from a label is longer: it can end at one odd label, and any two others cost it a stone."""
    linked = _linked(left, (label,))
    halves: Counter[int] = Counter({label: 1})
    for stone, count in linked.items():
        for each in stone:
            halves[each] += count
    odd = sum(count % 2 for count in halves.values())
    return linked.total() - (odd - 1) // 2


def _room(free: set[Cell], near: set[Cell], n: int) -> int:
    """How many stones fit at most into the largest piece of free cells that begins near the end."""
    best, unseen = 0, set(near)
    while unseen:
        piece = {unseen.pop()}
        edge = set(piece)
        while edge:
            edge = {cell for each in edge for cell in neighbours(each, n)} & free - piece
            piece |= edge
        unseen -= piece
        dark = sum((row + column) % 2 for row, column in piece)
        best = max(best, min(dark, len(piece) - dark))
    return best
