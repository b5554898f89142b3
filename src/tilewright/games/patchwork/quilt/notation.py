"""The notation of the placement study: JSON, and a short text notation such as ``17,5,0,33: all+regret``.

The text notation lists the patches in their order, separated by commas or spaces. A colon and a strategy may
follow: ``17,5,0,33: bl/lb-every+regret``. The text may end with the set of patches, as in
``17,5,0,33 patches=box``; without it, the patches are those of the set ``paper``, as in the published
experiment.
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.patchwork.pieces.patches import PAPER
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution
from tilewright.strict_json import read_json, read_object

__all__ = [
    "FORMATS",
    "OMITTED_KEYS",
    "from_json",
    "parse",
    "parse_solution",
    "solution_to_json",
    "to_json",
    "to_text",
]

OMITTED_KEYS = {"patches": PAPER.name}
"""The keys that `to_json` may omit, each with its default value; a key with this value is omitted."""


def parse(text: str) -> QuiltInstance:
    """Parse an instance from JSON or from the text notation."""
    if text.lstrip()[:1] in ("{", "["):
        return from_json(read_json(text))
    if not text.strip():
        raise BadInput("expected patches such as 17,5,0,33, or JSON")
    quilt, named, patches = text.partition("patches=")
    order, colon, strategy = quilt.partition(":")
    numbers = tuple(_number(token, index) for index, token in enumerate(order.replace(",", " ").split()))
    given = {"strategy": strategy.strip()} if colon else {}
    return QuiltInstance(numbers, **given, **({"patches": patches.strip()} if named else {}))


def _number(token: str, index: int) -> int:
    if not (token.isascii() and token.isdecimal() and len(token) < 10):
        raise BadInput(f"order[{index}]: expected the number of a patch, not {token[:40]!r}")
    return int(token)


def from_json(data: Any) -> QuiltInstance:
    """Convert a parsed JSON value to an instance.

    An example is ``{"order": [17, 5, 0, 33], "strategy": "all+regret", "patches": "box"}``. Only the key
    `order` is required. Without the key `strategy`, the strategy is `all+regret`; without the key `patches`,
    the patches are those of the set `paper`.
    """
    fields = read_object(data, "a quilt", {"order"}, {"strategy", "patches"})
    if not isinstance(fields["order"], list):
        raise BadInput(f"order: expected a list of patches, not {shorten(fields['order'])}")
    return QuiltInstance(
        tuple(fields["order"]), fields.get("strategy", "all+regret"), fields.get("patches", PAPER.name)
    )


def to_json(instance: QuiltInstance) -> dict[str, Any]:
    """Return an instance as JSON; the set of patches is omitted if it is the set `paper`."""
    data = {"order": list(instance.order), "strategy": instance.strategy}
    return data if instance.patches == PAPER.name else data | {"patches": instance.patches}


def to_text(instance: QuiltInstance) -> str:
    """Return an instance in text notation, which `parse` reads back."""
    patches = "" if instance.patches == PAPER.name else f" patches={instance.patches}"
    return f"{','.join(map(str, instance.order))}: {instance.strategy}{patches}"


FORMATS: dict[str, Callable[[QuiltInstance], str]] = {"text": to_text}


def parse_solution(text: str) -> QuiltSolution:
    """Parse a solution in JSON.

    An example is ``{"placements": [{"patch": 0, "cells": [[8, 0]]}], "area": 1, "streak": 2}``.
    """
    fields = read_object(read_json(text), "a quilt's solution", {"placements", "area", "streak"})
    for key in ("area", "streak"):
        if type(fields[key]) is not int:
            raise BadInput(f"{key}: expected a whole number, not {shorten(fields[key])}")
    if not isinstance(fields["placements"], list):
        raise BadInput(f"placements: expected a list, not {shorten(fields['placements'])}")
    placements = tuple(_placement(item, index) for index, item in enumerate(fields["placements"]))
    return QuiltSolution(placements, fields["area"], fields["streak"])


def _placement(data: Any, index: int) -> Placement:
    fields = read_object(data, f"placements[{index}]", {"patch", "cells"})
    cells = fields["cells"]
    if not isinstance(cells, list) or not cells:
        raise BadInput(f"placements[{index}]: cells must be a non-empty list of [row, column]")
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2:
            raise BadInput(f"placements[{index}]: expected a cell [row, column], not {shorten(cell)}")
    try:
        return Placement(fields["patch"], tuple((row, column) for row, column in cells))
    except BadInput as error:
        raise BadInput(f"placements[{index}]: {error}") from None


def solution_to_json(solution: QuiltSolution) -> dict[str, Any]:
    return {
        "placements": [placement.to_json() for placement in solution.placements],
        "area": solution.area,
        "streak": solution.streak,
    }
