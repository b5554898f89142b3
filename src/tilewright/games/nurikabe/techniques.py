"""The techniques by which a person solves a board, from the simplest to the last resort, and the grades.

A board is as hard as the hardest technique that it needs: it is of a grade if the techniques up to that grade
solve it, and those up to the grade below do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.nurikabe import board_kernel as kernel

__all__ = ["BEYOND", "GRADES", "HARDEST", "TECHNIQUES", "Technique"]


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to see that a cell is forced. `number` is what the compiled code calls it."""

    number: int
    name: str
    grade: str
    summary: str


TECHNIQUES = (
    Technique(kernel.CLUE_OF_ONE, "clue-of-one", "easy", "A 1 is an island by itself: sea around it."),
    Technique(kernel.COMPLETE_ISLAND, "complete-island", "easy", "A complete island has sea around it."),
    Technique(
        kernel.BETWEEN_ISLANDS, "between-islands", "easy", "A cell beside the islands of two numbers is sea."
    ),
    Technique(
        kernel.SURROUNDED,
        "surrounded",
        "easy",
        "A cell with sea on all sides is sea, a cell with land on all sides is land.",
    ),
    Technique(
        kernel.POOL_MUST_BREAK,
        "pool-must-break",
        "easy",
        "Three cells of sea in a square: the fourth is island.",
    ),
    Technique(
        kernel.SEA_MUST_ESCAPE, "sea-must-escape", "easy", "A part of the sea with one way out takes it."
    ),
    Technique(
        kernel.ISLAND_MUST_GROW,
        "island-must-grow",
        "easy",
        "An unfinished island with one way to grow takes it.",
    ),
    Technique(kernel.TOO_MANY, "too-many", "easy", "A cell that would join too much land to a number is sea."),
    Technique(
        kernel.CORNER,
        "corner",
        "easy",
        "A cell beside every place of an island's last cell is sea, whichever it is.",
    ),
    Technique(kernel.UNREACHABLE, "unreachable", "easy", "A cell that no island can grow to is sea."),
    Technique(kernel.WALLED_IN, "walled-in", "medium", "A cell that the sea cannot come to is island."),
    Technique(
        kernel.WOULD_BE_DIVIDED,
        "would-be-divided",
        "medium",
        "A cell without which the sea falls apart is sea.",
    ),
    Technique(
        kernel.NUMBER_NEEDED, "number-needed", "medium", "A cell on every way from land to a number is island."
    ),
    Technique(
        kernel.BOTTLENECK,
        "bottleneck",
        "medium",
        "A cell without which an island cannot come to its size is island.",
    ),
    Technique(
        kernel.ONLY_NUMBER,
        "only-number",
        "medium",
        "A cell on every way from a number to land that no other number can reach is island.",
    ),
    Technique(
        kernel.SEA_NEEDS_ROOM,
        "sea-needs-room",
        "medium",
        "A cell without which the sea has too little room is sea.",
    ),
    Technique(
        kernel.CONTRADICTION,
        "contradiction",
        "hard",
        "What follows around a cell shows that it cannot be the other.",
    ),
    Technique(
        kernel.LONG_CONTRADICTION,
        "long-contradiction",
        "expert",
        "What follows all over the board shows that a cell cannot be the other.",
    ),
    Technique(kernel.EITHER_WAY, "either-way", "expert", "What follows from both values of some cell is so."),
)

BEYOND = "forced-by-search"
"""What only a search shows to be forced. A board that needs it is of the hardest grade."""

GRADES = tuple(dict.fromkeys(technique.grade for technique in TECHNIQUES))
"""From easy to expert."""

HARDEST = {technique.grade: technique.number for technique in TECHNIQUES}
"""The last technique of each grade."""
