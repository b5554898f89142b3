# mypy: ignore-errors
"""Step many games at once in compiled code; the rules are those of `stack_kernel`.

All arrays have one row per game, so threads can work on different slices in parallel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.nmbr9.parts.shape_arrays import SHAPES, SIZES, TURNS
from tilewright.games.nmbr9.playing.stack_kernel import Stack, legal_columns, place, row_range
from tilewright.geometry.word_bits_kernel import ONE, ZERO, lowest_bit

MOST_TURNS = 4
ILLEGAL = -1.0
"""The reward of an illegal action."""


class Games(NamedTuple):
    """The stacks of all games, their observations, and the results of the last step."""

    cells: np.ndarray
    across: np.ndarray
    down: np.ndarray
    spans: np.ndarray
    same: np.ndarray
    totals: np.ndarray
    """This array and those before it are the arrays of `Stack`, with the game as an additional first index;
    `same` contains `Stack.numbers`."""
    decks: np.ndarray
    """For each game, the cards in the order in which they are placed."""
    placed: np.ndarray
    """For each game, the number of placed parts."""
    numbers: np.ndarray
    """For each game, level, row and column: the number of the part on this cell, or -1 if the cell is empty."""
    parts: np.ndarray
    """For each game, level, row and column: the part on this cell (1, 2, ... in order of play), or 0 if the
    cell is empty."""
    card: np.ndarray
    """For each game, an array of one element: the card to be placed now, or -1 after the last card."""
    left: np.ndarray
    """For each game and number, how many copies have not been placed."""
    masks: np.ndarray
    rewards: np.ndarray
    over: np.ndarray
    legal: np.ndarray


@compiled
def stack_of(games, game):
    return Stack(
        games.cells[game],
        games.across[game],
        games.down[game],
        games.spans[game],
        games.same[game],
        games.totals[game],
    )


@compiled
def prepare_turn(games, rules, game):
    """Set `card`, `masks` and `over` of a game for its next turn."""
    mask = games.masks[game]
    mask[:] = 0
    games.over[game] = True
    games.card[game, 0] = -1
    if games.placed[game] == games.decks.shape[1]:
        return
    value = games.decks[game, games.placed[game]]
    games.card[game, 0] = value
    stack = stack_of(games, game)
    side = games.numbers.shape[2]
    for level in range(min(stack.totals[0] + 1, rules.levels)):
        for turn in range(TURNS[value]):
            first, end = row_range(stack, rules, value, level, turn)
            for row in range(first, end):
                columns = legal_columns(stack, rules, value, level, turn, row)
                start = ((level * MOST_TURNS + turn) * side + row - 1) * side - 1
                while columns != ZERO:
                    mask[start + lowest_bit(columns)] = 1
                    columns &= columns - ONE
                    games.over[game] = False


@compiled
def restart(games, rules, chosen, copies):
    """Remove all parts of the chosen games and prepare their first turns; their decks must already be set."""
    for index in range(len(chosen)):
        game = chosen[index]
        games.cells[game] = ZERO
        games.across[game] = ZERO
        games.down[game] = ZERO
        games.same[game] = ZERO
        games.spans[game] = 0
        games.spans[game, :, 0] = games.cells.shape[2]
        games.spans[game, :, 2] = games.cells.shape[2]
        games.totals[game] = 0
        games.placed[game] = 0
        games.numbers[game] = -1
        games.parts[game] = 0
        games.left[game] = copies
        prepare_turn(games, rules, game)


@compiled
def step(games, rules, actions):
    """Play one action in each game. Illegal actions, and actions in finished games, do not change a game."""
    side = games.numbers.shape[2]
    for game in range(len(actions)):
        action = actions[game]
        games.rewards[game] = 0.0
        games.legal[game] = 0 <= action < games.masks.shape[1] and games.masks[game, action] != 0
        if not games.legal[game]:
            # If the last step ended the game and restarted it, `over` still states that it ended.
            games.over[game] = not games.masks[game].any()
            if not games.over[game]:
                games.rewards[game] = ILLEGAL
            continue
        orientation, cell = action // (side * side), action % (side * side)
        level, turn = orientation // MOST_TURNS, orientation % MOST_TURNS
        row, column = cell // side, cell % side
        value = games.decks[game, games.placed[game]]
        place(stack_of(games, game), rules, value, level, turn, row + 1, column + 1)
        games.placed[game] += 1
        for index in range(SIZES[value]):
            r, c = row + SHAPES[value, turn, index, 0], column + SHAPES[value, turn, index, 1]
            games.numbers[game, level, r, c] = value
            games.parts[game, level, r, c] = games.placed[game]
        games.left[game, value] -= 1
        games.rewards[game] = value * level
        prepare_turn(games, rules, game)
