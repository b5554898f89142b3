"""Deterministic finite automata over integer symbols: construction, minimisation, and enumeration of words.

The automata are partial: a word for which a transition is missing is rejected, so no dead state is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

from tilewright.errors import BadInput
from tilewright.geometry.minimise_automaton import Row, equivalence_classes

__all__ = ["Dfa", "RegularTable"]

State = TypeVar("State", bound=Hashable)


class RegularTable(NamedTuple):
    """An automaton in the form of the `regular` constraint of MiniZinc and Gecode.

    States are numbered from 1, and 0 is a missing transition. `rows` has a row for each state, with a column
    for each of `symbols` consecutive symbols, starting with `lowest`.
    """

    states: int
    symbols: int
    lowest: int
    rows: tuple[tuple[int, ...], ...]
    start: int
    finals: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Dfa:
    """A deterministic automaton: the transitions of each state, the final states, and the start state.

    >>> even = Dfa(transitions=(((0, 0), (1, 1)), ((0, 1), (1, 0))), finals=frozenset({0}))
    >>> even.accepts([1, 0, 1]), even.accepts([1, 0, 0])
    (True, False)
    >>> list(even.words(2))
    [(0, 0), (1, 1)]
    """

    transitions: tuple[Row, ...]
    finals: frozenset[int]
    start: int = 0

    def __post_init__(self) -> None:
        states = range(len(self.transitions))
        for state, row in enumerate(self.transitions):
            if any(one[0] >= other[0] for one, other in pairwise(row)):
                symbols = [symbol for symbol, _ in row]
                raise BadInput(
                    f"state {state}: the symbols must be in strictly ascending order, but they are {symbols}"
                )
            for symbol, target in row:
                if target not in states:
                    raise BadInput(f"state {state}, symbol {symbol}: there is no state {target}")
        for state in (self.start, *self.finals):
            if state not in states:
                raise BadInput(f"there is no state {state}: the automaton has {len(states)} states")

    def __repr__(self) -> str:
        return f"<Dfa of {self.size} states over the symbols {', '.join(map(str, self.symbols))}>"

    # construction

    @classmethod
    def explore(
        cls,
        start: State,
        follow: Callable[[State], Iterable[tuple[int, State]]],
        accepts: Callable[[State], bool],
    ) -> Dfa:
        """Build the automaton of the states reachable from `start`, numbered in breadth-first order.

        `follow` returns the transitions of a state, ordered by symbol.
        """
        number = {start: 0}
        states = [start]
        rows: list[Row] = []
        for state in states:
            row = []
            for symbol, target in follow(state):
                if target not in number:
                    number[target] = len(states)
                    states.append(target)
                row.append((symbol, number[target]))
            rows.append(tuple(row))
        return cls(tuple(rows), frozenset(number[state] for state in states if accepts(state)))

    def minimised(self) -> Dfa:
        """Return the minimal automaton of the same language.

        Its states are numbered in breadth-first order, lower symbols first. So the results for two automata of
        the same language are equal.
        """
        live = self._live()
        if self.start not in live:
            return _EMPTY_LANGUAGE
        trim = Dfa.explore(
            self.start,
            lambda state: [step for step in self.transitions[state] if step[1] in live],
            self.finals.__contains__,
        )
        class_of = equivalence_classes(trim.transitions, trim.finals)
        member = {number: state for state, number in enumerate(class_of)}
        return Dfa.explore(
            class_of[0],
            lambda number: [(symbol, class_of[target]) for symbol, target in trim.transitions[member[number]]],
            lambda number: member[number] in trim.finals,
        )

    def within(self, domains: Sequence[Container[int]]) -> Dfa:
        """Return the minimal automaton of the accepted words whose i-th symbol is in ``domains[i]``.

        All words of the new automaton have the same length, the number of domains.
        """
        reached = [{self.start}]
        for domain in domains:
            steps = (step for state in reached[-1] for step in self.transitions[state])
            reached.append({target for symbol, target in steps if symbol in domain})
        nodes: dict[Row, int] = {(): 0}
        alive = dict.fromkeys(reached.pop() & self.finals, 0)
        for states, domain in zip(reversed(reached), reversed(domains), strict=True):
            earlier: dict[int, int] = {}
            for state in states:
                steps = ((symbol, target) for symbol, target in self.transitions[state] if symbol in domain)
                row = tuple((symbol, alive[target]) for symbol, target in steps if target in alive)
                if row:
                    earlier[state] = nodes.setdefault(row, len(nodes))
            alive = earlier
        if self.start not in alive:
            return _EMPTY_LANGUAGE
        return Dfa.explore(alive[self.start], list(nodes).__getitem__, lambda node: node == 0)

    # queries

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.transitions)

    @property
    def symbols(self) -> tuple[int, ...]:
        """The symbols that occur on transitions, in increasing order."""
        return tuple(sorted({symbol for row in self.transitions for symbol, _ in row}))

    def accepts(self, word: Iterable[int]) -> bool:
        state = self.start
        for symbol in word:
            targets = dict(self.transitions[state])
            if symbol not in targets:
                return False
            state = targets[symbol]
        return state in self.finals

    def count(self, length: int) -> int:
        """Return the number of accepted words of the given length."""
        ways = Counter({self.start: 1})
        for _ in range(length):
            later: Counter[int] = Counter()
            for state, number in ways.items():
                for _, target in self.transitions[state]:
                    later[target] += number
            ways = later
        return sum(number for state, number in ways.items() if state in self.finals)

    def words(self, length: int) -> Iterator[tuple[int, ...]]:
        """Yield the accepted words of the given length in lexicographic order."""
        unrolled = self.within([self.symbols] * length)
        if not unrolled.finals:
            return
        pending: list[tuple[tuple[int, ...], int]] = [((), unrolled.start)]
        while pending:
            word, state = pending.pop()
            if len(word) == length:
                yield word
            steps = reversed(unrolled.transitions[state])
            pending += [((*word, symbol), target) for symbol, target in steps]

    def _live(self) -> set[int]:
        """Return the states from which some word leads to a final state."""
        sources: dict[int, list[int]] = {}
        for state, row in enumerate(self.transitions):
            for _, target in row:
                sources.setdefault(target, []).append(state)
        live = set(self.finals)
        waiting = list(live)
        while waiting:
            for state in sources.get(waiting.pop(), ()):
                if state not in live:
                    live.add(state)
                    waiting.append(state)
        return live

    # export

    def triples(self) -> list[tuple[int, int, int]]:
        """Return the transitions as triples (state, symbol, next state)."""
        rows = enumerate(self.transitions)
        return [(state, symbol, target) for state, row in rows for symbol, target in row]

    def cpsat(self) -> tuple[int, list[int], list[tuple[int, int, int]]]:
        """Return start state, final states and triples for ``model.add_automaton(variables, *dfa.cpsat())``.

        CP-SAT requires at least one final state and one triple. An automaton without final states gets an
        unreachable one; an automaton without transitions gets one into a rejecting state.
        """
        finals, triples = sorted(self.finals), self.triples()
        extra = self.size
        return self.start, finals or [extra], triples or [(self.start, 0, extra + 1)]

    def table(self) -> RegularTable:
        """Return the automaton in the form of MiniZinc's and Gecode's `regular` constraint."""
        lowest, highest = min(self.symbols, default=0), max(self.symbols, default=0)
        columns = range(lowest, highest + 1)
        targets = [{symbol: target + 1 for symbol, target in row} for row in self.transitions]
        return RegularTable(
            states=self.size,
            symbols=len(columns),
            lowest=lowest,
            rows=tuple(tuple(row.get(symbol, 0) for symbol in columns) for row in targets),
            start=self.start + 1,
            finals=tuple(state + 1 for state in sorted(self.finals)),
        )


_EMPTY_LANGUAGE = Dfa(transitions=((),), finals=frozenset())
"""The minimal automaton that accepts no word."""
