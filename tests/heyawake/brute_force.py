"""Heyawake: shade cells.

- Shaded cells never share an edge.
- All unshaded cells are connected.
- A clue is the number of shaded cells of its region; a region without a clue may have any number of shaded
  cells.
- A straight run of unshaded cells has cells of at most two different regions.

The canonical form of a solution is the set of its shaded cells.
"""

from __future__ import annotations

import random
from typing import Any

from grid_functions import (
    Cell,
    Instance,
    around,
    cells,
    cells_by_label,
    connected_groups,
    random_labels,
    random_rectangles,
    random_size,
    random_sort,
)

Shaded = frozenset[Cell]


def solutions(instance: Instance) -> list[Shaded]:
    labels = instance["regions"]
    height, width = len(labels), len(labels[0])
    board = cells(height, width)
    shaded: set[Cell] = set()
    left = {label: len(members) for label, members in cells_by_label(labels).items()}
    missing = dict(instance["clues"])
    found: list[Shaded] = []

    def run_is_too_long(r: int, c: int, step: Cell) -> bool:
        """Return whether the unshaded run that ends in a cell has cells of more than two regions."""
        regions = set()
        while r >= 0 and c >= 0 and (r, c) not in shaded:
            regions.add(labels[r][c])
            r, c = r - step[0], c - step[1]
        return len(regions) > 2

    def decide(index: int) -> None:
        if index == len(board):
            if len(connected_groups([cell for cell in board if cell not in shaded])) <= 1:
                found.append(frozenset(shaded))
            return
        r, c = board[index]
        label = labels[r][c]
        left[label] -= 1
        number = missing.get(label)
        if number != 0 and (r - 1, c) not in shaded and (r, c - 1) not in shaded:
            shaded.add((r, c))
            if number is not None:
                missing[label] = number - 1
            if number is None or number - 1 <= left[label]:
                decide(index + 1)
            if number is not None:
                missing[label] = number
            shaded.remove((r, c))
        enough = number is None or number <= left[label]
        if enough and not run_is_too_long(r, c, (0, 1)) and not run_is_too_long(r, c, (1, 0)):
            decide(index + 1)
        left[label] += 1

    decide(0)
    return found


def canonical(solution: dict[str, Any]) -> Shaded:
    return frozenset(
        (r, c) for r, row in enumerate(solution["rows"]) for c, kind in enumerate(row) if kind == "#"
    )


def random_instance(rng: random.Random) -> Instance:
    return random_sort(rng, lambda: _candidate(rng), solutions)


def _candidate(rng: random.Random) -> Instance:
    """Return random regions with clues.

    In half of the cases, the regions are rectangles. The clues are those of a random shading, but some of them
    are changed.
    """
    height, width = random_size(rng, 7, 2, rng.choice((9, 16, 20, 25)))
    if rng.random() < 0.5:
        labels = random_rectangles(rng, height, width, rng.randint(2, 9))
    else:
        area = height * width
        labels = random_labels(rng, height, width, rng.randint(area // 8 + 1, area // 3 + 1))
    shading = _random_shading(rng, height, width)
    # Large boards have more clues, because a large board with few clues has very many solutions.
    given = rng.uniform(0.0 if height * width <= 9 else 0.7 if height * width <= 16 else 0.9, 1.0)
    clues = [
        [label, len(members & shading)]
        for label, members in cells_by_label(labels).items()
        if rng.random() < given
    ]
    for clue in clues:
        if rng.random() < 0.1:
            clue[1] = rng.randint(0, min(3, len(cells_by_label(labels)[clue[0]])))
    rng.shuffle(clues)
    return {"regions": labels, "clues": clues}


def _random_shading(rng: random.Random, height: int, width: int) -> Shaded:
    """Return a random shading that obeys all rules except the one about runs."""
    board = cells(height, width)
    shaded: set[Cell] = set()
    for cell in rng.sample(board, len(board)):
        if not any(beside in shaded for beside in around(cell)):
            unshaded = [other for other in board if other != cell and other not in shaded]
            if len(connected_groups(unshaded)) == 1:
                shaded.add(cell)
    return frozenset(shaded)
