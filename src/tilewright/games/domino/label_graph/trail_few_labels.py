"""The most stones that make one trail, where few labels are connected: all sets of labels, best first.

Stones make a trail if they hang together and at most two labels have an odd number of halves, doubles not
counted. For each set of labels we leave out as few stones as possible so that this holds. Of the stones that
join the same two labels at most one is left out, because putting two back would change nothing but the
length; and no double is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tilewright.game import Run
from tilewright.games.domino.label_graph.stone_counts import Table

__all__ = ["keep_most"]


def keep_most(table: Table, enough: int, run: Run) -> tuple[Table, int]:
    """The stones of a longest trail, or of one with `enough` stones, and a bound on all trails."""
    labels = _Labels(table)
    best = np.zeros_like(table)
    size = 0
    for most, used in labels.sets():
        if size >= min(enough, most) or run.stopped:
            return best, max(size, most)
        for spare in range(labels.stones(used) - most, labels.stones(used) - size):
            left_out = labels.leave_out(used, spare)
            if left_out is not None:
                size = labels.stones(used) - spare
                best = labels.kept(used, left_out)
                run.report(best=min(size, enough))
                break
    return best, size


class _Labels:
    """The labels as bits: a set of labels is a whole number."""

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
        """How many stones have both labels in the set."""
        return self._stones[used]

    def odd(self, used: int) -> int:
        """The labels of the set with an odd number of halves inside it."""
        return sum(1 << label for label in _members(used) if (self.oddly[label] & used).bit_count() % 2)

    def sets(self) -> list[tuple[int, int]]:
        """Every set that stones join into one piece, with a bound on its trails, the highest bound first."""
        nothing = [0] * len(self.joined)
        found = []
        for used in range(1, len(self._stones)):
            if self.stones(used) and self.connected(used, nothing):
                found.append((self.stones(used) - max(0, self.odd(used).bit_count() // 2 - 1), used))
        return sorted(found, reverse=True)

    def connected(self, used: int, left_out: list[int]) -> bool:
        """Stones that are not left out join the labels of the set into one piece."""
        reached = edge = used & -used
        while edge:
            ahead = 0
            for label in _members(edge):
                ahead |= self.joined[label] & ~(left_out[label] & self.once[label])
            edge = ahead & used & ~reached
            reached |= edge
        return reached == used

    def leave_out(self, used: int, spare: int) -> list[int] | None:
        """At most `spare` stones whose absence makes a trail: for each label, the labels at their other ends.

        Every label that is odd must be an end of the trail or lose a stone, so we try these for one of them.
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
                still_one = not self.once[label] >> other & 1 or self.connected(used, left_out)
                if still_one and search(odd ^ bit ^ (1 << other), ends, spare - 1):
                    return True
                left_out[label] ^= 1 << other
                left_out[other] ^= bit
            return False

        return left_out if search(self.odd(used), 2, spare) else None

    def kept(self, used: int, left_out: list[int]) -> Table:
        """The table of the stones inside the set without those left out."""
        kept = np.zeros_like(self.table)
        members = list(_members(used))
        kept[np.ix_(members, members)] = self.table[np.ix_(members, members)]
        for label in members:
            for other in _members(left_out[label]):
                kept[label, other] -= 1
        return kept


def _members(labels: int) -> Iterator[int]:
    while labels:
        bit = labels & -labels
        yield bit.bit_length() - 1
        labels ^= bit


def _bits_where(truths: NDArray[np.bool_]) -> int:
    return sum(1 << int(label) for label in np.flatnonzero(truths))
