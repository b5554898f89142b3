"""Packing: cover every free cell of the region with the pieces, each piece exactly once, without overlap.

Pieces may be rotated, and with ``flip`` also reflected. In the region ``.`` is a cell to be covered and ``#`` a
hole; in a piece ``#`` is a cell of the piece.

Two pieces are identical if one of them, turned in an allowed way, has the shape of the other. Solutions that
differ only by an exchange of identical pieces are the same solution: the canonical form is the set of the cell
sets that the pieces cover, without the numbers of the pieces. This form distinguishes all other solutions,
because two pieces that can cover the same cells are identical.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from grid_functions import Cell, Instance, around, cells, random_size, random_sort

Shape = tuple[Cell, ...]
Kind = frozenset[Shape]
Parts = frozenset[frozenset[Cell]]


def turned_shapes(piece: Collection[Cell], flip: bool) -> Kind:
    """Return all rotations of a piece, and with `flip` its reflections; the first cell of each is (0, 0)."""
    shapes = set()
    turned = list(piece)
    for mirrored in (False, True) if flip else (False,):
        if mirrored:
            turned = [(r, -c) for r, c in turned]
        for _ in range(4):
            turned = [(c, -r) for r, c in turned]
            top, left = min(turned)
            shapes.add(tuple(sorted((r - top, c - left) for r, c in turned)))
    return frozenset(shapes)


def solutions(instance: Instance) -> list[Parts]:
    region = frozenset(_cells_of(instance["region"], "."))
    kinds = Counter(turned_shapes(_cells_of(piece, "#"), instance["flip"]) for piece in instance["pieces"])
    # Cells are numbered along the short side, so that the border between covered and free cells stays short.
    upright = len(instance["region"]) >= len(instance["region"][0])
    order = sorted(region, key=lambda cell: cell if upright else cell[::-1])
    bit_of = {cell: 1 << index for index, cell in enumerate(order)}
    # All placements of each kind of piece, by the lowest bit of their cells.
    placements: dict[int, list[tuple[Kind, int]]] = {bit: [] for bit in bit_of.values()}
    for kind in kinds:
        for shape in kind:
            for r, c in region:
                part = [(r + i, c + j) for i, j in shape]
                if region.issuperset(part):
                    bits = sum(bit_of[cell] for cell in part)
                    placements[bits & -bits].append((kind, bits))
    found: list[Parts] = []

    def cover(free: int, parts: list[int]) -> None:
        if not free:
            if not kinds.total():
                parts_as_cells = (frozenset(cell for cell in order if bit_of[cell] & bits) for bits in parts)
                found.append(frozenset(parts_as_cells))
            return
        for kind, bits in placements[free & -free]:
            if kinds[kind] and not bits & ~free:
                kinds[kind] -= 1
                cover(free ^ bits, [*parts, bits])
                kinds[kind] += 1

    cover(sum(bit_of.values()), [])
    return found


def _cells_of(rows: Sequence[str], kind: str) -> list[Cell]:
    return [(r, c) for r, row in enumerate(rows) for c, character in enumerate(row) if character == kind]


def canonical(solution: dict[str, Any]) -> Parts:
    return frozenset(frozenset((r, c) for r, c in placement["cells"]) for placement in solution["placements"])


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return a region, often with holes, and pieces that cover it; often some pieces are replaced by others."""
    height, width = random_size(rng, 7, 4, rng.choice((9, 20)))
    board = cells(height, width)
    holes = rng.sample(board, min(len(board) - 1, rng.choice((0, 0, 1, 2, 3))))
    free = set(board) - set(holes)
    # Large regions have large pieces, because a region with many small pieces has very many solutions.
    sizes = (1, 2, 2, 3, 4) if len(free) <= 9 else (3, 4, 4, 5, 5)
    pieces = _random_pieces(rng, free, sizes)
    while len(pieces) > 6:
        pieces = _random_pieces(rng, free, (4, 5, 5, 6))
    flip = rng.random() < 0.5
    replaced = rng.choice((0, 0.3, 0.8))
    pieces = [
        _random_piece(rng, set(cells(5, 5)), len(piece)) if rng.random() < replaced else piece
        for piece in pieces
    ]
    rng.shuffle(pieces)
    return {
        "region": ["".join("#" if (r, c) in holes else "." for c in range(width)) for r in range(height)],
        "pieces": [_drawn(rng.choice(sorted(turned_shapes(piece, flip)))) for piece in pieces],
        "flip": flip,
        "each": "once",
    }


def _random_pieces(rng: random.Random, free: set[Cell], sizes: Sequence[int]) -> list[set[Cell]]:
    """Return the free cells divided into pieces of the given sizes, or smaller ones if there is no room."""
    pieces: list[set[Cell]] = []
    left = set(free)
    while left:
        pieces.append(_random_piece(rng, left, rng.choice(sizes)))
        left -= pieces[-1]
    return pieces


def _random_piece(rng: random.Random, free: set[Cell], size: int) -> set[Cell]:
    """Return a connected set of free cells that has the given size, or fewer cells if there is no room."""
    piece = {rng.choice(sorted(free))}
    while len(piece) < size:
        border = {beside for cell in piece for beside in around(cell) if beside in free} - piece
        if not border:
            break
        piece.add(rng.choice(sorted(border)))
    return piece


def _drawn(shape: Shape) -> list[str]:
    columns = [c for _, c in shape]
    return [
        "".join("#" if (r, c) in shape else "." for c in range(min(columns), max(columns) + 1))
        for r in range(shape[-1][0] + 1)
    ]
