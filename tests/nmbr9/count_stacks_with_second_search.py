"""Count the best stacks with the states of the second search, without listing the stacks.

The count relies on the project's second search (``games/nmbr9/proof/second_search.py``). It is not an
independent oracle: `supporting_layers`, which yields the last layers, belongs to the code under test
(``games/nmbr9/stacking/list_best_stacks.py``).

Each state has a weight: the number of partial stacks, from the top down, whose lowest layer is the state's
layer in one fixed position and rotation. The weight is passed from level to level: it is multiplied by the
number of different rotations of the layer and by the number of ways to place the layer below, and divided by
the number of different rotations of the layer below. The sum over the last layers counts each stack once for
each of its different rotations.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from nmbr9_oracle import rotated_forms

from tilewright.games.nmbr9.proof.layer_below_kernel import HEAD
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import (
    State,
    cells_of,
    deck_of,
    oriented_parts,
    unpack,
)
from tilewright.games.nmbr9.proof.second_search import Search, top_states
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking.list_best_stacks import supporting_layers


def count_rotated_stacks(instance: Nmbr9Instance, best: int) -> Fraction:
    """Return the number of stacks with the best score; different rotations of a stack count separately."""
    deck = deck_of(instance)
    search = Search(deck, best)
    level = {top: Fraction(1) for top in top_states(deck, best, 4)}
    total = Fraction(0)
    while level:
        below: dict[State, Fraction] = defaultdict(Fraction)
        for state, weight in level.items():
            weight *= rotation_count(state)
            if search.next_layer_reaches_target(state):
                total += weight * count_last_layers(search, instance, state)
                continue
            rows, raws = search.layers_under(state)
            placed = {
                tuple(sorted(raw[: row[0]])): State(
                    tuple(row[HEAD : HEAD + row[0]]), state.used + row[1], search.score_under(state)
                )
                for row, raw in zip(rows.tolist(), raws.tolist(), strict=True)
            }
            for child, ways in Counter(placed.values()).items():
                below[child] += weight * ways / rotation_count(child)
        level = below
    return total


def parts_of(state: State) -> tuple[tuple[int, frozenset[tuple[int, int]]], ...]:
    placed = [unpack(packed) for packed in state.layer]
    values = oriented_parts().value
    return tuple((int(values[part]), frozenset(cells_of(part, row, col))) for part, row, col in placed)


def rotation_count(state: State) -> int:
    """Return the number of different rotations of the layer of a state."""
    return len(rotated_forms(parts_of(state)))


def count_last_layers(search: Search, instance: Nmbr9Instance, state: State) -> int:
    """Return the number of possible last layers under a state: each of their parts supports a part above."""
    deck = search.deck
    used = Counter(deck.members(state.used))
    left = Counter({value: instance.copies - used[value] for value in range(instance.max_value + 1)})
    rows, _ = search.layers_under(state)
    if not len(rows):
        return 0
    most = instance.cards - used.total()
    return sum(1 for _ in supporting_layers(parts_of(state), (left, most), instance.support))
