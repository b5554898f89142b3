"""Judges a filled board a second time, by painting labels over the grid until nothing changes.

It shares nothing with the game but the codes of its rules.
"""

from __future__ import annotations

from collections import Counter

Board = tuple[tuple[int, ...], ...]
Filling = tuple[str, ...]


def broken_codes(board: Board, filling: Filling) -> set[str]:
    """The codes of the rules that a filling without undecided cells breaks."""
    height, width = len(board), len(board[0])
    label = painted(filling)
    size = Counter(name for row in label for name in row)
    codes = set()
    numbers: dict[int, list[int]] = {}
    for row in range(height):
        for column in range(width):
            name, clue = label[row][column], board[row][column]
            if filling[row][column] == ".":
                numbers.setdefault(name, []).extend([clue] if clue else [])
            elif clue:
                codes.add("clue-flooded")
    for name, found in numbers.items():
        if len(found) == 0:
            codes.add("island-without-number")
        elif len(found) > 1:
            codes.add("two-numbers")
        elif found[0] > 0 and size[name] != found[0]:
            codes.add("island-too-big" if size[name] > found[0] else "island-too-small")
    if len({name for row in label for name in row} - set(numbers)) > 1:
        codes.add("sea-divided")
    for row in range(height - 1):
        for column in range(width - 1):
            if filling[row][column : column + 2] == filling[row + 1][column : column + 2] == "##":
                codes.add("sea-pool")
    return codes


def painted(filling: Filling) -> list[list[int]]:
    """A number for each cell, the same for cells of one region and different for cells of two."""
    height, width = len(filling), len(filling[0])
    label = [[row * width + column for column in range(width)] for row in range(height)]
    changed = True
    while changed:
        changed = False
        for row in range(height):
            for column in range(width):
                for r, c in ((row + 1, column), (row, column + 1)):
                    if r < height and c < width and filling[r][c] == filling[row][column]:
                        least = min(label[r][c], label[row][column])
                        changed |= label[r][c] != least or label[row][column] != least
                        label[r][c] = label[row][column] = least
    return label
