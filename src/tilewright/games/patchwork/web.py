"""The request handlers for Patchwork's page: the patches, positions, and the regret of every placement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.moves import SQUARES, Advance, purchases
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.patch_set_and_edition import EDITIONS
from tilewright.games.patchwork.duel.rules import (
    INCOME_SPACES,
    LAST_SPACE,
    PatchworkState,
    explain,
)
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, PATCH_SETS
from tilewright.strict_json import read_object

__all__ = ["ASK", "view"]

MAX_STATES = 200
"""The maximum number of positions in one request; no game has that many."""
MAX_STATE_LENGTH = 4_000
"""The maximum number of characters in the text of a position."""


# --- Positions ----------------------------------------------------------------------------------------


def view(state: PatchworkState) -> dict[str, Any]:
    """Return the data that the page needs to draw a position."""
    return {
        "sides": [
            {
                "covered": [square for square in range(SQUARES) if side.quilt >> square & 1],
                "buttons": side.buttons,
                "income": side.income,
                "time": side.time,
                "open": breakdown.open_squares,
                "score": breakdown.total,
                "reckoning": str(breakdown),
            }
            for side, breakdown in zip(state.sides, explain(state), strict=True)
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
        **state.variant.to_json(),
    }


def _offer(state: PatchworkState, patch: int) -> dict[str, Any]:
    """Return the number of a patch on offer, the buyer's space after buying it, and the obstacle to buying it.

    The obstacle says why the player to move cannot buy the patch; it is empty if the player can buy it.
    """
    price, side = state.patches[patch], state.mover
    if state.over:
        obstacle = "the game is over"
    elif state.pending:
        obstacle = "the 1x1 patch must be placed first"
    elif price.buttons > side.buttons:
        missing = price.buttons - side.buttons
        obstacle = f"{missing} button{'s' if missing > 1 else ''} short"
    elif all(mask & side.quilt for mask, _ in purchases(state.patches, patch)):
        obstacle = "fits nowhere"
    else:
        obstacle = ""
    return {"patch": patch, "obstacle": obstacle, "to": min(side.time + price.time, LAST_SPACE)}


def _advance(state: PatchworkState) -> dict[str, int] | None:
    """Return the space that an advance reaches, the number of steps, and the buttons gained, including income.

    Returns None if the player to move cannot advance.
    """
    if state.over or state.pending:
        return None
    before, after = state.mover, state.play(Advance()).sides[state.to_move]
    return {"to": after.time, "steps": after.time - before.time, "buttons": after.buttons - before.buttons}


def _state_of(text: object, what: str) -> PatchworkState:
    if not isinstance(text, str) or len(text) > MAX_STATE_LENGTH:
        raise BadInput(f"{what}: expected a position as a string of at most {MAX_STATE_LENGTH} characters")
    return parse_state(text)


def _views(data: Any) -> dict[str, Any]:
    """Return the views of many positions at once, for example of all positions of a game."""
    states = read_object(data, "the request", {"states"})["states"]
    if not isinstance(states, list) or len(states) > MAX_STATES:
        raise BadInput(f"states: expected a list of at most {MAX_STATES} positions")
    return {"views": [view(_state_of(text, f"states[{index}]")) for index, text in enumerate(states)]}


def _patches(data: Any) -> dict[str, Any]:
    """Return the data of all variants: the sets of patches, and the time boards of the editions."""
    read_object(data, "the request", set())
    return {
        "sets": {
            name: [
                {
                    "cells": [list(cell) for cell in patch.shape.at(0, 0)],
                    "buttons": patch.buttons,
                    "time": patch.time,
                    "income": patch.income,
                }
                for patch in patches
            ]
            for name, patches in PATCH_SETS.items()
        },
        "last": LAST_SPACE,
        "incomes": list(INCOME_SPACES),
        "editions": {name: list(spaces) for name, spaces in EDITIONS.items()},
    }


# --- Regret -------------------------------------------------------------------------------------------


def _regret(data: Any) -> dict[str, Any]:
    """Return the placements of a patch on the quilt of the player to move, sorted by increasing regret.

    The regret of a placement is the amount by which it shrinks the domains of the squares. As in the agent
    `greedy`, the patches still to come are the other patches of the circle and the remaining 1x1 patches.
    """
    fields = read_object(data, "the request", {"state", "patch"})
    state, patch = _state_of(fields["state"], "state"), fields["patch"]
    available = [ONE_BY_ONE] if state.pending else list(state.offer)
    if type(patch) is not int or patch not in available or state.over:
        raise BadInput("patch: expected a patch that the player to move may place now")
    ranked = sorted((regret, cells) for cells, regret in _regrets(state, patch).items())
    return {
        "placements": [{"cells": [list(cell) for cell in cells], "regret": regret} for regret, cells in ranked]
    }


def _regrets(state: PatchworkState, patch: int) -> dict[tuple[tuple[int, int], ...], int]:
    from tilewright.games.patchwork.duel.choose_placement import load_quilt
    from tilewright.games.patchwork.quilt.board_kernel import collect_fitting, new_quilt
    from tilewright.games.patchwork.quilt.domains_kernel import compute_reachable
    from tilewright.games.patchwork.quilt.placement_tables import LEX, cells_of, placement_tables, shape_of
    from tilewright.games.patchwork.quilt.strategies.evaluations_kernel import NO_LIMIT, regret_of_placement

    patches = state.patches
    lookup, quilt, shape = placement_tables(patches), new_quilt(), shape_of(patches, patch)
    to_come = [other for other in state.circle if other != patch]
    singles = len(state.specials) + (state.pending - 1 if state.pending else 0)
    load_quilt(patches, quilt, state.mover.quilt, [*to_come, *[ONE_BY_ONE] * singles])
    quilt.weight[:] = quilt.remaining
    count = int(collect_fitting(lookup, quilt, LEX, shape))
    if not count:
        return {}
    compute_reachable(lookup, quilt, shape, count)
    return {
        cells_of(placement): int(regret_of_placement(lookup, quilt, placement, NO_LIMIT))
        for placement in quilt.candidates[:count].tolist()
    }


ASK: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "patches": _patches,
    "views": _views,
    "regret": _regret,
}
