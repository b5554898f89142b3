"""The game in writing: deals, moves and positions, as text and as JSON.

A position is one line of words, each a key and its value; where there is one for each player, player 0's comes
first::

    circle=17,5,33,1 quilts=-,##7/#8/9/9/9/9/9/9/9 buttons=5,3 income=0,1 time=0,3 to-move=0

A quilt is nine rows with ``/`` between them: ``#`` is a covered square, ``.`` an open one, a digit so many
open ones; ``-`` is an empty quilt. Other keys: ``specials``, the spaces where a 1x1 patch lies; ``pending=1``,
the player to move has to lay one; ``bonus``, who has the 7x7; ``home``, who reached the last space first (``-``
for none and for nobody). Only the circle must be given. Who moves follows from the times, unless both are on
the same space, where player 0 is taken; and so do the other keys, unless both are at home or have a 7x7.

A position need not have come from a game: patches may be missing from the circle. But it must make sense.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork.duel.impossible_positions import MOST_BUTTONS, circle_flaws, flaws
from tilewright.games.patchwork.duel.moves import TURNS, Advance, Buy, Move, Special, image
from tilewright.games.patchwork.duel.rules import (
    LAST_SPACE,
    SPECIAL_SPACES,
    START_BUTTONS,
    PatchworkState,
    Side,
    has_seven,
)
from tilewright.games.patchwork.pieces.patches import PATCHES, SIDE
from tilewright.json_text import read_json, read_object

__all__ = [
    "circle_from_json",
    "move_from_json",
    "parse_circle",
    "parse_move",
    "parse_state",
    "quilt_from_rows",
    "quilt_to_rows",
    "state_from_json",
    "state_to_json",
    "state_to_text",
]

FIRST_PATCH = 1
"""The 1x2, which lies last in a whole circle: the marker stands just after it."""


# --- Deals --------------------------------------------------------------------------------------------


def parse_circle(text: str) -> tuple[int, ...]:
    """A whole circle from a JSON list, ``{"circle": [...]}``, or numbers with commas between them."""
    if text.lstrip()[:1] in ("{", "["):
        data = read_json(text, "the circle")
        return circle_from_json(data if isinstance(data, dict) else {"circle": data})
    return _whole(_numbers("circle", text.replace(",", " ").split()))


def circle_from_json(data: Any) -> tuple[int, ...]:
    return _whole(_json_numbers("circle", read_object(data, "a deal", {"circle"})["circle"]))


def _whole(circle: tuple[int, ...]) -> tuple[int, ...]:
    for flaw in circle_flaws(circle):
        raise BadInput(flaw)
    if len(circle) != len(PATCHES) - 1:
        missing = next(patch.id for patch in PATCHES[1:] if patch.id not in circle)
        raise BadInput(f"circle: {len(circle)} patches, expected all {len(PATCHES) - 1}; {missing} is missing")
    if circle[-1] != FIRST_PATCH:
        at = circle.index(FIRST_PATCH)
        raise BadInput(
            f"circle: patch {FIRST_PATCH} must come last, as the marker starts after it, not at {at}"
        )
    return circle


# --- Moves --------------------------------------------------------------------------------------------

_NUMBER = r"[0-9]{1,4}"
_BUY = re.compile(
    rf"(?:buy\s+)?(?P<patch>{_NUMBER})\s*(?P<turn>m?(?:r[0-3])?)\s*@\s*(?P<row>{_NUMBER})\s*,\s*(?P<column>{_NUMBER})"
)
_BUY_CELLS = re.compile(rf"buy\s+(?P<patch>{_NUMBER})(?P<cells>(?:\s+{_NUMBER},{_NUMBER})+)")
_SPECIAL = re.compile(rf"special\s+(?P<row>{_NUMBER})\s*,\s*(?P<column>{_NUMBER})")


def parse_move(text: str) -> Move:
    """``advance``, ``buy 17mr1@3,4``, ``special 3,4``; ``buy 17 3,4 3,5 3,6`` with all squares; or JSON."""
    text = text.strip()
    if text.startswith(("{", '"')):
        return move_from_json(read_json(text, "the move"))
    words = text.lower()
    if words == "advance":
        return Advance()
    if found := _SPECIAL.fullmatch(words):
        return Special((int(found["row"]), int(found["column"])))
    if found := _BUY_CELLS.fullmatch(words):
        pairs = (pair.split(",") for pair in found["cells"].split())
        return Buy(int(found["patch"]), tuple((int(row), int(column)) for row, column in pairs))
    if found := _BUY.fullmatch(words):
        patch, turn = int(found["patch"]), found["turn"].removesuffix("r0")
        if not 0 < patch < len(PATCHES):
            raise BadInput(f"there is no patch {patch}; patches are numbered 1 to {len(PATCHES) - 1}")
        return Buy(patch, image(patch, turn).at(int(found["row"]), int(found["column"])))
    raise BadInput(
        f"{text[:40]!r} is no move; expected advance, special 3,4 or buy 17mr1@3,4: patch, turn"
        f" ({', '.join(TURNS[1:])} or none), row and column of its box"
    )


def move_from_json(data: Any) -> Move:
    if data == "advance":
        return Advance()
    if isinstance(data, dict) and "special" in data:
        return Special(_cell(read_object(data, "the move", {"special"})["special"]))
    if isinstance(data, dict) and "buy" in data:
        found = read_object(data, "the move", {"buy", "cells"})
        if type(found["buy"]) is not int:
            raise BadInput(f"the move: buy must be the number of a patch, not {shorten(found['buy'])}")
        if not isinstance(found["cells"], list):
            raise BadInput("the move: cells must be a list of [row, column]")
        return Buy(found["buy"], tuple(map(_cell, found["cells"])))
    raise BadInput('a move must be "advance", {"buy": 17, "cells": [[3, 4], ...]} or {"special": [3, 4]}')


def _cell(data: Any) -> Cell:
    match data:
        case [int(row), int(column)] if not isinstance(row, bool) and not isinstance(column, bool):
            return row, column
    raise BadInput(f"the move: expected a square [row, column], not {shorten(data)}")


# --- Quilts -------------------------------------------------------------------------------------------


def quilt_to_rows(quilt: int) -> list[str]:
    """Nine rows of ``#`` and ``.``."""
    return ["".join(".#"[quilt >> SIDE * row + column & 1] for column in range(SIDE)) for row in range(SIDE)]


def quilt_from_rows(rows: Sequence[str], what: str = "quilt") -> int:
    """A quilt from nine rows of ``#``, ``.`` and digits, which are so many open squares."""
    if len(rows) != SIDE:
        raise BadInput(f"{what}: expected {SIDE} rows, not {len(rows)}")
    quilt = 0
    for row, text in enumerate(rows):
        column = 0
        for mark in text:
            if mark == "#":
                quilt |= 1 << SIDE * row + min(column, SIDE)
            elif mark != "." and mark not in "123456789":
                raise BadInput(f"{what}, row {row}: {mark!r} is neither #, nor ., nor a digit from 1 to 9")
            column += int(mark) if mark.isdecimal() else 1
        if column != SIDE:
            raise BadInput(f"{what}, row {row}: {column} squares, expected {SIDE}")
    return quilt


def _quilt_text(quilt: int) -> str:
    if not quilt:
        return "-"
    return "/".join(
        re.sub(r"\.+", lambda open_squares: str(len(open_squares[0])), row) for row in quilt_to_rows(quilt)
    )


def _quilt(text: str, what: str) -> int:
    return 0 if text == "-" else quilt_from_rows(text.split("/"), what)


# --- Positions ----------------------------------------------------------------------------------------


def state_to_text(state: PatchworkState) -> str:
    one, two = state.sides
    words = {
        "circle": _listed(state.circle),
        "quilts": f"{_quilt_text(one.quilt)},{_quilt_text(two.quilt)}",
        "buttons": f"{one.buttons},{two.buttons}",
        "income": f"{one.income},{two.income}",
        "time": f"{one.time},{two.time}",
        "to-move": str(state.to_move),
        "specials": _listed(state.specials),
        "pending": str(state.pending),
        "bonus": _nobody(state.bonus),
        "home": _nobody(state.first_home),
    }
    return " ".join(f"{key}={value}" for key, value in words.items())


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _nobody(player: int | None) -> str:
    return "-" if player is None else str(player)


KEYS = ("circle", "quilts", "buttons", "income", "time", "to-move", "specials", "pending", "bonus", "home")


def parse_state(text: str) -> PatchworkState:
    """A position from its text or from its JSON; `BadInput` says what is wrong with it."""
    if text.lstrip().startswith("{"):
        return state_from_json(read_json(text, "the position"))
    words: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in KEYS:
            raise BadInput(f"{word[:40]!r} is no part of a position; expected one of {'=, '.join(KEYS)}=")
        if key in words:
            raise BadInput(f"the position has {key}= twice")
        words[key] = value
    if "circle" not in words:
        raise BadInput("a position must have at least its circle, circle=17,5,33 or circle=-")
    pair = _pairs(words)
    quilts = pair(
        "quilts", "-,-", lambda text, what: 0 if text == "-" else quilt_from_rows(text.split("/"), what)
    )
    buttons = pair("buttons", f"{START_BUTTONS},{START_BUTTONS}", _number)
    incomes, times = pair("income", "0,0", _number), pair("time", "0,0", _number)
    one, two = (Side(*each) for each in zip(quilts, buttons, incomes, times, strict=True))
    pending = _number(words.get("pending", "0"), "pending")
    given: dict[str, Any] = {
        name: read(words[key], key)
        for key, name, read in (
            ("to-move", "to_move", _number),
            ("specials", "specials", _list),
            ("bonus", "bonus", _player),
            ("home", "first_home", _player),
        )
        if key in words
    }
    return _sensible(PatchworkState(_list(words["circle"], "circle"), (one, two), pending=pending), given)


def state_to_json(state: PatchworkState) -> dict[str, Any]:
    return {
        "circle": list(state.circle),
        "sides": [
            {
                "quilt": quilt_to_rows(side.quilt),
                "buttons": side.buttons,
                "income": side.income,
                "time": side.time,
            }
            for side in state.sides
        ],
        "to_move": state.to_move,
        "specials": list(state.specials),
        "pending": state.pending,
        "bonus": state.bonus,
        "first_home": state.first_home,
    }


def state_from_json(data: Any) -> PatchworkState:
    """A position from what `state_to_json` gives; only the circle and the sides must be there."""
    optional = {"to_move", "specials", "pending", "bonus", "first_home"}
    found = read_object(data, "a position", {"circle", "sides"}, optional)
    if not isinstance(found["sides"], list) or len(found["sides"]) != 2:
        raise BadInput("sides: expected a list of two objects, one for each player")
    one, two = (_side(side, f"sides[{player}]") for player, side in enumerate(found["sides"]))
    pending = _json_number("pending", found.get("pending", 0))
    given: dict[str, Any] = {
        key: read(key, found[key])
        for key, read in (
            ("to_move", _json_number),
            ("specials", _json_numbers),
            ("bonus", _json_player),
            ("first_home", _json_player),
        )
        if key in found
    }
    circle = _json_numbers("circle", found["circle"])
    return _sensible(PatchworkState(circle, (one, two), pending=pending), given)


def _side(data: Any, what: str) -> Side:
    found = read_object(data, what, {"quilt"}, {"buttons", "income", "time"})
    rows = found["quilt"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadInput(f"{what}: quilt must be a list of {SIDE} texts such as '##.......'")
    defaults = {"buttons": START_BUTTONS, "income": 0, "time": 0}
    numbers = {
        key: _json_number(f"{what}: {key}", found.get(key, value)) or 0 for key, value in defaults.items()
    }
    return Side(quilt_from_rows(rows, f"{what}: quilt"), **numbers)


def _sensible(state: PatchworkState, given: dict[str, Any]) -> PatchworkState:
    """The position with what was given, and what follows for the rest; `BadInput` if it makes no sense."""
    times = [side.time for side in state.sides]
    homes = [player for player in (0, 1) if times[player] == LAST_SPACE]
    sevens = [player for player in (0, 1) if has_seven(state.sides[player].quilt)]
    follows: dict[str, Any] = {
        "specials": tuple(space for space in SPECIAL_SPACES if space > max(times)),
        "first_home": homes[0] if len(homes) == 1 else None,
        "bonus": sevens[0] if len(sevens) == 1 else None,
        # A 1x1 patch is laid by the player ahead, who has just taken it; the one behind makes all other moves.
        "to_move": int(times[1] > times[0] if state.pending else times[1] < times[0]),
    }
    if len(homes) == 2:
        follows["to_move"] = 1 - (given.get("first_home") or 0)
    state = replace(state, **follows | given)
    for flaw in flaws(state):
        raise BadInput(flaw)
    return state


# --- Numbers ------------------------------------------------------------------------------------------


def _list(text: str, what: str) -> tuple[int, ...]:
    return _numbers(what, [] if text == "-" else text.split(","))


def _player(text: str, what: str) -> int | None:
    return None if text == "-" else _number(text, what)


def _pairs(words: Mapping[str, str]) -> Callable[[str, str, Callable[[str, str], int]], list[int]]:
    def pair(key: str, default: str, read: Callable[[str, str], int]) -> list[int]:
        both = words.get(key, default).split(",")
        if len(both) != 2:
            raise BadInput(f"{key}: expected two values, one for each player, with a comma between them")
        return [read(text, f"{key} of player {player}") for player, text in enumerate(both)]

    return pair


def _numbers(what: str, tokens: Sequence[str]) -> tuple[int, ...]:
    return tuple(_number(token, f"{what}[{place}]") for place, token in enumerate(tokens))


def _number(token: str, what: str) -> int:
    if not (token.isascii() and token.isdecimal() and len(token) < 10 and int(token) <= MOST_BUTTONS):
        raise BadInput(f"{what}: expected a number from 0 to {MOST_BUTTONS}, not {token[:40]!r}")
    return int(token)


def _json_numbers(what: str, data: Any) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise BadInput(f"{what}: expected a list of numbers, not {shorten(data)}")
    return tuple(_json_number(f"{what}[{place}]", number) for place, number in enumerate(data))


def _json_player(what: str, data: Any) -> int | None:
    return None if data is None else _json_number(what, data)


def _json_number(what: str, data: Any) -> int:
    if type(data) is not int or abs(data) > MOST_BUTTONS:
        raise BadInput(f"{what}: expected a whole number of at most {MOST_BUTTONS}, not {shorten(data)}")
    return data
