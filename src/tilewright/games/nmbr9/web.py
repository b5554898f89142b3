"""Answers to the requests of the Nmbr9 page: the parts, the best known stacks, and the benchmark instances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.drawing import piece_colour
from tilewright.drawing.palette import hex_of
from tilewright.games.nmbr9.best_stacks import read_best_stacks
from tilewright.games.nmbr9.instances.benchmark_instances_and_results import KnownResult, known_results
from tilewright.games.nmbr9.notation import parse, to_text
from tilewright.games.nmbr9.rules import LARGEST_VALUE, orientations
from tilewright.games.nmbr9.state import Nmbr9State
from tilewright.strict_json import read_object

__all__ = ["ASK", "view"]

ALL_PARTS = 20
MOST_PLACES = 5_000
"""The maximum number of legal placements of a card that are sent to the page. In practice, only the first card
on a large grid has more."""


def view(state: Nmbr9State) -> dict[str, Any]:
    """Return the data from which the page draws a state.

    If only one number can be placed, `places` lists the level, the rotation, and the top left corner of the
    bounding box of each legal placement, up to MOST_PLACES; otherwise the list is empty.
    """
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


# --- Requests -----------------------------------------------------------------------------------------


def _set(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return every part with its colour and all its rotations."""
    read_object(request, "the request", set())
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


def _records(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the best known stacks of all twenty parts in free order, each with its proved upper bound."""
    read_object(request, "the request", set())
    known = {each.instance: each for each in known_results()}
    records = []
    for stack in read_best_stacks():
        instance = parse(stack["instance"])
        if instance.cards == ALL_PARTS:
            placements = stack["solution"]["placements"]
            records.append({**_to_json(known[instance]), "score": stack["score"], "placements": placements})
    return {"records": records}


def _family(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return every benchmark instance with its known results."""
    read_object(request, "the request", set())
    return {"instances": [_to_json(each) for each in known_results()]}


def _to_json(known: KnownResult) -> dict[str, Any]:
    return {
        "name": known.name,
        "text": to_text(known.instance),
        "variant": known.instance.variant,
        "cards": known.instance.cards,
        "best": None if known.best is None else str(known.best),
        "bound": None if known.bound is None else str(known.bound),
        "methods": list(known.methods),
        "bound_from": known.bound_from,
        "effort": known.effort,
    }


ASK: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "set": _set,
    "records": _records,
    "family": _family,
}
