"""The JSON view of a Domino game for the web page."""

from __future__ import annotations

from typing import Any

from tilewright.games.domino.state import DominoState

__all__ = ["view"]


def view(state: DominoState) -> dict[str, Any]:
    """Return the board's side, the rule, the moves so far, and the number of remaining stones of each kind."""
    return {
        "n": state.instance.n,
        "rule": state.instance.rule,
        "laid": [move.to_json() for move in state.laid],
        "left": [[*stone, count] for stone, count in sorted(state.left.items())],
    }
