# mypy: ignore-errors
"""Deductions from how far islands reach: each looks once over the whole board.

`spread` tells which cells the islands can still reach. Every technique here is a function of the board that
finds cells and hands back 0, or a negative code.
"""

from __future__ import annotations

from tilewright.games.nurikabe.kernels.board_kernel import (
    AFTER,
    BEFORE,
    BEGINS,
    BOTTLENECK,
    BULK,
    CLAIMS,
    CLUES,
    CUT,
    CUT_GOALS,
    DECIDED,
    DONE,
    FACTS,
    GOAL,
    GRID,
    INSIDE,
    ISLAND,
    LABEL,
    LABELLED,
    MARK_INNER,
    NO_NUMBER,
    NUMBER_NEEDED,
    ONLY_NUMBER,
    OWNER,
    PART,
    PART_NAME,
    QUEUE,
    SEA,
    SHORE,
    STRIDE,
    TICK,
    TOO_SMALL,
    TRAIL,
    UNDECIDED,
    UNREACHABLE,
    WHO,
    WORK,
    clear,
    compiled,
    find,
    flood,
    refuse,
)
from tilewright.games.nurikabe.kernels.region_kernel import cut_points

__all__ = ["bottleneck", "bottleneck_nearby", "number_needed", "unreachable"]


@compiled(1)
def measure(board):
    """The size of every part without a number, at each of its cells, and its first cell as its name."""
    board[FACTS, TICK] += 1
    start = board[FACTS, TICK]
    for cell in range(board.shape[1]):
        if board[GRID, cell] == ISLAND and board[OWNER, cell] == 0 and board[MARK_INNER, cell] <= start:
            size = flood(board, cell, MARK_INNER, QUEUE)
            for at in range(size):
                board[BULK, board[QUEUE, at]] = size
                board[PART_NAME, board[QUEUE, at]] = cell
    board[FACTS, WORK] -= board.shape[1]
    return 0


@compiled(3)
def toll(board, cell, who):
    """How many cells the island of number `who` gains at least by taking this undecided cell; 0: it may not.

    Beside a part without a number it gains the whole part.
    """
    stride = board[FACTS, STRIDE]
    cost = 1
    one = two = three = 0
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if board[GRID, beside] != ISLAND:
            continue
        owner = board[OWNER, beside]
        if owner != 0:
            if owner != who:
                return 0
            continue
        first = board[PART_NAME, beside]
        if first not in (one, two, three):
            cost += board[BULK, beside]
            one, two, three = first, one, two
    return cost


@compiled(5)
def relabel(board, cell, left, who, tick):
    """Give a cell a label, or a better one, and queue it under that label; whether it had none before."""
    begins, after, before = board[BEGINS], board[AFTER], board[BEFORE]
    fresh = board[LABELLED, cell] != tick
    if not fresh:
        if before[cell] != 0:
            after[before[cell]] = after[cell]
        else:
            begins[board[LABEL, cell]] = after[cell]
        if after[cell] != 0:
            before[after[cell]] = before[cell]
    board[LABELLED, cell] = tick
    board[LABEL, cell] = left
    board[WHO, cell] = who
    before[cell] = 0
    after[cell] = begins[left]
    if after[cell] != 0:
        before[after[cell]] = cell
    begins[left] = cell
    return fresh


@compiled(4, 2)
def start_from(board, first, last, tick):
    """Label the islands of the numbers on these cells with what they lack; how many cells, the top label."""
    top = reached = 0
    endless = board.shape[1] - 1
    for clue in range(first, last):
        if board[CLUES, clue] != 0:
            top = max(top, board[CLUES, clue] if board[CLUES, clue] > 0 else endless)
    for label in range(top + 1):
        board[BEGINS, label] = 0
    for clue in range(first, last):
        number = board[CLUES, clue]
        if number == 0:
            continue
        size = flood(board, clue, MARK_INNER, QUEUE)
        left = number - size if number > 0 else endless
        if left < 0:
            continue
        for at in range(size):
            board[PART, reached] = board[QUEUE, at]
            reached += relabel(board, board[QUEUE, at], left, clue, tick)
    return reached, top


@compiled(2, 2)
def spread(board, only):
    """How many cells islands would have left on arriving at a cell, at the best; of one number or (0) of all.

    The labels are upper bounds: of all ways, the one that takes the fewest cells, where a part without a number
    counts as a whole once a way comes beside it. To pass along a part that was counted before, a way goes
    through it: into it for nothing, out of it for one cell. A cell beside the island of a number is taken from
    that island alone, so that for the question "can any island come here?" one label a cell is enough.
    The labelled cells are in `PART`; needs `measure`; hands back how many, and the tick of the labels.
    """
    grid, facts, stride = board[GRID], board[FACTS], board[FACTS, STRIDE]
    facts[TICK] += 1
    tick = facts[TICK]
    first, last = (only, only + 1) if only != 0 else (0, board.shape[1])
    reached, top = start_from(board, first, last, tick)
    for level in range(top, -1, -1):
        while board[BEGINS, level] != 0:
            cell = board[BEGINS, level]
            board[BEGINS, level] = board[AFTER, cell]
            board[BEFORE, board[AFTER, cell]] = 0
            who = board[WHO, cell]
            adrift = grid[cell] == ISLAND and board[OWNER, cell] == 0
            for step in (-stride, -1, 1, stride):
                beside = cell + step
                left = level
                if grid[beside] == UNDECIDED:
                    cost = toll(board, beside, who)
                    if cost == 0:
                        continue
                    left -= 1 if adrift else cost
                elif grid[beside] != ISLAND or board[OWNER, beside] != 0:
                    continue
                if left >= 0 and (board[LABELLED, beside] != tick or board[LABEL, beside] < left):
                    board[PART, reached] = beside
                    reached += relabel(board, beside, left, who, tick)
    facts[WORK] -= reached
    return reached, tick


@compiled(1)
def unreachable(board):
    """No island can grow as far as this cell: sea. Where land lies out of reach there is no solution."""
    measure(board)
    _, tick = spread(board, 0)
    for cell in range(board.shape[1]):
        if board[LABELLED, cell] != tick:
            if board[GRID, cell] == UNDECIDED:
                find(board, cell, SEA, UNREACHABLE, 0)
            elif board[GRID, cell] == ISLAND and board[OWNER, cell] == 0:
                return refuse(board, NO_NUMBER, cell)
    return 0


@compiled(2)
def takes_in(board, cell):
    """Whether an island with a number may take in this undecided cell: it is beside one, and one only."""
    stride = board[FACTS, STRIDE]
    clue = 0
    for step in (-stride, -1, 1, stride):
        beside = cell + step
        if board[GRID, beside] == ISLAND and board[OWNER, beside] != 0:
            if clue != 0 and board[OWNER, beside] != clue:
                return False
            clue = board[OWNER, beside]
    return clue != 0


@compiled(3)
def ways_out(board, first, labels):
    """Mark the cells that lie on ways from a part without a number to an island that can take it in.

    Goals are the cells at the end of such ways. A way from the number to a cell with `LABEL` left over goes on
    over `WAY - 1` undecided cells at least, and then to the whole part; beside the part the label has it
    counted already. Hands back the tick of the marks.
    """
    grid, stride = board[GRID], board[FACTS, STRIDE]
    count = size = flood(board, first, MARK_INNER, QUEUE)
    board[FACTS, TICK] += 1
    tick = board[FACTS, TICK]
    for at in range(size):
        board[INSIDE, board[QUEUE, at]] = tick
        board[GOAL, board[QUEUE, at]] = 0
    way = 0
    while count > 0:
        way += 1
        at = ahead = 0
        while at < count:  # the cells so far along the way; land beside them is no farther
            cell = board[QUEUE, at]
            at += 1
            for step in (-stride, -1, 1, stride):
                beside = cell + step
                if board[INSIDE, beside] == tick or board[LABELLED, beside] != labels:
                    continue
                if grid[beside] == UNDECIDED:
                    if way > 1 and board[LABEL, beside] < size + way - 1:
                        continue
                    board[INSIDE, beside] = tick
                    board[GOAL, beside] = takes_in(board, beside)
                    board[PART, ahead] = beside
                    ahead += 1
                elif board[OWNER, beside] == 0:
                    board[INSIDE, beside] = tick
                    board[GOAL, beside] = 0
                    board[QUEUE, count] = beside
                    count += 1
        count = ahead
        for at in range(count):
            board[QUEUE, at] = board[PART, at]
    return tick


@compiled(1)
def number_needed(board):
    """A part without a number must come to one: cells that are on every way there are island."""
    measure(board)
    _, labels = spread(board, 0)
    grid = board[GRID]
    for first in range(board.shape[1]):
        if grid[first] != ISLAND or board[OWNER, first] != 0 or board[PART_NAME, first] != first:
            continue
        tick = ways_out(board, first, labels)
        count, goals = cut_points(board, first, tick)
        if goals == 0:
            return refuse(board, NO_NUMBER, first)
        for at in range(count):
            cell = board[SHORE, at]
            if grid[cell] == UNDECIDED and board[CUT_GOALS, cell] + board[GOAL, cell] == goals:
                find(board, cell, ISLAND, NUMBER_NEEDED, first)
    return 0


@compiled(3)
def squeeze(board, clue, goals):
    """Find the cells that the island of this number needs; with `goals`, also on the way to land it must take.

    That is land which this number alone can reach, as `CLAIMS` tells.
    """
    grid, number = board[GRID], board[CLUES, clue]
    reached, _ = spread(board, clue)
    if reached < number:
        return refuse(board, TOO_SMALL, clue)
    board[FACTS, TICK] += 1
    tick = board[FACTS, TICK]
    for at in range(reached):
        cell = board[PART, at]
        board[INSIDE, cell] = tick
        adrift = grid[cell] == ISLAND and board[OWNER, cell] == 0
        board[GOAL, cell] = goals and adrift and board[CLAIMS, cell] == 1
    cut_points(board, clue, tick)
    for at in range(reached):
        cell = board[SHORE, at]
        if grid[cell] != UNDECIDED:
            continue
        if reached - 1 - board[CUT, cell] < number:
            find(board, cell, ISLAND, BOTTLENECK, clue)
        elif board[CUT_GOALS, cell] > 0:
            find(board, cell, ISLAND, ONLY_NUMBER, clue)
    return 0


@compiled(1)
def bottleneck(board):
    """Cells without which a number's island could not come to its size, or to land that no other can reach."""
    measure(board)
    clear(board, CLAIMS)
    for clue in range(board.shape[1]):
        if board[CLUES, clue] != 0:
            reached, _ = spread(board, clue)
            for at in range(reached):
                board[CLAIMS, board[PART, at]] += 1
    for clue in range(board.shape[1]):
        if board[CLUES, clue] != 0:
            code = squeeze(board, clue, 1)
            if code < 0:
                return code
    return 0


@compiled(1)
def bottleneck_nearby(board):
    """The same, without the land that no other can reach, for numbers with newly decided cells in their reach.

    What changes farther away can matter too, so this is only a quick first look.
    """
    measure(board)
    facts, stride = board[FACTS], board[FACTS, STRIDE]
    for clue in range(board.shape[1]):
        number = board[CLUES, clue]
        if number <= 0:
            continue
        row, column = clue // stride, clue % stride
        for at in range(board[DONE, clue], facts[DECIDED]):
            cell = board[TRAIL, at]
            if abs(cell // stride - row) + abs(cell % stride - column) <= number:
                code = squeeze(board, clue, 0)
                if code < 0:
                    return code
                break
        board[DONE, clue] = facts[DECIDED]
    return 0
