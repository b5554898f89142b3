"""The learned value in plain Python: the features, computed from the squares of a position, and the network."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tilewright.games.patchwork.duel.learned_value_network_and_weights import Net
from tilewright.games.patchwork.duel.patch_value import gain
from tilewright.games.patchwork.duel.rules import INCOME_SPACES, LAST_SPACE, PatchworkState
from tilewright.games.patchwork.pieces.patches import BOX

Square = tuple[int, int]
NO_GAIN = 0.0


def open_squares(quilt: int) -> set[Square]:
    return {divmod(square, 9) for square in range(81) if not quilt >> square & 1}


def blocks(cells: set[Square], rows: int, columns: int) -> int:
    """Return the number of rectangles of the given size whose squares are all in `cells`, the open squares."""
    return sum(all((r + i, c + j) in cells for i in range(rows) for j in range(columns)) for r, c in cells)


def fits(patch: int, cells: set[Square]) -> bool:
    return any(
        set(orientation.at(row, column)) <= cells
        for orientation in BOX[patch].orientations
        for row in range(9 - orientation.rows + 1)
        for column in range(9 - orientation.cols + 1)
    )


def gain_of(patch: int, space: int) -> float:
    return gain(BOX[patch], space) if space < LAST_SPACE else NO_GAIN


def one_hot(index: int, length: int) -> list[float]:
    return [float(place == index) for place in range(length)]


def side_numbers(state: PatchworkState, player: int) -> list[float]:
    side = state.sides[player]
    to_come = sum(space > side.time for space in INCOME_SPACES)
    ways = [space - side.time for space in state.specials if space > side.time]
    return [
        side.time / 53,
        side.buttons / 20,
        min(side.buttons, 10) / 10,
        min(side.buttons, 4) / 4,
        side.income / 10,
        side.income * to_come / 50,
        *one_hot(5 - side.time % 6, 6),
        *one_hot(min(min(ways, default=0), 7), 8),
    ]


def quilt_numbers(state: PatchworkState, player: int) -> list[float]:
    cells = open_squares(state.sides[player].quilt)
    neighbours = [
        len(cells & {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)})
        for row, column in cells
    ]
    least = min(
        sum((top + row, left + column) in cells for row in range(7) for column in range(7))
        for top in range(3)
        for left in range(3)
    )
    available = state.bonus is None
    return [
        len(cells) / 40,
        neighbours.count(0) / 6,
        neighbours.count(1) / 8,
        (blocks(cells, 1, 2) + blocks(cells, 2, 1)) / 70,
        blocks(cells, 2, 2) / 30,
        (blocks(cells, 1, 3) + blocks(cells, 3, 1)) / 50,
        (blocks(cells, 2, 3) + blocks(cells, 3, 2)) / 40,
        blocks(cells, 3, 3) / 15,
        (blocks(cells, 1, 4) + blocks(cells, 4, 1)) / 40,
        1 / (1 + least / 4) if available else 0.0,
        least / 25 if available else 0.0,
        float(state.bonus == player),
    ]


def features(state: PatchworkState) -> tuple[list[float], list[int]]:
    """Return the numerical features of an unfinished position, and the next eight patches of its circle."""
    mover, other = state.to_move, 1 - state.to_move
    lead = state.sides[other].time - state.sides[mover].time
    home = 0.0 if state.first_home is None else 1.0 if state.first_home == mover else -1.0
    numbers = [
        *side_numbers(state, mover),
        *side_numbers(state, other),
        *quilt_numbers(state, mover),
        *quilt_numbers(state, other),
        1.0,
        float(state.bonus is None),
        state.pending / 2,
        home,
        lead / 8,
        *one_hot(min(lead, 12) if lead >= 0 else 13, 14),
    ]
    patches = [*state.circle, *[0] * 8][:8]
    for place, patch in enumerate(patches):
        numbers += patch_numbers(state, patch, place < 3)
    return numbers, patches


def patch_numbers(state: PatchworkState, patch: int, on_offer: bool) -> list[float]:
    if patch == 0:
        return [0.0] * (8 if on_offer else 4)
    sides = [state.sides[state.to_move], state.sides[1 - state.to_move]]
    gains = [gain_of(patch, side.time) / 10 for side in sides]
    fit = [fits(patch, open_squares(side.quilt)) for side in sides]
    numbers = [*gains, *(float(not each) for each in fit)]
    if on_offer:
        for side, own_gain, own_fit in zip(sides, gains, fit, strict=True):
            buyable = own_fit and BOX[patch].buttons <= side.buttons
            numbers += [1.0, own_gain] if buyable else [0.0, 0.0]
    return numbers


def winning_chance(net: Net, state: PatchworkState) -> float:
    """Return the win chance of the player to move."""
    if state.over:
        return float(state.winner() == state.to_move)
    numbers, patches = features(state)
    hidden = [0.0] * len(net.outer)
    rows = [
        *enumerate(numbers),
        *((len(numbers) + 34 * place + patch, 1.0) for place, patch in enumerate(patches)),
    ]
    for row, factor in rows:
        for unit, weight in enumerate(net.inner[row].tolist()):
            hidden[unit] += factor * weight
    total = output(hidden, net.outer.tolist())
    return 1 / (1 + math.exp(-total))


def output(hidden: Sequence[float], outer: Sequence[float]) -> float:
    return sum(
        (value if unit == 0 else max(value, 0.0)) * weight
        for unit, (value, weight) in enumerate(zip(hidden, outer, strict=True))
    )
