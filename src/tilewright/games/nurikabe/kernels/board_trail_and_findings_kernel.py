# mypy: ignore-errors
"""The data structure of the compiled deductions: the board, its undo trail and the list of findings.

One two-dimensional array of integers holds all data. Each of its rows stores one property of all cells, or a
list of cells; the row `SCALARS` stores single values. A cell is identified by its index. A border of cells
surrounds the board, so every cell of the board has four neighbours. The indices of the neighbours differ from
the index of the cell by 1 or `stride`, the length of a row of the board with its border. Index 0 belongs to the
border and means "no cell".

A deduction does not write to the grid. It adds *findings* (cell, value, technique, cause) to a list, where the
cause is a cell to which a hint's reason refers, or 0. `apply_findings` decides the cells of the findings and
appends them to the trail, so that a trial can be undone. A *part* is a connected set of island cells, its
*owner* is the cell of its number, and its *shore* is the set of undecided cells next to it. Each flood fill or
search has a serial number, its *tick*, and marks the cells that it visits with this number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.compiled import compiled

BoardArray = npt.NDArray[np.int64]

UNDECIDED, SEA, ISLAND, BORDER = 0, 1, 2, 3

# Techniques, from the simplest to the hardest. GIVEN marks cells that no technique decided.
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

# Contradictions: the reasons why no solution extends the board.
POOL = -1
TWO_NUMBERS = -2
TOO_BIG = -3  # an island has more cells than its number allows
TOO_SMALL = -4  # an island cannot reach its size
NO_NUMBER = -5  # a part cannot be connected to a number
SEA_DIVIDED = -6
SEA_TOO_SMALL = -7  # the sea cannot reach its size
CONFLICT = -8  # a cell would have to be both sea and island
CLUE_FLOODED = -9  # a cell with a number is sea

# Rows of the board array. Rows with one value for each cell:
GRID = 0  # UNDECIDED, SEA, ISLAND or BORDER
CLUES = 1  # the number in the cell; -1 for an unknown number (?), 0 if the cell has no number
OWNER = 2  # for an island cell, the cell of its number; 0 while the cell is not connected to a number
DECIDED_BY = 3  # the technique that decided the cell
TRIED = 4  # bits of the cell's trials that found nothing and need not be repeated (see `trial_kernel`)
FINDING_INDEX = 5  # index of the cell's most recent finding
MARK = 6  # tick of the last visit by a flood fill
MARK_INNER = 7  # tick of the last visit by a flood fill that must not change MARK
TRIAL_VALUE = 8  # 4 * tick of the last comparison of two trials, plus the cell's value in the first of them
# Rows that hold a list of cells; the length is in `SCALARS` or is returned by the function that fills the list:
TRAIL = 9  # the decided cells, in order of decision
OWNER_LOG = 10  # the cells that were given an owner, in order
PART, SHORE = 11, 12  # working lists, such as the cells of a flood fill and the undecided cells next to them
QUEUE = 13  # working list, such as the cells of a flood fill that runs inside another flood fill
FINDINGS = 14  # four rows: cell, value, technique, cause
# Rows that `cut_points` in `articulation_points_kernel` uses (a depth-first search for articulation points):
INSIDE = 18  # tick of the last search whose region may contain the cell
VISITED = 19  # tick of the search that visited the cell
LOW_POINT = 20  # the smallest visit number that is reachable from the cell's subtree (Tarjan)
VISIT_ORDER = 21  # visit number of the cell
PARENT = 22  # the cell from which this cell was visited
SUBTREE_SIZE, SUBTREE_GOALS = 23, 24  # numbers of cells and goals in the cell's subtree
CUT_OFF, CUT_OFF_GOALS = 25, 26  # how many cells and goals are cut off from the root without this cell
IS_GOAL = 27  # 1 if the cell is a goal of the search
NEXT_SIDE = 28  # the next of the cell's four sides to look at
# Rows that `label_reachable` in `island_reach_kernel` uses:
LABEL_TICK = 29  # tick (serial number) of the search that labelled the cell; labels of older searches are void
LABEL = 30  # upper bound on the number of cells that an island can still take after reaching this cell
LABEL_CLUE = 31  # the cell of the number whose island can reach this cell with this label
BUCKET_FIRST = 32  # for each label value, the first cell of a doubly linked list of cells with that label
BUCKET_NEXT, BUCKET_PREVIOUS = 33, 34  # the links of these lists
PART_SIZE, PART_FIRST = 35, 36  # for island cells without an owner, the size and the first cell of their part
REACHING_NUMBERS = 37  # how many islands with a number can reach the cell
CHECKED_DECISIONS = 38  # for the cell of a number, DECIDED_COUNT at the number's last bottleneck check
SCALARS = 39  # single values, see below
ROW_COUNT = 40

# Indices in row `SCALARS`.
STRIDE, HEIGHT = 0, 1  # index difference between two consecutive rows of the board; number of rows
TICK = 2  # counter of flood fills and searches; marks with an older tick are void
FINDING_COUNT = 3
DECIDED_COUNT = 4  # length of the trail
PROPAGATION_HEAD = 5  # the number of trail cells that have been propagated
OWNER_LOG_LENGTH = 6
CELL_COUNT = 7  # the number of cells of the board, without the border
DECIDED_SEA = 8  # the number of cells decided as sea
SEA_SIZE = 9  # the number of sea cells in a solution; -1 if a number is unknown
FAILURE_CELL, FAILURE = 10, 11  # the last contradiction: a cell that it concerns, and its code
WORK_LEFT = 12  # the number of cell visits left before `deduce` pauses
DECIDED_AT_GLOBAL = 13  # DECIDED_COUNT when the whole-board techniques last ran
DECIDED_AT_RESET = 14  # DECIDED_COUNT when TRIED was last cleared near newly decided cells
TRIALS_OUTDATED = 15  # 1 if cells were decided, or the level changed, after TRIED was last cleared everywhere
TRIAL_CURSOR = 16  # the cell at which the search for the next trial continues
CLASH_CELL = 17  # a cell for which the findings have both values; 0 if there is none
LEVEL = 18  # the level of the last call to `deduce`
SCALAR_COUNT = 19


def empty_board(height: int, width: int) -> BoardArray:
    """Return a board array without numbers, in which all cells are undecided."""
    stride = width + 2
    size = (height + 2) * stride
    board = np.zeros((ROW_COUNT, max(size, SCALAR_COUNT)), np.int64)
    board[GRID] = BORDER
    without_border(board[GRID], height, width)[:] = UNDECIDED
    board[SCALARS, STRIDE] = stride
    board[SCALARS, HEIGHT] = height
    return board


def without_border(row: BoardArray, height: int, width: int) -> BoardArray:
    """Return a two-dimensional view of one row of the board array, without the border."""
    return row[: (height + 2) * (width + 2)].reshape(height + 2, width + 2)[1:-1, 1:-1]


@compiled
def fail(board, code, cause):
    """Record a contradiction and return its code."""
    board[SCALARS, FAILURE_CELL] = cause
    board[SCALARS, FAILURE] = code
    return code


@compiled
def add_finding(board, cell, value, technique, cause):
    """Add a finding.

    Only the first finding of a cell is kept; a second finding with the other value is recorded as a clash.
    """
    scalars = board[SCALARS]
    index, end = board[FINDING_INDEX, cell], scalars[FINDING_COUNT]
    if index < end and board[FINDINGS, index] == cell:
        if board[FINDINGS + 1, index] != value:
            scalars[CLASH_CELL] = cell
        return 0
    board[FINDING_INDEX, cell] = end
    board[FINDINGS, end] = cell
    board[FINDINGS + 1, end] = value
    board[FINDINGS + 2, end] = technique
    board[FINDINGS + 3, end] = cause
    scalars[FINDING_COUNT] = end + 1
    return 0


@compiled
def clear_findings(board):
    """Empty the list of findings."""
    board[SCALARS, FINDING_COUNT] = board[SCALARS, CLASH_CELL] = 0
    return 0


@compiled
def decide(board, cell, value, technique):
    """Decide a cell; return `CONFLICT` if it already has the other value, otherwise 0."""
    if board[GRID, cell] == value:
        return 0
    if board[GRID, cell] != UNDECIDED:
        return fail(board, CONFLICT, cell)
    board[GRID, cell] = value
    board[DECIDED_BY, cell] = technique
    board[TRAIL, board[SCALARS, DECIDED_COUNT]] = cell
    board[SCALARS, DECIDED_COUNT] += 1
    if value == SEA:
        board[SCALARS, DECIDED_SEA] += 1
    return 0


@compiled
def apply_findings(board):
    """Decide the cells of all findings; return how many of the cells were undecided, or `CONFLICT`."""
    scalars = board[SCALARS]
    before, count, clash = scalars[DECIDED_COUNT], scalars[FINDING_COUNT], scalars[CLASH_CELL]
    clear_findings(board)
    if clash != 0:
        return fail(board, CONFLICT, clash)
    for index in range(count):
        code = decide(board, board[FINDINGS, index], board[FINDINGS + 1, index], board[FINDINGS + 2, index])
        if code < 0:
            return code
    return scalars[DECIDED_COUNT] - before


@compiled(interpretable=True)
def undo_to(board, decided, logged):
    """Undo decisions and owner assignments until the trail and the owner log have these lengths."""
    scalars = board[SCALARS]
    for index in range(decided, scalars[DECIDED_COUNT]):
        cell = board[TRAIL, index]
        if board[GRID, cell] == SEA:
            scalars[DECIDED_SEA] -= 1
        board[GRID, cell] = UNDECIDED
    for index in range(logged, scalars[OWNER_LOG_LENGTH]):
        board[OWNER, board[OWNER_LOG, index]] = 0
    scalars[DECIDED_COUNT] = scalars[PROPAGATION_HEAD] = decided
    scalars[OWNER_LOG_LENGTH] = logged
    return clear_findings(board)


@compiled
def flood(board, start, layer, cells):
    """Collect `start` and the cells connected to it through cells of the same value; return their number.

    The cells are listed in row `cells` and marked with a new tick in row `layer`.
    """
    stride, kind = board[SCALARS, STRIDE], board[GRID, start]
    board[SCALARS, TICK] += 1
    tick = board[SCALARS, TICK]
    board[layer, start] = tick
    board[cells, 0] = start
    size = 1
    index = 0
    while index < size:
        cell = board[cells, index]
        index += 1
        for step in (-stride, -1, 1, stride):
            beside = cell + step
            if board[GRID, beside] == kind and board[layer, beside] != tick:
                board[layer, beside] = tick
                board[cells, size] = beside
                size += 1
    return size


@compiled
def clear(board, row):
    """Set one row of the board array to 0."""
    for cell in range(board.shape[1]):
        board[row, cell] = 0
    return 0


@compiled
def find_owners(board):
    """Set the owner of each part that contains a number; return 0 or the code of a contradiction."""
    for clue in range(board.shape[1]):
        if board[CLUES, clue] != 0:
            for index in range(flood(board, clue, MARK, PART)):
                cell = board[PART, index]
                if cell != clue and board[CLUES, cell] != 0:
                    return fail(board, TWO_NUMBERS, clue)
                board[OWNER, cell] = clue
    return 0


@compiled(interpretable=True)
def read_grid(board):
    """Rebuild the trail, owners and counters from the grid; cells with a number become island cells.

    Call this function after code outside the kernels has written to the grid or the clues. Return 0, or the
    negative code of a contradiction.
    """
    scalars = board[SCALARS]
    for scalar in range(FINDING_COUNT, SCALAR_COUNT):
        scalars[scalar] = 0
    clear(board, TRIED)
    clear(board, OWNER)
    clear(board, CHECKED_DECISIONS)
    total = 0
    unknown = False
    for cell in range(board.shape[1]):
        if board[GRID, cell] == BORDER:
            continue
        scalars[CELL_COUNT] += 1
        clue = board[CLUES, cell]
        if clue != 0:
            if board[GRID, cell] == SEA:
                return fail(board, CLUE_FLOODED, cell)
            board[GRID, cell] = ISLAND
            unknown |= clue < 0
            total += clue
        if board[GRID, cell] != UNDECIDED:
            board[DECIDED_BY, cell] = GIVEN
            board[TRAIL, scalars[DECIDED_COUNT]] = cell
            scalars[DECIDED_COUNT] += 1
            scalars[DECIDED_SEA] += board[GRID, cell] == SEA
    scalars[SEA_SIZE] = -1 if unknown else scalars[CELL_COUNT] - total
    if not unknown and total > scalars[CELL_COUNT]:
        return fail(board, SEA_TOO_SMALL, 0)
    return find_owners(board)


@compiled
def is_solution(board):
    """Check the rules without any deduction; return whether the board is a complete solution."""
    stride, grid = board[SCALARS, STRIDE], board[GRID]
    seas = lands = owned = sea = 0
    for cell in range(board.shape[1]):
        if board[CLUES, cell] != 0:
            size = flood(board, cell, MARK, PART)
            if grid[cell] != ISLAND or board[CLUES, cell] not in (-1, size):
                return False
            for index in range(1, size):
                if board[CLUES, board[PART, index]] != 0:
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
