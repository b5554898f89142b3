"""Pictures of Nurikabe: the sea is filled, and island cells have their number or a dot.

A cell that is neither filled nor dotted is undecided. The cells of a violation are hatched inside a heavy
outline and marked with the rule's letter; the legend below the board explains the letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Point, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Verdict
from tilewright.games.nurikabe.rules import (
    ISLAND,
    SEA,
    UNDECIDED,
    UNKNOWN_SIZE,
    Board,
    Shading,
)

__all__ = ["LETTERS", "scene"]

LARGEST_DETAILED_SIDE = 100
"""The largest side of a board that is drawn with grid lines and dots."""

LETTERS = {
    "clue-flooded": "F",
    "sea-pool": "P",
    "sea-divided": "D",
    "island-without-number": "N",
    "two-numbers": "T",
    "island-too-big": "B",
    "island-too-small": "S",
}
"""For each rule, the letter that marks a cell that breaks it. Undecided cells need no letter."""

CLUE_HEIGHTS = (0.5, 0.5, 0.44, 0.32, 0.24, 0.19)
"""The height of a clue, by its number of digits."""

LEGEND_SIZE = 0.3
"""The height of the legend's capital letters on a small board; on a large board they grow with the board."""


def scene(
    instance: Board | None,
    solution: Shading | None = None,
    verdict: Verdict | None = None,
) -> Scene:
    """Draw a board with its clues and, if given, a solution or state with its violations marked."""
    boards = [board for board in (instance, solution) if board is not None]
    if not boards:
        raise BadInput("there is nothing to draw: a board or a solution is required")
    height = max(board.height for board in boards)
    width = max(board.width for board in boards)
    detailed = max(height, width) <= LARGEST_DETAILED_SIDE
    clues = {} if instance is None else instance.clues()
    broken = () if verdict is None else tuple(rule for rule in verdict.broken if rule.rule in LETTERS)
    letters = _rule_letters(broken, clues)
    elements = [
        *_background(boards[0], detailed),
        *(() if solution is None else _sea(solution, detailed)),
        *_hatched(broken),
        Area(_all_cells(boards[0]), outline="ink", width=0.08),
        *(() if solution is None or not detailed else _dots(solution, clues.keys() | letters.keys())),
        *(_label(cell, "?" if clue == UNKNOWN_SIZE else str(clue)) for cell, clue in clues.items()),
        *(_label(cell, letter) for cell, letter in letters.items()),
    ]
    legend = _legend(broken, height, max(1.0, max(height, width) / 20))
    across = max([width, *(2 * label.centre[0] for label in legend)])
    down = max([height, *(label.centre[1] + label.size for label in legend)])
    return Scene.of(across, down, [*elements, *legend], _title(boards[0], solution, verdict))


def _title(board: Board | Shading, solution: Shading | None, verdict: Verdict | None) -> str:
    title = f"Nurikabe, {board.height} x {board.width} cells"
    if verdict is not None:
        rules = list(dict.fromkeys(broken.rule for broken in verdict.broken))
        return f"{title}: {', '.join(rules) or 'solved'}"
    undecided = 0 if solution is None else len(solution.cells(UNDECIDED))
    return f"{title}, {undecided} undecided" if undecided else title


# --- The board ----------------------------------------------------------------------------------------


def _background(board: Board | Shading, detailed: bool) -> Iterator[Element]:
    yield Area(_all_cells(board), fill="paper", outline=None)
    if detailed:
        for row in range(1, board.height):
            yield Line(((0, row), (board.width, row)), "grid", 0.03)
        for column in range(1, board.width):
            yield Line(((column, 0), (column, board.height)), "grid", 0.03)


def _sea(solution: Shading, detailed: bool) -> Iterator[Element]:
    sea = tuple(sorted(solution.cells(SEA)))
    if sea:
        yield Area(sea, fill="water", width=0.04 if detailed else 0.08, title="the sea")


def _dots(solution: Shading, without_dot: set[Cell]) -> Iterator[Element]:
    for cell in sorted(solution.cells(ISLAND) - without_dot):
        yield Dot(_centre(cell), 0.09, "muted")


def _label(cell: Cell, text: str) -> Label:
    return Label(_centre(cell), text, CLUE_HEIGHTS[min(len(text), len(CLUE_HEIGHTS) - 1)])


def _all_cells(board: Board | Shading) -> tuple[Cell, ...]:
    return tuple(product(range(board.height), range(board.width)))


def _centre(cell: Cell) -> Point:
    return cell[1] + 0.5, cell[0] + 0.5


# --- Broken rules -------------------------------------------------------------------------------------


def _hatched(broken: Sequence[BrokenRule]) -> Iterator[Element]:
    for rule in broken:
        yield Area(rule.cells, outline="error", hatch=True, width=0.1, title=f"{rule.rule}: {rule.message}")


def _rule_letters(broken: Sequence[BrokenRule], clues: dict[Cell, int]) -> dict[Cell, str]:
    """Return, for each violation, its first free cell and the letter to draw there."""
    letters: dict[Cell, str] = {}
    for rule in broken:
        free = (cell for cell in rule.cells if cell not in clues and cell not in letters)
        cell = next(free, None)
        if cell is not None:
            letters[cell] = LETTERS[rule.rule]
    return letters


def _legend(broken: Sequence[BrokenRule], height: int, scale: float) -> list[Label]:
    """Return one line below the board for each broken rule, in the order of the letters."""
    rules = {rule.rule for rule in broken}
    texts = [f"{letter}  {rule}" for rule, letter in LETTERS.items() if rule in rules]
    size = LEGEND_SIZE * scale
    return [
        Label((text_width(text, size) / 2 + 0.3, height + scale * (0.5 + 0.5 * line)), text, size)
        for line, text in enumerate(texts)
    ]
