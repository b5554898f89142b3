"""Placements ranked by regret: what each of them takes from the squares, by the constraint model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.game import Cell
from tilewright.games.patchwork.pieces import PATCHES
from tilewright.games.patchwork.regular.space import Space, regret
from tilewright.games.patchwork.rules import Placement

__all__ = ["Ranked", "Ranking", "rank"]

Sizes = tuple[tuple[int, ...], ...]
"""For every square how many values its variable has: patches that may still cover it, and empty."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A placement, its regret, and the domain sizes after it."""

    cells: tuple[Cell, ...]
    regret: int
    after: Sizes


@dataclass(frozen=True, slots=True)
class Ranking:
    """All placements of a patch on a quilt, the least regret first, and the domain sizes before."""

    laid: tuple[Placement, ...]
    patch: int
    before: Sizes
    placements: tuple[Ranked, ...]


def rank(order: Sequence[int], laid: Sequence[Placement], place: int) -> Ranking:
    """The placements of the patch at `place` of an order, after the patches laid before it.

    A patch of the order that comes earlier and was not laid is out of the game.
    """
    patch = order[place]
    space = _space(order, laid, place)
    before = space.declare(place)
    if before is None:
        return Ranking(tuple(laid), patch, _sizes(space), ())
    ranked = []
    for placed in before.placements(place):
        after = space.place(place, placed.cells)
        assert after is not None, "what the automaton offers can be placed"
        ranked.append(Ranked(placed.cells, regret(before, after, place), _sizes(after)))
    ranked.sort(key=lambda each: each.regret)
    return Ranking(tuple(laid), patch, _sizes(before), tuple(ranked))


def _space(order: Sequence[int], laid: Sequence[Placement], place: int) -> Space:
    """The quilt with the patches laid, in the model of the whole order."""
    space = Space.fresh([PATCHES[patch].shape for patch in order])
    waiting = list(laid)
    for number, patch in enumerate(order[:place]):
        if waiting and waiting[0].patch == patch:
            after = space.place(number, waiting.pop(0).cells)
            if after is None:
                raise BadInput(f"order[{number}]: patch {patch} cannot lie there")
            space = after
        else:
            space = space.drop(number)
    if waiting:
        raise BadInput(f"patch {waiting[0].patch} does not come before place {place} of the order")
    return space


def _sizes(space: Space) -> Sizes:
    return tuple(tuple(int(size) for size in row) for row in space.sizes)
