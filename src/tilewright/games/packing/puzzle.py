"""Polyomino packing as a pencil puzzle: its notation, its model, and its generator."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from tilewright.engines import clingo
from tilewright.errors import BadInput
from tilewright.games.packing.rules import Packing, Placements
from tilewright.geometry import Polyomino
from tilewright.puzzles.cell_covers import CellCovers
from tilewright.puzzles.message_text import shortened
from tilewright.puzzles.notation import Notation, split_blocks
from tilewright.puzzles.parse_board_size_and_clues import check_sides
from tilewright.puzzles.piece_board import Drawing, draw_cells, placements_to_json, read_placements
from tilewright.puzzles.pieces_to_place_picture import PiecePicture
from tilewright.puzzles.puzzle_definition import Puzzle
from tilewright.puzzles.random_division import random_division
from tilewright.puzzles.rule_model import Model, Truth
from tilewright.strict_json import read_json, read_object

__all__ = ["PUZZLE"]

KEYS = ("region", "pieces", "flip", "each", "fixed")
"""The JSON keys of a board."""


@cache
def _sets() -> dict[str, Any]:
    """Return the named sets of pieces, each as JSON keys and values for a board that uses the set."""
    data: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath("piece_sets/piece_sets.json").read_text("utf-8")
    )
    return data


class _Notation(Notation[Any, Any]):
    def from_json(self, data: Any) -> Packing:
        fields = dict(read_object(data, "a packing puzzle", {"region", "pieces"}, {"flip", "each", "fixed"}))
        if isinstance(name := fields["pieces"], str):
            if name not in _sets():
                raise BadInput(
                    f"there is no set of pieces {shortened(name)}; the sets are {', '.join(_sets())}"
                )
            fields = {**_sets()[name], **fields, "pieces": _sets()[name]["pieces"]}
        return Packing(**{**fields, "fixed": read_placements(fields.get("fixed", []), "fixed")})

    def _value(self, instance: Any, key: str) -> Any:
        return placements_to_json(instance.fixed) if key == "fixed" else super()._value(instance, key)


class _Text:
    """The region, then the pieces, separated by empty lines; lines such as ``flip: false`` set other keys."""

    def read(self, text: str) -> dict[str, Any]:
        grids, keys = split_blocks(text)
        if not grids and len(keys) == 1 and (name := next(iter(keys))) in _sets():
            return {"region": _named_region(name, keys[name]), "pieces": name}
        unknown = next((key for key in keys if key not in KEYS), None)
        if unknown in _sets():
            raise BadInput(
                f"the line '{unknown}:' names a whole board and must stand alone;"
                f" with a region and other keys, write pieces: {unknown}"
            )
        if unknown is not None:
            raise BadInput(
                f"{shortened(unknown)} is neither a key of a board ({', '.join(KEYS)}) "
                f"nor a set of pieces ({', '.join(_sets())})"
            )
        read = {key: value if key == "pieces" else read_json(value, key) for key, value in keys.items()}
        return {"region": grids[0] if grids else [], "pieces": grids[1:], **read}

    def write(self, data: Mapping[str, Any]) -> str:
        keys = [f"{key}: {json.dumps(data[key])}" for key in ("flip", "each", "fixed") if key in data]
        return "\n\n".join(map("\n".join, [data["region"], *data["pieces"], keys]))


def _named_region(name: str, text: str) -> Drawing:
    """Return the region of a board such as ``calendar:11-16`` or ``pentominoes:8x8-2x2`` (with a 2x2 hole)."""
    if name == "calendar":
        try:
            month, day = map(int, re.fullmatch(r"(\d\d?)-(\d\d?)", text).groups())  # type: ignore[union-attr]
            date(2000, month, day)
        except (AttributeError, ValueError):
            raise BadInput(
                f"calendar: expected a month and a day such as 11-16, not {shortened(text)}"
            ) from None
        days = {(2 + day // 7, day % 7) for day in range(31)}
        shown = {divmod(month - 1, 6), (2 + (day - 1) // 7, (day - 1) % 7)}
        return draw_cells(7, 7, {*product(range(2), range(6)), *days} - shown, ".", "#")
    found = re.fullmatch(r"(\d{1,9})x(\d{1,9})(?:-(\d{1,9})x(\d{1,9}))?", text)
    if not found:
        raise BadInput(f"{name}: expected rows and columns such as 6x10 or 8x8-2x2, not {shortened(text)}")
    height, width, down, across = (int(number or 0) for number in found.groups())
    check_sides(height, width)
    if down > height or across > width:
        raise BadInput(f"{name}: a hole of {down} x {across} cells does not fit into {height} x {width} cells")
    top, left = (height - down) // 2, (width - across) // 2
    hole = product(range(top, top + down), range(left, left + across))
    return draw_cells(height, width, hole, "#", ".")


def decode(instance: Packing, model: Model, truth: Truth) -> Placements:
    return Placements(instance.assign(CellCovers.of_board(instance).parts_in(truth)))


def facts(instance: Packing) -> Iterator[str]:
    """Yield facts for clingo: the orientations and the number of pieces of each kind, and the fixed pieces."""
    for kind, (shape, numbers) in enumerate(instance.shapes().items()):
        if instance.once:
            yield clingo.fact("pieces", kind, len(numbers))
        for way, turned in enumerate(shape.orientations(instance.flip)):
            for row, column in turned.cells:
                yield clingo.fact("turned", kind, way, row, column - turned.cells[0][1])
    for number, placed in enumerate(instance.fixed):
        yield from (clingo.fact("part", number, *cell) for cell in placed.cells)


def generate(seed: int, rows: int = 8, cols: int = 8, pieces: int = 13) -> Packing:
    """Divide a rectangle into pieces, rotate and shuffle them, and return the resulting puzzle."""
    if pieces > rows * cols:
        raise BadInput(f"{rows} x {cols} cells cannot be divided into {pieces} pieces")
    rng = random.Random(seed)
    parts = random_division(set(product(range(rows), range(cols))), pieces, rng)
    shapes = [Polyomino.from_cells(part).rotated(rng.randrange(4)).to_rows() for part in parts]
    rng.shuffle(shapes)
    return Packing(("." * cols,) * rows, tuple(shapes))


PUZZLE = Puzzle(
    __package__,
    notation=_Notation(
        Packing,
        Placements,
        _Text(),
        keys=("region", "pieces", "flip", "each"),
        optional={"fixed": []},
    ),
    build=lambda board, model: CellCovers.of_board(board).build(model),
    decode=decode,
    facts=facts,
    generate=generate,
    picture=PiecePicture(),
)
