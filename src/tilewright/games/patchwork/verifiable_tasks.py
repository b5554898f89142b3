"""Tasks for programs and language models: lay patches in a given order so that they cover the most squares."""

from __future__ import annotations

from tilewright.games.patchwork.pieces.patches import patch_set
from tilewright.games.patchwork.quilt.rules import QuiltInstance

__all__ = ["ANSWER", "GOAL", "LEVELS", "SOLVER", "given_facts"]

LEVELS = {
    "easy": {"patches": 6},
    "medium": {"patches": 9},
    "hard": {"patches": 12},
}
GOAL = (
    "Lay the patches in the given order on the 9 x 9 board so that they cover as many squares as "
    "possible; a patch that fits must be laid."
)
ANSWER = (
    '{"placements": [{"patch": 17, "cells": [[8, 0], ...]}, ...], "area": 79, "streak": 17}: area is the '
    "number of covered squares; streak is the position, counted from 1, of the first patch of the order that"
    " was not laid, or one more than the number of patches if all were laid."
)
SOLVER = "offline"


def given_facts(instance: QuiltInstance) -> str:
    """Return the shapes of the patches, which the rules do not describe."""
    patches = patch_set(instance.patches)
    shapes = {patch: patches[patch].orientations[0].cells for patch in sorted(set(instance.order))}
    listed = "; ".join(f"{patch}: {[list(cell) for cell in cells]}" for patch, cells in shapes.items())
    return f"The cells [row, column] of the patches, in one of their orientations: {listed}."
