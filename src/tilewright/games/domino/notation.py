"""Domino in writing: JSON, and a short text such as ``6: 01 12 23 33``.

The text notation is the side of the board, then the rule and the number of labels if they are not the usual
ones, a colon, and the stones: ``6 touch labels=12: 01 33 10-3``. A label above 9 needs the hyphen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput
from tilewright.games.domino.rules import DominoInstance, DominoSolution
from tilewright.json_text import read_json, read_object

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
    """An instance from JSON or from the text notation."""
    if text.lstrip()[:1] not in ("{", "["):
        return _from_text(text)
    fast = _fast_instance(text) if len(text) >= FAST_FROM else None
    return from_json(read_json(text)) if fast is None else fast


# --- JSON ---------------------------------------------------------------------------------------------


def from_json(data: Any) -> DominoInstance:
    """An instance from ``{"n": 6, "stones": [[0, 1], [3, 3]], "labels": 7, "rule": "chain"}``."""
    found = read_object(data, "a domino instance", {"n", "stones"}, {"labels", "rule"})
    return DominoInstance(**found)


def to_json(instance: DominoInstance) -> dict[str, Any]:
    return {
        "n": instance.n,
        "labels": instance.labels,
        "rule": instance.rule,
        "stones": instance.stones.tolist(),
    }


def json_chunks(instance: DominoInstance) -> Iterator[str]:
    """The JSON of the instance in pieces."""
    yield f'{{"n": {instance.n}, "labels": {instance.labels}, "rule": "{instance.rule}", "stones": ['
    yield from _write_rows(_STONE_ROW, instance.stones)
    yield "]}"


def parse_solution(text: str) -> DominoSolution:
    fast = _fast_solution(text) if len(text) >= FAST_FROM else None
    return solution_from_json(read_json(text)) if fast is None else fast


def solution_from_json(data: Any) -> DominoSolution:
    """A solution from ``{"placements": [{"stone": [2, 5], "cells": [[0, 0], [0, 1]]}, ...]}``."""
    placements = read_object(data, "a domino solution", {"placements"})["placements"]
    if not isinstance(placements, list):
        raise BadInput("placements must be a list")
    for at, placement in enumerate(placements):
        read_object(placement, f"placements[{at}]", {"stone", "cells"})
    return DominoSolution([each["stone"] for each in placements], [each["cells"] for each in placements])


def solution_to_json(solution: DominoSolution) -> dict[str, Any]:
    pairs = zip(solution.stones.tolist(), solution.cells.tolist(), strict=True)
    return {"placements": [{"stone": stone, "cells": cells} for stone, cells in pairs]}


def solution_json_chunks(solution: DominoSolution) -> Iterator[str]:
    """The JSON of the solution in pieces."""
    yield '{"placements": ['
    yield from _write_rows(_PLACEMENT_ROW, solution.stones, solution.cells)
    yield "]}"


# --- Long lists ---------------------------------------------------------------------------------------
#
# A list of millions of rows goes straight from the text into an array and back. Everything around the list
# is read as any other JSON; and where the list is not written row after row in the usual way, the reader of
# all of JSON has the word, which also says what is wrong.

FAST_FROM = 1_000_000
"""A text of so many characters is worth loading compiled code for."""

_BLOCK = 1 << 22
_ROWS = 1 << 16
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
    return from_json({**data, "stones": _frozen(stones)})


def _fast_solution(text: str) -> DominoSolution | None:
    opening = _PLACEMENTS.match(text)
    read = _read_list(text, opening, "placements", _PLACEMENT_ROW)
    if read is None or list(read[0]) != ["placements"]:
        return None
    rows = read[1]
    return DominoSolution(_frozen(rows[:, :2]), _frozen(rows[:, 2:].reshape(-1, 2, 2)))


def _read_list(
    text: str, opening: re.Match[str] | None, key: str, row: str
) -> tuple[dict[str, Any], Ints] | None:
    """The JSON object with its one long list emptied, and the list's rows; None if it is written otherwise."""
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
    from tilewright.games.domino.kernels.stone_list_kernel import read_rows

    width = row.count("#")
    pattern = np.frombuffer(row.encode(), np.uint8)
    blocks = []
    comma = ","
    while begin < end:
        cut = text.find(row[-1], begin + _BLOCK, end) + 1 or end
        try:
            block = np.frombuffer((comma + text[begin:cut]).encode("ascii"), np.uint8)
        except UnicodeEncodeError:
            return None
        numbers = np.empty((len(block) // len(row) + 1) * width, np.int32)
        found = read_rows(block, pattern, numbers)
        if found < 0:
            return None
        blocks.append(numbers[:found].reshape(-1, width))
        begin, comma = cut, ""
    return np.concatenate(blocks) if blocks else None


def _write_rows(row: str, *columns: Ints) -> Iterator[str]:
    """The rows of a list, in blocks; without compiled code while they are few."""
    total = len(columns[0])
    if total < _ROWS:
        line = row.replace("#", "%d")
        yield (line * total % tuple(_side_by_side(columns).ravel().tolist()))[1:]
        return
    from tilewright.games.domino.kernels.stone_list_kernel import write_rows

    pattern = np.frombuffer(row.encode(), np.uint8)
    text = np.empty(_ROWS * (len(row) + 10 * row.count("#")), np.uint8)  # a number has at most eleven signs
    for begin in range(0, total, _ROWS):
        numbers = _side_by_side([column[begin : begin + _ROWS] for column in columns])
        length = write_rows(numbers, pattern, text)
        yield text[0 if begin else 1 : length].tobytes().decode("ascii")


def _side_by_side(columns: Sequence[Ints]) -> Ints:
    flat = [column.reshape(len(column), prod(column.shape[1:])) for column in columns]
    return np.concatenate(flat, axis=1)


def _frozen(array: Ints) -> Ints:
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


# --- Text ---------------------------------------------------------------------------------------------

_HEAD = re.compile(r"(?P<n>[0-9]{1,9})(?:\s+(?P<rule>chain|touch))?(?:\s+labels=(?P<labels>[0-9]{1,9}))?")
_STONE = re.compile(r"([0-9])([0-9])|([0-9]{1,9})-([0-9]{1,9})")


def _from_text(text: str) -> DominoInstance:
    head, colon, tail = text.partition(":")
    found = _HEAD.fullmatch(head.strip())
    if not colon or not found:
        shown = repr(text.strip()[:40])
        raise BadInput(f"{shown} is no domino instance: expected JSON, or a text such as 6: 01 12 23 33")
    stones = [_stone(at, token) for at, token in enumerate(tail.split())]
    keys: Mapping[str, str | None] = found.groupdict()
    return DominoInstance(int(keys["n"] or 0), stones, int(keys["labels"] or 7), keys["rule"] or "chain")


def _stone(at: int, token: str) -> tuple[int, int]:
    found = _STONE.fullmatch(token)
    if not found:
        raise BadInput(f"stones[{at}]: {token[:40]!r} is no stone: expected two digits or two numbers, 10-3")
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
