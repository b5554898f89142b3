"""Placements ranked by regret: what each of them takes from the squares, by the constraint model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.game import Cell
from tilewright.games.patchwork.pieces.patches import PATCHES
from tilewright.games.patchwork.quilt.regular_model.domains import Space, regret
from tilewright.games.patchwork.quilt.rules import Placement

__all__ = ["Ranked", "Ranking", "laid_at", "rank"]

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

    def to_json(self) -> dict[str, Any]:
        return {
            "patch": self.patch,
            "before": [list(row) for row in self.before],
            "placements": [
                {
                    "cells": [list(cell) for cell in each.cells],
                    "regret": each.regret,
                    "after": [list(row) for row in each.after],
                }
                for each in self.placements
            ],
        }


def rank(order: Sequence[int], laid: Sequence[Placement], place: int) -> Ranking:
    """The placements of the patch at `place` of an order, after those laid before it."""
    shapes = [PATCHES[patch].shape for patch in order[place:]]
    space = Space.fresh(shapes, blocked=[cell for placement in laid for cell in placement.cells])
    before = space.declare(0)
    if before is None:
        return Ranking(tuple(laid), order[place], _sizes(space), ())
    ranked = []
    for placed in before.placements(0):
        after = space.place(0, placed.cells)
        assert after is not None, "what the automaton offers can be placed"
        ranked.append(Ranked(placed.cells, regret(before, after, 0), _sizes(after)))
    ranked.sort(key=lambda each: each.regret)
    return Ranking(tuple(laid), order[place], _sizes(before), tuple(ranked))


def laid_at(order: Sequence[int], placements: Sequence[Placement]) -> Iterator[tuple[int, Placement]]:
    """Each placement with the place of its patch in the order."""
    laid = iter(placements)
    following = next(laid, None)
    for place, patch in enumerate(order):
        if following is not None and following.patch == patch:
            yield place, following
            following = next(laid, None)


def _sizes(space: Space) -> Sizes:
    return tuple(tuple(int(size) for size in row) for row in space.sizes)
