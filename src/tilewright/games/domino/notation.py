"""Domino notations: JSON, and a short text notation such as ``6: 01 12 23 33``.

The text notation consists of the side of the board, the rule and the number of labels (both optional), a colon,
and the stones: ``6 touch labels=12: 01 33 10-3``. A stone with a label above 9 is written with a hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.domino.rules import DominoInstance, DominoSolution, read_only
from tilewright.strict_json import read_json, read_object

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

Ints = NDArray[np.int32]


def parse(text: str) -> DominoInstance:
    """Parse an instance from JSON or from the text notation."""
    if text.lstrip()[:1] not in ("{", "["):
        return _from_text(text)
    fast = _fast_instance(text) if len(text) >= FAST_FROM else None
    return from_json(read_json(text)) if fast is None else fast


# --- JSON ---------------------------------------------------------------------------------------------


def from_json(data: Any) -> DominoInstance:
    """Parse an instance from ``{"n": 6, "stones": [[0, 1], [3, 3]], "labels": 7, "rule": "chain"}``."""
    return DominoInstance(**read_object(data, "a domino instance", {"n", "stones"}, {"labels", "rule"}))


def to_json(instance: DominoInstance) -> dict[str, Any]:
    return {
        "n": instance.n,
        "labels": instance.labels,
        "rule": instance.rule,
        "stones": instance.stones.tolist(),
    }


def json_chunks(instance: DominoInstance) -> Iterator[str]:
    """Yield the JSON text of the instance in chunks."""
    yield f'{{"n": {instance.n}, "labels": {instance.labels}, "rule": "{instance.rule}", "stones": ['
    yield from _write_rows(_STONE_ROW, instance.stones)
    yield "]}"


def parse_solution(text: str) -> DominoSolution:
    fast = _fast_solution(text) if len(text) >= FAST_FROM else None
    return solution_from_json(read_json(text)) if fast is None else fast


def solution_from_json(data: Any) -> DominoSolution:
    """Parse a solution from ``{"placements": [{"stone": [2, 5], "cells": [[0, 0], [0, 1]]}, ...]}``."""
    placements = read_object(data, "a domino solution", {"placements"})["placements"]
    if not isinstance(placements, list):
        raise BadInput("placements must be a list")
    for index, placement in enumerate(placements):
        read_object(placement, f"placements[{index}]", {"stone", "cells"})
    return DominoSolution([each["stone"] for each in placements], [each["cells"] for each in placements])


def solution_to_json(solution: DominoSolution) -> dict[str, Any]:
    pairs = zip(solution.stones.tolist(), solution.cells.tolist(), strict=True)
    return {"placements": [{"stone": stone, "cells": cells} for stone, cells in pairs]}


def solution_json_chunks(solution: DominoSolution) -> Iterator[str]:
    """Yield the JSON text of the solution in chunks."""
    yield '{"placements": ['
    yield from _write_rows(_PLACEMENT_ROW, solution.stones, solution.cells)
    yield "]}"


# --- Long lists ---------------------------------------------------------------------------------------
#
# Compiled code converts long lists of stones or placements from JSON text to arrays and back. The general JSON
# reader reads the JSON around the list. If the list itself is not a plain sequence of rows, the general reader
# reads the whole text and reports any error in it.

FAST_FROM = 1_000_000
"""The minimum length, in characters, of JSON text that compiled code reads."""

_BLOCK_CHARACTERS = 1 << 22
_BLOCK_ROWS = 1 << 16
_STONE_ROW = ",[#,#]"
_PLACEMENT_ROW = ',{"stone":[#,#],"cells":[[#,#],[#,#]]}'
_STONES = re.compile(r'"stones"\s*:\s*\[')
_PLACEMENTS = re.compile(r'\s*\{\s*"placements"\s*:\s*\[')


def _fast_instance(text: str) -> DominoInstance | None:
    opening = _STONES.search(text, 0, 1000)
    read = _read_list(text, opening, "stones", _STONE_ROW)
    if read is None:
        return None
    data, stones = read
    return from_json({**data, "stones": read_only(stones)})


def _fast_solution(text: str) -> DominoSolution | None:
    opening = _PLACEMENTS.match(text)
    read = _read_list(text, opening, "placements", _PLACEMENT_ROW)
    if read is None or list(read[0]) != ["placements"]:
        return None
    rows = read[1]
    return DominoSolution(read_only(rows[:, :2]), read_only(rows[:, 2:].reshape(-1, 2, 2)))


def _read_list(
    text: str, opening: re.Match[str] | None, key: str, row: str
) -> tuple[dict[str, Any], Ints] | None:
    """Return the JSON object with an empty list in place of the long list, and the rows of the long list.

    Return None if the general JSON reader must read the text.
    """
    if opening is None:
        return None
    begin, end = opening.end(), text.rfind("]")
    try:
        frame = read_json(text[:begin] + text[end:])
    except BadInput:
        return None
    if not isinstance(frame, dict) or frame.get(key) != []:
        return None
    rows = _read_rows(text, begin, end, row)
    return None if rows is None else (frame, rows)


def _read_rows(text: str, begin: int, end: int, row: str) -> Ints | None:
    from tilewright.games.domino.kernels.euler_trail_and_stone_json_kernel import read_rows

    width = row.count("#")
    pattern = np.frombuffer(row.encode(), np.uint8)
    blocks = []
    comma = ","
    while begin < end:
        cut = text.find(row[-1], begin + _BLOCK_CHARACTERS, end) + 1 or end
        try:
            block = np.frombuffer((comma + text[begin:cut]).encode("ascii"), np.uint8)
        except UnicodeEncodeError:
            return None
        numbers = np.empty((len(block) // len(row) + 1) * width, np.int32)
        count = read_rows(block, pattern, numbers)
        if count < 0:
            return None
        blocks.append(numbers[:count].reshape(-1, width))
        begin, comma = cut, ""
    return np.concatenate(blocks) if blocks else None


def _write_rows(row: str, *columns: Ints) -> Iterator[str]:
    """Yield the JSON text of the rows of a list in blocks; short lists are written without compiled code."""
    total = len(columns[0])
    if total < _BLOCK_ROWS:
        line = row.replace("#", "%d")
        yield (line * total % tuple(_join_columns(columns).ravel().tolist()))[1:]
        return
    from tilewright.games.domino.kernels.euler_trail_and_stone_json_kernel import write_rows

    pattern = np.frombuffer(row.encode(), np.uint8)
    text = np.empty(
        _BLOCK_ROWS * (len(row) + 10 * row.count("#")), np.uint8
    )  # a number has at most 11 characters
    for begin in range(0, total, _BLOCK_ROWS):
        numbers = _join_columns([column[begin : begin + _BLOCK_ROWS] for column in columns])
        length = write_rows(numbers, pattern, text)
        yield text[0 if begin else 1 : length].tobytes().decode("ascii")


def _join_columns(columns: Sequence[Ints]) -> Ints:
    flat = [column.reshape(len(column), prod(column.shape[1:])) for column in columns]
    return np.concatenate(flat, axis=1)


# --- Text ---------------------------------------------------------------------------------------------

_HEAD = re.compile(r"(?P<n>[0-9]{1,9})(?:\s+(?P<rule>chain|touch))?(?:\s+labels=(?P<labels>[0-9]{1,9}))?")
_STONE = re.compile(r"([0-9])([0-9])|([0-9]{1,9})-([0-9]{1,9})")


def _from_text(text: str) -> DominoInstance:
    head, colon, tail = text.partition(":")
    match = _HEAD.fullmatch(head.strip())
    if not colon or not match:
        shown = repr(text.strip()[:40])
        raise BadInput(f"{shown} is not a domino instance: expected JSON, or text such as 6: 01 12 23 33")
    stones = [_stone(index, token) for index, token in enumerate(tail.split())]
    keys: Mapping[str, str | None] = match.groupdict()
    return DominoInstance(int(keys["n"] or 0), stones, int(keys["labels"] or 7), keys["rule"] or "chain")


def _stone(index: int, token: str) -> tuple[int, int]:
    match = _STONE.fullmatch(token)
    if not match:
        raise BadInput(
            f"stones[{index}]: {token[:40]!r} is not a stone: expected two digits, or two numbers such as 10-3"
        )
    first, second = (int(number) for number in match.groups() if number is not None)
    return first, second


def to_text(instance: DominoInstance) -> str:
    """Return the instance in the text notation, which `parse` can read."""
    rule = "" if instance.rule == "chain" else f" {instance.rule}"
    labels = "" if instance.labels == 7 else f" labels={instance.labels}"
    stones = (f"{a}{b}" if a < 10 and b < 10 else f"{a}-{b}" for a, b in instance.stones.tolist())
    return " ".join([f"{instance.n}{rule}{labels}:", *stones])


FORMATS: dict[str, Callable[[DominoInstance], str]] = {"text": to_text}
"""The notations other than JSON, each with the function that writes it."""
