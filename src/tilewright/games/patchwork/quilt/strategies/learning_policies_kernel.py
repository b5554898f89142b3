# mypy: ignore-errors
"""The learning policies: squares by what was seen of them in all quilts before, divided by the domain's size.

The published ones read counters inside Gecode, which depend on its propagators and on how they are run; these
count what our own propagation does. Whenever a patch comes that fits, what every shape can reach is compared
with what it could reach when the one before it came.

- *failure count* (afc): a square starts with 1; when a patch fits nowhere, every open square gains 1.
- *action*: a square gains 1 whenever its domain has become smaller.
- *chb* (conflict history): a square's value moves to a reward whenever its domain has become smaller, or a
  patch failed while it was open: 0.9, or 1 for a failure, divided by 1 + the failures since its last one. The
  step goes down from 0.4 to 0.06 by a millionth at a time.

The summed ones add the same counts kept for each shape: a shape's failure, a shape that can no longer reach the
square (as often as tiles of it are left), a value for each shape. The statistics last as long as the runs do
that are made together: a thousand.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    CELLS,
    CLOCK,
    KINDS,
    LOW_CELLS,
    OFFER_NUMBER,
    ONE,
    PLACE,
    STEPS,
    fitting,
)
from tilewright.games.patchwork.quilt.domains_kernel import count_at, count_domains, look_ahead_of
from tilewright.games.patchwork.quilt.placement_tables import LEX, LEX_OF_TRANSFORM
from tilewright.games.patchwork.quilt.strategies.policies_kernel import narrow
from tilewright.games.patchwork.quilt.strategies.strategy_registry import policy

# Rows of the memory.
AFC, ACTION, CHB, SUM_AFC, SUM_ACTION, SUM_CHB, LAST_FAILURE = range(7)
CHB_OF_SHAPE = 7

FIRST_STEP, LAST_STEP, STEP_LOSS = 0.4, 0.06, 1e-6
REWARD, REWARD_OF_FAILURE = 0.9, 1.0


@compiled
def has(low, high, cell):
    if cell < LOW_CELLS:
        return (low >> np.uint64(cell) & ONE) != 0
    return (high >> np.uint64(cell - LOW_CELLS) & ONE) != 0


@compiled
def reward(quilt, shape, cell, most):
    """Move a square's value, or that of a shape on it, towards the reward of now; -1 is the square itself."""
    memory = quilt.memory
    row = CHB if shape < 0 else CHB_OF_SHAPE + shape
    step = max(LAST_STEP, FIRST_STEP - STEP_LOSS * quilt.facts[STEPS])
    quilt.facts[STEPS] += 1
    gain = step * (most / (quilt.facts[CLOCK] - memory[LAST_FAILURE, cell] + 1.0) - memory[row, cell])
    memory[row, cell] += gain
    memory[SUM_CHB, cell] += gain


@compiled
def remember_losses(quilt, shape):
    """Note, square by square, what each shape has lost since the patch before, from `root` and `seen`."""
    first = quilt.facts[PLACE] == 0
    for cell in range(CELLS):
        smaller = False
        for other in range(KINDS):
            tiles = quilt.left[other] + (other == shape)
            if first or tiles == 0 or not has(quilt.seen_low[other], quilt.seen_high[other], cell):
                continue
            place = KINDS if other == shape else other
            if not has(quilt.root_low[place], quilt.root_high[place], cell):
                smaller = True
                quilt.memory[SUM_ACTION, cell] += tiles
                reward(quilt, other, cell, REWARD)
        if smaller:
            quilt.memory[ACTION, cell] += 1.0
            quilt.memory[SUM_ACTION, cell] += 1.0
            reward(quilt, -1, cell, REWARD)
    for other in range(KINDS):
        place = KINDS if other == shape else other
        quilt.seen_low[other] = quilt.root_low[place]
        quilt.seen_high[other] = quilt.root_high[place]


@compiled
def remember_failure(quilt, shape):
    """Note that a patch fits nowhere."""
    quilt.facts[CLOCK] += 1
    for cell in range(CELLS):
        if not has(quilt.board[0], quilt.board[1], cell):
            quilt.memory[AFC, cell] += 1.0
            quilt.memory[SUM_AFC, cell] += 2.0  # the square's own count, and the failing shape's
            quilt.memory[LAST_FAILURE, cell] = quilt.facts[CLOCK]
            reward(quilt, -1, cell, REWARD_OF_FAILURE)
            reward(quilt, shape, cell, REWARD_OF_FAILURE)


@compiled
def observe(table, quilt, shape):
    """Learn from what has happened since the patch before; gives how many placements the shape has."""
    if quilt.facts[CLOCK] == 0:
        quilt.facts[CLOCK] = 1
        quilt.memory[AFC] = 1.0
        quilt.memory[SUM_AFC] = 1.0 + KINDS
    count = fitting(table, quilt, LEX, shape)
    if count == 0:
        remember_failure(quilt, shape)
        return 0
    look_ahead_of(table, quilt, shape, count)
    remember_losses(quilt, shape)
    return count


@compiled
def follow_merit(table, quilt, shape, count, row):
    """Cover the square of greatest merit over its domain's size, propagate, until one placement is left."""
    while count > 1:
        shared_low, shared_high = look_ahead_of(table, quilt, shape, count)
        count_domains(quilt)
        low, high = quilt.root_low[KINDS] & ~shared_low, quilt.root_high[KINDS] & ~shared_high
        best, most = -1, -1.0
        for cell in range(CELLS):
            if has(low, high, cell):
                merit = quilt.memory[row, cell] / (2 + count_at(quilt, cell))
                if merit > most:
                    best, most = cell, merit
        count = narrow(quilt, count, best)
    return quilt.own[0]


@policy("afc-some", "cover the square with most failures over domain size", learns=True, number=AFC)
@policy("action-some", "cover the square with most reductions over domain size", learns=True, number=ACTION)
@policy("chb-some", "cover the square with the best conflict history over size", learns=True, number=CHB)
@policy("sum-afc-some", "as afc-some, with the failures of the shapes", learns=True, number=SUM_AFC)
@policy("sum-action-some", "as action-some, with the reductions of the shapes", learns=True, number=SUM_ACTION)
@policy("sum-chb-some", "as chb-some, with the histories of the shapes", learns=True, number=SUM_CHB)
def offer_by_merit(table, quilt, shape):
    count = observe(table, quilt, shape)
    if count == 0:
        return 0
    quilt.alternatives[0] = follow_merit(table, quilt, shape, count, quilt.facts[OFFER_NUMBER])
    return 1


@policy("afc-every", "for every transform: most failures over domain size", learns=True, number=AFC)
@policy("action-every", "for every transform: most reductions over domain size", learns=True, number=ACTION)
@policy("chb-every", "for every transform: the best conflict history over size", learns=True, number=CHB)
@policy("sum-afc-every", "as afc-every, with the failures of the shapes", learns=True, number=SUM_AFC)
@policy(
    "sum-action-every", "as action-every, with the reductions of the shapes", learns=True, number=SUM_ACTION
)
@policy("sum-chb-every", "as chb-every, with the histories of the shapes", learns=True, number=SUM_CHB)
def offer_by_merit_every(table, quilt, shape):
    if observe(table, quilt, shape) == 0:
        return 0
    found = 0
    for transform in range(table.transform[shape], table.transform[shape + 1]):
        count = fitting(table, quilt, LEX_OF_TRANSFORM, transform)
        if count:
            row = quilt.facts[OFFER_NUMBER]
            quilt.alternatives[found] = follow_merit(table, quilt, shape, count, row)
            found += 1
    return found
