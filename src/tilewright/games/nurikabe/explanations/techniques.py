"""The techniques with which a person solves a board, from the simplest to the hardest, and the grades.

The grade of a board is the grade of the hardest technique that the board needs: the techniques up to this grade
solve the board, and the techniques up to the grade below do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.games.nurikabe.kernels import board_kernel as kernel

__all__ = [
    "FORCED_BY_SEARCH",
    "GRADES",
    "HARDEST_OF_GRADE",
    "MISTAKE",
    "NOT_UNIQUE",
    "NO_SOLUTION",
    "SOLVED",
    "TECHNIQUES",
    "Technique",
    "technique_by_number",
]


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to see that cells are forced.

    `number` identifies the technique in the compiled code. `reason` is the sentence of a hint, with
    placeholders that `reasons` fills in.
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
        "Three of the four cells in {square} are sea, so {cells} must be island to avoid a pool.",
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
        "{Part} can grow only to {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.TOO_MANY,
        "too-many",
        "easy",
        "A cell that would join too much land to a number is sea.",
        "If {cells} were island, too much land would be joined to {number}, so {they} {are} sea.",
    ),
    Technique(
        kernel.CORNER,
        "corner",
        "easy",
        "A cell beside every place where an island's last cell can lie is sea.",
        "{Number} needs one more cell, and any cell that it can take is next to {cells}, so {they} {are} sea.",
    ),
    Technique(
        kernel.UNREACHABLE,
        "unreachable",
        "easy",
        "A cell that no island can grow to is sea.",
        "No island can reach {cells}, so {they} {are} sea.",
    ),
    Technique(
        kernel.WALLED_IN,
        "walled-in",
        "medium",
        "A cell that the sea cannot reach is island.",
        "The sea cannot reach {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.WOULD_BE_DIVIDED,
        "would-be-divided",
        "medium",
        "A cell without which the sea would be divided is sea.",
        "If {any_of}{cells} were island, the sea would be divided, so {they} {are} sea.",
    ),
    Technique(
        kernel.NUMBER_NEEDED,
        "number-needed",
        "medium",
        "A cell on every path from land without a number to a number is island.",
        "{Part} needs a number, and every path to one leads through {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.BOTTLENECK,
        "bottleneck",
        "medium",
        "A cell without which an island could not reach its size is island.",
        "If {any_of}{cells} were sea, the island of {number} could not reach its size, so {they} {are} island.",
    ),
    Technique(
        kernel.ONLY_NUMBER,
        "only-number",
        "medium",
        "A cell on every path from a number to land that no other number can reach is island.",
        "Only {number} can reach some of the land, and only through {cells}, so {they} {are} island.",
    ),
    Technique(
        kernel.SEA_NEEDS_ROOM,
        "sea-needs-room",
        "medium",
        "A cell without which the sea would have too little room is sea.",
        "If {any_of}{cells} were island, the {size} cells of the sea would not fit, so {they} {are} sea.",
    ),
    Technique(
        kernel.CONTRADICTION,
        "contradiction",
        "hard",
        "Assuming one value of a cell leads to a contradiction close to it, so it has the other value.",
        "If {cells} were {other}, {proof}. So {cells} {are} {kind}.",
    ),
    Technique(
        kernel.LONG_CONTRADICTION,
        "long-contradiction",
        "expert",
        "The same, with consequences anywhere on the board.",
        "If {cells} were {other}, {proof}. So {cells} {are} {kind}.",
    ),
    Technique(
        kernel.EITHER_WAY,
        "either-way",
        "expert",
        "A value that follows from both values of some cell holds.",
        "Whether {cause} is sea or island, {cells} must be {kind}.",
    ),
)

FORCED_BY_SEARCH = "forced-by-search"
"""The name that is reported instead of a technique if only a search shows that a cell is forced; the grade of
the board is then expert."""

MISTAKE, NOT_UNIQUE, NO_SOLUTION, SOLVED = "mistake", "not-unique", "no-solution", "solved"
"""The names that are reported instead of a technique if a hint contains no next step."""

GRADES = tuple(dict.fromkeys(technique.grade for technique in TECHNIQUES))
"""The grades from easy to expert."""

HARDEST_OF_GRADE = {technique.grade: technique.number for technique in TECHNIQUES}
"""For each grade, the number of its hardest technique."""

_BY_NUMBER = {technique.number: technique for technique in TECHNIQUES}


def technique_by_number(number: int) -> Technique:
    """Return the technique with this number."""
    return _BY_NUMBER[number]
