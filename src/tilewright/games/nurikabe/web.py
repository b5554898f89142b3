"""The request handlers for the puzzle panel of the web page, with Nurikabe's own checker."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.game import BrokenRule, Cell
from tilewright.games.nurikabe.rules import ISLAND, UNDECIDED, VALUE_NAMES, Board, Shading, check
from tilewright.geometry import regions
from tilewright.puzzles.web_questions import WebQuestions

__all__ = ["ASK"]


class _Questions(WebQuestions):
    """The handlers of the page's questions; Nurikabe's checker decides whether a state breaks a rule."""

    def broken_rules(self, instance: Board, state: Shading) -> Iterator[BrokenRule]:
        verdict = check(instance, _with_clues(instance, state, UNDECIDED))
        yield from (broken for broken in verdict.broken if broken.rule != "undecided")

    def is_solved(self, instance: Board, state: Shading) -> bool:
        """Return whether the state becomes a solution when all its undecided cells become island cells."""
        return check(instance, _with_clues(instance, state, ISLAND)).ok

    def satisfied_clues(self, instance: Board, state: Shading) -> Iterator[Cell]:
        """Yield the cells of the numbers whose islands are complete."""
        clues = instance.clues()
        for island in regions(_with_clues(instance, state, UNDECIDED).cells(ISLAND)):
            numbers = island & clues.keys()
            if len(numbers) == 1:
                yield from (cell for cell in numbers if clues[cell] == len(island))


def _with_clues(instance: Board, state: Shading, undecided: str) -> Shading:
    """Return a state in which cells with a number are island cells, and undecided cells have the given value.

    A state whose size differs from that of the board is returned unchanged.
    """
    if (state.height, state.width) != (instance.height, instance.width):
        return state
    clues = instance.clues()
    return Shading(
        tuple(
            "".join(
                ISLAND if (row, column) in clues else undecided if kind == UNDECIDED else kind
                for column, kind in enumerate(kinds)
            )
            for row, kinds in enumerate(state.rows)
        )
    )


ASK = _Questions(__package__, VALUE_NAMES).ASK
