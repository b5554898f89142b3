"""Read and write proof files, which list the states of a search so that another search can verify them.

A proof file is JSON, compressed with gzip:

    {"format": "tilewright nmbr9 proof", "version": 2,
     "instance": {...},          the instance as JSON: variant F, no grid, no limit on the number of levels
     "wanted": 263,              the target: the file proves that no stack reaches this score
     "facts": {"3": 9, ...},
     "carried": [["09", "1"], ...],
     "levels": [[[layer, "used", score], ...], ...]}

- A set of parts is a string of the values in ascending order, such as "0", "09" or "1179".
- `facts` contains, for some numbers of parts less than the number of cards, an upper bound on the score of a
  stack of that many of the instance's parts, with the same `support`. The proof relies on these bounds, so the
  verification proves them, too. If `facts` is empty, the rule of the last item does not apply.
- `carried` lists every pair of a set of two or three parts (first) and a set that can lie on it, connected and
  supported according to the instance's `support`. Each of the two sets is a set of the deck; together they may
  have more copies of a number than the deck. The pairs may be listed in any order, without duplicates.
- `levels` lists states of the search. A state has three entries: the layer; the set of all used parts,
  including the layer; and the score so far. Whenever a layer is put under the others, the score grows by the
  total value of the parts above this layer. `levels[0]` lists the states of top layers, `levels[i + 1]` those
  of the layers under the layers of `levels[i]`: exactly the states whose layer has at most three parts and
  whose score plus upper bound is at least `wanted`. Of several states of a level with the same layer and the
  same used parts, only the one with the highest score is listed. The states of a level may be listed in any
  order, without duplicates. The last level may be empty.
- A layer is a list of parts `[value, turns, row, column]`: `turns` (0 to 3) is the number of anticlockwise
  quarter turns from the printed orientation; `row` and `column` are the top row and the left column of the
  bounding box. A layer may be listed in any rotation and translation; layers that differ only in rotation and
  translation are equal.
- The upper bound of a state depends only on the used set U and the set S of its layer. It is 0 if no set T of
  parts not in U is admissible as the next layer. Otherwise it is the total value of U plus the upper bound for
  the used set U + T and the layer T, maximised over the admissible sets T. A set T is admissible if U + T has
  at most as many parts as there are cards, and T either has two or three parts and carries S, or has four or
  more parts and at least the area of S.
- With facts, some pairs (U, S) are excluded, which makes the upper bounds of other pairs smaller: a set T is
  then admissible only if the pair (U + T, T) is not excluded. A pair is excluded if U has fewer parts than
  there are cards and no set T is admissible, or if its upper bound plus A(U, S), an upper bound on the score of
  the layers down to S, is less than `wanted`. For a top layer, A(U, S) is 0. Otherwise it is the total value
  of U - S plus the largest A(U - S, R) over all sets R under which S is admissible, but at most the fact for
  the number of parts in U. If there is no such R, the pair (U, S) is excluded, too.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.errors import BadInput
from tilewright.games.nmbr9 import notation
from tilewright.games.nmbr9.proof.extend_layers_kernel import write_canonical
from tilewright.games.nmbr9.proof.oriented_parts_and_decks import (
    Deck,
    Layer,
    State,
    cells_of,
    deck_of,
    oriented_index,
    oriented_parts,
    unpack,
)
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.geometry import is_connected
from tilewright.strict_json import read_json, read_object

__all__ = ["ProofFile", "read_bytes", "read_proof", "write_proof"]

FORMAT, VERSION = "tilewright nmbr9 proof", 2
LARGEST_FILE = 2**30
"""The maximum number of bytes of JSON that are read."""
LARGEST_COMPRESSED = 2**28
"""The maximum number of bytes of a proof file."""
GZIP = b"\x1f\x8b"
"""The first bytes of a file that is compressed with gzip."""
FARTHEST = 10**6
MOST_PARTS = 3


@dataclass(frozen=True, slots=True)
class ProofFile:
    """The contents of a proof file."""

    instance: Nmbr9Instance
    target: int
    """The score that no stack reaches."""
    carried: frozenset[tuple[int, int]]
    """Pairs of sets of parts: a set of two or three parts, and a set that the first set carries."""
    levels: tuple[frozenset[State], ...]
    facts: Mapping[int, int] = field(default_factory=dict)
    """For some numbers k below the number of cards: an upper bound on the score of a stack of k parts."""


def set_text(deck: Deck, number: int) -> str:
    return "".join(map(str, deck.members(number)))


def state_json(deck: Deck, state: State) -> list[Any]:
    """Return a state in the format of the file."""
    oriented = oriented_parts()
    parts = [unpack(each) for each in state.layer]
    layer = [[int(oriented.value[part]), int(oriented.turn[part]), row, col] for part, row, col in parts]
    return [layer, set_text(deck, state.used), state.score]


def write_proof(proof: ProofFile) -> bytes:
    """Return the bytes of the proof file; the same proof always gives the same bytes."""
    deck = deck_of(proof.instance)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "instance": notation.to_json(proof.instance),
        "wanted": proof.target,
        "facts": {str(parts): most for parts, most in sorted(proof.facts.items())},
        "carried": sorted([set_text(deck, low), set_text(deck, up)] for low, up in proof.carried),
        "levels": [sorted(state_json(deck, state) for state in level) for level in proof.levels],
    }
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def read_bytes(path: Path) -> bytes:
    """Return the contents of a proof file; raise `BadInput` if it cannot be read or is too large.

    The path may name an endless device. So if the first bytes are not those of a gzip file, only these bytes
    are returned, and `read_proof` rejects them.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(len(GZIP))
            rest = stream.read(LARGEST_COMPRESSED - len(GZIP) + 1) if head == GZIP else b""
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    if len(head) + len(rest) > LARGEST_COMPRESSED:
        raise BadInput(f"{path}: the proof file has more than {LARGEST_COMPRESSED} bytes")
    return head + rest


def read_proof(file: bytes) -> ProofFile:
    """Parse the bytes of a proof file; raise `BadInput` if it is damaged or inconsistent."""
    data = _read_head(_unzipped(file))
    instance = notation.from_json(data["instance"])
    deck = deck_of(instance)
    target = _integer(data["wanted"], "wanted", 1, 10**6)
    carried = _read_carried(deck, _list(data["carried"], "carried"))
    levels = tuple(
        _read_level(deck, _list(level, f"levels[{index}]"), f"levels[{index}]")
        for index, level in enumerate(_list(data["levels"], "levels"))
    )
    return ProofFile(instance, target, carried, levels, _read_facts(data["facts"], instance.cards))


def _unzipped(file: bytes) -> str:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(file)) as stream:
            text = stream.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise BadInput(f"the proof file contains more than {LARGEST_FILE} bytes of JSON")
        return text.decode("utf-8")
    except (OSError, EOFError, zlib.error):
        raise BadInput("the proof file is damaged, or not compressed with gzip") from None
    except UnicodeDecodeError:
        raise BadInput("the proof file is damaged: its text is not UTF-8") from None


def _read_head(text: str) -> Mapping[str, Any]:
    keys = {"format", "version", "instance", "wanted", "facts", "carried", "levels"}
    data = read_object(read_json(text, "the proof file"), "the proof file", keys)
    if data["format"] != FORMAT:
        raise BadInput(f"format: expected {FORMAT!r}")
    if data["version"] != VERSION or type(data["version"]) is not int:
        raise BadInput(f"version: expected {VERSION}")
    return data


def _read_facts(data: Any, cards: int) -> dict[int, int]:
    names = {str(parts): parts for parts in range(1, cards)}
    if not isinstance(data, dict) or not data.keys() <= names.keys():
        raise BadInput(f"facts: expected scores for numbers of parts from 1 to {cards - 1}, not {_shown(data)}")
    return {names[name]: _integer(most, f"facts[{name!r}]", 0, 30_000) for name, most in data.items()}


def _read_carried(deck: Deck, pairs: list[Any]) -> frozenset[tuple[int, int]]:
    carried: set[tuple[int, int]] = set()
    for index, pair in enumerate(pairs):
        where = f"carried[{index}]"
        if len(_list(pair, where)) != 2:
            raise BadInput(f"{where}: expected a lower set and a carried set, not {len(pair)} values")
        lower, upper = (_read_set(deck, text, where) for text in pair)
        if (lower, upper) in carried:
            raise BadInput(f"{where}: the pair is listed twice")
        carried.add((lower, upper))
    return frozenset(carried)


def _read_set(deck: Deck, text: Any, where: str) -> int:
    if not isinstance(text, str) or not text.isascii() or not text.isdigit() or list(text) != sorted(text):
        raise BadInput(
            f"{where}: expected a string of values in ascending order, such as '0799', not {_shown(text)}"
        )
    if int(max(text)) > deck.max_value or any(text.count(digit) > deck.copies for digit in text):
        raise BadInput(f"{where}: the deck does not contain the parts {_shown(text)}")
    return deck.number(map(int, text))


def _read_level(deck: Deck, states: list[Any], where: str) -> frozenset[State]:
    level: set[State] = set()
    for index, data in enumerate(states):
        state = _read_state(deck, data, f"{where}[{index}]")
        if state in level:
            raise BadInput(f"{where}[{index}]: the state is listed twice")
        level.add(state)
    return frozenset(level)


def _read_state(deck: Deck, data: Any, where: str) -> State:
    if len(_list(data, where)) != 3:
        raise BadInput(f"{where}: expected a layer, the parts used and a score, not {len(data)} values")
    parts = _list(data[0], where)
    if not 1 <= len(parts) <= MOST_PARTS:
        raise BadInput(f"{where}: expected a layer of 1 to {MOST_PARTS} parts, not {len(parts)}")
    layer = read_layer([_read_part(deck, part, where) for part in parts], where)
    used, score = _read_set(deck, data[1], where), _integer(data[2], f"{where}, score", 0, 10**6)
    values = deck.members(used)
    if any(values.count(part[0]) < [each[0] for each in parts].count(part[0]) for part in parts):
        raise BadInput(f"{where}: the used parts do not include all parts of the layer")
    return State(layer, used, score)


def _read_part(deck: Deck, data: Any, where: str) -> tuple[int, int, int]:
    if len(_list(data, where)) != 4:
        raise BadInput(f"{where}: expected a part as value, turns, row and column, not {len(data)} values")
    value = _integer(data[0], f"{where}, value", 0, deck.max_value)
    turns = _integer(data[1], f"{where}, turns", 0, 3)
    row, col = (_integer(each, f"{where}, corner", -FARTHEST, FARTHEST) for each in data[2:])
    return oriented_index(value, turns), row, col


def read_layer(parts: list[tuple[int, int, int]], where: str) -> Layer:
    """Return the canonical form of a layer; raise `BadInput` if its parts overlap or are not connected."""
    cells = [cell for part in parts for cell in cells_of(*part)]
    if len(set(cells)) < len(cells):
        raise BadInput(f"{where}: two parts of the layer overlap")
    if not is_connected(cells):
        raise BadInput(f"{where}: the layer is not connected")
    part, row, col = np.array(parts, np.int64).T.copy()
    image = np.empty(len(parts), np.int64)
    write_canonical(part, row, col, len(parts), oriented_parts(), image, np.empty(len(parts), np.int64))
    return tuple(image.tolist())


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise BadInput(f"{where}: expected a list, not {_shown(data)}")
    return data


def _integer(data: Any, where: str, low: int, high: int) -> int:
    if type(data) is not int or not low <= data <= high:
        raise BadInput(f"{where}: expected a whole number from {low} to {high}, not {_shown(data)}")
    return data


def _shown(data: Any) -> str:
    text = json.dumps(data)
    return text if len(text) <= 40 else text[:37] + "..."
