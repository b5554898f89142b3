"""What the page of Nmbr9 asks: the parts, the best stacks of the whole game, and the family of instances."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from tilewright.drawing import piece_colour
from tilewright.drawing.palette import hex_of
from tilewright.games.nmbr9.instances.instance_set import Known, family
from tilewright.games.nmbr9.notation import parse, to_text
from tilewright.games.nmbr9.rules import LARGEST_VALUE, orientations
from tilewright.games.nmbr9.state import Nmbr9State
from tilewright.json_text import read_object

__all__ = ["ASK", "view"]

MOST_PLACES = 5_000
"""Places of a card that are told: only the first card on a very large grid has more."""

RECORDS = ("record.json", "record_types.json")
"""Stacks of the whole game: by the usual reading of the rule of support, and by the other."""


def view(state: Nmbr9State) -> dict[str, Any]:
    """A moment of a game as the page draws it; `places` are level, turn and corner of its box."""
    card = state.cards[0] if len(state.cards) == 1 else None
    moves = () if card is None else state.moves()[:MOST_PLACES]
    return {
        "cards": state.instance.cards,
        "grid": state.instance.grid,
        "card": card,
        "left": [state.left[value] for value in range(LARGEST_VALUE + 1)],
        "placed": [
            {"value": each.value, "level": each.level, "cells": [list(cell) for cell in each.cells]}
            for each in state.placed
        ],
        "places": [[move.level, move.turn, move.row, move.column] for move in moves],
    }


# --- Questions ----------------------------------------------------------------------------------------


def _set(question: Mapping[str, Any]) -> dict[str, Any]:
    """Every part in all of its turns, and its colour."""
    read_object(question, "the question", set())
    return {
        "parts": [
            {
                "value": value,
                "colour": hex_of(piece_colour(value)),
                "turns": [[list(cell) for cell in shape.cells] for shape in orientations(value)],
            }
            for value in range(LARGEST_VALUE + 1)
        ]
    }


def _records(question: Mapping[str, Any]) -> dict[str, Any]:
    """The best stacks that are known with all parts in a free order, and what is proved of each."""
    read_object(question, "the question", set())
    return {"records": [_record(name) for name in RECORDS]}


def _record(name: str) -> dict[str, Any]:
    found = json.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))
    instance = parse(found["instance"])
    known = next(each for each in family() if each.instance == instance)
    return {**_known(known), "score": found["score"], "placements": found["solution"]["placements"]}


def _family(question: Mapping[str, Any]) -> dict[str, Any]:
    read_object(question, "the question", set())
    return {"instances": [_known(each) for each in family()]}


def _known(known: Known) -> dict[str, Any]:
    return {
        "name": known.name,
        "text": to_text(known.instance),
        "variant": known.instance.variant,
        "cards": known.instance.cards,
        "best": None if known.best is None else str(known.best),
        "bound": None if known.bound is None else str(known.bound),
        "methods": list(known.methods),
        "effort": known.effort,
    }


ASK: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "set": _set,
    "records": _records,
    "family": _family,
}
