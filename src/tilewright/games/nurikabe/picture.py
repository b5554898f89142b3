"""Pictures of Nurikabe: the sea filled, the islands paper with their numbers, a dot in each island cell.

A cell that is neither filled nor dotted is undecided. Where a rule is broken the cells are hatched inside a
heavy outline and bear the rule's letter, and below the board stands which rule that is.
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

DETAILED = 100
"""A board of more cells a side is drawn without grid and dots."""

LETTERS = {
    "clue-flooded": "F",
    "sea-pool": "P",
    "sea-divided": "D",
    "island-without-number": "N",
    "two-numbers": "T",
    "island-too-big": "B",
    "island-too-small": "S",
}
"""What stands in a cell where that rule is broken. Undecided cells are seen without a letter."""

SIZES = (0.5, 0.5, 0.44, 0.32, 0.24, 0.19)
"""Heights of a clue by the number of its digits."""

LEGEND_SIZE = 0.3
"""Height of the legend's capitals on a small board; on a large one they grow with it."""


def scene(
    instance: Board | None,
    solution: Shading | None = None,
    verdict: Verdict | None = None,
) -> Scene:
    """The board with its clues, and what a solution or a state makes of it; broken rules marked."""
    boards = [board for board in (instance, solution) if board is not None]
    if not boards:
        raise BadInput("there is nothing to draw: give a nurikabe board or a solution")
    height = max(board.height for board in boards)
    width = max(board.width for board in boards)
    detailed = max(height, width) <= DETAILED
    clues = {} if instance is None else instance.clues()
    broken = () if verdict is None else tuple(rule for rule in verdict.broken if rule.rule in LETTERS)
    marks = _marks(broken, clues)
    elements = [
        *_ground(boards[0], detailed),
        *(() if solution is None else _filled(solution, detailed)),
        *_hatched(broken),
        Area(_all_cells(boards[0]), outline="ink", width=0.08),
        *(() if solution is None or not detailed else _dots(solution, clues.keys() | marks.keys())),
        *(_label(cell, "?" if clue == UNKNOWN_SIZE else str(clue)) for cell, clue in clues.items()),
        *(_label(cell, letter) for cell, letter in marks.items()),
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


def _ground(board: Board | Shading, detailed: bool) -> Iterator[Element]:
    yield Area(_all_cells(board), fill="paper", outline=None)
    if detailed:
        for row in range(1, board.height):
            yield Line(((0, row), (board.width, row)), "grid", 0.03)
        for column in range(1, board.width):
            yield Line(((column, 0), (column, board.height)), "grid", 0.03)


def _filled(solution: Shading, detailed: bool) -> Iterator[Element]:
    sea = tuple(sorted(solution.cells(SEA)))
    if sea:
        yield Area(sea, fill="water", width=0.04 if detailed else 0.08, title="the sea")


def _dots(solution: Shading, taken: set[Cell]) -> Iterator[Element]:
    for cell in sorted(solution.cells(ISLAND) - taken):
        yield Dot(_centre(cell), 0.09, "muted")


def _label(cell: Cell, text: str) -> Label:
    return Label(_centre(cell), text, SIZES[min(len(text), len(SIZES) - 1)])


def _all_cells(board: Board | Shading) -> tuple[Cell, ...]:
    return tuple(product(range(board.height), range(board.width)))


def _centre(cell: Cell) -> Point:
    return cell[1] + 0.5, cell[0] + 0.5


# --- Broken rules -------------------------------------------------------------------------------------


def _hatched(broken: Sequence[BrokenRule]) -> Iterator[Element]:
    for rule in broken:
        yield Area(rule.cells, outline="error", hatch=True, width=0.1, title=f"{rule.rule}: {rule.message}")


def _marks(broken: Sequence[BrokenRule], clues: dict[Cell, int]) -> dict[Cell, str]:
    """A letter in the first free cell of each place where a rule is broken."""
    marks: dict[Cell, str] = {}
    for rule in broken:
        free = (cell for cell in rule.cells if cell not in clues and cell not in marks)
        cell = next(free, None)
        if cell is not None:
            marks[cell] = LETTERS[rule.rule]
    return marks


def _legend(broken: Sequence[BrokenRule], height: int, scale: float) -> list[Label]:
    """One line below the board for each rule that is broken, in the order of the letters."""
    rules = {rule.rule for rule in broken}
    texts = [f"{letter}  {rule}" for rule, letter in LETTERS.items() if rule in rules]
    size = LEGEND_SIZE * scale
    return [
        Label((text_width(text, size) / 2 + 0.3, height + scale * (0.5 + 0.5 * at)), text, size)
        for at, text in enumerate(texts)
    ]
