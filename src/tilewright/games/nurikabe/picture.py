"""Pictures of Nurikabe: the sea is filled, and island cells have their number or a dot."""

from __future__ import annotations

from tilewright.puzzles.board_picture import BoardPicture

__all__ = ["LETTERS", "scene"]

LETTERS = {
    "clue-flooded": "F",
    "sea-pool": "P",
    "sea-divided": "D",
    "island-without-number": "N",
    "two-numbers": "T",
    "island-too-big": "B",
    "island-too-small": "S",
}
"""For each rule, the letter that marks a violation; ``undecided`` and ``wrong-size`` need no letter."""

scene = BoardPicture(LETTERS, shaded="the sea").scene
