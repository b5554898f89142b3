"""The value of an endgame, found by brute force with the plain rules."""

from __future__ import annotations

from tilewright.games.patchwork.duel.rules import PatchworkState


def brute_force(state: PatchworkState, known: dict[PatchworkState, int] | None = None) -> int:
    """Return the value of a position under perfect play by searching all legal moves.

    The value is twice the margin of player 0, plus 1 if player 0 reached the last space first, else minus 1.
    """
    known = {} if known is None else known
    if state.over:
        first, second = state.scores()
        return 2 * (first - second) + (1 if state.first_home == 0 else -1)
    if state not in known:
        values = [brute_force(state.play(move), known) for move in state.moves()]
        known[state] = max(values) if state.to_move == 0 else min(values)
    return known[state]
