"""Text grids of boards that are divided into regions; the clue of a region is a number.

Each cell has a label, which is a letter or a whole number; cells with equal labels form a region::

    aab
    acb
    a=2 c=0

The lines with ``=`` after the grid contain the clues of regions. If any row contains a blank between cells,
blanks separate the labels; otherwise every character is a label. If all labels are whole numbers, they are the
region numbers in JSON; otherwise, the labels are numbered from 1 in reading order.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from tilewright.errors import BadInput
from tilewright.puzzles.board_base_classes import check_rows
from tilewright.puzzles.message_text import shortened
from tilewright.puzzles.notation import TextFormat, grid_text, split_text
from tilewright.puzzles.parse_board_size_and_clues import LARGEST_SIDE

__all__ = ["numbered_region_text", "region_text"]

LETTERS = string.ascii_letters + "".join(map(chr, range(0x100, 0x100 + LARGEST_SIDE)))
"""Labels of one character: enough for every board with one column.

On a board with one column, a label of several characters would be read as several cells. The first 52 labels
are the ASCII letters. The others, which are also letters, are used only for boards with one column.
"""

_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,8}")
_LABEL = re.compile(rf"[^\W\d_]|{_WHOLE.pattern}")


class _RegionText:
    """The text of a board of regions. If `clues` is true, lines with the clues of regions follow the grid."""

    def __init__(self, clues: bool = False) -> None:
        self._clues = clues

    def read(self, text: str) -> dict[str, Any]:
        """Return the JSON of the board that a text describes."""
        lines = [line for line in text.splitlines() if line.strip()]
        grid = [line for line in lines if "=" not in line] if self._clues else lines
        rows = split_text("\n".join(grid))
        check_rows(rows, "the board")
        for label in chain(*rows):
            if not _LABEL.fullmatch(label):
                expected = "expected a letter or a whole number"
                raise BadInput(f"{shortened(label)} is not the label of a region: {expected}")
        labels = {label: number for number, label in enumerate(dict.fromkeys(chain(*rows)), 1)}
        if all(map(_WHOLE.fullmatch, labels)):
            labels = {label: int(label) for label in labels}
        data: dict[str, Any] = {"regions": [[labels[label] for label in row] for row in rows]}
        if self._clues:
            clues = " ".join(line for line in lines if "=" in line).split()
            data["clues"] = [_read_clue(token, labels) for token in clues]
        return data

    def write(self, data: Mapping[str, Any]) -> str:
        """Return the text of a board; if possible, `read` restores the numbers of the regions from it.

        The labels are letters if there are at most 52 regions and these are numbered from 1 in reading order.
        Otherwise, the labels are the numbers of the regions. On a board with a single column, a number of
        several characters would be read as several cells; if there is such a number, all labels are letters.
        """
        rows = data["regions"]
        labels = _labels(rows)
        text = grid_text([[labels[number] for number in row] for row in rows])
        if clues := data.get("clues"):
            text += "\n" + " ".join(f"{labels[region]}={number}" for region, number in clues)
        return text


def _labels(rows: Sequence[Sequence[int]]) -> dict[int, str]:
    """Return a label for each region; if possible, a label that `read` converts back to the region's number."""
    regions = list(dict.fromkeys(number for row in rows for number in row))
    in_order = regions == list(range(1, len(regions) + 1))
    if in_order and len(regions) <= len(string.ascii_letters):
        return dict(zip(regions, LETTERS, strict=False))
    labels = {number: str(number) for number in regions}
    if len(rows[0]) == 1 and max(map(len, labels.values())) > 1:
        return dict(zip(regions, LETTERS, strict=False))
    return labels


def _read_clue(token: str, labels: Mapping[str, int]) -> list[int]:
    label, equals, number = token.partition("=")
    if equals and label and label not in labels:
        raise BadInput(f"{shortened(token)}: the board has no region {shortened(label)}")
    if not equals or not label:
        raise BadInput(f"expected a region's label, = and its clue, such as a=2, not {shortened(token)}")
    if not re.fullmatch(r"[0-9]{1,9}", number):
        raise BadInput(f"region {label}: {shortened(number)} is not a number of cells")
    return [labels[label], int(number)]


region_text: TextFormat = _RegionText()
"""The text format of boards of regions."""

numbered_region_text: TextFormat = _RegionText(clues=True)
"""The text format of boards of regions with clues for some regions."""
