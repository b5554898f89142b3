"""Run a strategy on orders of patches; collect the placements, areas, streaks and numbers of alternatives."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int64, typeof, types
from numpy.typing import NDArray

from tilewright.compiled import compiled
from tilewright.games.patchwork.pieces.patches import PAPER, PatchSet
from tilewright.games.patchwork.quilt.board_kernel import (
    EVALUATION_PARAMETER,
    POLICY_PARAMETER,
    QuiltState,
    new_quilt,
)
from tilewright.games.patchwork.quilt.placement_tables import placement_tables, shape_of
from tilewright.games.patchwork.quilt.run_strategy_kernel import lay_all_orders
from tilewright.games.patchwork.quilt.strategies import Strategy

__all__ = ["StrategyRuns", "compiled_evaluation", "compiled_policy", "quilt_for", "run_strategy"]

Ints = NDArray[np.int64]

# Policies and evaluations are passed to compiled code as function pointers, so all policies must have the same
# signature, and so must all evaluations.
_TABLES = typeof(placement_tables(PAPER))  # the same type for every set of patches
_QUILT = typeof(new_quilt())
_POLICY = int64(_TABLES, _QUILT, int64)
_EVALUATION = int64(_TABLES, _QUILT, int64, int64)
_LAY_ALL_ORDERS = types.void(
    _TABLES,
    _QUILT,
    int64[:, ::1],
    int64,
    types.FunctionType(_POLICY),
    types.FunctionType(_EVALUATION),
    int64[:, ::1],
    int64[::1],
    int64[::1],
    int64[::1],
)


class StrategyRuns(NamedTuple):
    """The results of a strategy: arrays with one row or one number for each order."""

    placements: Ints
    """For each order and patch: the index of the placement in the list LEX, or -1 if the patch was skipped."""
    area: Ints
    streak: Ints
    alternatives: Ints
    """For each order: the number of alternatives that the policy offered, summed over all patches."""


@cache
def _compiled_loop() -> Callable[..., Any]:
    return compiled(signature=_LAY_ALL_ORDERS)(lay_all_orders)


@cache
def compiled_policy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled function of a policy."""
    return compiled(signature=_POLICY, pointer=True)(function)


@cache
def compiled_evaluation(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled function of an evaluation."""
    return compiled(signature=_EVALUATION, pointer=True)(function)


def quilt_for(strategy: Strategy) -> QuiltState:
    """Return a new quilt with the parameters of a strategy."""
    quilt = new_quilt()
    quilt.scalars[POLICY_PARAMETER] = strategy.policy.parameter
    quilt.scalars[EVALUATION_PARAMETER] = strategy.evaluation.parameter
    return quilt


def run_strategy(strategy: Strategy, patches: PatchSet, orders: Ints, first_run: int = 0) -> StrategyRuns:
    """Lay the patches of each order by a strategy and return the results; `orders` has one order per row.

    Row i is the run `first_run` + i; the random generator of a run is seeded with the number of the run, and
    with 1 in run 0.
    """
    shapes = np.array([shape_of(patches, patch) for patch in range(len(patches))], np.int64)
    shape_orders = np.ascontiguousarray(shapes[orders])
    count = len(orders)
    runs = StrategyRuns(np.empty(orders.shape, np.int64), *(np.empty(count, np.int64) for _ in range(3)))
    offer = compiled_policy(strategy.policy.offer)
    choose = compiled_evaluation(strategy.evaluation.choose)
    lookup = placement_tables(patches)
    _compiled_loop()(lookup, quilt_for(strategy), shape_orders, first_run, offer, choose, *runs)
    return runs
