"""Best stacks counted by the states of the second search, with a weight for each, instead of listed.

A weight is the number of stacks, not turned, that end in one placed layer. By turning, as many pairs of placed
layers lie under a placed layer as over one, times how many turns of each there are; so weights go down level by
level. The sum over the last layers counts each stack once for every different turn of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from tilewright.games.nmbr9.proof.layer_below_kernel import HEAD
from tilewright.games.nmbr9.proof.part_tables import State, cells_of, deck_of, turned, unpack
from tilewright.games.nmbr9.proof.second_search import Search, tops
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking.list_best_stacks import covers


def turned_stacks(instance: Nmbr9Instance, best: int) -> Fraction:
    """How many stacks have the best score, each of their turns counted."""
    deck = deck_of(instance)
    search = Search(deck, best)
    level = {top: Fraction(1) for top in tops(deck, best, 4)}
    total = Fraction(0)
    while level:
        below: dict[State, Fraction] = defaultdict(Fraction)
        for state, weight in level.items():
            weight *= looks(state)
            if search.ends(state):
                total += weight * last_layers(search, instance, state)
                continue
            rows, raws = search.layers_under(state)
            placed = {
                tuple(sorted(raw[: row[0]])): State(
                    tuple(row[HEAD : HEAD + row[0]]), state.used + row[1], search.score_under(state)
                )
                for row, raw in zip(rows.tolist(), raws.tolist(), strict=True)
            }
            for child, ways in Counter(placed.values()).items():
                below[child] += weight * ways / looks(child)
        level = below
    return total


def parts_of(state: State) -> tuple[tuple[int, frozenset[tuple[int, int]]], ...]:
    placed = [unpack(packed) for packed in state.layer]
    return tuple((int(turned().value[part]), frozenset(cells_of(part, row, col))) for part, row, col in placed)


def looks(state: State) -> int:
    """How many different turns the state's layer has."""
    layer = parts_of(state)
    found = set()
    for _ in range(4):
        layer = tuple((value, frozenset((c, -r) for r, c in cells)) for value, cells in layer)
        row = min(r for _, cells in layer for r, _ in cells)
        column = min(c for _, cells in layer for _, c in cells)
        found.add(
            frozenset((value, frozenset((r - row, c - column) for r, c in cells)) for value, cells in layer)
        )
    return len(found)


def last_layers(search: Search, instance: Nmbr9Instance, state: State) -> int:
    deck = search.deck
    used = Counter(deck.members(state.used))
    left = Counter({value: instance.copies - used[value] for value in range(instance.max_value + 1)})
    rows, _ = search.layers_under(state)
    if not len(rows):
        return 0
    return sum(1 for _ in covers(parts_of(state), (left, instance.cards - used.total()), instance.support))
