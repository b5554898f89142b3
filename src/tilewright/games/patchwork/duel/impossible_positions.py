"""Recognise impossible positions: positions with values that contradict each other or the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.games.patchwork.duel.moves import SQUARES
from tilewright.games.patchwork.duel.rules import (
    LAST_SPACE,
    PatchworkState,
    Side,
    has_seven,
)
from tilewright.games.patchwork.pieces.patches import PATCH_COUNT

__all__ = ["MAX_NUMBER", "circle_errors", "position_errors"]

MAX_NUMBER = 10_000
"""The largest number that is allowed anywhere in a position."""


def position_errors(state: PatchworkState) -> Iterator[str]:
    """Yield an error message for every reason why a position is impossible.

    After a message about a player who does not exist, nothing else is checked.
    """
    yield from circle_errors(state.circle)
    for player, side in enumerate(state.sides):
        yield from _side_errors(side, f"player {player}")
    for name, player_number in (("to move", state.to_move), ("bonus", state.bonus), ("home", state.first_home)):
        if player_number not in (0, 1) and not (player_number is None and name != "to move"):
            yield f"{name}: there is no player {player_number}; expected 0 or 1"
            return
    yield from _turn_errors(state)
    yield from _bonus_errors(state)


def circle_errors(circle: Sequence[int]) -> Iterator[str]:
    """Yield an error message for every unknown or repeated patch of a circle."""
    index_of: dict[int, int] = {}
    for index, patch in enumerate(circle):
        if not 1 <= patch < PATCH_COUNT:
            yield f"circle[{index}]: there is no patch {patch}; expected a number from 1 to {PATCH_COUNT - 1}"
        elif patch in index_of:
            yield f"circle[{index}]: patch {patch} also occurs at circle[{index_of[patch]}]"
        index_of.setdefault(patch, index)


def _side_errors(side: Side, owner: str) -> Iterator[str]:
    if not 0 <= side.quilt < 1 << SQUARES:
        yield f"{owner}: the quilt has squares outside 9 x 9"
    for name, number, largest in (
        ("buttons", side.buttons, MAX_NUMBER),
        ("income", side.income, MAX_NUMBER),
        ("time", side.time, LAST_SPACE),
    ):
        if not 0 <= number <= largest:
            yield f"{owner}: {name} must be between 0 and {largest}, not {number}"


def _turn_errors(state: PatchworkState) -> Iterator[str]:
    times = state.sides[0].time, state.sides[1].time
    mover, other = times[state.to_move], times[1 - state.to_move]
    remaining = tuple(space for space in state.variant.special_spaces if space > max(times))
    if state.specials != remaining:
        named = "the space" if len(remaining) == 1 else "the spaces"
        spaces = f"{named} {', '.join(map(str, remaining))}" if remaining else "no space"
        yield (
            f"specials: with the times {times[0]} and {times[1]} and the edition {state.variant.edition},"
            f" expected 1x1 patches on {spaces}"
        )
    finished = [player for player in (0, 1) if times[player] == LAST_SPACE]
    if (state.first_home is None) != (not finished) or (len(finished) == 1 and state.first_home != finished[0]):
        expected = " or ".join(map(_named, finished)) or "none"
        home = _named(state.first_home)
        yield f"home: expected {expected} with the times {times[0]} and {times[1]}, not {home}"
    if state.pending not in (0, 1):
        yield f"pending: expected 0 or 1, not {state.pending}; a move takes at most one 1x1 patch"
    elif state.pending:
        if not any(other < space <= mover for space in state.variant.special_spaces):
            yield f"pending: player {state.to_move} on space {mover} has not just taken a 1x1 patch"
        if not state.mover.open_squares:
            yield f"pending: expected 0, not 1: player {state.to_move} has no open square for a 1x1 patch"
    elif mover > other:
        yield f"to move: expected player {1 - state.to_move}, who is behind, on space {other}"
    elif mover == other == LAST_SPACE and state.to_move == state.first_home:
        yield f"to move: expected player {1 - state.to_move}, who reached the last space last"


def _bonus_errors(state: PatchworkState) -> Iterator[str]:
    sevens = [player for player in (0, 1) if has_seven(state.sides[player].quilt)]
    if (state.bonus is None) != (not sevens) or (state.bonus is not None and state.bonus not in sevens):
        expected = " or ".join(map(_named, sevens)) or "none"
        yield f"bonus: judging by the full 7 x 7 blocks, expected {expected}, not {_named(state.bonus)}"


def _named(player: int | None) -> str:
    return "none" if player is None else f"player {player}"
