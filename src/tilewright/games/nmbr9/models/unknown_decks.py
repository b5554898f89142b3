"""What solvers of variant U share: how many decks there are, when to stop, and what no policy can beat.

The bounds look at neither shapes nor areas. Of the cards in the order of the deck, the i-th (from 0) lies at
most on level i // 2 + 1: below each part there are two others on every level. So a deck scores at most the sum
of its values times i // 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

import numpy as np

from tilewright.game import Run, Value
from tilewright.games.nmbr9.rules import Nmbr9Instance

__all__ = [
    "MOST_LINES",
    "Flag",
    "deck_bound",
    "forced_bound",
    "lines_of_play",
    "mean_bound",
    "value_bound",
    "watched",
]

MOST_LINES = 100_000
"""Lines of play, each a deck; a policy has a reply at each of their steps."""

Flag = np.ndarray[tuple[int], np.dtype[np.int64]]


def lines_of_play(instance: Nmbr9Instance) -> int:
    """How many different decks there are; of long decks, some number beyond MOST_LINES."""
    lines: dict[tuple[int, ...], int] = {(instance.copies,) * (instance.max_value + 1): 1}
    for _ in range(instance.cards):
        after: dict[tuple[int, ...], int] = {}
        for left, count in lines.items():
            for card, copies in enumerate(left):
                if copies:
                    less = tuple(sorted((*left[:card], copies - 1, *left[card + 1 :])))
                    after[less] = after.get(less, 0) + count
        lines = after
        if sum(lines.values()) > MOST_LINES:
            break
    return sum(lines.values())


@contextmanager
def watched(run: Run, stop: Flag) -> Iterator[None]:
    """Set `stop`, which compiled code checks, when the run is stopped while the block runs."""

    def interrupt() -> None:
        stop[0] = 1

    with run.on_stop(interrupt):
        yield


def value_bound(instance: Nmbr9Instance) -> Value:
    return mean_bound(instance) if instance.objective == "expected" else forced_bound(instance)


def forced_bound(instance: Nmbr9Instance) -> int:
    """The worst shuffle is no better than the lowest cards, the higher ones of them first."""
    every = [value for value in range(instance.max_value + 1) for _ in range(instance.copies)]
    return _most(sorted(every[: instance.cards], reverse=True), instance)


def deck_bound(instance: Nmbr9Instance) -> int:
    return _most(instance.deck or (), instance)


def _most(deck: Sequence[int], instance: Nmbr9Instance) -> int:
    return sum(value * level for value, level in zip(deck, _levels(instance), strict=False))


def mean_bound(instance: Nmbr9Instance, drawn: Sequence[int] = ()) -> Fraction:
    """In the mean each card to come is worth what the cards that are left are worth in the mean."""
    left = {value: instance.copies - list(drawn).count(value) for value in range(instance.max_value + 1)}
    count = sum(left.values())
    mean = Fraction(sum(value * copies for value, copies in left.items()), count) if count else Fraction()
    return _most(drawn, instance) + mean * sum(_levels(instance)[len(drawn) :])


def _levels(instance: Nmbr9Instance) -> list[int]:
    """How many levels may lie below each card."""
    highest = (instance.levels or instance.cards) - 1
    return [min(at // 2, highest) for at in range(instance.cards)]
