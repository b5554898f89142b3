"""Where a board obeys the model but does not hang together: clauses that forbid that, for good.

A clause holds in every solution, so it does more than forbid the board at hand:

- a part of the sea that is cut off flows out over its shore, or it is no sea;
- an island that is too small has some cell of its shore;
- island cells without a clue have some cell of their shore, or they are no island.

Of a shore only those cells matter over which a way could lead to the rest: the smaller the shore, the stronger
the clause.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from tilewright.games.nurikabe.rules import SEA
from tilewright.games.nurikabe.search.clause_model import Clause, Model

__all__ = ["find_cuts"]


def find_cuts(model: Model, land: Sequence[bool], true: Container[int]) -> Iterator[Clause]:
    """Clauses that this board breaks; none if the sea and all islands hang together."""
    seas, islands = _parts(model.chart.neighbours, land)
    if len(seas) > 1:
        yield from _sea_cuts(model, seas)
    for island in islands:
        yield from _island_cuts(model, island, true)


def _parts(
    neighbours: Sequence[Sequence[int]], land: Sequence[bool]
) -> tuple[list[list[int]], list[list[int]]]:
    """The parts of the sea and those of the islands."""
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
    inside = set(part)
    return {other for cell in part for other in model.chart.neighbours[cell] if other not in inside}


def _facing(model: Model, start: Iterable[int], shore: set[int], blocked: Container[int]) -> set[int]:
    """The cells of the shore that can be reached from `start` without crossing it."""
    way = list(start)
    seen = set(way)
    facing = set()
    for cell in way:
        for other in model.chart.neighbours[cell]:
            if other in shore:
                facing.add(other)
            elif other not in seen and other not in blocked:
                seen.add(other)
                way.append(other)
    return facing


def _sea_cuts(model: Model, seas: list[list[int]]) -> Iterator[Clause]:
    """Each part of the sea but the largest must flow out, towards the largest one or anywhere."""
    chart = model.chart
    seas.sort(key=len)
    main = seas.pop()
    anchor = next((cell for cell in main if chart.known[cell] == SEA), None)
    for part in seas:
        shore = {cell for cell in _shore(model, part) if cell not in model.land}
        if chart.sea is not None or anchor is not None:
            yield from _escapes(part, shore)
        facing = _facing(model, main, shore, model.land)
        if anchor is None:
            yield from ([main[0] + 1, *clause] for clause in _escapes(part, facing))
        elif facing != shore:
            yield from _escapes(part, facing)


def _escapes(part: Iterable[int], shore: Iterable[int]) -> Iterator[Clause]:
    out = [-(cell + 1) for cell in shore]
    return ([cell + 1, *out] for cell in part)


def _island_cuts(model: Model, island: Sequence[int], true: Container[int]) -> Iterator[Clause]:
    group = next(group for group in model.groups_of(island[0]) if group.belongs[island[0]] in true)
    shore = {cell for cell in _shore(model, island) if cell in group.belongs}
    if not any(clue in island for clue in group.clues):
        out = [group.belongs[cell] for cell in shore]
        yield from ([-group.belongs[cell], *out] for cell in island)
    elif len(island) < group.size:
        yield [group.belongs[cell] for cell in shore]
