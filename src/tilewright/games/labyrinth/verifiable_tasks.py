"""The tasks that Labyrinth poses to programs and language models: find the costliest path in a graph."""

from __future__ import annotations

__all__ = ["ANSWER", "GOAL", "LEVELS"]

LEVELS = {
    "easy": {"rows": 3, "cols": 3},
    "medium": {"rows": 4, "cols": 5},
    "hard": {"rows": 6, "cols": 6, "costs": 9},
}
GOAL = "Find a path with the largest total cost from the start to the target."
ANSWER = '{"path": [1, ..., 13]}: the nodes from the start to the target.'
