"""Shapes for the tests, and all their placements, computed without the geometry package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

Cell = tuple[int, int]
Rows = tuple[str, ...]
Word = tuple[int, ...]

NMBR9: tuple[Rows, ...] = (
    ("###", "#.#", "#.#", "###"),
    ("##", ".#", ".#", ".#"),
    (".##", ".##", "##.", "###"),
    ("###", "..#", ".##", "###"),
    (".##", ".#.", "###", ".##"),
    ("###", "###", "..#", "###"),
    ("##.", "#..", "###", "###"),
    ("###", ".#.", "##.", "#.."),
    (".##", ".##", "##.", "##."),
    ("###", "###", "##.", "##."),
)
"""The parts 0 to 9 of Nmbr9, as in Lagerkvist's "Nmbr9 as a Constraint Programming Challenge"."""

PATCHES: tuple[Rows, ...] = (
    ("#",),
    ("##",),
    (".#", "##"),
    (".##", "##."),
    ("#.#", "###"),
    ("..#.", "####"),
    ("..##", "####"),
    ("#####",),
    (".#.", "###", ".#."),
    (".#.", "###", "#.#"),
    ("#.#", "###", "#.#"),
    ("..#", ".##", "##."),
    ("#...", "####", "...#"),
    ("..#..", "#####", "..#.."),
)
"""Some patches of Patchwork, the subject of Lagerkvist's "State Representation and Polyomino Placement for the
Game Patchwork"."""


# --- Shapes -------------------------------------------------------------------------------------------


def cells_of(rows: Iterable[str]) -> frozenset[Cell]:
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


def rows_of(cells: Iterable[Cell]) -> Rows:
    """Return the rows of a shape, without surrounding empty rows and columns."""
    cells = set(cells)
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    return tuple(
        "".join("#" if (r, c) in cells else "." for c in range(min(columns), max(columns) + 1))
        for r in range(min(rows), max(rows) + 1)
    )


def turned(rows: Rows) -> Rows:
    """Return the shape turned clockwise by 90 degrees: its first column, read upward, becomes the first row."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def eight_images(rows: Rows) -> list[Rows]:
    """Return the images of a shape under id, rot90, rot180, rot270, flipx, flipy, flipd1 and flipd2."""
    quarter = turned(rows)
    half = turned(quarter)
    return [
        rows,
        quarter,
        half,
        turned(half),
        tuple(row[::-1] for row in rows),
        rows[::-1],
        tuple("".join(column) for column in zip(*rows, strict=True)),
        tuple("".join(column) for column in zip(*half, strict=True)),
    ]


def different_images(rows: Rows, mirror: bool) -> list[Rows]:
    return list(dict.fromkeys(eight_images(rows)[: 8 if mirror else 4]))


@cache
def free_polyominoes(size: int) -> tuple[Rows, ...]:
    """Return the free polyominoes of a size: one of each class under rotation and reflection."""
    if size == 1:
        return (("#",),)
    grown = set()
    for rows in free_polyominoes(size - 1):
        cells = cells_of(rows)
        for r, c in cells:
            for new in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if new not in cells:
                    grown.add(min(eight_images(rows_of(cells | {new}))))
    return tuple(sorted(grown))


# --- Placements ---------------------------------------------------------------------------------------


def placements(rows: Rows, height: int, width: int) -> Iterator[frozenset[Cell]]:
    """Yield all placements of the shape on the board, without turning or mirroring it."""
    shape = cells_of(rows)
    for down in range(height):
        for right in range(width):
            placed = frozenset((r + down, c + right) for r, c in shape)
            if all(r < height and c < width for r, c in placed):
                yield placed


def beside(cells: frozenset[Cell]) -> set[Cell]:
    """Return the cells outside the set that share an edge with a cell of the set."""
    near = set()
    for r, c in cells:
        near |= {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
    return near - cells


def enclosed(cells: frozenset[Cell]) -> set[Cell]:
    """Return the cells outside the shape that have no path out of its bounding box."""
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    free = {
        (r, c) for r in range(min(rows), max(rows) + 1) for c in range(min(columns), max(columns) + 1)
    } - cells
    while True:
        escaping = {cell for cell in free if beside(frozenset({cell})) - cells - free}
        if not escaping:
            return free
        free -= escaping


def board_word(values: dict[Cell, int], height: int, width: int) -> Word:
    """Return the values of the cells in reading order, with a 0 after each row."""
    return tuple(values.get((r, c), 0) if c < width else 0 for r in range(height) for c in range(width + 1))


def plain_words(rows: Rows, height: int, width: int) -> set[Word]:
    return {board_word(dict.fromkeys(placed, 1), height, width) for placed in placements(rows, height, width)}


def surround_words(rows: Rows, height: int, width: int, *, beyond_edge: bool, with_holes: bool) -> set[Word]:
    words = set()
    for placed in placements(rows, height, width):
        around = beside(placed) - (set() if with_holes else enclosed(placed))
        on_board = {(r, c) for r, c in around if 0 <= r < height and 0 <= c < width}
        if beyond_edge or on_board == around:
            words.add(board_word(dict.fromkeys(on_board, 2) | dict.fromkeys(placed, 1), height, width))
    return words


def usage_words(rows: Rows, height: int, width: int) -> set[Word]:
    words = set()
    for placed in placements(rows, height, width):
        by_column = [sum(c == column for _, c in placed) for column in range(width + 1)]
        by_row = [sum(r == row for r, _ in placed) for row in range(height)]
        words.add((*by_column, *by_row))
    return words


def prefixed(words_of_shapes: list[set[Word]], length: int, *, optional: bool, transforms: int) -> set[Word]:
    """Return the words of all shapes with their prefixes; `length` is the length of a word without its prefix.

    The prefix is U if the shape is optional, S if there are transforms, and U N S if both apply. U is 1 if the
    shape is used, S is a one-hot code of the transform, and N is 1 if no transform is used.
    """
    result = set()
    for number, words in enumerate(words_of_shapes):
        one_hot = tuple(int(place == number) for place in range(transforms))
        if optional:
            one_hot = (1, 0, *one_hot) if transforms else (1,)
        result |= {one_hot + word for word in words}
    if optional:
        result.add(((0, 1) if transforms else (0,)) + (0,) * (transforms + length))
    return result


# --- Automata -----------------------------------------------------------------------------------------


def same_language(one, other) -> bool:
    """Return whether two automata are equivalent: in every reachable pair of states, both or neither accept."""
    steps = [[dict(row) for row in dfa.transitions] + [{}] for dfa in (one, other)]
    met = {(one.start, other.start)}
    waiting = list(met)
    while waiting:
        here, there = waiting.pop()
        if (here in one.finals) != (there in other.finals):
            return False
        for symbol in steps[0][here].keys() | steps[1][there].keys():
            after = (steps[0][here].get(symbol, -1), steps[1][there].get(symbol, -1))
            if after not in met:
                met.add(after)
                waiting.append(after)
    return True


def least_size(start: int, finals: Iterable[int], triples: Iterable[tuple[int, int, int]]) -> int:
    """Return the number of states of the minimal automaton without the dead state (Brzozowski's algorithm)."""
    starts, ends, arcs = {start}, set(finals), set(triples)
    size = 0
    for _ in range(2):
        starts, ends = ends, starts
        arcs = {(target, symbol, state) for state, symbol, target in arcs}
        steps: dict[int, dict[int, set[int]]] = {}
        for state, symbol, target in arcs:
            steps.setdefault(state, {}).setdefault(symbol, set()).add(target)
        numbers = {frozenset(starts): 0}
        met = [frozenset(starts)]
        arcs = set()
        for subset in met:
            reached: dict[int, set[int]] = {}
            for state in subset:
                for symbol, targets in steps.get(state, {}).items():
                    reached.setdefault(symbol, set()).update(targets)
            for symbol, targets in reached.items():
                after = frozenset(targets)
                if after not in numbers:
                    numbers[after] = len(met)
                    met.append(after)
                arcs.add((numbers[subset], symbol, numbers[after]))
        starts, ends = {0}, {numbers[subset] for subset in met if subset & ends}
        size = len(met)
    return size
