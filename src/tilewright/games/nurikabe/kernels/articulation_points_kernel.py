# mypy: ignore-errors
"""Articulation points of connected regions, and the deductions about the sea that use them."""

from __future__ import annotations

from tilewright.compiled import compiled
from tilewright.games.nurikabe.kernels.board_trail_and_findings_kernel import (
    CUT_OFF,
    CUT_OFF_GOALS,
    DECIDED_SEA,
    GRID,
    INSIDE,
    IS_GOAL,
    ISLAND,
    LOW_POINT,
    NEXT_SIDE,
    PARENT,
    QUEUE,
    SCALARS,
    SEA,
    SEA_DIVIDED,
    SEA_NEEDS_ROOM,
    SEA_SIZE,
    SEA_TOO_SMALL,
    SHORE,
    STRIDE,
    SUBTREE_GOALS,
    SUBTREE_SIZE,
    TICK,
    UNDECIDED,
    VISIT_ORDER,
    VISITED,
    WALLED_IN,
    WORK_LEFT,
    WOULD_BE_DIVIDED,
    add_finding,
    fail,
)

__all__ = ["cut_points", "divided_sea"]


@compiled
def cut_points(board, root, tick):
    """Compute, for each cell of a region, how many cells its removal would separate from the root.

    The region consists of the cells with `INSIDE == tick` that are connected to the root; its *goals* are the
    cells with `IS_GOAL == 1`. `CUT_OFF` receives the number of separated cells, and `CUT_OFF_GOALS` the number
    of goals among them. The method is Tarjan's low-point algorithm. The cells of the region are listed in
    `SHORE`. Return the numbers of cells and goals of the region.
    """
    stride, queue = board[SCALARS, STRIDE], board[QUEUE]
    board[SCALARS, TICK] += 1
    visit = board[SCALARS, TICK]
    low, time, parent, size, goals = (
        board[LOW_POINT],
        board[VISIT_ORDER],
        board[PARENT],
        board[SUBTREE_SIZE],
        board[SUBTREE_GOALS],
    )
    cut, cut_goals, goal, turns = board[CUT_OFF], board[CUT_OFF_GOALS], board[IS_GOAL], board[NEXT_SIDE]
    count = depth = 0
    fresh = root
    before = 0
    while True:
        if fresh != 0:
            board[VISITED, fresh] = visit
            low[fresh] = time[fresh] = count
            parent[fresh] = before
            size[fresh] = 1
            goals[fresh] = goal[fresh]
            cut[fresh] = cut_goals[fresh] = turns[fresh] = 0
            board[SHORE, count] = fresh
            queue[depth] = fresh
            count += 1
            depth += 1
            fresh = 0
        cell = queue[depth - 1]
        turn = turns[cell]
        if turn < 4:
            turns[cell] = turn + 1
            beside = cell + (-stride if turn == 0 else -1 if turn == 1 else 1 if turn == 2 else stride)
            if board[INSIDE, beside] != tick:
                continue
            if board[VISITED, beside] != visit:
                fresh, before = beside, cell
            elif beside != parent[cell]:
                low[cell] = min(low[cell], time[beside])
            continue
        depth -= 1
        if depth == 0:
            break
        up = queue[depth - 1]
        size[up] += size[cell]
        goals[up] += goals[cell]
        low[up] = min(low[up], low[cell])
        if low[cell] >= time[up]:
            cut[up] += size[cell]
            cut_goals[up] += goals[cell]
    board[SCALARS, WORK_LEFT] -= count
    return count, goals[root]


@compiled
def divided_sea(board):
    """Find the cells without which the sea would be divided or too small.

    Also find the cells that the sea cannot reach. Whether the sea is too small is checked only if all numbers
    are known.
    """
    grid, scalars = board[GRID], board[SCALARS]
    scalars[TICK] += 1
    tick = scalars[TICK]
    root = 0
    for cell in range(board.shape[1]):
        if grid[cell] in (SEA, UNDECIDED):
            board[INSIDE, cell] = tick
            board[IS_GOAL, cell] = grid[cell] == SEA
            if grid[cell] == SEA:
                root = cell
    if root == 0:
        return 0
    count, seas = cut_points(board, root, tick)
    visit = scalars[TICK]
    if seas < scalars[DECIDED_SEA]:
        for cell in range(board.shape[1]):
            if grid[cell] == SEA and board[VISITED, cell] != visit:
                return fail(board, SEA_DIVIDED, cell)
    if count < scalars[SEA_SIZE]:
        return fail(board, SEA_TOO_SMALL, root)
    for index in range(count):
        cell = board[SHORE, index]
        if grid[cell] != UNDECIDED:
            continue
        if board[CUT_OFF_GOALS, cell] > 0:
            add_finding(board, cell, SEA, WOULD_BE_DIVIDED, root)
        elif count - 1 - board[CUT_OFF, cell] < scalars[SEA_SIZE]:
            add_finding(board, cell, SEA, SEA_NEEDS_ROOM, root)
    for cell in range(board.shape[1]):
        if grid[cell] == UNDECIDED and board[VISITED, cell] != visit:
            add_finding(board, cell, ISLAND, WALLED_IN, 0)
    scalars[WORK_LEFT] -= board.shape[1]
    return 0
