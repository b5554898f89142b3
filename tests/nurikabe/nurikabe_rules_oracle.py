"""A second checker of filled boards, which spreads labels over the grid until nothing changes.

It shares nothing but the rule codes with the game.
"""

from __future__ import annotations

from collections import Counter

Board = tuple[tuple[int, ...], ...]
Filling = tuple[str, ...]


def broken_codes(board: Board, filling: Filling) -> set[str]:
    """Return the codes of the rules that a filling without undecided cells breaks."""
    height, width = len(board), len(board[0])
    label = region_labels(filling)
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
    for name, region_numbers in numbers.items():
        if len(region_numbers) == 0:
            codes.add("island-without-number")
        elif len(region_numbers) > 1:
            codes.add("two-numbers")
        elif region_numbers[0] > 0 and size[name] != region_numbers[0]:
            codes.add("island-too-big" if size[name] > region_numbers[0] else "island-too-small")
    if len({name for row in label for name in row} - set(numbers)) > 1:
        codes.add("sea-divided")
    for row in range(height - 1):
        for column in range(width - 1):
            if filling[row][column : column + 2] == filling[row + 1][column : column + 2] == "##":
                codes.add("sea-pool")
    return codes


def region_labels(filling: Filling) -> list[list[int]]:
    """Return a label for each cell; cells have the same label if and only if they are in the same region."""
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
