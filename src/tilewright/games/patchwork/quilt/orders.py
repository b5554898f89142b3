"""Orders of tiles: the published ones, a file's, or random ones.

An orders file has one order a line: tile numbers from 0 to 37, separated by blanks. Tiles 0 to 4 are the 1x1
patches, tile t > 4 is patch t - 4. The 1000 orders in ``orders.txt`` are those behind Table 1 of "State
Representation and Polyomino Placement for the Game Patchwork": its program shuffles the tiles once more after
each run, with the C++ library's default engine; run 0 has them in the order of their numbers.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources

from tilewright.errors import BadInput
from tilewright.games.patchwork.pieces.patches import TILES
from tilewright.games.patchwork.quilt.generate import random_orders

__all__ = ["Orders", "drawn_orders", "parse_orders", "published_orders"]

MOST_RUNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of tiles, all of one length, and where they come from."""

    title: str
    tiles: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return f"<Orders {self.title}: {len(self)} of {len(self.tiles[0])} tiles>"

    @property
    def digest(self) -> str:
        """SHA-256 of the orders, whatever they are called."""
        return hashlib.sha256(repr(self.tiles).encode()).hexdigest()

    @property
    def published(self) -> bool:
        """Are these the orders behind the published table?"""
        return self.tiles == published_orders().tiles


def parse_orders(text: str, title: str = "orders") -> Orders:
    """Orders from the text of a file; `BadInput` names the line that is none."""
    lines = text.rstrip().splitlines()
    if not lines:
        raise BadInput("the orders file has no order: expected tile numbers, one order a line")
    orders = tuple(_order(line.split(), number) for number, line in enumerate(lines, start=1))
    for number, order in enumerate(orders, start=1):
        if len(order) != len(orders[0]):
            raise BadInput(f"line {number}: {len(order)} tiles, expected {len(orders[0])} as in line 1")
    if not orders[0]:
        raise BadInput("line 1: expected tile numbers")
    return Orders(title, orders)


def _order(tokens: list[str], line: int) -> tuple[int, ...]:
    seen: dict[int, int] = {}
    for place, token in enumerate(tokens):
        if not (token.isascii() and token.isdecimal() and len(token) < 10 and int(token) < TILES):
            raise BadInput(
                f"line {line}, place {place + 1}: expected a tile from 0 to {TILES - 1}, not {token[:40]!r}"
            )
        if int(token) in seen:
            raise BadInput(
                f"line {line}, place {place + 1}: tile {token} stands at place {seen[int(token)] + 1} already"
            )
        seen[int(token)] = place
    return tuple(seen)


def published_orders() -> Orders:
    """The 1000 orders behind the published table."""
    text = resources.files(__package__).joinpath("orders.txt").read_text("utf-8")
    tiles = tuple(tuple(map(int, line.split())) for line in text.splitlines())
    return Orders("the 1000 published orders", tiles)


def drawn_orders(runs: int, seed: int) -> Orders:
    """So many random orders."""
    if not 1 <= runs <= MOST_RUNS:
        raise BadInput(f"the number of runs must lie between 1 and {MOST_RUNS}, not {runs}")
    return Orders(f"{runs} random orders, seed {seed}", tuple(map(tuple, random_orders(runs, seed))))
