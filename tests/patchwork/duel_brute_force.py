"""The value of an endgame by brute force over the plain rules."""

from __future__ import annotations

from tilewright.games.patchwork.duel.rules import PatchworkState


def brute_force(state: PatchworkState, known: dict[PatchworkState, int] | None = None) -> int:
    """Return twice the margin of player 0 under perfect play, plus 1 if player 0 reached the last space first,
    else -1.

    All legal moves of all positions are searched.
    """
    known = {} if known is None else known
    if state.over:
        first, second = state.scores()
        return 2 * (first - second) + (1 if state.first_home == 0 else -1)
    if state not in known:
        values = [brute_force(state.play(move), known) for move in state.moves()]
        known[state] = max(values) if state.to_move == 0 else min(values)
    return known[state]
