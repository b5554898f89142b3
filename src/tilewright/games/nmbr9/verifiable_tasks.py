"""Tasks for programs and language models: find a stack with the highest score for a known deck."""

from __future__ import annotations

from tilewright.games.nmbr9.rules import Nmbr9Instance, orientations

__all__ = ["ANSWER", "GOAL", "LEVELS", "given_facts"]

LEVELS = {
    "easy": {"variant": "K", "cards": 4},
    "medium": {"variant": "K", "cards": 5},
    "hard": {"variant": "K", "cards": 6},
}
GOAL = (
    "Place all cards in the order of the deck so that the score is as high as possible: each part scores "
    "its number times the number of levels below it."
)
ANSWER = (
    '{"placements": [{"value": 6, "copy": 0, "level": 1, "cells": [[0, 0], ...]}, ...]} in order of play;'
    " level 1 is the table; copy is 0 for the first part with a given number, 1 for the second, and so on; rows"
    " and columns may be negative."
)


def given_facts(instance: Nmbr9Instance) -> str:
    """Return the shapes of the deck's parts, which the texts of the rules do not describe."""
    shapes = {value: orientations(value)[0].cells for value in sorted(set(instance.deck or ()))}
    listed = "; ".join(f"{value}: {[list(cell) for cell in cells]}" for value, cells in shapes.items())
    return f"The cells [row, column] of the parts before any rotation: {listed}."
