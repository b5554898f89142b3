"""Where a patch goes: the strategies of the board experiment, asked about one quilt at a time."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE
from tilewright.games.patchwork.quilt.board_kernel import LOW_CELLS, PLACE, RANDOM, TILES, clear
from tilewright.games.patchwork.quilt.placement_tables import cells_of, shape_of, tables
from tilewright.games.patchwork.quilt.run_strategy import compiled_evaluation, compiled_policy, quilt_for
from tilewright.games.patchwork.quilt.strategies import find_strategy

__all__ = ["PUBLISHED_STRATEGY", "Placer"]

PUBLISHED_STRATEGY = "bl-every+regret"
"""What both players of the paper lay by."""


class Placer:
    """Lays patches by a strategy; `BadInput` if there is none of that name."""

    def __init__(self, name: str = PUBLISHED_STRATEGY) -> None:
        strategy = find_strategy(name)
        self.name = strategy.name
        self._quilt = quilt_for(strategy)
        self._offer = compiled_policy(strategy.policy.offer)
        self._choose = compiled_evaluation(strategy.evaluation.choose)

    def __repr__(self) -> str:
        return f"Placer({self.name!r})"

    def place(
        self, covered: int, patch: int, to_come: Sequence[int], singles: int, seed: int = 1
    ) -> tuple[Cell, ...] | None:
        """The squares for a patch on a quilt; None where it fits nowhere.

        `to_come` are the patches that may still be bought, in the order of the circle; so many `singles`, 1x1
        patches, may come too. `seed` starts the random numbers of strategies that need them.
        """
        table, quilt = tables(), self._quilt
        shapes = [shape_of(each) for each in (patch, *to_come, *[ONE_BY_ONE] * singles)]
        clear(table, quilt)
        quilt.board[0], quilt.board[1] = covered & (1 << LOW_CELLS) - 1, covered >> LOW_CELLS
        for place, shape in enumerate(shapes):
            quilt.order[place] = shape
            quilt.left[shape] += place > 0
        quilt.facts[PLACE], quilt.facts[TILES], quilt.facts[RANDOM] = 0, len(shapes), max(seed, 1)
        count = self._offer(table, quilt, shapes[0])
        if not count:
            return None
        chosen = self._choose(table, quilt, shapes[0], count) if count > 1 else 0
        return cells_of(int(quilt.alternatives[chosen]))
