"""Parse and format instances (``3,8,17`` or JSON), towns and road synonyms (18 digits) and solutions (JSON)."""

from __future__ import annotations

import json
from collections.abc import Callable
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town, problems
from tilewright.games.nine_tiles.town.road_synonyms import Synonym
from tilewright.strict_json import read_json, read_object

__all__ = [
    "FORMATS",
    "from_json",
    "parse",
    "parse_solution",
    "parse_state",
    "parse_synonym",
    "parse_themes",
    "parse_town",
    "solution_to_json",
    "to_json",
]


# --- Instances ----------------------------------------------------------------------------------------


def parse(text: str) -> NineTilesInstance:
    """Parse an instance from JSON or from the inline notation, such as ``3,8,17``."""
    text = text.strip()
    if text.startswith(("{", "[")):
        return from_json(read_json(text))
    return NineTilesInstance(parse_themes(text))


def parse_themes(text: str) -> tuple[int, ...]:
    """Parse theme numbers that are separated by commas."""
    if not text.strip():
        raise BadInput("expected three themes such as 3,8,17, not an empty string")
    return tuple(_theme(token.strip(), index) for index, token in enumerate(text.split(",")))


def _theme(token: str, index: int) -> int:
    if not (token.isascii() and token.isdecimal() and len(token) < 10):
        raise BadInput(f"themes[{index}]: expected a theme from 1 to 26, not {shorten(token)}")
    return int(token)


def from_json(data: Any) -> NineTilesInstance:
    """Convert a parsed JSON value to an instance."""
    keys = read_object(data, "a nine-tiles instance", {"themes"}, {"rank"})
    if not isinstance(keys["themes"], list):
        raise BadInput(f"themes: expected a list of three themes, not {shorten(keys['themes'])}")
    return NineTilesInstance(tuple(keys["themes"]), keys.get("rank", "duel"))


def to_json(instance: NineTilesInstance) -> dict[str, Any]:
    return {"themes": list(instance.themes), "rank": instance.rank}


def to_text(instance: NineTilesInstance) -> str:
    """Return the inline notation, or JSON if the ranking is not 'duel': the inline notation has no ranking."""
    if instance.rank != "duel":
        return json.dumps(to_json(instance))
    return ",".join(map(str, instance.themes))


FORMATS: dict[str, Callable[[NineTilesInstance], str]] = {"text": to_text}


# --- Towns --------------------------------------------------------------------------------------------


def parse_town(text: str) -> Town:
    """Parse a complete town from its 18 digits; `BadInput` describes the first violation of a rule."""
    town = Town.from_pattern(text.strip())
    for problem in problems(town):
        raise BadInput(f"the town {town.pattern} is not complete: {problem.message}")
    return town


def parse_state(text: str) -> Town:
    """Parse a state for `hint`: a complete town. `hint` refuses every state, because there are no hints."""
    return parse_town(text)


def parse_synonym(text: str) -> Synonym:
    """Parse a complete road synonym from its 18 digits: kinds, then directions."""
    synonym = Synonym.from_pattern(text.strip())
    incomplete = f"the road synonym {synonym.pattern} is not complete"
    roads = synonym.map()
    for with_road, without in roads.dead_ends:
        raise BadInput(f"{incomplete}: a road at position {with_road} does not continue at position {without}")
    for loop in roads.loops:
        positions = ", ".join(str(position) for position in sorted({segment.position for segment in loop}))
        raise BadInput(f"{incomplete}: the road through positions {positions} is a closed loop")
    return synonym


def parse_solution(text: str) -> NineTilesSolution:
    """Parse a solution from JSON; the solution's town may be one that `check` rejects."""
    keys = read_object(read_json(text), "a nine-tiles solution", {"town", "points"})
    if not isinstance(keys["town"], str):
        raise BadInput(f"town: expected 18 digits in quotation marks, not {shorten(keys['town'])}")
    if not isinstance(keys["points"], list):
        raise BadInput(f"points: expected a list of 26 numbers, not {shorten(keys['points'])}")
    return NineTilesSolution(Town.from_pattern(keys["town"]), tuple(keys["points"]))


def solution_to_json(solution: NineTilesSolution) -> dict[str, Any]:
    return {"town": solution.town.pattern, "points": list(solution.points)}
