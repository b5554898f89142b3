# mypy: ignore-errors
"""The board as the compiled code sees it, and what was found on it.

One table of integers holds everything: each row is one thing about all cells, or a list of cells. A cell is its
index; an edge of cells lies around the board, so that the neighbours of a cell are always one or a stride away,
and index 0 is never on the board, so that 0 can stand for "no cell".

A deduction does not write on the grid: it *finds* cells (cell, value, technique, cause), and `take` writes them
down and keeps them on the trail, so that a trial can be undone. A *part* is a set of island cells that hang
together, its *owner* the cell of its number, its *shore* the undecided cells beside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Table = npt.NDArray[np.int64]

UNDECIDED, SEA, ISLAND, EDGE = 0, 1, 2, 3

# Techniques, from the simplest to the last resort.
GIVEN = 0
CLUE_OF_ONE = 1
COMPLETE_ISLAND = 2
BETWEEN_ISLANDS = 3
SURROUNDED = 4
POOL_MUST_BREAK = 5
SEA_MUST_ESCAPE = 6
ISLAND_MUST_GROW = 7
TOO_MANY = 8
CORNER = 9
UNREACHABLE = 10
WALLED_IN = 11
WOULD_BE_DIVIDED = 12
NUMBER_NEEDED = 13
BOTTLENECK = 14
ONLY_NUMBER = 15
SEA_NEEDS_ROOM = 16
CONTRADICTION = 17
LONG_CONTRADICTION = 18
EITHER_WAY = 19

# What is wrong where a deduction finds that no solution can follow.
POOL = -1
TWO_NUMBERS = -2
TOO_BIG = -3
TOO_SMALL = -4
NO_NUMBER = -5
SEA_DIVIDED = -6
SEA_TOO_SMALL = -7
CONFLICT = -8
CLUE_FLOODED = -9

# Rows of the board. Of each cell:
GRID, CLUES = 0, 1  # undecided, sea, island or edge; a number, -1 of unknown size, 0 none
OWNER = 2  # of an island cell, the cell of its number; 0 as long as that is not joined to it
WHY, WHENCE = 3, 4  # the technique that decided it, and the technique's cause
TRIED = 5  # which trials of it are known to lead to no contradiction, as bits
HIT = 6  # the last find of it
MARK, MARK_INNER, MEMORY = 7, 8, 9  # the last visit, by tick; floods inside floods have a layer of their own
# Lists of cells, their lengths in `FACTS` or handed back:
TRAIL, LOG = 10, 11  # the decided cells, and the cells that got an owner, in order
PART, SHORE, QUEUE = 12, 13, 14  # of the last survey: the part, the undecided cells beside it; inner floods
FOUND = 15  # four rows: cell, value, technique, cause
# For `reach_kernel`: regions, what cuts them, and labels of reach.
INSIDE, VISITED, LOW, TIME, PARENT, SIZE, GOALS, CUT, CUT_GOALS, GOAL, TURN = range(19, 30)
LABELLED, LABEL, WHO, BEGINS, AFTER, BEFORE, BULK, PART_NAME, CLAIMS, DONE = range(30, 40)
FACTS = 40  # single numbers
ROWS = 41

# Places in `FACTS`.
STRIDE, HEIGHT, TICK, FINDS, DECIDED, HEAD, LOGGED, ROOM, SEA_CELLS, SEA_SIZE = range(10)
CAUSE, CODE, WORK, SEEN, FRESH, STALE, CURSOR, CLASH, LEVEL = range(10, 19)
LAST_FACT = 19


KERNELS = sorted(Path(__file__).parent.glob("*kernel.py"))
STAMP = tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in KERNELS)


def compiled(arguments: int, results: int = 1) -> Any:
    """Compile a function of the board and further integers to an integer, or to several.

    Signatures are given, so that each function is compiled once, when its file is imported, and not again for
    every constant that it is called with. Numba keeps compiled code until the function's own file changes; but
    that code contains the functions of the other kernels too, so any change of them must count.
    """
    result = "i8" if results == 1 else f"UniTuple(i8, {results})"
    signature = f"{result}(i8[:, ::1]{', i8' * (arguments - 1)})"

    def compile_now(function):
        dispatcher = njit(cache=True, nogil=True, error_model="numpy")(function)
        dispatcher._cache._cache_file._source_stamp = STAMP
        dispatcher.compile(signature)
        dispatcher.disable_compile()
        return dispatcher

    return compile_now


def empty_board(height: int, width: int) -> Table:
    """A board without numbers, all undecided."""
    stride = width + 2
    size = (height + 2) * stride
    board = np.zeros((ROWS, max(size, LAST_FACT)), np.int64)
    board[GRID] = EDGE
    inner(board[GRID], height, width)[:] = UNDECIDED
    board[FACTS, STRIDE] = stride
    board[FACTS, HEIGHT] = height
    return board


def inner(row: Table, height: int, width: int) -> Table:
    """The cells on the board of a row of it, as a table."""
    return row[: (height + 2) * (width + 2)].reshape(height + 2, width + 2)[1:-1, 1:-1]


@compiled(3)
def refuse(board, code, cause):
    """Note where the contradiction lies."""
    board[FACTS, CAUSE] = cause
    board[FACTS, CODE] = code
    return code


@compiled(5)
def find(board, cell, value, technique, cause):
    """Add to the list of finds. The first reason for a cell stays; two values for it are a clash."""
    facts = board[FACTS]
    at, end = board[HIT, cell], facts[FINDS]
    if at < end and board[FOUND, at] == cell:
        if board[FOUND + 1, at] != value:
            facts[CLASH] = cell
        return 0
    board[HIT, cell] = end
    board[FOUND, end] = cell
    board[FOUND + 1, end] = value
    board[FOUND + 2, end] = technique
    board[FOUND + 3, end] = cause
    facts[FINDS] = end + 1
    return 0


@compiled(1)
def forget_finds(board):
    board[FACTS, FINDS] = board[FACTS, CLASH] = 0
    return 0


@compiled(5)
def put(board, cell, value, technique, cause):
    """Decide a cell; `CONFLICT` if it is decided the other way."""
    if board[GRID, cell] == value:
        return 0
    if board[GRID, cell] != UNDECIDED:
        return refuse(board, CONFLICT, cell)
    board[GRID, cell] = value
    board[WHY, cell] = technique
    board[WHENCE, cell] = cause
    board[TRAIL, board[FACTS, DECIDED]] = cell
    board[FACTS, DECIDED] += 1
    if value == SEA:
        board[FACTS, SEA_CELLS] += 1
    return 0


@compiled(1)
def take(board):
    """Write down all that was found; how many cells were new, or `CONFLICT`."""
    facts = board[FACTS]
    before, count, clash = facts[DECIDED], facts[FINDS], facts[CLASH]
    forget_finds(board)
    if clash != 0:
        return refuse(board, CONFLICT, clash)
    for at in range(count):
        code = put(board, board[FOUND, at], board[FOUND + 1, at], board[FOUND + 2, at], board[FOUND + 3, at])
        if code < 0:
            return code
    return facts[DECIDED] - before


@compiled(3)
def forget(board, decided, logged):
    """Take back decisions and owners down to these lengths of the trail and the log."""
    facts = board[FACTS]
    for at in range(decided, facts[DECIDED]):
        cell = board[TRAIL, at]
        if board[GRID, cell] == SEA:
            facts[SEA_CELLS] -= 1
        board[GRID, cell] = UNDECIDED
    for at in range(logged, facts[LOGGED]):
        board[OWNER, board[LOG, at]] = 0
    facts[DECIDED] = facts[HEAD] = decided
    facts[LOGGED] = logged
    return forget_finds(board)


@compiled(4)
def flood(board, start, layer, cells):
    """The cells of one kind that hang together with `start`, in row `cells`, marked in `layer`; how many."""
    stride, kind = board[FACTS, STRIDE], board[GRID, start]
    board[FACTS, TICK] += 1
    tick = board[FACTS, TICK]
    board[layer, start] = tick
    board[cells, 0] = start
    size = 1
    at = 0
    while at < size:
        cell = board[cells, at]
        at += 1
        for step in (-stride, -1, 1, stride):
            beside = cell + step
            if board[GRID, beside] == kind and board[layer, beside] != tick:
                board[layer, beside] = tick
                board[cells, size] = beside
                size += 1
    return size


@compiled(2)
def clear(board, row):
    for cell in range(board.shape[1]):
        board[row, cell] = 0
    return 0


@compiled(1)
def find_owners(board):
    for clue in range(board.shape[1]):
        if board[CLUES, clue] != 0:
            for at in range(flood(board, clue, MARK, PART)):
                cell = board[PART, at]
                if cell != clue and board[CLUES, cell] != 0:
                    return refuse(board, TWO_NUMBERS, clue)
                board[OWNER, cell] = clue
    return 0


@compiled(1)
def begin(board):
    """Read the grid as it stands: numbers are island, decided cells go on the trail, parts get their owners.

    Call it after writing on the grid or the clues from outside. A negative code if they are a contradiction.
    """
    facts = board[FACTS]
    for fact in range(FINDS, LAST_FACT):
        facts[fact] = 0
    clear(board, TRIED)
    clear(board, OWNER)
    clear(board, DONE)
    total = 0
    unknown = False
    for cell in range(board.shape[1]):
        if board[GRID, cell] == EDGE:
            continue
        facts[ROOM] += 1
        clue = board[CLUES, cell]
        if clue != 0:
            if board[GRID, cell] == SEA:
                return refuse(board, CLUE_FLOODED, cell)
            board[GRID, cell] = ISLAND
            unknown |= clue < 0
            total += clue
        if board[GRID, cell] != UNDECIDED:
            board[WHY, cell] = GIVEN
            board[TRAIL, facts[DECIDED]] = cell
            facts[DECIDED] += 1
            facts[SEA_CELLS] += board[GRID, cell] == SEA
    facts[SEA_SIZE] = -1 if unknown else facts[ROOM] - total
    if not unknown and total > facts[ROOM]:
        return refuse(board, SEA_TOO_SMALL, 0)
    return find_owners(board)


@compiled(1)
def valid(board):
    """Whether a board on which all is decided is a solution; read off the rules, from no deduction."""
    stride, grid = board[FACTS, STRIDE], board[GRID]
    seas = lands = owned = sea = 0
    for cell in range(board.shape[1]):
        if board[CLUES, cell] != 0:
            size = flood(board, cell, MARK, PART)
            if grid[cell] != ISLAND or board[CLUES, cell] not in (-1, size):
                return False
            for at in range(1, size):
                if board[CLUES, board[PART, at]] != 0:
                    return False
            owned += size
        if grid[cell] == UNDECIDED:
            return False
        lands += grid[cell] == ISLAND
        if grid[cell] == SEA:
            seas += 1
            sea = cell
            if grid[cell + 1] == SEA and grid[cell + stride] == SEA and grid[cell + stride + 1] == SEA:
                return False
    return lands == owned and (seas == 0 or flood(board, sea, MARK, PART) == seas)
