"""Domineering, the two-player game of these tests, compared with brute force and the literature."""

from __future__ import annotations

import domineering
import pytest
from domineering.agents.perfect import can_win
from domineering.state import DomineeringState

from tilewright.play import PlayableGame

BOARDS = ["1x1", "2x2", "2x3", "3x2", "3x3", "2x5", "../.#", "#..#/..../.#..", "4x4"]


def start(text: str) -> DomineeringState:
    played = PlayableGame(domineering.game)
    state = played.start(played.parse_deal(text))
    assert isinstance(state, DomineeringState)
    return state


def perft(state: DomineeringState, depth: int) -> int:
    """Return the number of move sequences of the given length."""
    return 1 if depth == 0 else sum(perft(state.play(move), depth - 1) for move in state.moves())


def sequences(taken: frozenset[complex], board: frozenset[complex], step: complex, depth: int) -> int:
    """Return the same number as `perft`, computed with cells as complex numbers: row + column * 1j.

    A domino extends by 1 (down) for one player and by 1j (right) for the other.
    """
    if depth == 0:
        return 1
    free = board - taken
    return sum(
        sequences(taken | {cell, cell + step}, board, 1j if step == 1 else 1, depth - 1)
        for cell in free
        if cell + step in free
    )


@pytest.mark.parametrize("text", BOARDS)
def test_the_number_of_move_sequences_matches_brute_force(text: str) -> None:
    state = start(text)
    board = frozenset(
        complex(row, column)
        for row, line in enumerate(state.rows)
        for column, cell in enumerate(line)
        if cell == "."
    )
    for depth in range(5):
        assert perft(state, depth) == sequences(frozenset(), board, 1, depth)


@pytest.mark.parametrize(
    ("size", "first_wins"), [("1x1", False), ("2x2", True), ("3x3", True), ("4x4", True), ("5x5", False)]
)
def test_the_winners_of_square_boards_match_the_literature(size: str, first_wins: bool) -> None:
    # Source: the table of results in Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering" (2000).
    assert can_win(start(size)) is first_wins
