# mypy: ignore-errors
"""Local deductions from 2 x 2 squares, parts of islands and of the sea, and the neighbours of undecided cells.

Each `check_...` function returns 0, or the negative code of a contradiction. It adds only findings of the
techniques in `wanted` (one bit for each technique).
"""

from __future__ import annotations

from tilewright.compiled import compiled
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    BETWEEN_ISLANDS,
    BORDER,
    CLUE_OF_ONE,
    CLUES,
    COMPLETE_ISLAND,
    CORNER,
    DECIDED_COUNT,
    DECIDED_SEA,
    GRID,
    ISLAND,
    ISLAND_MUST_GROW,
    MARK,
    MARK_INNER,
    NO_NUMBER,
    OWNER,
    OWNER_LOG,
    OWNER_LOG_LENGTH,
    PART,
    POOL,
    POOL_MUST_BREAK,
    PROPAGATION_HEAD,
    QUEUE,
    SCALARS,
    SEA,
    SEA_DIVIDED,
    SEA_MUST_ESCAPE,
    SEA_SIZE,
    SHORE,
    STRIDE,
    SURROUNDED,
    TICK,
    TOO_BIG,
    TOO_MANY,
    TOO_SMALL,
    TRAIL,
    TWO_NUMBERS,
    UNDECIDED,
    WORK_LEFT,
    add_finding,
    apply_findings,
    fail,
    flood,
)

__all__ = [
    "ALL",
    "check_enclosed_cell",
    "check_island",
    "check_joining_cell",
    "check_sea",
    "check_square",
    "propagate_locally",
]

ALL = (1 << 31) - 1
"""A bit mask of all techniques."""


@compiled
def check_square(board, corner, wanted):
    """Check a 2 x 2 square, given its top left cell: if three cells are sea, the fourth is an island cell."""
    grid, stride = board[GRID], board[SCALARS, STRIDE]
    seas = last = 0
    for step in (0, 1, stride, stride + 1):
        if grid[corner + step] == SEA:
            seas += 1
        elif grid[corner + step] == UNDECIDED:
            last = corner + step
        else:
            return 0
    if seas == 4:
        return fail(board, POOL, corner)
    if seas == 3 and wanted >> POOL_MUST_BREAK & 1:
        add_finding(board, last, ISLAND, POOL_MUST_BREAK, corner)
    return 0


@compiled
def survey_island(board, start):
    """Write the part that contains `start` to the list PART, and its shore to the list SHORE.

    If the part has exactly one number, the cell of this number becomes the owner of all cells of the part; the
    docstring of `board_trail_and_findings_kernel` explains parts, owners and shores. Return the part's size,
    the cell of its number (0 if it has none), how many numbers it has, and the shore's length.
    """
    stride = board[SCALARS, STRIDE]
    size = flood(board, start, MARK, PART)
    tick = board[SCALARS, TICK]
    clue = numbers = shores = 0
    for index in range(size):
        cell = board[PART, index]
        if board[CLUES, cell] != 0:
            clue = cell
            numbers += 1
        for step in (-stride, -1, 1, stride):
            beside = cell + step
            if board[GRID, beside] == UNDECIDED and board[MARK, beside] != tick:
                board[MARK, beside] = tick
                board[SHORE, shores] = beside
                shores += 1
    if numbers == 1:
        for index in range(size):
            cell = board[PART, index]
            if board[OWNER, cell] == 0:
                board[OWNER, cell] = clue
                board[OWNER_LOG, board[SCALARS, OWNER_LOG_LENGTH]] = cell
                board[SCALARS, OWNER_LOG_LENGTH] += 1
    return size, clue, numbers, shores


@compiled
def check_last_cell(board, shores, clue):
    """Check an island that lacks one cell: a cell next to all possible positions of the missing cell is sea."""
    if shores > 4:
        return 0
    stride = board[SCALARS, STRIDE]
    first = board[SHORE, 0]
    for step in (-stride, -1, 1, stride):
        cell = first + step
        if board[GRID, cell] != UNDECIDED:
            continue
        beside_all = True
        for index in range(shores):
            apart = abs(board[SHORE, index] - cell)
            beside_all &= apart in (1, stride)
        if beside_all:
            add_finding(board, cell, SEA, CORNER, clue)
    return 0


@compiled
def check_joining_cell(board, cell, wanted):
    """Check whether an undecided cell, if it were an island cell, would join two numbers or too many cells."""
    grid, stride = board[GRID], board[SCALARS, STRIDE]
    lands = clue = 0
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if grid[beside] == ISLAND:
            lands += 1
            owner = board[OWNER, beside]
            if owner != 0 and clue != 0 and owner != clue:
                if wanted >> BETWEEN_ISLANDS & 1:
                    add_finding(board, cell, SEA, BETWEEN_ISLANDS, clue)
                return 0
            if owner != 0:
                clue = owner
    number = board[CLUES, clue]
    if lands < 2 or clue == 0 or number < 0 or not wanted >> TOO_MANY & 1:
        return 0
    joined, start = 1, board[SCALARS, TICK]
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if grid[beside] == ISLAND and board[MARK_INNER, beside] <= start:
            joined += flood(board, beside, MARK_INNER, QUEUE)
    board[SCALARS, WORK_LEFT] -= joined
    if joined > number:
        add_finding(board, cell, SEA, TOO_MANY, clue)
    return 0


@compiled
def check_island(board, start, wanted):
    """Check whether a part of an island is complete, where it can grow, and which shore cells are forced."""
    size, clue, numbers, shores = survey_island(board, start)
    board[SCALARS, WORK_LEFT] -= size
    if numbers > 1:
        return fail(board, TWO_NUMBERS, start)
    number = board[CLUES, clue]
    if clue != 0 and number > 0:
        if size > number:
            return fail(board, TOO_BIG, clue)
        if size == number:
            technique = CLUE_OF_ONE if number == 1 else COMPLETE_ISLAND
            if wanted >> technique & 1:
                for index in range(shores):
                    add_finding(board, board[SHORE, index], SEA, technique, clue)
            return 0
        if shores == 0:
            return fail(board, TOO_SMALL, clue)
    elif clue == 0 and shores == 0:
        return fail(board, NO_NUMBER, start)
    if shores == 1 and (clue == 0 or number > 0) and wanted >> ISLAND_MUST_GROW & 1:
        add_finding(board, board[SHORE, 0], ISLAND, ISLAND_MUST_GROW, start if clue == 0 else clue)
    if clue != 0 and number == size + 1 and wanted >> CORNER & 1:
        check_last_cell(board, shores, clue)
    if wanted & (1 << BETWEEN_ISLANDS | 1 << TOO_MANY):
        for index in range(shores):
            code = check_joining_cell(board, board[SHORE, index], wanted)
            if code < 0:
                return code
    return 0


@compiled
def check_sea(board, start, wanted):
    """Check whether a part of the sea has only one way out. The flood fill stops at a second way out."""
    grid, scalars = board[GRID], board[SCALARS]
    stride = scalars[STRIDE]
    scalars[TICK] += 1
    tick, cells = scalars[TICK], board[PART]
    board[MARK, start] = tick
    cells[0] = start
    size, index, out = 1, 0, 0
    while index < size:
        cell = cells[index]
        index += 1
        for step in (-stride, -1, 1, stride):
            beside = cell + step
            if board[MARK, beside] == tick:
                continue
            if grid[beside] == SEA:
                board[MARK, beside] = tick
                cells[size] = beside
                size += 1
            elif grid[beside] == UNDECIDED and beside != out:
                if out != 0:
                    scalars[WORK_LEFT] -= index
                    return 0
                out = beside
    scalars[WORK_LEFT] -= size
    if size < scalars[DECIDED_SEA] or size < scalars[SEA_SIZE]:
        if out == 0:
            return fail(board, SEA_DIVIDED, start)
        if wanted >> SEA_MUST_ESCAPE & 1:
            add_finding(board, out, SEA, SEA_MUST_ESCAPE, start)
    return 0


@compiled
def check_enclosed_cell(board, cell, wanted):
    """Check whether an undecided cell is surrounded by sea or by island cells; if so, it has their value.

    An island cell surrounded by sea would have no number, and a sea cell surrounded by land would be cut off
    from the rest of the sea.
    """
    stride = board[SCALARS, STRIDE]
    seas = lands = 0
    for step in (-stride, -1, 1, stride):
        seen = board[GRID, cell + step]
        seas += seen in (SEA, BORDER)
        lands += seen in (ISLAND, BORDER)
    if not wanted >> SURROUNDED & 1:
        return 0
    if seas == 4:
        add_finding(board, cell, SEA, SURROUNDED, 0)
    elif lands == 4 and (board[SCALARS, DECIDED_SEA] > 0 or board[SCALARS, SEA_SIZE] > 1):
        add_finding(board, cell, ISLAND, SURROUNDED, 0)
    return 0


@compiled
def check_consequences(board, cell, wanted):
    """Check everything around a decided cell that the decision may have changed."""
    grid, stride = board[GRID], board[SCALARS, STRIDE]
    value = grid[cell]
    if value == SEA:
        for corner in (cell, cell - 1, cell - stride, cell - stride - 1):
            if check_square(board, corner, wanted) < 0:
                return POOL
        code = check_sea(board, cell, wanted)
    else:
        code = check_island(board, cell, wanted)
    if code < 0:
        return code
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        code = 0
        if grid[beside] == UNDECIDED:
            code = check_enclosed_cell(board, beside, wanted)
        elif value == SEA and grid[beside] == ISLAND:
            code = check_island(board, beside, wanted)
        elif value == ISLAND and grid[beside] == SEA:
            code = check_sea(board, beside, wanted)
        if code < 0:
            return code
    return 0


@compiled
def propagate_locally(board):
    """Apply local techniques around all newly decided cells until nothing new follows.

    Return 0, or the negative code of a contradiction.
    """
    scalars = board[SCALARS]
    while scalars[PROPAGATION_HEAD] < scalars[DECIDED_COUNT]:
        cell = board[TRAIL, scalars[PROPAGATION_HEAD]]
        scalars[PROPAGATION_HEAD] += 1
        scalars[WORK_LEFT] -= 1
        code = check_consequences(board, cell, ALL)
        if code >= 0:
            code = apply_findings(board)
        if code < 0:
            return code
    return 0
