"""What the page of Patchwork asks: the patches, positions, and the regret of every placement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import SQUARES, Advance, purchases
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.rules import (
    INCOME_SPACES,
    LAST_SPACE,
    SPECIAL_SPACES,
    PatchworkState,
    explain,
)
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, PATCHES
from tilewright.json_text import read_object

__all__ = ["ASK", "view"]

MOST_STATES = 200
"""Positions of one question: no game has as many."""
LONGEST_STATE = 4_000
"""Characters of a position."""


# --- Positions ----------------------------------------------------------------------------------------


def view(state: PatchworkState) -> dict[str, Any]:
    """A position as the page draws it."""
    return {
        "sides": [
            {
                "covered": [square for square in range(SQUARES) if side.quilt >> square & 1],
                "buttons": side.buttons,
                "income": side.income,
                "time": side.time,
                "open": reckoning.open_squares,
                "score": reckoning.total,
                "reckoning": str(reckoning),
            }
            for side, reckoning in zip(state.sides, explain(state), strict=True)
        ],
        "circle": list(state.circle),
        "offers": [_offer(state, patch) for patch in state.offer],
        "advance": _advance(state),
        "to_move": state.to_move,
        "pending": state.pending,
        "specials": list(state.specials),
        "bonus": state.bonus,
        "over": state.over,
        "winner": state.winner(),
    }


def _offer(state: PatchworkState, patch: int) -> dict[str, Any]:
    """A patch on offer, and what keeps the player to move from buying it."""
    price, side = PATCHES[patch], state.mover
    if state.over:
        obstacle = "the game is over"
    elif state.pending:
        obstacle = "the 1x1 patch comes first"
    elif price.buttons > side.buttons:
        short = price.buttons - side.buttons
        obstacle = f"{short} button{'s' if short > 1 else ''} short"
    elif all(mask & side.quilt for mask, _ in purchases(patch)):
        obstacle = "fits nowhere"
    else:
        obstacle = ""
    return {"patch": patch, "obstacle": obstacle, "to": min(side.time + price.time, LAST_SPACE)}


def _advance(state: PatchworkState) -> dict[str, int] | None:
    """Where advancing leads, and how many buttons it brings with the income on the way."""
    if state.over or state.pending:
        return None
    before, after = state.mover, state.play(Advance()).sides[state.to_move]
    return {"to": after.time, "steps": after.time - before.time, "buttons": after.buttons - before.buttons}


def _state_of(text: object, what: str) -> PatchworkState:
    if not isinstance(text, str) or len(text) > LONGEST_STATE:
        raise BadInput(f"{what}: expected a position as a text of at most {LONGEST_STATE} characters")
    return parse_state(text)


def _views(data: Any) -> dict[str, Any]:
    """Many positions at once, such as those of a whole game."""
    states = read_object(data, "the question", {"states"})["states"]
    if not isinstance(states, list) or len(states) > MOST_STATES:
        raise BadInput(f"states: expected a list of at most {MOST_STATES} positions")
    return {"views": [view(_state_of(text, f"states[{at}]")) for at, text in enumerate(states)]}


def _patches(data: Any) -> dict[str, Any]:
    """The patches and the time board: what never changes."""
    read_object(data, "the question", set())
    return {
        "patches": [
            {
                "cells": [list(cell) for cell in patch.shape.at(0, 0)],
                "buttons": patch.buttons,
                "time": patch.time,
                "income": patch.income,
            }
            for patch in PATCHES
        ],
        "last": LAST_SPACE,
        "incomes": list(INCOME_SPACES),
        "specials": list(SPECIAL_SPACES),
    }


# --- Regret -------------------------------------------------------------------------------------------


def _regret(data: Any) -> dict[str, Any]:
    """The regret of every placement of a patch on the quilt of the player to move, the least first.

    To come are the other patches of the circle and the 1x1 patches of the time board, as for the agent greedy.
    """
    found = read_object(data, "the question", {"state", "patch"})
    state, patch = _state_of(found["state"], "state"), found["patch"]
    hands = [ONE_BY_ONE] if state.pending else list(state.offer)
    if type(patch) is not int or patch not in hands or state.over:
        raise BadInput("patch: expected one that the player to move may lay now")
    ranked = sorted((regret, cells) for cells, regret in _regrets(state, patch).items())
    return {
        "placements": [{"cells": [list(cell) for cell in cells], "regret": regret} for regret, cells in ranked]
    }


def _regrets(state: PatchworkState, patch: int) -> dict[tuple[tuple[int, int], ...], int]:
    from tilewright.games.patchwork.quilt.board_kernel import LOW_CELLS, clear, fitting, new_quilt
    from tilewright.games.patchwork.quilt.domains_kernel import look_ahead_of
    from tilewright.games.patchwork.quilt.placement_tables import LEX, cells_of, shape_of, tables
    from tilewright.games.patchwork.quilt.strategies.evaluations_kernel import NO_LIMIT, regret_at

    table, quilt = tables(), new_quilt()
    clear(table, quilt)
    covered, shape = state.mover.quilt, shape_of(patch)
    quilt.board[0], quilt.board[1] = covered & (1 << LOW_CELLS) - 1, covered >> LOW_CELLS
    to_come = [other for other in state.circle if other != patch]
    singles = len(state.specials) + (state.pending - 1 if state.pending else 0)
    for other in (*to_come, *[ONE_BY_ONE] * singles):
        quilt.left[shape_of(other)] += 1
    quilt.weight[:] = quilt.left
    count = int(fitting(table, quilt, LEX, shape))
    if not count:
        return {}
    look_ahead_of(table, quilt, shape, count)
    numbers = [int(number) for number in quilt.own[:count]]
    return {cells_of(number): int(regret_at(table, quilt, number, NO_LIMIT)) for number in numbers}


ASK: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "patches": _patches,
    "views": _views,
    "regret": _regret,
}
