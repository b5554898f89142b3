"""Runs of the experiment: orders in, areas, streaks and alternatives out."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int64, typeof, types
from numpy.typing import NDArray

from tilewright.games.patchwork.kernels.compiling import compiled
from tilewright.games.patchwork.quilt.board_kernel import (
    CHOOSE_NUMBER,
    OFFER_NUMBER,
    PLACE,
    RANDOM,
    TILES,
    Quilt,
    clear,
    lay,
    new_quilt,
)
from tilewright.games.patchwork.quilt.placement_tables import tables
from tilewright.games.patchwork.quilt.strategies import Strategy

__all__ = ["Runs", "compiled_evaluation", "compiled_policy", "play", "quilt_for", "run_strategy"]

Ints = NDArray[np.int64]

_TABLES = typeof(tables())
_QUILT = typeof(new_quilt())
_POLICY = int64(_TABLES, _QUILT, int64)
_EVALUATION = int64(_TABLES, _QUILT, int64, int64)


class Runs(NamedTuple):
    """What came of a strategy: a row or a number for each order."""

    placements: Ints
    """For each tile of each order the placement's number, or -1 where the tile was skipped."""
    area: Ints
    streak: Ints
    alternatives: Ints
    """All alternatives that were offered, summed over the order."""


def play(
    table: Any,
    quilt: Any,
    orders: Ints,
    first_run: int,
    offer: Any,
    choose: Any,
    placements: Ints,
    area: Ints,
    streak: Ints,
    alternatives: Ints,
) -> None:
    """Lay every order of shapes on a quilt of its own."""
    for run in range(orders.shape[0]):
        clear(table, quilt)
        quilt.facts[RANDOM] = max(first_run + run, 1)
        quilt.facts[TILES] = orders.shape[1]
        for place in range(orders.shape[1]):
            quilt.order[place] = orders[run, place]
            quilt.left[orders[run, place]] += 1
        area[run] = 0
        streak[run] = orders.shape[1] + 1
        alternatives[run] = 0
        for place in range(orders.shape[1]):
            shape = orders[run, place]
            quilt.left[shape] -= 1
            quilt.facts[PLACE] = place
            count = offer(table, quilt, shape)
            if count == 0:
                streak[run] = min(streak[run], place + 1)
                placements[run, place] = -1
                continue
            chosen = choose(table, quilt, shape, count) if count > 1 else 0
            number = quilt.alternatives[chosen]
            lay(table, quilt, number)
            placements[run, place] = number
            area[run] += table.area[shape]
            alternatives[run] += count


_PLAY = types.void(
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


@cache
def _player() -> Any:
    return compiled(play, _PLAY)


@cache
def compiled_policy(function: Any) -> Any:
    """A policy's function as compiled code."""
    return compiled(function, _POLICY)


@cache
def compiled_evaluation(function: Any) -> Any:
    """An evaluation's function as compiled code."""
    return compiled(function, _EVALUATION)


def quilt_for(strategy: Strategy) -> Quilt:
    """Room for quilts that a strategy lays."""
    quilt = new_quilt()
    quilt.facts[OFFER_NUMBER] = strategy.policy.number
    quilt.facts[CHOOSE_NUMBER] = strategy.evaluation.number
    return quilt


def run_strategy(strategy: Strategy, orders: Ints, first_run: int = 0) -> Runs:
    """Lay orders of shapes, one a row, by a strategy. `first_run` is the number of the first: a seed."""
    orders = np.ascontiguousarray(orders, np.int64)
    runs = len(orders)
    made = Runs(np.empty(orders.shape, np.int64), *(np.empty(runs, np.int64) for _ in range(3)))
    offer = compiled_policy(strategy.policy.offer)
    choose = compiled_evaluation(strategy.evaluation.choose)
    _player()(tables(), quilt_for(strategy), orders, first_run, offer, choose, *made)
    return made
