"""Exact covers: choose options so that every item is covered once and every kind is used as often as required.

An option covers some items and has a kind; for example, a placement of a piece covers cells. A *symmetry* is a
permutation of the options that maps solutions to solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.game import Run
from tilewright.puzzles.exact_cover_kernel import BITS, NODES, STABLE, STOPPED, TOTAL, UNLIMITED, search_covers

__all__ = ["UNLIMITED", "Covers", "Option", "find_covers"]

Option = tuple[int, Sequence[int]]
"""The kind of an option, and the items that it covers."""


@dataclass(frozen=True, slots=True)
class Covers:
    """The result of a search for exact covers."""

    total: int
    """The number of solutions found."""
    complete: bool
    """Whether the search has proved that there are no other solutions."""
    first: list[list[int]]
    """The first solutions, each as a sorted list of the indices of its options."""
    orbits: int | None
    """The number of solutions up to symmetry; None if the search is not complete."""
    nodes: int
    """The number of nodes of the search tree that were visited."""


def find_covers(
    items: int,
    uses: Sequence[int],
    options: Sequence[Option],
    run: Run,
    *,
    most: int,
    keep: int = 2,
    symmetries: Sequence[Sequence[int]] = (),
) -> Covers:
    """Count the exact covers, but stop at `most`; also return the first `keep` of them.

    The items are the numbers below `items`. `uses` contains, for each kind, how often it must be used, or
    `UNLIMITED` for any number of times. `symmetries` lists all symmetries except the identity; together with
    the identity they form a group.
    """
    images = np.array(symmetries, np.int64).reshape(len(symmetries), len(options))
    deepest = items // min((len(covered) for _, covered in options), default=1)
    found = np.full((keep, deepest + 1), -1, np.int64)
    counts = np.zeros(4, np.int64)

    def interrupt() -> None:
        counts[STOPPED] = 1

    with run.on_stop(interrupt):
        complete = bool(search_covers(*_arrays(items, uses, options), images, most, found, counts))
    total = int(counts[TOTAL])
    # By Burnside's lemma, the number of orbits times the number of symmetries, including the identity, is the
    # number of pairs of a solution and a symmetry that maps the solution to itself. The identity maps every
    # solution to itself.
    orbits = (total + int(counts[STABLE])) // (len(symmetries) + 1) if complete else None
    first = [sorted(option for option in row if option >= 0) for row in found[:total].tolist()]
    return Covers(total, complete, first, orbits, int(counts[NODES]))


def _arrays(items: int, uses: Sequence[int], options: Sequence[Option]) -> tuple[Any, ...]:
    """Return the arrays that `search_covers` needs."""
    rows = [[*covered, items + kind] for kind, covered in options]
    lengths = np.array([0, *map(len, rows)], np.int64)
    option_items = np.array([item for row in rows for item in row], np.int64)
    options_with = np.repeat(np.arange(len(rows)), lengths[1:])
    # After a stable sort by item, the options that contain the same item are adjacent and in ascending order.
    order = np.argsort(option_items, kind="stable")
    ends = np.searchsorted(option_items[order], np.arange(items + len(uses) + 1))
    first_word, last_word = np.zeros((2, items + len(uses)), np.int64)
    masks = []
    for item in range(items + len(uses)):
        own = options_with[order[ends[item] : ends[item + 1]]]
        if len(own):
            first_word[item], last_word[item] = own[0] // BITS, own[-1] // BITS + 1
        mask = np.zeros(last_word[item] - first_word[item], np.uint64)
        np.bitwise_or.at(mask, own // BITS - first_word[item], np.uint64(1) << (own % BITS).astype(np.uint64))
        masks.append(mask)
    offset = np.cumsum([0, *map(len, masks)])[:-1]
    remaining = np.array([*[UNLIMITED] * items, *uses], np.int64)
    branched = [*range(items), *(items + kind for kind, number in enumerate(uses) if number == 1)]
    active = np.array(branched, np.int64)
    return (
        np.cumsum(lengths),
        option_items,
        first_word,
        last_word,
        offset,
        np.concatenate(masks),
        remaining,
        active,
    )
