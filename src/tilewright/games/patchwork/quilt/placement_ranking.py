"""Rank the placements of a patch by regret: the amount by which a placement shrinks the squares' domains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PatchSet
from tilewright.games.patchwork.quilt.regular_model.domains import QuiltDomains, regret
from tilewright.games.patchwork.quilt.rules import Placement

__all__ = ["RankedPlacement", "Ranking", "match_to_order", "rank_placements"]

Sizes = tuple[tuple[int, ...], ...]
"""For each row and column: the domain size of the square.

The domain size is the number of tiles that may still cover the square, plus one if the square may stay empty.
"""


@dataclass(frozen=True, slots=True)
class RankedPlacement:
    """A placement, its regret, and the domain sizes after the placement."""

    cells: tuple[Cell, ...]
    regret: int
    after: Sizes


@dataclass(frozen=True, slots=True)
class Ranking:
    """The placements of a patch, sorted by increasing regret, and the domain sizes before the placement."""

    laid: tuple[Placement, ...]
    patch: int
    before: Sizes
    placements: tuple[RankedPlacement, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "patch": self.patch,
            "before": [list(row) for row in self.before],
            "placements": [
                {
                    "cells": [list(cell) for cell in ranked.cells],
                    "regret": ranked.regret,
                    "after": [list(row) for row in ranked.after],
                }
                for ranked in self.placements
            ],
        }


def rank_placements(patches: PatchSet, order: Sequence[int], laid: Sequence[Placement], index: int) -> Ranking:
    """Return the ranked placements of the patch ``order[index]`` on the quilt with the placements `laid`."""
    shapes = [patches[patch].shape for patch in order[index:]]
    model = QuiltDomains.fresh(shapes, blocked=[cell for placement in laid for cell in placement.cells])
    before = model.declare_used(0)
    if before is None:
        return Ranking(tuple(laid), order[index], _sizes(model), ())
    ranked = []
    for placed in before.placements(0):
        after = model.place(0, placed.cells)
        assert after is not None, "every placement that the automaton accepts is consistent"
        ranked.append(RankedPlacement(placed.cells, regret(before, after, 0), _sizes(after)))
    ranked.sort(key=lambda placement: placement.regret)
    return Ranking(tuple(laid), order[index], _sizes(before), tuple(ranked))


def match_to_order(order: Sequence[int], placements: Sequence[Placement]) -> Iterator[tuple[int, Placement]]:
    """Yield each placement with the index of its patch in the order."""
    remaining = iter(placements)
    upcoming = next(remaining, None)
    for index, patch in enumerate(order):
        if upcoming is not None and upcoming.patch == patch:
            yield index, upcoming
            upcoming = next(remaining, None)


def _sizes(model: QuiltDomains) -> Sizes:
    return tuple(tuple(int(size) for size in row) for row in model.sizes)
