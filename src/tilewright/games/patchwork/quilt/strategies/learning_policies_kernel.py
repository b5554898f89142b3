# mypy: ignore-errors
"""The learning policies: they choose squares by statistics collected so far, divided by the domain size.

The published policies read counters inside Gecode, which depend on Gecode's propagators and their scheduling.
The policies here count events of our own propagation. For each patch that fits, the set of squares that each
shape can cover is compared with the shape's set at the previous patch that fitted.

- *afc* (accumulated failure count): a square starts with 1; when a patch fits nowhere, every open square gains
  1.
- *action*: a square gains 1 whenever its domain has become smaller.
- *chb* (conflict history): whenever the domain of a square has become smaller, or a patch fits nowhere while
  the square is open, the square's value moves towards a reward. The reward is a fraction: its numerator is 0.9
  for a smaller domain and 1 for a failure; its denominator is 1 plus the number of failures since the square's
  last failure, that is, the last one at which the square was open. The step size starts at 0.4 and decreases by
  1e-6 per update down to 0.06.

The *sum-...* policies add to a square's statistic the same statistic of each shape on this square: the failures
of each shape; for each shape that can no longer reach the square, the number of its remaining tiles; or a chb
value for each shape. The statistics are kept for all runs of one shard (up to 1000 runs).
"""

from __future__ import annotations

import numpy as np

from tilewright.compiled import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    CELLS,
    FAILURES,
    LEARNING_STEPS,
    LOW_CELLS,
    ONE,
    ORDER_INDEX,
    POLICY_PARAMETER,
    SHAPE_COUNT,
    collect_fitting,
)
from tilewright.games.patchwork.quilt.domains_kernel import compute_reachable, domain_count
from tilewright.games.patchwork.quilt.placement_tables import LEX, LEX_OF_TRANSFORM
from tilewright.games.patchwork.quilt.strategies.policies_kernel import keep_covering, propagate_domains
from tilewright.games.patchwork.quilt.strategies.strategy_registry import policy

# The rows of `quilt.memory`.
AFC, ACTION, CHB, SUM_AFC, SUM_ACTION, SUM_CHB, LAST_FAILURE = range(7)
CHB_OF_SHAPE = 7

FIRST_STEP, LAST_STEP, STEP_LOSS = 0.4, 0.06, 1e-6
REWARD, REWARD_OF_FAILURE = 0.9, 1.0


@compiled
def contains(low, high, cell):
    """Return whether the set given as the words `low` and `high` contains the square `cell`."""
    if cell < LOW_CELLS:
        return (low >> np.uint64(cell) & ONE) != 0
    return (high >> np.uint64(cell - LOW_CELLS) & ONE) != 0


@compiled
def reward(quilt, shape, cell, most):
    """Move a chb value of a square towards a reward.

    If `shape` is -1, the value of the square is moved, otherwise the value of the shape on the square. The
    reward is `most` divided by 1 plus the number of failures since the square's last failure.
    """
    memory = quilt.memory
    row = CHB if shape < 0 else CHB_OF_SHAPE + shape
    step = max(LAST_STEP, FIRST_STEP - STEP_LOSS * quilt.scalars[LEARNING_STEPS])
    quilt.scalars[LEARNING_STEPS] += 1
    gain = step * (most / (quilt.scalars[FAILURES] - memory[LAST_FAILURE, cell] + 1.0) - memory[row, cell])
    memory[row, cell] += gain
    memory[SUM_CHB, cell] += gain


@compiled
def remember_losses(quilt, shape):
    """Update, for each square, the statistics on shapes that could cover it at the last call but now cannot."""
    first = quilt.scalars[ORDER_INDEX] == 0
    for cell in range(CELLS):
        smaller = False
        for other in range(SHAPE_COUNT):
            tiles = quilt.remaining[other] + (other == shape)
            if first or tiles == 0 or not contains(quilt.previous_low[other], quilt.previous_high[other], cell):
                continue
            row = SHAPE_COUNT if other == shape else other
            if not contains(quilt.reachable_low[row], quilt.reachable_high[row], cell):
                smaller = True
                quilt.memory[SUM_ACTION, cell] += tiles
                reward(quilt, other, cell, REWARD)
        if smaller:
            quilt.memory[ACTION, cell] += 1.0
            quilt.memory[SUM_ACTION, cell] += 1.0
            reward(quilt, -1, cell, REWARD)
    for other in range(SHAPE_COUNT):
        row = SHAPE_COUNT if other == shape else other
        quilt.previous_low[other] = quilt.reachable_low[row]
        quilt.previous_high[other] = quilt.reachable_high[row]


@compiled
def remember_failure(quilt, shape):
    """Record that the current patch fits nowhere."""
    quilt.scalars[FAILURES] += 1
    for cell in range(CELLS):
        if not contains(quilt.board[0], quilt.board[1], cell):
            quilt.memory[AFC, cell] += 1.0
            quilt.memory[SUM_AFC, cell] += 2.0  # 1 for the square itself, and 1 for the failing shape
            quilt.memory[LAST_FAILURE, cell] = quilt.scalars[FAILURES]
            reward(quilt, -1, cell, REWARD_OF_FAILURE)
            reward(quilt, shape, cell, REWARD_OF_FAILURE)


@compiled
def observe(lookup, quilt, shape):
    """Update the statistics with the changes since the previous patch; return how many placements fit."""
    # The number of failures starts at 1, so it is 0 only in the first call.
    if quilt.scalars[FAILURES] == 0:
        quilt.scalars[FAILURES] = 1
        quilt.memory[AFC] = 1.0
        quilt.memory[SUM_AFC] = 1.0 + lookup.shapes_in_set
    count = collect_fitting(lookup, quilt, LEX, shape)
    if count == 0:
        remember_failure(quilt, shape)
        return 0
    compute_reachable(lookup, quilt, shape, count)
    remember_losses(quilt, shape)
    return count


@compiled
def follow_statistic(lookup, quilt, shape, count, row):
    """Choose squares until only one candidate placement covers all of them; return this placement.

    In each step, the square with the largest ratio of its statistic to its domain size is chosen, the
    candidates that do not cover it are removed, and the domains are computed again. `row` is the row of the
    statistic in `quilt.memory`.
    """
    while count > 1:
        low, high = propagate_domains(lookup, quilt, shape, count)
        best, most = -1, -1.0
        for cell in range(CELLS):
            if contains(low, high, cell):
                score = quilt.memory[row, cell] / (2 + domain_count(quilt, cell))
                if score > most:
                    best, most = cell, score
        count = keep_covering(quilt, count, best)
    return quilt.candidates[0]


@policy(
    "afc-some",
    "first cover the squares with the largest ratio of failures to domain size",
    learns=True,
    parameter=AFC,
)
@policy(
    "action-some",
    "first cover the squares with the largest ratio of domain reductions to domain size",
    learns=True,
    parameter=ACTION,
)
@policy(
    "chb-some",
    "first cover the squares with the largest ratio of conflict history to domain size",
    learns=True,
    parameter=CHB,
)
@policy(
    "sum-afc-some",
    "like 'afc-some', but with the sum of the failures of the square and of each shape on it",
    learns=True,
    parameter=SUM_AFC,
)
@policy(
    "sum-action-some",
    "like 'action-some', but with the sum of the domain reductions of the square and of each shape on it",
    learns=True,
    parameter=SUM_ACTION,
)
@policy(
    "sum-chb-some",
    "like 'chb-some', but with the sum of the conflict history of the square and of each shape on it",
    learns=True,
    parameter=SUM_CHB,
)
def offer_by_statistic(lookup, quilt, shape):
    count = observe(lookup, quilt, shape)
    if count == 0:
        return 0
    quilt.alternatives[0] = follow_statistic(lookup, quilt, shape, count, quilt.scalars[POLICY_PARAMETER])
    return 1


@policy("afc-every", "'afc-some', applied to every transform", learns=True, parameter=AFC)
@policy("action-every", "'action-some', applied to every transform", learns=True, parameter=ACTION)
@policy("chb-every", "'chb-some', applied to every transform", learns=True, parameter=CHB)
@policy("sum-afc-every", "'sum-afc-some', applied to every transform", learns=True, parameter=SUM_AFC)
@policy("sum-action-every", "'sum-action-some', applied to every transform", learns=True, parameter=SUM_ACTION)
@policy("sum-chb-every", "'sum-chb-some', applied to every transform", learns=True, parameter=SUM_CHB)
def offer_by_statistic_every(lookup, quilt, shape):
    if observe(lookup, quilt, shape) == 0:
        return 0
    offered = 0
    for transform in range(lookup.first_transform[shape], lookup.first_transform[shape + 1]):
        count = collect_fitting(lookup, quilt, LEX_OF_TRANSFORM, transform)
        if count:
            row = quilt.scalars[POLICY_PARAMETER]
            quilt.alternatives[offered] = follow_statistic(lookup, quilt, shape, count, row)
            offered += 1
    return offered
