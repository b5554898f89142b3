"""Domino in writing: JSON, and a short text such as ``6: 01 12 23 33``.

The text notation is the side of the board, then the rule and the number of labels if they are not the usual
ones, a colon, and the stones: ``6 touch labels=12: 01 33 10-3``. A label above 9 needs the hyphen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.domino.rules import DominoInstance, DominoSolution

__all__ = [
    "FORMATS",
    "from_json",
    "json_chunks",
    "parse",
    "parse_solution",
    "solution_from_json",
    "solution_json_chunks",
    "solution_to_json",
    "to_json",
    "to_text",
]


def parse(text: str) -> DominoInstance:
    """An instance from JSON or from the text notation."""
    if text.lstrip()[:1] in ("{", "["):
        return from_json(_read_json(text))
    return _from_text(text)


# --- JSON ---------------------------------------------------------------------------------------------


def from_json(data: Any) -> DominoInstance:
    """An instance from ``{"n": 6, "stones": [[0, 1], [3, 3]], "labels": 7, "rule": "chain"}``."""
    _expect_keys("a domino instance", data, ("n", "stones"), ("labels", "rule"))
    return DominoInstance(**data)


def to_json(instance: DominoInstance) -> dict[str, Any]:
    return {
        "n": instance.n,
        "stones": instance.stones.tolist(),
        "labels": instance.labels,
        "rule": instance.rule,
    }


def json_chunks(instance: DominoInstance) -> Iterator[str]:
    yield json.dumps(to_json(instance))


def parse_solution(text: str) -> DominoSolution:
    return solution_from_json(_read_json(text))


def solution_from_json(data: Any) -> DominoSolution:
    """A solution from ``{"placements": [{"stone": [2, 5], "cells": [[0, 0], [0, 1]]}, ...]}``."""
    _expect_keys("a domino solution", data, ("placements",))
    placements = data["placements"]
    if not isinstance(placements, list):
        raise BadInput("placements must be a list")
    for at, placement in enumerate(placements):
        _expect_keys(f"placements[{at}]", placement, ("stone", "cells"))
    return DominoSolution([each["stone"] for each in placements], [each["cells"] for each in placements])


def solution_to_json(solution: DominoSolution) -> dict[str, Any]:
    pairs = zip(solution.stones.tolist(), solution.cells.tolist(), strict=True)
    return {"placements": [{"stone": stone, "cells": cells} for stone, cells in pairs]}


def solution_json_chunks(solution: DominoSolution) -> Iterator[str]:
    yield json.dumps(solution_to_json(solution))


def _read_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise BadInput(f"no JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except BadInput:
        raise
    except (ValueError, RecursionError) as error:
        raise BadInput(f"no JSON: {error}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f"the key {json.dumps(twice)} stands twice in one object")
    return found


def _expect_keys(what: str, data: Any, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    if not isinstance(data, dict):
        raise BadInput(f"{what} must be a JSON object, not {json.dumps(data)[:60]}")
    for key in data:
        if key not in needed + optional:
            raise BadInput(f"{what} has no key {json.dumps(key)}; it has {', '.join(needed + optional)}")
    for key in needed:
        if key not in data:
            raise BadInput(f'{what} needs the key "{key}"')


# --- Text ---------------------------------------------------------------------------------------------

_HEAD = re.compile(r"(?P<n>[0-9]{1,9})(?:\s+(?P<rule>chain|touch))?(?:\s+labels=(?P<labels>[0-9]{1,9}))?")
_STONE = re.compile(r"([0-9])([0-9])|([0-9]{1,9})-([0-9]{1,9})")


def _from_text(text: str) -> DominoInstance:
    head, colon, tail = text.partition(":")
    found = _HEAD.fullmatch(head.strip())
    if not colon or not found:
        shown = json.dumps(text.strip()[:40])
        raise BadInput(f"{shown} is no domino instance: expected JSON, or a text such as 6: 01 12 23 33")
    stones = [_stone(at, token) for at, token in enumerate(tail.split())]
    keys: Mapping[str, str | None] = found.groupdict()
    return DominoInstance(int(keys["n"] or 0), stones, int(keys["labels"] or 7), keys["rule"] or "chain")


def _stone(at: int, token: str) -> tuple[int, int]:
    found = _STONE.fullmatch(token)
    if not found:
        raise BadInput(
            f"stones[{at}]: {json.dumps(token[:40])} is no stone: expected two digits or two numbers, 10-3"
        )
    first, second = (int(number) for number in found.groups() if number is not None)
    return first, second


def to_text(instance: DominoInstance) -> str:
    """The text notation, which `parse` reads back."""
    rule = "" if instance.rule == "chain" else f" {instance.rule}"
    labels = "" if instance.labels == 7 else f" labels={instance.labels}"
    stones = (f"{a}{b}" if a < 10 and b < 10 else f"{a}-{b}" for a, b in instance.stones.tolist())
    return " ".join([f"{instance.n}{rule}{labels}:", *stones])


FORMATS: dict[str, Callable[[DominoInstance], str]] = {"text": to_text}
"""The notations beside JSON."""
