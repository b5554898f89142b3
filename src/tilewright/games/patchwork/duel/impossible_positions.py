"""What cannot be: positions that no rule could have led to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.games.patchwork.duel.moves import SQUARES
from tilewright.games.patchwork.duel.rules import (
    LAST_SPACE,
    SPECIAL_SPACES,
    PatchworkState,
    Side,
    has_seven,
)
from tilewright.games.patchwork.pieces.patches import PATCHES

__all__ = ["MOST_BUTTONS", "circle_flaws", "flaws"]

MOST_BUTTONS = 10_000
"""No number in a position is larger."""


def flaws(state: PatchworkState) -> Iterator[str]:
    """Everything that makes a position impossible, whatever was played before."""
    yield from circle_flaws(state.circle)
    for player, side in enumerate(state.sides):
        yield from _side_flaws(side, f"player {player}")
    for what, who in (("to move", state.to_move), ("bonus", state.bonus), ("home", state.first_home)):
        if who not in (0, 1) and not (who is None and what != "to move"):
            yield f"{what}: there is no player {who}; expected 0 or 1"
            return
    yield from _turn_flaws(state)
    yield from _bonus_flaws(state)


def circle_flaws(circle: Sequence[int]) -> Iterator[str]:
    seen: dict[int, int] = {}
    for place, patch in enumerate(circle):
        if not 1 <= patch < len(PATCHES):
            yield f"circle[{place}]: there is no patch {patch}; expected a number from 1 to {len(PATCHES) - 1}"
        elif patch in seen:
            yield f"circle[{place}]: patch {patch} stands at place {seen[patch]} already"
        seen.setdefault(patch, place)


def _side_flaws(side: Side, who: str) -> Iterator[str]:
    if not 0 <= side.quilt < 1 << SQUARES:
        yield f"{who}: the quilt has squares beyond 9 x 9"
    for what, number, most in (
        ("buttons", side.buttons, MOST_BUTTONS),
        ("income", side.income, MOST_BUTTONS),
        ("time", side.time, LAST_SPACE),
    ):
        if not 0 <= number <= most:
            yield f"{who}: {what} must be between 0 and {most}, not {number}"


def _turn_flaws(state: PatchworkState) -> Iterator[str]:
    times = state.sides[0].time, state.sides[1].time
    mover, other = times[state.to_move], times[1 - state.to_move]
    left = tuple(space for space in SPECIAL_SPACES if space > max(times))
    if state.specials != left:
        spaces = ", ".join(map(str, left)) or "no space"
        yield f"specials: at times {times[0]} and {times[1]} 1x1 patches lie on {spaces}"
    homes = [player for player in (0, 1) if times[player] == LAST_SPACE]
    if (state.first_home is None) != (not homes) or (len(homes) == 1 and state.first_home != homes[0]):
        who = " or ".join(map(_named, homes)) or "nobody"
        yield f"home: at times {times[0]} and {times[1]} it must be {who}, not {_named(state.first_home)}"
    if state.pending not in (0, 1):
        yield f"pending: expected 0 or 1, not {state.pending}; no move takes more than one 1x1 patch"
    elif state.pending:
        if not any(other < space <= mover for space in SPECIAL_SPACES):
            yield f"pending: player {state.to_move} on space {mover} has not just taken a 1x1 patch"
        if not state.mover.open_squares:
            yield f"pending: player {state.to_move} has no open square; such a 1x1 patch is discarded"
    elif mover > other:
        yield f"to move: player {1 - state.to_move} is behind, on space {other}, and must be the one to move"
    elif mover == other == LAST_SPACE and state.to_move == state.first_home:
        yield f"to move: on the last space it is the one who came last, player {1 - state.to_move}"


def _bonus_flaws(state: PatchworkState) -> Iterator[str]:
    sevens = [player for player in (0, 1) if has_seven(state.sides[player].quilt)]
    if (state.bonus is None) != (not sevens) or (state.bonus is not None and state.bonus not in sevens):
        who = " and ".join(map(_named, sevens)) or "nobody"
        yield f"bonus: on the quilt of {who} is a full square of 7 x 7, so {_named(state.bonus)} cannot have it"


def _named(player: int | None) -> str:
    return "nobody" if player is None else f"player {player}"
