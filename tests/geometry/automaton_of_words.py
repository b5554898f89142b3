"""The minimal automaton of a list of words, as an expected value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from tilewright.geometry import Dfa

Suffixes = tuple[tuple[int, ...], ...]


def automaton_of_words(words: Iterable[tuple[int, ...]]) -> Dfa:
    """Return the minimal automaton that accepts exactly the given words."""

    # A state is the sorted tuple of all suffixes that it accepts, so no two states are equivalent.
    def follow(suffixes: Suffixes) -> Iterator[tuple[int, Suffixes]]:
        for symbol, group in groupby(filter(None, suffixes), key=itemgetter(0)):
            yield symbol, tuple(suffix[1:] for suffix in group)

    return Dfa.explore(tuple(sorted(set(words))), follow, lambda suffixes: () in suffixes)
