# mypy: ignore-errors
"""Play simulated games with a narrow beam search.

The simulations estimate the final score of a game of the agent `planner`. An agent that always chooses the
placement with the best evaluation (`learned_value_kernel`) scores far less than `planner`, so its scores are
poor estimates. But in a simulated game the order of the cards is known, so a beam search can keep a few stacks
instead of one. After each card it keeps the stacks for which the score plus the weighted features of all
placements is highest. The highest score that the search finds is a better estimate.
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.playing.beam_kernel import stack_at, start
from tilewright.games.nmbr9.playing.learned_value_kernel import FEATURES, write_best
from tilewright.games.nmbr9.playing.placement_value_kernel import REFINED
from tilewright.games.nmbr9.playing.stack_kernel import copy_stack, place

SAME = 1e-9
"""Stacks whose evaluations differ by less than this are considered equal."""


@compiled
def insert_child(children, count, worth, parent, position):
    """Insert a child into the sorted list of the best children; return the length of the list.

    If the list is full, the worst child is dropped. Two stacks that differ only by a rotation or by the
    exchange of two equal parts have the same evaluation. One of them is enough, so a child is not inserted if
    the list already has a child with the same evaluation.
    """
    values, parents, positions = children
    if count == len(values) and worth <= values[count - 1]:
        return count
    for i in range(count):
        if abs(values[i] - worth) < SAME:
            return count
    rank = min(count, len(values) - 1)
    while rank > 0 and values[rank - 1] < worth:
        values[rank] = values[rank - 1]
        parents[rank] = parents[rank - 1]
        positions[rank] = positions[rank - 1]
        rank -= 1
    values[rank] = worth
    parents[rank] = parent
    positions[rank] = position
    return min(count + 1, len(values))


@compiled
def play_beam(beam, after, rules, table, deck, children, positions, values, features):
    """Place the cards of a deck on the first stack of `beam`; return the highest score that is found.

    If a card cannot be placed on a stack, this stack is not continued, but its score may still be the highest.
    """
    count, most = 1, stack_at(beam.stacks, 0).totals[1]
    for index in range(len(deck)):
        value, following = deck[index], len(deck) - 1 - index
        total = 0
        for parent in range(count):
            stack = stack_at(beam.stacks, parent)
            kept = write_best(stack, rules, table, following, value, positions, values, features)
            worth = float(stack.totals[1])
            if following > 0:
                worth += beam.shapes[parent]
            for i in range(kept):
                total = insert_child(children, total, worth + values[i], parent, positions[i])
        for i in range(total):
            stack = stack_at(after.stacks, i)
            copy_stack(stack_at(beam.stacks, children[1][i]), stack)
            level, turn, row, column = children[2][i]
            place(stack, rules, value, level, turn, row, column)
            after.shapes[i] = children[0][i] - stack.totals[1]
            most = max(most, stack.totals[1])
        count = total
        beam, after = after, beam
    return most


@compiled
def play_decks(stack, beam, after, rules, table, decks, scores):
    """Write, for each deck, the best score that a beam search from the given stack finds.

    The number of stacks in `beam` is the width of the search; `beam` and `after` are scratch space.
    """
    width = len(beam.shapes)
    children = np.empty(width, np.float64), np.empty(width, np.int64), np.empty((width, 4), np.int64)
    positions = np.empty((REFINED, 4), np.int64)
    values = np.empty(REFINED, np.float64)
    features = np.empty(len(FEATURES), np.float64)
    for index in range(len(decks)):
        start(beam, stack)
        scores[index] = play_beam(
            beam, after, rules, table, decks[index], children, positions, values, features
        )
