"""The tasks that Powers poses to programs and language models: find the smallest n."""

from __future__ import annotations

__all__ = ["ANSWER", "GOAL", "LEVELS"]

LEVELS = {
    "easy": {"exponents": 1, "largest": 4},
    "medium": {"exponents": 2, "largest": 8, "digits": "at-least-once"},
    "hard": {"exponents": 3, "largest": 16, "digits": "at-least-once"},
}
GOAL = "Find the smallest n."
ANSWER = '{"n": 18}.'
