# mypy: ignore-errors
"""Deductions from what lies around one cell: squares, parts of islands, parts of the sea, gaps between them.

Each `look_at_...` finds what is forced there, of the techniques in `wanted` (a bit for each); it hands back 0,
or a negative code if no solution can follow.
"""

from __future__ import annotations

from tilewright.games.nurikabe.kernels.board_kernel import (
    BETWEEN_ISLANDS,
    CLUE_OF_ONE,
    CLUES,
    COMPLETE_ISLAND,
    CORNER,
    DECIDED,
    EDGE,
    FACTS,
    GRID,
    HEAD,
    ISLAND,
    ISLAND_MUST_GROW,
    LOG,
    LOGGED,
    MARK,
    MARK_INNER,
    NO_NUMBER,
    OWNER,
    PART,
    POOL,
    POOL_MUST_BREAK,
    QUEUE,
    SEA,
    SEA_CELLS,
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
    WORK,
    compiled,
    find,
    flood,
    refuse,
    take,
)

__all__ = ["ALL", "look_at_gap", "look_at_hole", "look_at_island", "look_at_sea", "look_at_square", "settle"]

ALL = (1 << 31) - 1


@compiled(3)
def look_at_square(board, corner, wanted):
    """The 2 x 2 cells below and right of the corner: three of the sea force the fourth to be island."""
    grid, stride = board[GRID], board[FACTS, STRIDE]
    seas = last = 0
    for step in (0, 1, stride, stride + 1):
        if grid[corner + step] == SEA:
            seas += 1
        elif grid[corner + step] == UNDECIDED:
            last = corner + step
        else:
            return 0
    if seas == 4:
        return refuse(board, POOL, corner)
    if seas == 3 and wanted >> POOL_MUST_BREAK & 1:
        find(board, last, ISLAND, POOL_MUST_BREAK, corner)
    return 0


@compiled(2, 4)
def survey(board, start):
    """The part of an island: its size, its number's cell (0: none), how many numbers, how long its shore is."""
    stride = board[FACTS, STRIDE]
    size = flood(board, start, MARK, PART)
    tick = board[FACTS, TICK]
    clue = numbers = shores = 0
    for at in range(size):
        cell = board[PART, at]
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
        for at in range(size):
            cell = board[PART, at]
            if board[OWNER, cell] == 0:
                board[OWNER, cell] = clue
                board[LOG, board[FACTS, LOGGED]] = cell
                board[FACTS, LOGGED] += 1
    return size, clue, numbers, shores


@compiled(3)
def look_round_corner(board, shores, clue):
    """One cell is missing: a cell beside every place where it can lie will be beside a complete island."""
    if shores > 4:
        return 0
    stride = board[FACTS, STRIDE]
    first = board[SHORE, 0]
    for step in (-stride, -1, 1, stride):
        cell = first + step
        if board[GRID, cell] != UNDECIDED:
            continue
        beside_all = True
        for at in range(shores):
            apart = abs(board[SHORE, at] - cell)
            beside_all &= apart in (1, stride)
        if beside_all:
            find(board, cell, SEA, CORNER, clue)
    return 0


@compiled(3)
def look_at_gap(board, cell, wanted):
    """An undecided cell beside several parts: as island it would join two numbers, or too many cells."""
    grid, stride = board[GRID], board[FACTS, STRIDE]
    lands = clue = 0
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if grid[beside] == ISLAND:
            lands += 1
            owner = board[OWNER, beside]
            if owner != 0 and clue != 0 and owner != clue:
                if wanted >> BETWEEN_ISLANDS & 1:
                    find(board, cell, SEA, BETWEEN_ISLANDS, clue)
                return 0
            if owner != 0:
                clue = owner
    number = board[CLUES, clue]
    if lands < 2 or clue == 0 or number < 0 or not wanted >> TOO_MANY & 1:
        return 0
    joined, start = 1, board[FACTS, TICK]
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if grid[beside] == ISLAND and board[MARK_INNER, beside] <= start:
            joined += flood(board, beside, MARK_INNER, QUEUE)
    board[FACTS, WORK] -= joined
    if joined > number:
        find(board, cell, SEA, TOO_MANY, clue)
    return 0


@compiled(3)
def look_at_island(board, start, wanted):
    """A part of an island: is it complete, may it grow in one direction only, what may its shore become?"""
    size, clue, numbers, shores = survey(board, start)
    board[FACTS, WORK] -= size
    if numbers > 1:
        return refuse(board, TWO_NUMBERS, start)
    number = board[CLUES, clue]
    if clue != 0 and number > 0:
        if size > number:
            return refuse(board, TOO_BIG, clue)
        if size == number:
            technique = CLUE_OF_ONE if number == 1 else COMPLETE_ISLAND
            if wanted >> technique & 1:
                for at in range(shores):
                    find(board, board[SHORE, at], SEA, technique, clue)
            return 0
        if shores == 0:
            return refuse(board, TOO_SMALL, clue)
    elif clue == 0 and shores == 0:
        return refuse(board, NO_NUMBER, start)
    if shores == 1 and (clue == 0 or number > 0) and wanted >> ISLAND_MUST_GROW & 1:
        find(board, board[SHORE, 0], ISLAND, ISLAND_MUST_GROW, start if clue == 0 else clue)
    if clue != 0 and number == size + 1 and wanted >> CORNER & 1:
        look_round_corner(board, shores, clue)
    if wanted & (1 << BETWEEN_ISLANDS | 1 << TOO_MANY):
        for at in range(shores):
            code = look_at_gap(board, board[SHORE, at], wanted)
            if code < 0:
                return code
    return 0


@compiled(3)
def look_at_sea(board, start, wanted):
    """A part of the sea: is there one way only to the rest of it? The flood ends at a second way out."""
    grid, facts = board[GRID], board[FACTS]
    stride = facts[STRIDE]
    facts[TICK] += 1
    tick, cells = facts[TICK], board[PART]
    board[MARK, start] = tick
    cells[0] = start
    size, at, out = 1, 0, 0
    while at < size:
        cell = cells[at]
        at += 1
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
                    facts[WORK] -= at
                    return 0
                out = beside
    facts[WORK] -= size
    if size < facts[SEA_CELLS] or size < facts[SEA_SIZE]:
        if out == 0:
            return refuse(board, SEA_DIVIDED, start)
        if wanted >> SEA_MUST_ESCAPE & 1:
            find(board, out, SEA, SEA_MUST_ESCAPE, start)
    return 0


@compiled(3)
def look_at_hole(board, cell, wanted):
    """An undecided cell with sea all around is sea, for it bears no number; with land all around it is land."""
    stride = board[FACTS, STRIDE]
    seas = lands = 0
    for step in (-stride, -1, 1, stride):
        seen = board[GRID, cell + step]
        seas += seen in (SEA, EDGE)
        lands += seen in (ISLAND, EDGE)
    if not wanted >> SURROUNDED & 1:
        return 0
    if seas == 4:
        find(board, cell, SEA, SURROUNDED, 0)
    elif lands == 4 and (board[FACTS, SEA_CELLS] > 0 or board[FACTS, SEA_SIZE] > 1):
        find(board, cell, ISLAND, SURROUNDED, 0)
    return 0


@compiled(3)
def look_around(board, cell, wanted):
    """All that the decision of this cell may have forced."""
    grid, stride = board[GRID], board[FACTS, STRIDE]
    value = grid[cell]
    if value == SEA:
        for corner in (cell, cell - 1, cell - stride, cell - stride - 1):
            if look_at_square(board, corner, wanted) < 0:
                return POOL
        code = look_at_sea(board, cell, wanted)
    else:
        code = look_at_island(board, cell, wanted)
    if code < 0:
        return code
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        code = 0
        if grid[beside] == UNDECIDED:
            code = look_at_hole(board, beside, wanted)
        elif value == SEA and grid[beside] == ISLAND:
            code = look_at_island(board, beside, wanted)
        elif value == ISLAND and grid[beside] == SEA:
            code = look_at_sea(board, beside, wanted)
        if code < 0:
            return code
    return 0


@compiled(1)
def settle(board):
    """Follow every decided cell on the trail up to the end of its local consequences; 0, or a negative code."""
    facts = board[FACTS]
    while facts[HEAD] < facts[DECIDED]:
        cell = board[TRAIL, facts[HEAD]]
        facts[HEAD] += 1
        facts[WORK] -= 1
        code = look_around(board, cell, ALL)
        if code >= 0:
            code = take(board)
        if code < 0:
            return code
    return 0
