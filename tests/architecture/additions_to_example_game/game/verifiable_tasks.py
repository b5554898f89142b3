"""The tasks that the game poses: cover a generated board."""

from collections.abc import Mapping
from typing import Any

LEVELS: Mapping[str, Mapping[str, Any]] = {"easy": {}}
GOAL = "Cover the board, except for its hole."
ANSWER = '{"pieces": [[[0, 0], [0, 1], [1, 0]], ...]}'
