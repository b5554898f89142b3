"""The best stacks that were found for large instances of variant F, each in a file of its own."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

__all__ = ["read_best_stacks"]

_FILES = ("whole_game.json", "whole_game_support_types.json", "eighteen_parts.json")


def read_best_stacks() -> list[dict[str, Any]]:
    """Return the `instance`, `score` and `solution` of each stack, and its `source`: how it was found."""
    folder = resources.files(__package__)
    return [json.loads(folder.joinpath(file).read_text("utf-8")) for file in _FILES]
