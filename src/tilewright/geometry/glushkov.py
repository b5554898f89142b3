"""Convert a regular expression to a deterministic automaton: Glushkov's construction with determinisation.

Each occurrence of a symbol in the expression is a position. A state of the automaton is the set of positions at
which the next symbol of a word may occur.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tilewright.geometry.finite_automaton import Dfa

__all__ = ["Fragment", "Positions"]


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of an expression: whether the part matches the empty word, and where its words start and end.

    `first` contains the positions at which a word can start, `last` the positions at which a word can end.
    """

    nullable: bool
    first: frozenset[int]
    last: frozenset[int]


class Positions:
    """The positions of one expression and the follow relation between them, built from the leaves upward."""

    EMPTY_WORD = Fragment(True, frozenset(), frozenset())
    NO_WORD = Fragment(False, frozenset(), frozenset())

    def __init__(self) -> None:
        self._symbols: list[int] = []
        self._follow: list[set[int]] = []

    def symbol(self, value: int) -> Fragment:
        """Add a position for the symbol, and return the fragment that consists of this position."""
        position = frozenset({len(self._symbols)})
        self._symbols.append(value)
        self._follow.append(set())
        return Fragment(False, position, position)

    def then(self, one: Fragment, other: Fragment) -> Fragment:
        self._link(one.last, other.first)
        return Fragment(
            one.nullable and other.nullable,
            one.first | other.first if one.nullable else one.first,
            one.last | other.last if other.nullable else other.last,
        )

    def either(self, one: Fragment, other: Fragment) -> Fragment:
        return Fragment(one.nullable or other.nullable, one.first | other.first, one.last | other.last)

    def star(self, body: Fragment) -> Fragment:
        self._link(body.last, body.first)
        return Fragment(True, body.first, body.last)

    def _link(self, ends: frozenset[int], starts: frozenset[int]) -> None:
        for position in ends:
            self._follow[position] |= starts

    def dfa(self, whole: Fragment) -> Dfa:
        """Return the minimal automaton of the whole expression."""
        # An additional position after the expression marks the end of a word. Its symbol is never read.
        end = self.symbol(0)
        start = self.then(whole, end).first

        def follow(state: frozenset[int]) -> list[tuple[int, frozenset[int]]]:
            reached: dict[int, set[int]] = defaultdict(set)
            for position in state - end.first:
                reached[self._symbols[position]] |= self._follow[position]
            return [(value, frozenset(reached[value])) for value in sorted(reached)]

        return Dfa.explore(start, follow, end.first.issubset).minimised()
