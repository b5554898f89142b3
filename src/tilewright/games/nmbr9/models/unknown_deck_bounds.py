"""Functions that the solvers of variant U share: the number of decks, stopping, and upper bounds.

The bounds use neither shapes nor areas. Each part above the table has at least two parts on every level below
it, so the card with index i (from 0) is on level i // 2 + 1 or lower, and the score of a deck is at most the
sum over its cards of value times i // 2.
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
    "set_when_stopped",
    "value_bound",
]

MOST_LINES = 100_000
"""The maximum number of lines of play (decks) for which a complete policy is built."""

Flag = np.ndarray[tuple[int], np.dtype[np.int64]]
"""An array with one entry, which is set to 1 when compiled code must stop."""


def lines_of_play(instance: Nmbr9Instance) -> int:
    """Return the number of different decks; if it exceeds MOST_LINES, return some number above MOST_LINES."""
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
def set_when_stopped(run: Run, stop: Flag) -> Iterator[None]:
    """Set `stop`, which compiled code checks, if the run is stopped while the `with` block is executed."""

    def interrupt() -> None:
        stop[0] = 1

    with run.on_stop(interrupt):
        yield


def value_bound(instance: Nmbr9Instance) -> Value:
    """Return an upper bound on the objective of the instance: the forced score or the mean."""
    return mean_bound(instance) if instance.objective == "expected" else forced_bound(instance)


def forced_bound(instance: Nmbr9Instance) -> int:
    """Return an upper bound on the forced score: the bound for the lowest cards, drawn highest value first."""
    cards = [value for value in range(instance.max_value + 1) for _ in range(instance.copies)]
    return _score_bound(sorted(cards[: instance.cards], reverse=True), instance)


def deck_bound(instance: Nmbr9Instance) -> int:
    """Return an upper bound on the score of the instance's known deck."""
    return _score_bound(instance.deck or (), instance)


def _score_bound(deck: Sequence[int], instance: Nmbr9Instance) -> int:
    return sum(value * level for value, level in zip(deck, _levels_below(instance), strict=False))


def mean_bound(instance: Nmbr9Instance, drawn: Sequence[int] = ()) -> Fraction:
    """Return an upper bound on the mean score of all decks that begin with the cards in `drawn`.

    The expected value of every further card is the mean value of the remaining cards.
    """
    left = {value: instance.copies - list(drawn).count(value) for value in range(instance.max_value + 1)}
    count = sum(left.values())
    mean = Fraction(sum(value * copies for value, copies in left.items()), count) if count else Fraction()
    return _score_bound(drawn, instance) + mean * sum(_levels_below(instance)[len(drawn) :])


def _levels_below(instance: Nmbr9Instance) -> list[int]:
    """Return the highest possible number of levels below each card of a deck."""
    highest = (instance.levels or instance.cards) - 1
    return [min(index // 2, highest) for index in range(instance.cards)]
