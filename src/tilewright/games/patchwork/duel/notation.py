"""The notation of the two-player game: deals, moves and positions, as text and as JSON.

A position is one line of words of the form key=value. The values of the two players are separated by a comma;
player 0 comes first::

    circle=17,5,33,1 quilts=-,##7/#8/9/9/9/9/9/9/9 buttons=5,3 income=0,1 time=0,3 to-move=0
    patches=box edition=classic

A quilt is nine rows separated by ``/``: ``#`` is a covered square, ``.`` an open one, and a digit stands for
that many open squares; ``-`` is an empty quilt. The other keys are ``specials`` (the spaces that still have a
1x1 patch), ``pending=1`` (the player to move must lay a 1x1 patch), ``bonus`` (the player who has the 7x7
bonus), ``home`` (the player who reached the last space first), ``patches`` (the set of patches: ``box`` or
``paper``) and ``edition`` (``classic`` or ``revised``); ``-`` stands for none. Only the circle is required.
Quilts, buttons, incomes, times and ``pending`` that are not given have their values at the start of the game;
``patches`` and ``edition`` default to the values of new games, ``box`` and ``classic``. The other missing
values are derived from the times and the quilts. If both players are on the same space, but not the last one,
player 0 is to move. If both are on the last space, ``home`` must be given, and the other player is to move. If
both have a full 7 x 7 block, ``bonus`` must be given.

A position need not come from a real game: patches may be missing from the circle. But the position must not
contradict the rules.

A deal is a complete circle with a set of patches and an edition. If the deal in a record names neither the set
nor the edition, the record was written before there were variants; its game was played with ``paper`` and
``classic``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork.duel.impossible_positions import MAX_NUMBER, circle_errors, position_errors
from tilewright.games.patchwork.duel.moves import TURNS, Advance, Buy, Move, Special, oriented
from tilewright.games.patchwork.duel.patch_set_and_edition import OLD_RECORDS, STANDARD, Variant
from tilewright.games.patchwork.duel.rules import (
    LAST_SPACE,
    START_BUTTONS,
    PatchworkState,
    Side,
    has_seven,
)
from tilewright.games.patchwork.pieces.patches import PATCH_COUNT, SIDE, PatchSet
from tilewright.strict_json import read_json, read_object

__all__ = [
    "Deal",
    "complete_circle",
    "deal_of_record",
    "deal_to_json",
    "move_from_json",
    "parse_deal",
    "parse_move",
    "parse_state",
    "quilt_from_rows",
    "quilt_to_rows",
    "state_from_json",
    "state_to_json",
    "state_to_text",
    "variant_from_keys",
]

FIRST_PATCH = 1
"""The 1x2 patch, which is the last patch of a complete circle: the marker starts just after it."""

VARIANT_KEYS = ("patches", "edition")
"""The keys that name the variant, in a deal and in a position."""


# --- Deals --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """A complete circle, which begins with the patch just after the marker, and the variant of the game."""

    circle: tuple[int, ...]
    variant: Variant = STANDARD

    def __post_init__(self) -> None:
        _check_circle(self.circle)


def parse_deal(text: str, keys: Mapping[str, str]) -> Deal:
    """Parse a deal: a circle (numbers separated by commas or spaces, or a JSON list), or the JSON of a deal.

    If `keys` contains ``patches`` or ``edition``, its value replaces the one in the text.
    """
    if text.lstrip()[:1] in ("{", "["):
        data = read_json(text, "the deal")
        deal = _deal_from_json(data if isinstance(data, dict) else {"circle": data}, STANDARD)
    else:
        deal = Deal(_numbers("circle", text.replace(",", " ").split()))
    return replace(deal, variant=variant_from_keys(keys, deal.variant))


def variant_from_keys(keys: Mapping[str, Any], default: Variant = STANDARD) -> Variant:
    """Read a variant from the keys `patches` and `edition`; a missing key takes its value from `default`."""
    for key in keys:
        if key not in VARIANT_KEYS:
            raise BadInput(f"a deal of patchwork has no key {key[:40]!r}; expected {' or '.join(VARIANT_KEYS)}")
    return Variant.from_keys(keys, default)


def deal_of_record(data: Any) -> Deal:
    """Read the deal of a record; the defaults are the patches `paper` and the edition `classic`."""
    return _deal_from_json(data, OLD_RECORDS)


def deal_to_json(deal: Deal) -> dict[str, Any]:
    return {"circle": list(deal.circle), **deal.variant.to_json()}


def complete_circle(data: Any) -> tuple[int, ...]:
    """Read the JSON list of a complete circle."""
    return Deal(_json_numbers("circle", data)).circle


def _deal_from_json(data: Any, default: Variant) -> Deal:
    fields = read_object(data, "a deal", {"circle"}, set(VARIANT_KEYS))
    return Deal(complete_circle(fields["circle"]), Variant.from_keys(fields, default))


def _check_circle(circle: tuple[int, ...]) -> None:
    """Raise `BadInput` if a circle is not complete."""
    for error in circle_errors(circle):
        raise BadInput(error)
    if len(circle) != PATCH_COUNT - 1:
        missing = next(patch for patch in range(1, PATCH_COUNT) if patch not in circle)
        raise BadInput(
            f"circle: expected all {PATCH_COUNT - 1} patches, not {len(circle)}; patch {missing} is missing"
        )
    if circle[-1] != FIRST_PATCH:
        index = circle.index(FIRST_PATCH)
        raise BadInput(
            f"circle: patch {FIRST_PATCH} must be last, because the marker starts after it;"
            f" it is circle[{index}]"
        )


# --- Moves --------------------------------------------------------------------------------------------

_NUMBER = r"[0-9]{1,4}"
_BUY = re.compile(
    rf"(?:buy\s+)?(?P<patch>{_NUMBER})\s*(?P<turn>m?(?:r[0-3])?)\s*@\s*(?P<row>{_NUMBER})\s*,\s*(?P<column>{_NUMBER})"
)
_BUY_CELLS = re.compile(rf"buy\s+(?P<patch>{_NUMBER})(?P<cells>(?:\s+{_NUMBER},{_NUMBER})+)")
_SPECIAL = re.compile(rf"special\s+(?P<row>{_NUMBER})\s*,\s*(?P<column>{_NUMBER})")


def parse_move(text: str, patches: PatchSet) -> Move:
    """Parse ``advance``, ``buy 17mr1@3,4``, ``buy 5 3,4 3,5 3,6`` (all squares), ``special 3,4``, or JSON.

    The set of patches determines the squares of ``buy 17mr1@3,4``.
    """
    text = text.strip()
    if text.startswith(("{", '"')):
        return move_from_json(read_json(text, "the move"))
    words = text.lower()
    if words == "advance":
        return Advance()
    if match := _SPECIAL.fullmatch(words):
        return Special((int(match["row"]), int(match["column"])))
    if match := _BUY_CELLS.fullmatch(words):
        pairs = (pair.split(",") for pair in match["cells"].split())
        return Buy(int(match["patch"]), tuple((int(row), int(column)) for row, column in pairs))
    if match := _BUY.fullmatch(words):
        patch, turn = int(match["patch"]), match["turn"].removesuffix("r0")
        if not 0 < patch < PATCH_COUNT:
            raise BadInput(f"there is no patch {patch}; patches are numbered 1 to {PATCH_COUNT - 1}")
        return Buy(patch, oriented(patches[patch], turn).at(int(match["row"]), int(match["column"])))
    raise BadInput(
        f"{text[:40]!r} is not a move; expected advance, special 3,4 or buy 17mr1@3,4: patch, orientation"
        f" ({', '.join(TURNS[1:])} or nothing), row and column of its top left corner"
    )


def move_from_json(data: Any) -> Move:
    if data == "advance":
        return Advance()
    if isinstance(data, dict) and "special" in data:
        return Special(_cell(read_object(data, "the move", {"special"})["special"]))
    if isinstance(data, dict) and "buy" in data:
        fields = read_object(data, "the move", {"buy", "cells"})
        if type(fields["buy"]) is not int:
            raise BadInput(f"the move: buy must be the number of a patch, not {shorten(fields['buy'])}")
        if not isinstance(fields["cells"], list):
            raise BadInput("the move: cells must be a list of [row, column]")
        return Buy(fields["buy"], tuple(map(_cell, fields["cells"])))
    raise BadInput('a move must be "advance", {"buy": 17, "cells": [[3, 4], ...]} or {"special": [3, 4]}')


def _cell(data: Any) -> Cell:
    match data:
        case [int(row), int(column)] if not isinstance(row, bool) and not isinstance(column, bool):
            return row, column
    raise BadInput(f"the move: expected a square [row, column], not {shorten(data)}")


# --- Quilts -------------------------------------------------------------------------------------------


def quilt_to_rows(quilt: int) -> list[str]:
    """Return a quilt as nine rows of ``#`` (covered) and ``.`` (open)."""
    return ["".join(".#"[quilt >> SIDE * row + column & 1] for column in range(SIDE)) for row in range(SIDE)]


def quilt_from_rows(rows: Sequence[str], name: str = "quilt") -> int:
    """Parse a quilt from nine rows of ``#``, ``.`` and digits; a digit stands for that many open squares."""
    if len(rows) != SIDE:
        raise BadInput(f"{name}: expected {SIDE} rows, not {len(rows)}")
    quilt = 0
    for row, text in enumerate(rows):
        column = 0
        for mark in text:
            if mark == "#":
                quilt |= 1 << SIDE * row + min(column, SIDE)
            elif mark != "." and mark not in "123456789":
                raise BadInput(f"{name}, row {row}: expected #, . or a digit from 1 to 9, not {mark!r}")
            column += int(mark) if mark.isdecimal() else 1
        if column != SIDE:
            raise BadInput(f"{name}, row {row}: {column} squares, expected {SIDE}")
    return quilt


def _quilt_text(quilt: int) -> str:
    if not quilt:
        return "-"
    return "/".join(
        re.sub(r"\.+", lambda open_squares: str(len(open_squares[0])), row) for row in quilt_to_rows(quilt)
    )


def _quilt(text: str, name: str) -> int:
    return 0 if text == "-" else quilt_from_rows(text.split("/"), name)


# --- Positions ----------------------------------------------------------------------------------------


def state_to_text(state: PatchworkState) -> str:
    first, second = state.sides
    words = {
        "circle": _listed(state.circle),
        "quilts": f"{_quilt_text(first.quilt)},{_quilt_text(second.quilt)}",
        "buttons": f"{first.buttons},{second.buttons}",
        "income": f"{first.income},{second.income}",
        "time": f"{first.time},{second.time}",
        "to-move": str(state.to_move),
        "specials": _listed(state.specials),
        "pending": str(state.pending),
        "bonus": _player_or_dash(state.bonus),
        "home": _player_or_dash(state.first_home),
        **state.variant.to_json(),
    }
    return " ".join(f"{key}={value}" for key, value in words.items())


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _player_or_dash(player: int | None) -> str:
    return "-" if player is None else str(player)


KEYS = (
    *("circle", "quilts", "buttons", "income", "time", "to-move", "specials", "pending", "bonus", "home"),
    *VARIANT_KEYS,
)


def parse_state(text: str) -> PatchworkState:
    """Parse a position from text or JSON; raise `BadInput` if it is malformed or impossible."""
    if text.lstrip().startswith("{"):
        return state_from_json(read_json(text, "the position"))
    words: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in KEYS:
            raise BadInput(f"{word[:40]!r} is not part of a position; expected one of {'=, '.join(KEYS)}=")
        if key in words:
            raise BadInput(f"the position has {key}= twice")
        words[key] = value
    if "circle" not in words:
        raise BadInput(
            "a position must have at least its circle, such as circle=17,5,33, or circle=- if it is empty"
        )
    quilts = _pair(words, "quilts", "-", _quilt)
    buttons = _pair(words, "buttons", str(START_BUTTONS), _number)
    incomes, times = _pair(words, "income", "0", _number), _pair(words, "time", "0", _number)
    first, second = (Side(*values) for values in zip(quilts, buttons, incomes, times, strict=True))
    pending = _number(words.get("pending", "0"), "pending")
    explicit: dict[str, Any] = {
        name: read(words[key], key)
        for key, name, read in (
            ("to-move", "to_move", _number),
            ("specials", "specials", _list),
            ("bonus", "bonus", _player),
            ("home", "first_home", _player),
        )
        if key in words
    }
    circle, variant = _list(words["circle"], "circle"), Variant.from_keys(words, STANDARD)
    return _complete(PatchworkState(circle, (first, second), pending=pending, variant=variant), explicit)


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
        **state.variant.to_json(),
    }


def state_from_json(data: Any) -> PatchworkState:
    """Read a position in the format of `state_to_json`; only the circle and both quilts are required."""
    optional = {"to_move", "specials", "pending", "bonus", "first_home", *VARIANT_KEYS}
    fields = read_object(data, "a position", {"circle", "sides"}, optional)
    if not isinstance(fields["sides"], list) or len(fields["sides"]) != 2:
        raise BadInput("sides: expected a list of two objects, one for each player")
    first, second = (_side(side, f"sides[{player}]") for player, side in enumerate(fields["sides"]))
    pending = _json_number("pending", fields.get("pending", 0))
    explicit: dict[str, Any] = {
        key: read(key, fields[key])
        for key, read in (
            ("to_move", _json_number),
            ("specials", _json_numbers),
            ("bonus", _json_player),
            ("first_home", _json_player),
        )
        if key in fields
    }
    circle, variant = _json_numbers("circle", fields["circle"]), Variant.from_keys(fields, STANDARD)
    return _complete(PatchworkState(circle, (first, second), pending=pending, variant=variant), explicit)


def _side(data: Any, name: str) -> Side:
    fields = read_object(data, name, {"quilt"}, {"buttons", "income", "time"})
    rows = fields["quilt"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadInput(f"{name}: quilt must be a list of {SIDE} strings such as '##.......'")
    defaults = {"buttons": START_BUTTONS, "income": 0, "time": 0}
    numbers = {
        key: _json_number(f"{name}: {key}", fields.get(key, value)) or 0 for key, value in defaults.items()
    }
    return Side(quilt_from_rows(rows, f"{name}: quilt"), **numbers)


def _complete(state: PatchworkState, explicit: dict[str, Any]) -> PatchworkState:
    """Set the explicit values of a position and derive the others; raise `BadInput` if it is impossible."""
    times = [side.time for side in state.sides]
    finished = [player for player in (0, 1) if times[player] == LAST_SPACE]
    sevens = [player for player in (0, 1) if has_seven(state.sides[player].quilt)]
    derived: dict[str, Any] = {
        "specials": tuple(space for space in state.variant.special_spaces if space > max(times)),
        "first_home": finished[0] if len(finished) == 1 else None,
        "bonus": sevens[0] if len(sevens) == 1 else None,
        # The player who is ahead lays the 1x1 patch just taken; the player who is behind makes all other moves.
        "to_move": int(times[1] > times[0] if state.pending else times[1] < times[0]),
    }
    if len(finished) == 2:
        # Any other value of `home` is reported as an error of `home`, not of the player to move.
        derived["to_move"] = 0 if explicit.get("first_home") == 1 else 1
    state = replace(state, **derived | explicit)
    for error in position_errors(state):
        raise BadInput(error)
    return state


# --- Numbers ------------------------------------------------------------------------------------------


def _list(text: str, name: str) -> tuple[int, ...]:
    return _numbers(name, [] if text == "-" else text.split(","))


def _player(text: str, name: str) -> int | None:
    return None if text == "-" else _number(text, name)


def _pair(words: Mapping[str, str], key: str, default: str, read: Callable[[str, str], int]) -> list[int]:
    """Parse the values of a key for both players; if the key is missing, both have the default value."""
    texts = words.get(key, f"{default},{default}").split(",")
    if len(texts) != 2:
        raise BadInput(f"{key}: expected two values, one for each player, separated by a comma")
    return [read(text, f"{key} of player {player}") for player, text in enumerate(texts)]


def _numbers(name: str, tokens: Sequence[str]) -> tuple[int, ...]:
    return tuple(_number(token, f"{name}[{index}]") for index, token in enumerate(tokens))


def _number(token: str, name: str) -> int:
    if not (token.isascii() and token.isdecimal() and len(token) < 10 and int(token) <= MAX_NUMBER):
        raise BadInput(f"{name}: expected a number from 0 to {MAX_NUMBER}, not {token[:40]!r}")
    return int(token)


def _json_numbers(name: str, data: Any) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise BadInput(f"{name}: expected a list of numbers, not {shorten(data)}")
    return tuple(_json_number(f"{name}[{index}]", number) for index, number in enumerate(data))


def _json_player(name: str, data: Any) -> int | None:
    return None if data is None else _json_number(name, data)


def _json_number(name: str, data: Any) -> int:
    if type(data) is not int or abs(data) > MAX_NUMBER:
        raise BadInput(
            f"{name}: expected a whole number from {-MAX_NUMBER} to {MAX_NUMBER}, not {shorten(data)}"
        )
    return data
