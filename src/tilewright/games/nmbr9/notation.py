"""Read and write Nmbr9 instances and solutions, as short text or JSON.

The short form is T-m-c-k, as defined in `rules`, followed in variant K by the deck: ``F-6-2-5``,
``K-9-2-4:3,7,0,7``, ``U-2-1-3``. Keys whose values differ from the defaults follow:
``F-6-2-5 grid=6 levels=3 support=types``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Policy, Nmbr9Solution, Placement, Reply
from tilewright.strict_json import read_json, read_object

__all__ = [
    "FORMATS",
    "from_json",
    "parse",
    "parse_solution",
    "placement_to_json",
    "solution_from_json",
    "solution_to_json",
    "to_json",
    "to_text",
]

EXPECTED = "expected an instance such as F-6-2-5, K-9-2-3:3,7,0 or U-2-1-3, or JSON"

LONGEST_LINE = 100
"""The deepest nesting of replies that is accepted. The size of a policy grows exponentially with its depth, so
no real policy is this deep."""

_SPEC = re.compile(r"(?P<variant>[A-Za-z]+)-(?P<m>[0-9]{1,6})-(?P<c>[0-9]{1,6})-(?P<k>[0-9]{1,6})")
_DECK = re.compile(r"[0-9]{1,6}(?:\s*,\s*[0-9]{1,6})*")
_REQUIRED = ("variant", "max_value", "copies", "cards")
_KEYS = ("grid", "levels", "support", "objective")


# --- Instances ----------------------------------------------------------------------------------------


def parse(text: str) -> Nmbr9Instance:
    """Parse an instance from JSON or from the short form."""
    text = text.strip()
    if text.startswith(("{", "[")):
        return from_json(read_json(text))
    head = re.match(r"(?P<spec>[^:=\s]*)(?P<colon>:(?P<deck>[^=A-Za-z]*))?(?P<keys>.*)", text, re.DOTALL)
    if not text or head is None or not (spec := _SPEC.fullmatch(head["spec"])):
        raise BadInput(f"{shorten(text)}: {EXPECTED}")
    deck = _read_deck(head["deck"]) if head["colon"] else None
    data = {
        "variant": spec["variant"].upper(),
        "max_value": int(spec["m"]),
        "copies": int(spec["c"]),
        "cards": int(spec["k"]),
        "deck": deck,
    }
    for token in head["keys"].split():
        key, equals, value = token.partition("=")
        if not equals or key not in _KEYS:
            raise BadInput(f"{shorten(token)}: expected KEY=VALUE, where KEY is one of {', '.join(_KEYS)}")
        if key in data:
            raise BadInput(f"the key {key!r} is given twice")
        data[key] = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else value
    return from_json(data)


def _read_deck(text: str) -> list[int]:
    if not _DECK.fullmatch(text.strip()):
        raise BadInput(
            f"deck: expected numbers separated by commas, such as 3,7,0, not {shorten(text.strip())}"
        )
    return [int(card) for card in text.split(",")]


def from_json(data: Any) -> Nmbr9Instance:
    """Build an instance from its JSON value; the deck may also be a string such as ``"3,7,0"``."""
    fields = read_object(data, "a nmbr9 instance", set(_REQUIRED), {"deck", *_KEYS})
    deck = fields.get("deck")
    if isinstance(deck, str):
        deck = _read_deck(deck)
    if deck is not None and not isinstance(deck, list):
        raise BadInput(f"deck: expected a list of numbers, not {shorten(deck)}")
    return Nmbr9Instance(**{**fields, "deck": None if deck is None else tuple(deck)})


def to_json(instance: Nmbr9Instance) -> dict[str, Any]:
    keys = _KEYS if instance.variant == "U" else [key for key in _KEYS if key != "objective"]
    data = {key: getattr(instance, key) for key in (*_REQUIRED, "deck", *keys)}
    return {**data, "deck": None if instance.deck is None else list(instance.deck)}


def to_text(instance: Nmbr9Instance) -> str:
    """Return the short form of an instance, with the keys whose values differ from the defaults."""
    deck = "" if instance.deck is None else ":" + ",".join(map(str, instance.deck))
    defaults = {"grid": None, "levels": None, "support": "parts", "objective": "forced"}
    keys = [f"{key}={getattr(instance, key)}" for key in _KEYS if getattr(instance, key) != defaults[key]]
    return " ".join([instance.spec + deck, *keys])


FORMATS: dict[str, Callable[[Nmbr9Instance], str]] = {"text": to_text}


# --- Solutions ----------------------------------------------------------------------------------------


def parse_solution(text: str) -> Nmbr9Solution | Nmbr9Policy:
    return solution_from_json(read_json(text, "the solution"))


def solution_from_json(data: Any) -> Nmbr9Solution | Nmbr9Policy:
    """Build a solution from its JSON value: placements in order of play (F and K) or a policy (U)."""
    if isinstance(data, dict) and "policy" in data:
        policy = read_object(data, "a nmbr9 solution", {"policy"})["policy"]
        return Nmbr9Policy(_read_replies(policy, "policy"))
    placements = read_object(data, "a nmbr9 solution", {"placements"})["placements"]
    if not isinstance(placements, list):
        raise BadInput("placements: expected a list")
    return Nmbr9Solution(tuple(_read_placement(each, index) for index, each in enumerate(placements)))


def _read_placement(data: Any, index: int) -> Placement:
    where = f"placements[{index}]"
    fields = read_object(data, where, {"value", "copy", "level", "cells"})
    cells = _read_cells(fields["cells"], where)
    try:
        return Placement(fields["value"], fields["copy"], fields["level"], cells)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _read_cells(data: Any, where: str) -> tuple[Cell, ...]:
    match data:
        case [_, *_] if all(isinstance(cell, list) and len(cell) == 2 for cell in data):
            return tuple((row, column) for row, column in data)
    raise BadInput(f"{where}: cells: expected a list of one or more [row, column] pairs, not {shorten(data)}")


def _read_replies(data: Any, where: str, depth: int = 0) -> tuple[tuple[int, Reply], ...]:
    if not isinstance(data, dict):
        raise BadInput(f"{where}: expected an object with a reply to each card, not {shorten(data)}")
    if depth == LONGEST_LINE:
        raise BadInput(f"policy: expected lines of play of at most {LONGEST_LINE} cards")
    return tuple((_read_card(card, where), _read_reply(data[card], f"{where}.{card}", depth)) for card in data)


def _read_card(text: str, where: str) -> int:
    if not re.fullmatch("[0-9]", text):
        raise BadInput(f"{where}: expected cards from 0 to 9 as keys, not {shorten(text)}")
    return int(text)


def _read_reply(data: Any, where: str, depth: int) -> Reply:
    fields = read_object(data, where, {"level", "cells"}, {"next"})
    cells = _read_cells(fields["cells"], where)
    following = _read_replies(fields["next"], f"{where}.next", depth + 1) if "next" in fields else ()
    try:
        return Reply(fields["level"], cells, following)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def solution_to_json(solution: Nmbr9Solution | Nmbr9Policy) -> dict[str, Any]:
    if isinstance(solution, Nmbr9Policy):
        return {"policy": _replies_to_json(solution.replies)}
    return {"placements": [placement_to_json(each) for each in solution.placements]}


def placement_to_json(placement: Placement) -> dict[str, Any]:
    return {
        "value": placement.value,
        "copy": placement.copy,
        "level": placement.level,
        "cells": [list(cell) for cell in placement.cells],
    }


def _replies_to_json(replies: tuple[tuple[int, Reply], ...]) -> Mapping[str, Any]:
    return {str(card): _reply_to_json(reply) for card, reply in replies}


def _reply_to_json(reply: Reply) -> dict[str, Any]:
    data: dict[str, Any] = {"level": reply.level, "cells": [list(cell) for cell in reply.cells]}
    return {**data, "next": _replies_to_json(reply.next)} if reply.next else data
