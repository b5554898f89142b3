"""Longest trails for few connected labels: examine the subsets of labels, highest upper bound first.

Stones form a trail if they are connected and at most two labels have an odd number of halves, not counting
doubles. For each subset of labels, we leave out as few stones as possible to satisfy this condition. At most
one stone of each pair of labels is left out, because putting two equal stones back does not change any parity
and makes the trail longer. No double is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Run
from tilewright.games.domino.label_graph.stone_counts import Table, inside

__all__ = ["keep_most"]


def keep_most(table: Table, enough: int, run: Run) -> tuple[Table, int]:
    """Return the stones of a longest trail, or of a trail with at least `enough` stones, and an upper bound.

    The upper bound applies to the number of stones of any trail. If the run is stopped, the trail may be
    shorter.
    """
    labels = _LabelSets(table)
    best = np.zeros_like(table)
    size = 0
    for upper, used in labels.sets():
        if size >= min(enough, upper) or run.stopped:
            return best, max(size, upper)
        for spare in range(labels.stones(used) - upper, labels.stones(used) - size):
            left_out = labels.leave_out(used, spare)
            if left_out is not None:
                size = labels.stones(used) - spare
                best = labels.kept(used, left_out)
                run.report(best=min(size, enough))
                break
    return best, size


class _LabelSets:
    """The stones of a table, counted for each set of labels; a set of labels is a bit mask."""

    def __init__(self, table: Table) -> None:
        self.table = table
        apart = table - np.diag(np.diag(table))
        self.joined = [_bits_where(row > 0) for row in apart]
        self.once = [_bits_where(row == 1) for row in apart]
        self.oddly = [_bits_where(row % 2 == 1) for row in apart]
        self._stones = [0]
        rows = table.tolist()
        for used in range(1, 1 << len(rows)):
            last = used.bit_length() - 1
            rest = used ^ (1 << last)
            more = rows[last][last] + sum(rows[last][other] for other in _members(rest))
            self._stones.append(self._stones[rest] + more)

    def stones(self, used: int) -> int:
        """Return the number of stones with both labels in the set."""
        return self._stones[used]

    def odd(self, used: int) -> int:
        """Return the labels with an odd number of halves, counting only stones with both labels in the set."""
        return sum(1 << label for label in _members(used) if (self.oddly[label] & used).bit_count() % 2)

    def sets(self) -> list[tuple[int, int]]:
        """Return each connected set as (upper bound on the length of its trails, set), highest bound first."""
        none_left_out = [0] * len(self.joined)
        bounded_sets = []
        for used in range(1, len(self._stones)):
            if self.stones(used) and self.connected(used, none_left_out):
                bounded_sets.append((self.stones(used) - max(0, self.odd(used).bit_count() // 2 - 1), used))
        return sorted(bounded_sets, reverse=True)

    def connected(self, used: int, left_out: list[int]) -> bool:
        """Return whether the stones that are not left out connect all labels of the set."""
        reached = frontier = used & -used
        while frontier:
            adjacent = 0
            for label in _members(frontier):
                adjacent |= self.joined[label] & ~(left_out[label] & self.once[label])
            frontier = adjacent & used & ~reached
            reached |= frontier
        return reached == used

    def leave_out(self, used: int, spare: int) -> list[int] | None:
        """Choose at most `spare` stones to leave out so that the others form a trail.

        Return None if there is no such choice. For each label, the result contains a bit mask: the other labels
        on the left-out stones with this label. Every odd label must be an end of the trail or lose a stone, so
        the search branches on these choices for one odd label at a time.
        """
        left_out = [0] * len(self.joined)

        def search(odd: int, ends: int, spare: int) -> bool:
            if odd.bit_count() <= ends:
                return True
            if odd.bit_count() > ends + 2 * spare:
                return False
            bit = odd & -odd
            if ends and search(odd ^ bit, ends - 1, spare):
                return True
            label = bit.bit_length() - 1
            for other in _members(self.joined[label] & used & ~left_out[label]):
                left_out[label] ^= 1 << other
                left_out[other] ^= bit
                still_connected = not self.once[label] >> other & 1 or self.connected(used, left_out)
                if still_connected and search(odd ^ bit ^ (1 << other), ends, spare - 1):
                    return True
                left_out[label] ^= 1 << other
                left_out[other] ^= bit
            return False

        return left_out if search(self.odd(used), 2, spare) else None

    def kept(self, used: int, left_out: list[int]) -> Table:
        """Return the table of the stones that have both labels in the set and are not left out."""
        members = np.array(list(_members(used)))
        kept = inside(self.table, members)
        for label in members.tolist():
            for other in _members(left_out[label]):
                kept[label, other] -= 1
        return kept


def _members(labels: int) -> Iterator[int]:
    while labels:
        bit = labels & -labels
        yield bit.bit_length() - 1
        labels ^= bit


def _bits_where(mask: NDArray[np.bool_]) -> int:
    return sum(1 << int(label) for label in np.flatnonzero(mask))
