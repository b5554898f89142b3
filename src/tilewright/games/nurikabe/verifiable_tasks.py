"""The tasks that Nurikabe poses to programs and language models: boards with exactly one solution."""

from __future__ import annotations

__all__ = ["ANSWER", "GOAL", "LEVELS"]

LEVELS = {
    "easy": {"rows": 6, "cols": 6, "difficulty": "easy"},
    "medium": {"rows": 8, "cols": 8, "difficulty": "medium"},
    "hard": {"rows": 10, "cols": 10, "difficulty": "hard"},
}
GOAL = "Decide which cells are sea and which are island cells; the puzzle has exactly one solution."
ANSWER = '{"rows": ["#.", ...]}: one string for each row; # is sea, . is an island cell.'
