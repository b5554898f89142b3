"""Choose where to lay a patch in the two-player game, by a strategy of the placement study (``quilt``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.game import Cell
from tilewright.games.patchwork.duel.kernel_tables import halves
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, PatchSet
from tilewright.games.patchwork.quilt.board_kernel import ORDER_LENGTH, RANDOM_STATE, QuiltState, clear
from tilewright.games.patchwork.quilt.placement_tables import cells_of, placement_tables, shape_of
from tilewright.games.patchwork.quilt.run_strategy import compiled_evaluation, compiled_policy, quilt_for
from tilewright.games.patchwork.quilt.strategies import find_strategy

__all__ = ["PUBLISHED_STRATEGY", "Placer", "load_quilt"]

PUBLISHED_STRATEGY = "bl-every+regret"
"""The placement strategy of both players in the paper's games; see ``reproduce_published_statistics.py``."""


def load_quilt(patches: PatchSet, quilt: QuiltState, covered: int, to_come: Iterable[int]) -> None:
    """Clear `quilt`, cover the squares of the bit mask `covered`, and store the patches that may still come."""
    clear(placement_tables(patches), quilt)
    quilt.board[:] = halves(covered)
    for patch in to_come:
        quilt.remaining[shape_of(patches, patch)] += 1


class Placer:
    """Chooses placements by a named strategy; raises `BadInput` if no strategy has that name."""

    def __init__(self, name: str = PUBLISHED_STRATEGY) -> None:
        strategy = find_strategy(name)
        self.name = strategy.name
        self._quilt = quilt_for(strategy)
        self._offer = compiled_policy(strategy.policy.offer)
        self._choose = compiled_evaluation(strategy.evaluation.choose)

    def __repr__(self) -> str:
        return f"Placer({self.name!r})"

    def place(
        self,
        patches: PatchSet,
        covered: int,
        patch: int,
        to_come: Sequence[int],
        singles: int,
        seed: int = 1,
    ) -> tuple[Cell, ...] | None:
        """Return the squares that a patch should cover on a quilt, or None if the patch fits nowhere.

        `patches` is the set of patches that the game is played with. `covered` is the set of covered squares as
        a bit mask. `to_come` lists the patches that may still be bought, in the order of the circle; `singles`
        is the number of 1x1 patches that may still come. `seed` initialises the strategy's random choices.
        """
        lookup, quilt = placement_tables(patches), self._quilt
        later = [*to_come, *[ONE_BY_ONE] * singles]
        load_quilt(patches, quilt, covered, later)
        shapes = [shape_of(patches, each) for each in (patch, *later)]
        quilt.order[: len(shapes)] = shapes
        quilt.scalars[ORDER_LENGTH] = len(shapes)
        quilt.scalars[RANDOM_STATE] = max(seed, 1)
        count = self._offer(lookup, quilt, shapes[0])
        if not count:
            return None
        chosen = self._choose(lookup, quilt, shapes[0], count) if count > 1 else 0
        return cells_of(int(quilt.alternatives[chosen]))
