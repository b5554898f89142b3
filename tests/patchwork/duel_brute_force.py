"""Brute force over the plain rules: the value of the end of a game."""

from __future__ import annotations

from tilewright.games.patchwork.duel.rules import PatchworkState


def brute_force(state: PatchworkState, known: dict[PatchworkState, int] | None = None) -> int:
    """Twice the margin of player 0 when both play as well as they can, plus or minus 1 for who came home first.

    All legal moves of all positions, with nothing left out.
    """
    known = {} if known is None else known
    if state.over:
        first, second = state.scores()
        return 2 * (first - second) + (1 if state.first_home == 0 else -1)
    if state not in known:
        values = [brute_force(state.play(move), known) for move in state.moves()]
        known[state] = max(values) if state.to_move == 0 else min(values)
    return known[state]
