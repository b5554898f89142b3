# mypy: ignore-errors
"""Regions and the cells that hold them together; the sea as such a region."""

from __future__ import annotations

from tilewright.games.nurikabe.kernels.board_kernel import (
    CUT,
    CUT_GOALS,
    FACTS,
    GOAL,
    GOALS,
    GRID,
    INSIDE,
    ISLAND,
    LOW,
    PARENT,
    QUEUE,
    SEA,
    SEA_CELLS,
    SEA_DIVIDED,
    SEA_NEEDS_ROOM,
    SEA_SIZE,
    SEA_TOO_SMALL,
    SHORE,
    SIZE,
    STRIDE,
    TICK,
    TIME,
    TURN,
    UNDECIDED,
    VISITED,
    WALLED_IN,
    WORK,
    WOULD_BE_DIVIDED,
    compiled,
    find,
    refuse,
)

__all__ = ["cut_points", "divided"]


@compiled(3, 2)
def cut_points(board, root, tick):
    """What each cell of a region cuts off from its root; the cells are in `board[SHORE]`; how many, and goals.

    The region is the cells marked with `tick` as inside that hang together with the root. `CUT` counts the
    cells that would lose the root without this cell, `CUT_GOALS` the goals among them (Tarjan's low points).
    """
    stride, queue = board[FACTS, STRIDE], board[QUEUE]
    board[FACTS, TICK] += 1
    visit = board[FACTS, TICK]
    low, time, parent, size, goals = board[LOW], board[TIME], board[PARENT], board[SIZE], board[GOALS]
    cut, cut_goals, goal, turns = board[CUT], board[CUT_GOALS], board[GOAL], board[TURN]
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
    board[FACTS, WORK] -= count
    return count, goals[root]


@compiled(1)
def divided(board):
    """Cells between parts of the sea without which it would fall apart; and land where it cannot come.

    Also a count: the sea's size is known when all numbers are, and it must find room.
    """
    grid, facts = board[GRID], board[FACTS]
    facts[TICK] += 1
    tick = facts[TICK]
    root = 0
    for cell in range(board.shape[1]):
        if grid[cell] in (SEA, UNDECIDED):
            board[INSIDE, cell] = tick
            board[GOAL, cell] = grid[cell] == SEA
            if grid[cell] == SEA:
                root = cell
    if root == 0:
        return 0
    count, seas = cut_points(board, root, tick)
    visit = facts[TICK]
    if seas < facts[SEA_CELLS]:
        for cell in range(board.shape[1]):
            if grid[cell] == SEA and board[VISITED, cell] != visit:
                return refuse(board, SEA_DIVIDED, cell)
    if count < facts[SEA_SIZE]:
        return refuse(board, SEA_TOO_SMALL, root)
    for at in range(count):
        cell = board[SHORE, at]
        if grid[cell] != UNDECIDED:
            continue
        if board[CUT_GOALS, cell] > 0:
            find(board, cell, SEA, WOULD_BE_DIVIDED, root)
        elif count - 1 - board[CUT, cell] < facts[SEA_SIZE]:
            find(board, cell, SEA, SEA_NEEDS_ROOM, root)
    for cell in range(board.shape[1]):
        if grid[cell] == UNDECIDED and board[VISITED, cell] != visit:
            find(board, cell, ISLAND, WALLED_IN, 0)
    facts[WORK] -= board.shape[1]
    return 0
