"""The techniques with which a person solves a board, from the simplest to the hardest.

The grade of a board is the grade of the hardest technique that the board needs: the techniques up to this grade
solve the board, and the techniques up to the next easier grade do not.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources

from tilewright.games.nurikabe.kernels import board_trail_and_findings_kernel as kernel

__all__ = [
    "FORCED_BY_SEARCH",
    "HARDEST_OF_GRADE",
    "TECHNIQUES",
    "Technique",
    "technique_by_number",
]


@dataclass(frozen=True, slots=True)
class Technique:
    """A kind of solving step that shows that cells are forced.

    `number` identifies the technique in the compiled code. `reason` is the sentence of a hint, with
    placeholders that `reasons` fills in.
    """

    number: int
    name: str
    grade: str
    summary: str
    reason: str


def _read() -> tuple[Technique, ...]:
    """Read the techniques from ``techniques.json``.

    `board_trail_and_findings_kernel` defines their numbers as constants.
    """
    text = resources.files(__package__).joinpath("techniques.json").read_text("utf-8")
    return tuple(
        Technique(number=getattr(kernel, entry["name"].replace("-", "_").upper()), **entry)
        for entry in json.loads(text)
    )


TECHNIQUES = _read()

FORCED_BY_SEARCH = "forced-by-search"
"""The name that a hint has instead of a technique if only a search shows that a cell is forced.

A board that needs such a hint has the grade expert.
"""

HARDEST_OF_GRADE = {technique.grade: technique.number for technique in TECHNIQUES}
"""For each grade, the number of its hardest technique."""

_BY_NUMBER = {technique.number: technique for technique in TECHNIQUES}


def technique_by_number(number: int) -> Technique:
    """Return the technique with the given number."""
    return _BY_NUMBER[number]
