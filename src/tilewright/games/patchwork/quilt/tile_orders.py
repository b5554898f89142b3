"""Orders of tiles: the published orders, orders from a file, or random orders.

An orders file has one order per line: tile numbers from 0 to 37, separated by spaces. Tiles 0 to 4 are the 1x1
patches; tile t > 4 is patch t - 4. The 1000 orders in ``orders.txt`` are the orders used for Table 1 of "State
Representation and Polyomino Placement for the Game Patchwork". The paper's program uses the tiles in numerical
order in run 0 and shuffles the tiles again after each run with the default random engine of the C++ standard
library.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources

from tilewright.errors import BadInput
from tilewright.games.patchwork.pieces.patches import TILES
from tilewright.games.patchwork.quilt.generate import random_orders

__all__ = ["Orders", "parse_orders", "published_orders", "seeded_orders"]

MAX_RUNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of tiles, all of the same length, with a title that says where the orders come from."""

    title: str
    tiles: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return f"<Orders {self.title}: number of orders {len(self)}, tiles per order {len(self.tiles[0])}>"

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the orders; it does not depend on the title."""
        return hashlib.sha256(repr(self.tiles).encode()).hexdigest()

    @property
    def published(self) -> bool:
        """Whether the orders are the 1000 orders used for the published table."""
        return self.tiles == published_orders().tiles


def parse_orders(text: str, title: str = "orders") -> Orders:
    """Parse the text of an orders file; if a line is malformed, raise `BadInput` with the line number."""
    lines = text.rstrip().splitlines()
    if not lines:
        raise BadInput("the orders file is empty: expected tile numbers, one order per line")
    orders = tuple(_order(line.split(), number) for number, line in enumerate(lines, start=1))
    if not orders[0]:
        raise BadInput("line 1: expected tile numbers")
    for number, order in enumerate(orders, start=1):
        if len(order) != len(orders[0]):
            raise BadInput(
                f"line {number}: the number of tiles is {len(order)}, expected {len(orders[0])} as in line 1"
            )
    return Orders(title, orders)


def _order(tokens: list[str], line: int) -> tuple[int, ...]:
    position_of: dict[int, int] = {}
    for position, token in enumerate(tokens, start=1):
        if not (token.isascii() and token.isdecimal() and len(token) < 10 and int(token) < TILES):
            raise BadInput(
                f"line {line}, number {position}: expected a tile from 0 to {TILES - 1}, not {token[:40]!r}"
            )
        tile = int(token)
        if tile in position_of:
            raise BadInput(
                f"line {line}, number {position}: tile {tile} occurs twice, first as number {position_of[tile]}"
            )
        position_of[tile] = position
    return tuple(position_of)


def published_orders() -> Orders:
    """Return the 1000 orders used for the published table."""
    text = resources.files(__package__).joinpath("orders.txt").read_text("utf-8")
    tiles = tuple(tuple(map(int, line.split())) for line in text.splitlines())
    return Orders("the 1000 published orders", tiles)


def seeded_orders(runs: int, seed: int) -> Orders:
    """Return `runs` random orders."""
    if not 1 <= runs <= MAX_RUNS:
        raise BadInput(f"the number of runs must be between 1 and {MAX_RUNS}, not {runs}")
    return Orders(f"{runs} random orders, seed {seed}", tuple(map(tuple, random_orders(runs, seed))))
