"""What the page of domino is told of a game that is played."""

from __future__ import annotations

from typing import Any

from tilewright.games.domino.state import DominoState

__all__ = ["view"]


def view(state: DominoState) -> dict[str, Any]:
    """The board and the stones: those laid, in their order, and how many of each kind are left."""
    return {
        "n": state.instance.n,
        "rule": state.instance.rule,
        "laid": [move.to_json() for move in state.laid],
        "left": [[*stone, count] for stone, count in sorted(state.left.items())],
    }
