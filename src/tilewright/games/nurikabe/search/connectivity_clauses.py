"""Clauses that exclude assignments in which the sea or an island is disconnected.

Each clause holds in every solution, and usually excludes many assignments besides the current one:

- a separated part of the sea is connected through a cell of its shore, or its cells are not sea;
- an island that is too small also contains a cell of its shore;
- cells that are not connected to the clue of their island are connected through a cell of their shore, or they
  do not belong to this island.

The shore is the set of cells next to a part. Shore cells that cannot belong to the sea or the island are left
out, because shorter clauses are stronger. For the same reason, further clauses for the sea contain only the
shore cells from which a path can lead to the largest part of the sea. If the largest part contains no known sea
cell, these clauses are also satisfied if its first cell is an island cell.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from tilewright.games.nurikabe.rules import SEA
from tilewright.games.nurikabe.search.clause_model import Clause, Model

__all__ = ["find_cuts"]


def find_cuts(model: Model, land: Sequence[bool], true: Container[int]) -> Iterator[Clause]:
    """Yield clauses that the assignment violates; yield nothing if the sea and all islands are connected.

    `land` tells, for each cell, whether it is an island cell; `true` contains the variables that are true.
    """
    seas, islands = _parts(model.board.neighbours, land)
    if len(seas) > 1:
        yield from _sea_cuts(model, seas)
    for island in islands:
        yield from _island_cuts(model, island, true)


def _parts(
    neighbours: Sequence[Sequence[int]], land: Sequence[bool]
) -> tuple[list[list[int]], list[list[int]]]:
    """Return the connected parts of the sea and the connected parts of the islands."""
    seen = [False] * len(land)
    parts: tuple[list[list[int]], list[list[int]]] = ([], [])
    for start, kind in enumerate(land):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for cell in part:
            for other in neighbours[cell]:
                if not seen[other] and land[other] == kind:
                    seen[other] = True
                    part.append(other)
        parts[kind].append(part)
    return parts


def _shore(model: Model, part: Sequence[int]) -> set[int]:
    """Return the cells next to the part."""
    inside = set(part)
    return {other for cell in part for other in model.board.neighbours[cell] if other not in inside}


def _facing(model: Model, start: Iterable[int], shore: set[int], blocked: Container[int]) -> set[int]:
    """Return the shore cells that can be reached from `start` without crossing the shore or a blocked cell."""
    frontier = list(start)
    seen = set(frontier)
    facing = set()
    for cell in frontier:
        for other in model.board.neighbours[cell]:
            if other in shore:
                facing.add(other)
            elif other not in seen and other not in blocked:
                seen.add(other)
                frontier.append(other)
    return facing


def _sea_cuts(model: Model, seas: list[list[int]]) -> Iterator[Clause]:
    """Yield clauses that connect each part of the sea, except the largest, to the rest of the sea."""
    board = model.board
    seas.sort(key=len)
    main = seas.pop()
    anchor = next((cell for cell in main if board.known[cell] == SEA), None)
    for part in seas:
        shore = {cell for cell in _shore(model, part) if cell not in model.land}
        if board.sea is not None or anchor is not None:
            yield from _escapes(part, shore)
        facing = _facing(model, main, shore, model.land)
        if anchor is None:
            yield from ([main[0] + 1, *clause] for clause in _escapes(part, facing))
        elif facing != shore:
            yield from _escapes(part, facing)


def _escapes(part: Iterable[int], shore: Iterable[int]) -> Iterator[Clause]:
    """Yield a clause for each cell of the part: the cell is not sea, or some cell of the shore is sea."""
    out = [-(cell + 1) for cell in shore]
    return ([cell + 1, *out] for cell in part)


def _island_cuts(model: Model, island: Sequence[int], true: Container[int]) -> Iterator[Clause]:
    """Yield clauses for an island without a clue or with too few cells; yield nothing for a complete island."""
    group = next(group for group in model.groups_of(island[0]) if group.belongs[island[0]] in true)
    shore = {cell for cell in _shore(model, island) if cell in group.belongs}
    if not any(clue in island for clue in group.clues):
        out = [group.belongs[cell] for cell in shore]
        yield from ([-group.belongs[cell], *out] for cell in island)
    elif len(island) < group.size:
        yield [group.belongs[cell] for cell in shore]
