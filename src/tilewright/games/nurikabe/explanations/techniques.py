"""The techniques by which a person solves a board, from the simplest to the last resort, and the grades.

A board is as hard as the hardest technique that it needs: it is of a grade if the techniques up to that grade
solve it, and those up to the grade below do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.nurikabe.kernels import board_kernel as kernel

__all__ = [
    "BEYOND",
    "GRADES",
    "HARDEST",
    "MISTAKE",
    "NOT_UNIQUE",
    "NO_SOLUTION",
    "SOLVED",
    "TECHNIQUES",
    "Technique",
    "technique",
]


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to see that cells are forced.

    `number` is what the compiled code calls it; `reason` is the sentence of a hint, with the words that
    `reasons` fills in.
    """

    number: int
    name: str
    grade: str
    summary: str
    reason: str


TECHNIQUES = (
    Technique(
        kernel.CLUE_OF_ONE,
        "clue-of-one",
        "easy",
        "A 1 is an island by itself: sea around it.",
        "{Number} is an island by itself, so its neighbours are sea.",
    ),
    Technique(
        kernel.COMPLETE_ISLAND,
        "complete-island",
        "easy",
        "A complete island has sea around it.",
        "{Number} is complete, so its neighbours are sea.",
    ),
    Technique(
        kernel.BETWEEN_ISLANDS,
        "between-islands",
        "easy",
        "A cell beside the islands of two numbers is sea.",
        "{Cells} {are} between the islands of {numbers} and would join them, so {they} {are} sea.",
    ),
    Technique(
        kernel.SURROUNDED,
        "surrounded",
        "easy",
        "A cell with sea on all sides is sea, a cell with land on all sides is land.",
        "{Cells} {are} surrounded by {kind}, so {they} {are} {kind} too.",
    ),
    Technique(
        kernel.POOL_MUST_BREAK,
        "pool-must-break",
        "easy",
        "Where three cells of a square are sea, the fourth is island.",
        "In {square} three cells are sea, so {cells} {are} island, or there would be a pool.",
    ),
    Technique(
        kernel.SEA_MUST_ESCAPE,
        "sea-must-escape",
        "easy",
        "A part of the sea with one way out takes it.",
        "The sea at {cause} has only one way out, {cells}, so {they} {are} sea.",
    ),
    Technique(
        kernel.ISLAND_MUST_GROW,
        "island-must-grow",
        "easy",
        "An unfinished island with one way to grow takes it.",
        "{Part} can grow in one way only, so {cells} {are} island.",
    ),
    Technique(
        kernel.TOO_MANY,
        "too-many",
        "easy",
        "A cell that would join too much land to a number is sea.",
        "As island, {cells} would join too much land to {number}, so {they} {are} sea.",
    ),
    Technique(
        kernel.CORNER,
        "corner",
        "easy",
        "A cell beside every place where an island's last cell can lie is sea.",
        "{Number} lacks one cell, and wherever that lies, {cells} {are} beside it, so {they} {are} sea.",
    ),
    Technique(
        kernel.UNREACHABLE,
        "unreachable",
        "easy",
        "A cell that no island can grow to is sea.",
        "No island can grow as far as {cells}, so {they} {are} sea.",
    ),
    Technique(
        kernel.WALLED_IN,
        "walled-in",
        "medium",
        "A cell that the sea cannot come to is island.",
        "The sea cannot come to {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.WOULD_BE_DIVIDED,
        "would-be-divided",
        "medium",
        "A cell without which the sea would be divided is sea.",
        "Without {each}{cells} the sea would be divided, so {they} {are} sea.",
    ),
    Technique(
        kernel.NUMBER_NEEDED,
        "number-needed",
        "medium",
        "A cell on every way from land without a number to a number is island.",
        "{Part} needs a number, and every way to one leads over {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.BOTTLENECK,
        "bottleneck",
        "medium",
        "A cell without which an island could not come to its size is island.",
        "Without {each}{cells}, {number} could not come to its size, so {they} {are} island.",
    ),
    Technique(
        kernel.ONLY_NUMBER,
        "only-number",
        "medium",
        "A cell on every way from a number to land that no other number can reach is island.",
        "Only {number} can reach some of the land, and only over {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.SEA_NEEDS_ROOM,
        "sea-needs-room",
        "medium",
        "A cell without which the sea would have too little room is sea.",
        "Without {each}{cells} there is no room for the {size} cells of the sea, so {they} {are} sea.",
    ),
    Technique(
        kernel.CONTRADICTION,
        "contradiction",
        "hard",
        "What would follow around a cell shows that it cannot be so.",
        "Suppose {cells} were {other}: {proof}. So {they} {are} {kind}.",
    ),
    Technique(
        kernel.LONG_CONTRADICTION,
        "long-contradiction",
        "expert",
        "What would follow all over the board shows that a cell cannot be so.",
        "Suppose {cells} were {other}: {proof}. So {they} {are} {kind}.",
    ),
    Technique(
        kernel.EITHER_WAY,
        "either-way",
        "expert",
        "What follows from both values of some cell is so.",
        "Whether {cause} is sea or island, {cells} must be {kind}.",
    ),
)

BEYOND = "forced-by-search"
"""What only a search shows to be forced. A board that needs it is of the hardest grade."""

MISTAKE, NOT_UNIQUE, NO_SOLUTION, SOLVED = "mistake", "not-unique", "no-solution", "solved"
"""What a hint says where no next step can be told."""

GRADES = tuple(dict.fromkeys(technique.grade for technique in TECHNIQUES))
"""From easy to expert."""

HARDEST = {technique.grade: technique.number for technique in TECHNIQUES}
"""The last technique of each grade."""

_BY_NUMBER = {technique.number: technique for technique in TECHNIQUES}


def technique(number: int) -> Technique:
    return _BY_NUMBER[number]
