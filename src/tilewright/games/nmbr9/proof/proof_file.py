"""Proof files: the states of a search from the top, for others to search again.

A proof file is JSON, compressed with gzip:

    {"format": "tilewright nmbr9 proof", "version": 1,
     "instance": {...},          the instance as JSON: variant F, no grid, no limit of levels
     "wanted": 263,              what no stack scores
     "carried": [["09", "1"], ...],
     "levels": [[[layer, "used", score], ...], ...]}

- A set of parts is the text of its values in order, each as often as it is in the set: "0", "09", "1179".
- `carried` has every pair of a set of two or three parts (first) and a set that can lie on it, connected and
  supported, under the instance's reading of the rule. Each of the two sets is one of the deck's; together
  they may have more copies than the deck. In any order, none twice.
- `levels[0]` has the top layers, `levels[i + 1]` what lies under those of `levels[i]`: every layer of up to
  three parts, and no other, for which score and hope come to `wanted` or more; of those with the same layer
  and the same parts used only the one of the highest score. A state is its layer, all parts from the top down
  to this layer, itself included, and the score so far: the value of all parts above, once for each layer that
  was put underneath. In any order, none twice. The last level may be empty.
- A layer is a list of parts `[value, turns, row, column]`: quarter turns to the left of the part as printed,
  0 to 3, and the top row and left column of its box. Any turn and any translation of the whole layer will do;
  two that differ only so are the same.
- The hope of a layer S, when the set U is used: the value of U plus the hope of (U + T, T), at best over all
  sets T of parts not in U, such that T has two or three parts and carries S, or four or more parts and at
  least the area of S, and that U + T has no more parts than there are cards; 0 if there is no such T.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.errors import BadInput
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.proof.layer_kernel import least_image
from tilewright.games.nmbr9.proof.part_tables import (
    Deck,
    Layer,
    State,
    cells_of,
    deck_of,
    turned,
    turned_index,
    unpack,
)
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.geometry import is_connected
from tilewright.json_text import read_json, read_object

__all__ = ["ProofFile", "read_proof", "write_proof"]

FORMAT, VERSION = "tilewright nmbr9 proof", 1
LARGEST_FILE = 2**30
"""Bytes of JSON; a longer text is not read."""
FARTHEST = 10**6
MOST_PARTS = 3


@dataclass(frozen=True, slots=True)
class ProofFile:
    """What a proof file says."""

    instance: Nmbr9Instance
    wanted: int
    carried: frozenset[tuple[int, int]]
    """Lower set and carried set, as numbers of the deck."""
    levels: tuple[frozenset[State], ...]


def set_text(deck: Deck, number: int) -> str:
    return "".join(map(str, deck.members(number)))


def state_json(deck: Deck, state: State) -> list[Any]:
    """A state as the file has it."""
    table = turned()
    parts = [unpack(each) for each in state.layer]
    layer = [[int(table.value[part]), int(table.turn[part]), row, col] for part, row, col in parts]
    return [layer, set_text(deck, state.used), state.score]


def write_proof(proof: ProofFile) -> bytes:
    """The file; the same bytes for the same proof."""
    deck = deck_of(proof.instance)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "instance": notation.to_json(proof.instance),
        "wanted": proof.wanted,
        "carried": sorted([set_text(deck, low), set_text(deck, up)] for low, up in proof.carried),
        "levels": [sorted(state_json(deck, state) for state in level) for level in proof.levels],
    }
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def read_proof(file: bytes) -> ProofFile:
    """What the file says; `BadInput` in one line if it is damaged or says what makes no sense."""
    data = _read_head(_unzipped(file))
    instance = notation.from_json(data["instance"])
    deck = deck_of(instance)
    wanted = _whole(data["wanted"], "wanted", 1, 10**6)
    carried = _read_carried(deck, _list(data["carried"], "carried"))
    levels = tuple(
        _read_level(deck, _list(level, f"levels[{at}]"), f"levels[{at}]")
        for at, level in enumerate(_list(data["levels"], "levels"))
    )
    return ProofFile(instance, wanted, carried, levels)


def _unzipped(file: bytes) -> str:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(file)) as stream:
            text = stream.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise BadInput(f"the proof file holds more than {LARGEST_FILE} bytes")
        return text.decode("utf-8")
    except (OSError, EOFError, zlib.error):
        raise BadInput("the proof file is damaged, or not compressed with gzip") from None
    except UnicodeDecodeError:
        raise BadInput("the proof file is damaged: its text is not UTF-8") from None


def _read_head(text: str) -> Mapping[str, Any]:
    keys = {"format", "version", "instance", "wanted", "carried", "levels"}
    data = read_object(read_json(text, "the proof file"), "the proof file", keys)
    if data["format"] != FORMAT:
        raise BadInput(f"format: expected {FORMAT!r}")
    if data["version"] != VERSION or type(data["version"]) is not int:
        raise BadInput(f"version: expected {VERSION}")
    return data


def _read_carried(deck: Deck, pairs: list[Any]) -> frozenset[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for at, pair in enumerate(pairs):
        where = f"carried[{at}]"
        if len(_list(pair, where)) != 2:
            raise BadInput(f"{where}: expected a lower set and a carried set, not {len(pair)} values")
        lower, upper = (_read_set(deck, text, where) for text in pair)
        if (lower, upper) in found:
            raise BadInput(f"{where}: the pair is listed twice")
        found.add((lower, upper))
    return frozenset(found)


def _read_set(deck: Deck, text: Any, where: str) -> int:
    if not isinstance(text, str) or not text.isascii() or not text.isdigit() or list(text) != sorted(text):
        raise BadInput(f"{where}: expected values in order, such as '0799', not {_shown(text)}")
    if int(max(text)) > deck.top or any(text.count(digit) > deck.copies for digit in text):
        raise BadInput(f"{where}: the deck has not the parts {_shown(text)}")
    return deck.number(map(int, text))


def _read_level(deck: Deck, states: list[Any], where: str) -> frozenset[State]:
    found: set[State] = set()
    for at, data in enumerate(states):
        state = _read_state(deck, data, f"{where}[{at}]")
        if state in found:
            raise BadInput(f"{where}[{at}]: the state is listed twice")
        found.add(state)
    return frozenset(found)


def _read_state(deck: Deck, data: Any, where: str) -> State:
    if len(_list(data, where)) != 3:
        raise BadInput(f"{where}: expected a layer, the parts used and a score, not {len(data)} values")
    parts = _list(data[0], where)
    if not 1 <= len(parts) <= MOST_PARTS:
        raise BadInput(f"{where}: expected a layer of one to {MOST_PARTS} parts, not {len(parts)}")
    layer = read_layer([_read_part(deck, part, where) for part in parts], where)
    used, score = _read_set(deck, data[1], where), _whole(data[2], f"{where}, score", 0, 10**6)
    values = deck.members(used)
    if any(values.count(part[0]) < [each[0] for each in parts].count(part[0]) for part in parts):
        raise BadInput(f"{where}: the parts used lack some of the layer")
    return State(layer, used, score)


def _read_part(deck: Deck, data: Any, where: str) -> tuple[int, int, int]:
    if len(_list(data, where)) != 4:
        raise BadInput(f"{where}: expected parts as value, turns, row and column, not {len(data)} values")
    value = _whole(data[0], f"{where}, value", 0, deck.top)
    turns = _whole(data[1], f"{where}, turns", 0, 3)
    row, col = (_whole(each, f"{where}, corner", -FARTHEST, FARTHEST) for each in data[2:])
    return turned_index(value, turns), row, col


def read_layer(parts: list[tuple[int, int, int]], where: str) -> Layer:
    """The least image of a layer: its parts hang together and do not overlap."""
    cells = [cell for part in parts for cell in cells_of(*part)]
    if len(set(cells)) < len(cells):
        raise BadInput(f"{where}: two parts of the layer overlap")
    if not is_connected(cells):
        raise BadInput(f"{where}: the layer does not hang together")
    part, row, col = np.array(parts, np.int64).T.copy()
    image = np.empty(len(parts), np.int64)
    least_image(part, row, col, len(parts), turned(), image, np.empty(len(parts), np.int64))
    return tuple(image.tolist())


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise BadInput(f"{where}: expected a list, not {_shown(data)}")
    return data


def _whole(data: Any, where: str, low: int, high: int) -> int:
    if type(data) is not int or not low <= data <= high:
        raise BadInput(f"{where}: expected a whole number from {low} to {high}, not {_shown(data)}")
    return data


def _shown(data: Any) -> str:
    text = json.dumps(data)
    return text if len(text) <= 40 else text[:37] + "..."
