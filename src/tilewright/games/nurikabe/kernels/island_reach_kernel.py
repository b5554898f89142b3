# mypy: ignore-errors
"""Deductions from how far islands can grow. Unlike local deductions, they examine the whole board.

`label_reachable` computes which cells the islands can still reach. The technique functions add findings and
return 0, or the negative code of a contradiction.
"""

from __future__ import annotations

from tilewright.compiled import compiled
from tilewright.games.nurikabe.kernels.articulation_points_kernel import cut_points
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    BOTTLENECK,
    BUCKET_FIRST,
    BUCKET_NEXT,
    BUCKET_PREVIOUS,
    CHECKED_DECISIONS,
    CLUES,
    CUT_OFF,
    CUT_OFF_GOALS,
    DECIDED_COUNT,
    GRID,
    INSIDE,
    IS_GOAL,
    ISLAND,
    LABEL,
    LABEL_CLUE,
    LABEL_TICK,
    MARK_INNER,
    NO_NUMBER,
    NUMBER_NEEDED,
    ONLY_NUMBER,
    OWNER,
    PART,
    PART_FIRST,
    PART_SIZE,
    QUEUE,
    REACHING_NUMBERS,
    SCALARS,
    SEA,
    SHORE,
    STRIDE,
    TICK,
    TOO_SMALL,
    TRAIL,
    UNDECIDED,
    UNREACHABLE,
    WORK_LEFT,
    add_finding,
    clear,
    fail,
    flood,
)

__all__ = ["bottleneck", "bottleneck_near_changes", "number_needed", "unreachable"]


@compiled
def measure_unowned_parts(board):
    """For each cell of a part without a number, store the size and the first cell of the part."""
    board[SCALARS, TICK] += 1
    start = board[SCALARS, TICK]
    for cell in range(board.shape[1]):
        if board[GRID, cell] == ISLAND and board[OWNER, cell] == 0 and board[MARK_INNER, cell] <= start:
            size = flood(board, cell, MARK_INNER, QUEUE)
            for index in range(size):
                board[PART_SIZE, board[QUEUE, index]] = size
                board[PART_FIRST, board[QUEUE, index]] = cell
    board[SCALARS, WORK_LEFT] -= board.shape[1]
    return 0


@compiled
def cost_to_take(board, cell, clue):
    """Return a lower bound on the number of cells that the island of `clue` gains by taking an undecided cell.

    Return 0 if the island may not take the cell. If the cell is next to a part without a number, the island
    gains the whole part.
    """
    stride = board[SCALARS, STRIDE]
    cost = 1
    first_part = second_part = third_part = 0
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if board[GRID, beside] != ISLAND:
            continue
        owner = board[OWNER, beside]
        if owner != 0:
            if owner != clue:
                return 0
            continue
        part = board[PART_FIRST, beside]
        if part not in (first_part, second_part, third_part):
            cost += board[PART_SIZE, beside]
            first_part, second_part, third_part = part, first_part, second_part
    return cost


@compiled
def relabel(board, cell, left, clue, tick):
    """Give a cell a label, or a better label, and move the cell to the bucket of that label.

    Return whether the cell had no label before.
    """
    begins, after, before = board[BUCKET_FIRST], board[BUCKET_NEXT], board[BUCKET_PREVIOUS]
    fresh = board[LABEL_TICK, cell] != tick
    if not fresh:
        if before[cell] != 0:
            after[before[cell]] = after[cell]
        else:
            begins[board[LABEL, cell]] = after[cell]
        if after[cell] != 0:
            before[after[cell]] = before[cell]
    board[LABEL_TICK, cell] = tick
    board[LABEL, cell] = left
    board[LABEL_CLUE, cell] = clue
    before[cell] = 0
    after[cell] = begins[left]
    if after[cell] != 0:
        before[after[cell]] = cell
    begins[left] = cell
    return fresh


@compiled
def label_islands(board, first, last, tick):
    """Label the cells of each number's island with the number of cells that the island still lacks.

    For an unknown number, the label is larger than the number of cells of the board. Only numbers whose cell
    index is in ``range(first, last)`` are considered. Return the number of labelled cells, and an upper bound
    on the labels.
    """
    top = reached = 0
    endless = board.shape[1] - 1
    for clue in range(first, last):
        if board[CLUES, clue] != 0:
            top = max(top, board[CLUES, clue] if board[CLUES, clue] > 0 else endless)
    for label in range(top + 1):
        board[BUCKET_FIRST, label] = 0
    for clue in range(first, last):
        number = board[CLUES, clue]
        if number == 0:
            continue
        size = flood(board, clue, MARK_INNER, QUEUE)
        left = number - size if number > 0 else endless
        if left < 0:
            continue
        for index in range(size):
            board[PART, reached] = board[QUEUE, index]
            reached += relabel(board, board[QUEUE, index], left, clue, tick)
    return reached, top


@compiled
def label_reachable(board, only):
    """Label each cell with the number of cells that an island can still take after reaching it.

    `only` is the cell of the number whose island may grow; 0 means all numbers. The labels are upper bounds,
    computed as in Dijkstra's algorithm from the path that takes the fewest cells. All cells of a part
    without a number are counted when a path reaches a cell next to the part. After that, entering the part is
    free and leaving it costs one cell. A cell next to the island of a number can only belong to that island, so
    one label for each cell is enough to decide whether any island can reach it.

    `measure_unowned_parts` must be called first. The labelled cells are listed in `PART`. Return the number of
    these cells, and the tick of the labels.
    """
    grid, scalars, stride = board[GRID], board[SCALARS], board[SCALARS, STRIDE]
    scalars[TICK] += 1
    tick = scalars[TICK]
    first, last = (only, only + 1) if only != 0 else (0, board.shape[1])
    reached, top = label_islands(board, first, last, tick)
    for level in range(top, -1, -1):
        while board[BUCKET_FIRST, level] != 0:
            cell = board[BUCKET_FIRST, level]
            board[BUCKET_FIRST, level] = board[BUCKET_NEXT, cell]
            board[BUCKET_PREVIOUS, board[BUCKET_NEXT, cell]] = 0
            clue = board[LABEL_CLUE, cell]
            unowned = grid[cell] == ISLAND and board[OWNER, cell] == 0
            for step in (-stride, -1, 1, stride):
                beside = cell + step
                left = level
                if grid[beside] == UNDECIDED:
                    cost = cost_to_take(board, beside, clue)
                    if cost == 0:
                        continue
                    left -= 1 if unowned else cost
                elif grid[beside] != ISLAND or board[OWNER, beside] != 0:
                    continue
                if left >= 0 and (board[LABEL_TICK, beside] != tick or board[LABEL, beside] < left):
                    board[PART, reached] = beside
                    reached += relabel(board, beside, left, clue, tick)
    scalars[WORK_LEFT] -= reached
    return reached, tick


@compiled
def unreachable(board):
    """Find the undecided cells that no island can reach: they are sea.

    Land that no number can reach is a contradiction.
    """
    measure_unowned_parts(board)
    _, tick = label_reachable(board, 0)
    for cell in range(board.shape[1]):
        if board[LABEL_TICK, cell] != tick:
            if board[GRID, cell] == UNDECIDED:
                add_finding(board, cell, SEA, UNREACHABLE, 0)
            elif board[GRID, cell] == ISLAND and board[OWNER, cell] == 0:
                return fail(board, NO_NUMBER, cell)
    return 0


@compiled
def can_absorb(board, cell):
    """Return whether exactly one island with a number has cells next to an undecided cell."""
    stride = board[SCALARS, STRIDE]
    clue = 0
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if board[GRID, beside] == ISLAND and board[OWNER, beside] != 0:
            if clue != 0 and board[OWNER, beside] != clue:
                return False
            clue = board[OWNER, beside]
    return clue != 0


@compiled
def mark_paths_to_numbers(board, first, labels):
    """Mark the cells on paths from a part without a number to an island that can absorb the part.

    Goals are the last cells of such paths. An island that has reached a cell at distance `distance` from the
    part can still take at most `LABEL` cells. To absorb the part, it must take at least `distance - 1`
    undecided cells and all cells of the part; if the `LABEL` of a cell is smaller than their number, the cell
    is not marked. At distance 1, the cell is not tested, because its `LABEL` already allows for the part.

    Return the tick of the marks.
    """
    grid, stride = board[GRID], board[SCALARS, STRIDE]
    count = size = flood(board, first, MARK_INNER, QUEUE)
    board[SCALARS, TICK] += 1
    tick = board[SCALARS, TICK]
    for index in range(size):
        board[INSIDE, board[QUEUE, index]] = tick
        board[IS_GOAL, board[QUEUE, index]] = 0
    distance = 0
    while count > 0:
        distance += 1
        index = ahead = 0
        while index < count:  # cells at the previous distance; land connected to them is appended
            cell = board[QUEUE, index]
            index += 1
            for step in (-stride, -1, 1, stride):
                beside = cell + step
                if board[INSIDE, beside] == tick or board[LABEL_TICK, beside] != labels:
                    continue
                if grid[beside] == UNDECIDED:
                    if distance > 1 and board[LABEL, beside] < size + distance - 1:
                        continue
                    board[INSIDE, beside] = tick
                    board[IS_GOAL, beside] = can_absorb(board, beside)
                    board[PART, ahead] = beside
                    ahead += 1
                elif board[OWNER, beside] == 0:
                    board[INSIDE, beside] = tick
                    board[IS_GOAL, beside] = 0
                    board[QUEUE, count] = beside
                    count += 1
        count = ahead
        for index in range(count):
            board[QUEUE, index] = board[PART, index]
    return tick


@compiled
def number_needed(board):
    """Find the undecided cells that lie on every path from a part without a number to a number.

    These cells are island cells.
    """
    measure_unowned_parts(board)
    _, labels = label_reachable(board, 0)
    grid = board[GRID]
    for first in range(board.shape[1]):
        if grid[first] != ISLAND or board[OWNER, first] != 0 or board[PART_FIRST, first] != first:
            continue
        tick = mark_paths_to_numbers(board, first, labels)
        count, goals = cut_points(board, first, tick)
        if goals == 0:
            return fail(board, NO_NUMBER, first)
        for index in range(count):
            cell = board[SHORE, index]
            if grid[cell] == UNDECIDED and board[CUT_OFF_GOALS, cell] + board[IS_GOAL, cell] == goals:
                add_finding(board, cell, ISLAND, NUMBER_NEEDED, first)
    return 0


@compiled
def find_needed_cells(board, clue, goals):
    """Find the cells without which the island of this number could not reach its size.

    If `goals` is set, the unnumbered parts that no other number can reach (`REACHING_NUMBERS` is 1) are goals:
    also find the cells without which this island could not reach all goals.
    """
    grid, number = board[GRID], board[CLUES, clue]
    reached, _ = label_reachable(board, clue)
    if reached < number:
        return fail(board, TOO_SMALL, clue)
    board[SCALARS, TICK] += 1
    tick = board[SCALARS, TICK]
    for index in range(reached):
        cell = board[PART, index]
        board[INSIDE, cell] = tick
        unowned = grid[cell] == ISLAND and board[OWNER, cell] == 0
        board[IS_GOAL, cell] = goals and unowned and board[REACHING_NUMBERS, cell] == 1
    cut_points(board, clue, tick)
    for index in range(reached):
        cell = board[SHORE, index]
        if grid[cell] != UNDECIDED:
            continue
        if reached - 1 - board[CUT_OFF, cell] < number:
            add_finding(board, cell, ISLAND, BOTTLENECK, clue)
        elif board[CUT_OFF_GOALS, cell] > 0:
            add_finding(board, cell, ISLAND, ONLY_NUMBER, clue)
    return 0


@compiled
def bottleneck(board):
    """Find the cells that an island needs to reach its size, or to reach land that only it can reach."""
    measure_unowned_parts(board)
    clear(board, REACHING_NUMBERS)
    for clue in range(board.shape[1]):
        if board[CLUES, clue] != 0:
            reached, _ = label_reachable(board, clue)
            for index in range(reached):
                board[REACHING_NUMBERS, board[PART, index]] += 1
    for clue in range(board.shape[1]):
        if board[CLUES, clue] != 0:
            code = find_needed_cells(board, clue, 1)
            if code < 0:
                return code
    return 0


@compiled
def bottleneck_near_changes(board):
    """Find the cells without which an island could not reach its size, for numbers near newly decided cells.

    Changes farther away can matter too, so this is an incomplete but fast version of `bottleneck`.
    """
    measure_unowned_parts(board)
    scalars, stride = board[SCALARS], board[SCALARS, STRIDE]
    for clue in range(board.shape[1]):
        number = board[CLUES, clue]
        if number <= 0:
            continue
        row, column = clue // stride, clue % stride
        for index in range(board[CHECKED_DECISIONS, clue], scalars[DECIDED_COUNT]):
            cell = board[TRAIL, index]
            if abs(cell // stride - row) + abs(cell % stride - column) <= number:
                code = find_needed_cells(board, clue, 0)
                if code < 0:
                    return code
                break
        board[CHECKED_DECISIONS, clue] = scalars[DECIDED_COUNT]
    return 0
