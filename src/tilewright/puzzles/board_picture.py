"""Pictures of puzzle boards: clues, regions, decided values, and marks on cells that break a rule.

Shaded cells are filled, unshaded cells have a dot unless they contain a number or letter, regions have heavy
borders, lines run through the centres of cells, and placed pieces are coloured. Blocked cells are black, and
other cells that do not belong to the board are grey. The cells of a violation are hatched inside a heavy
outline, and the first of them without text shows the letter of the broken rule; a legend below the board
explains the letters.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from string import ascii_uppercase
from typing import Any

from tilewright.drawing.palette import piece_colour
from tilewright.drawing.scene import Area, Dot, Element, Label, Line, Point, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Verdict, game_of
from tilewright.puzzles.board_base_classes import UNKNOWN
from tilewright.puzzles.borders import borders_between
from tilewright.puzzles.kinds_and_states import BORDER, LINE, SHADED, UNSHADED, Edge, Place, Value, all_edges

__all__ = ["BoardPicture", "rule_letters"]

LARGEST_DETAILED_SIDE = 100
"""Boards with more rows or columns than this are drawn without grid lines and dots."""

RULES_WITHOUT_LETTER = ("undecided", "wrong-size")
"""Rules whose violations are not marked in a picture, because they are visible without a mark."""

LABEL_HEIGHTS = (0.5, 0.5, 0.44, 0.32, 0.24, 0.19)
"""Entry n is the height of a text of n characters, in units of a cell's side. The last entry is also the height
of longer texts."""

PARTS = ("stones", "paths", "lines")
"""The attributes in which solutions store cells. If no board is given, and the solution has no `height`, the
size of the picture is computed from these cells."""

BORDER_WIDTH = 0.09
"""The width of given borders and of borders in a solution, in units of a cell's side. The terminal draws lines
of this width with heavy characters, which distinguishes them from grid lines."""

LEGEND_SIZE = 0.3
"""The height of the legend's capital letters below a small board, in units of a cell's side. Legends below
larger boards have larger letters."""


class BoardPicture:
    """Draws the boards of one puzzle, and provides the function `scene` that a ``picture.py`` must define.

    `letters` maps the code of each rule to the letter that marks a violation of the rule; the legend lists the
    rules in the same order. By default, `rule_letters` chooses the letters. `shaded` is the tooltip of the
    shaded cells.
    """

    def __init__(self, letters: Mapping[str, str] | None = None, shaded: str = "the shaded cells") -> None:
        self._letters = letters
        self._shaded = shaded

    def scene(self, instance: Any, solution: Any = None, verdict: Verdict | None = None) -> Scene:
        """Draw a board and, if given, a solution or state with its violations marked."""
        if instance is None and solution is None:
            raise BadInput("there is nothing to draw: a board or a solution is required")
        board = instance if instance is not None else _Blank(solution)
        height = max(board.height, getattr(solution, "height", 0))
        width = max(board.width, getattr(solution, "width", 0))
        values = _values_on_board(board, solution, height, width)
        numbers = self.numbers(board, values)
        broken = _broken_in_cells(verdict)
        letters = self._rule_letters(board, broken)
        marks = _marks(broken, letters, numbers)
        cells = tuple(product(range(board.height), range(board.width)))
        detailed = max(height, width) <= LARGEST_DETAILED_SIDE
        elements = [
            Area(cells, fill="paper", outline=None),
            *(_grid(board.height, board.width) if detailed else ()),
            *_outside(board),
            *_blocked(board),
            *_pieces(board, solution),
            *_shading(values, self._shaded, detailed),
            *_borders(_given_edges(board)),
            *_borders([edge for edge, value in values.items() if value == BORDER]),
            *_borders(_between_different_numbers(values, height, width)),
            *_lines(values),
            *_hatched(broken),
            Area(cells, outline="ink", width=0.08),
            *(_dots(values, numbers.keys() | marks.keys()) if detailed else ()),
            *(Label(_centre(cell), text, _label_height(text)) for cell, text in (numbers | marks).items()),
        ]
        legend = _legend(broken, letters, height, max(1.0, max(height, width) / 20))
        across = max([width, *(2 * label.centre[0] for label in legend)])
        down = max([height, *(label.centre[1] + label.size for label in legend)])
        return Scene.of(across, down, [*elements, *legend], _title(board, solution, values, verdict))

    def _rule_letters(self, board: Any, broken: Sequence[BrokenRule]) -> Mapping[str, str]:
        if not broken or self._letters is not None:
            return self._letters or {}
        return rule_letters(game_of(board.source if isinstance(board, _Blank) else board).rules)

    def numbers(self, board: Any, values: Mapping[Place, Value]) -> dict[Cell, str]:
        """Return the text of each cell that has one: its clue, or the number that a solution puts there."""
        texts = {cell: value for cell, value in values.items() if isinstance(value, int)}
        shown: Any = {**texts, **board.clues()}
        blocked = set(board.blocked())
        return {
            cell: "?" if number == UNKNOWN else str(number)
            for cell, number in shown.items()
            if cell not in blocked
        }


class _Blank:
    """A board without clues, drawn when only a solution is given."""

    regions = None

    def __init__(self, source: Any) -> None:
        self.source = source
        self.game = getattr(source, "game", "board")
        self.height, self.width = _size(source)

    def clues(self) -> dict[Cell, int]:
        return {}

    def blocked(self) -> tuple[Cell, ...]:
        return ()

    def cells(self) -> Iterator[Cell]:
        return iter(product(range(self.height), range(self.width)))


def rule_letters(rules: Iterable[str]) -> dict[str, str]:
    """Return a different letter for each rule, if possible the first letter of a word of the rule's code.

    The rules in `RULES_WITHOUT_LETTER` are left out.

    >>> rule_letters(["undecided", "wrong-count", "divided", "wrong-sum", "word"])
    {'wrong-count': 'W', 'divided': 'D', 'wrong-sum': 'S', 'word': 'O'}
    """
    letters: dict[str, str] = {}
    for rule in rules:
        if rule not in RULES_WITHOUT_LETTER:
            initials = "".join(word[0] for word in rule.split("-"))
            candidates = (initials + rule.replace("-", "")).upper() + ascii_uppercase
            letters[rule] = next(letter for letter in candidates if letter not in letters.values())
    return letters


def _broken_in_cells(verdict: Verdict | None) -> tuple[BrokenRule, ...]:
    """Return the violations that are marked in cells."""
    broken = () if verdict is None else verdict.broken
    return tuple(rule for rule in broken if rule.cells and rule.rule not in RULES_WITHOUT_LETTER)


def _marks(
    broken: Sequence[BrokenRule], letters: Mapping[str, str], numbers: Mapping[Cell, str]
) -> dict[Cell, str]:
    """Return the letter of each violation, keyed by the cell that shows it.

    The letter is shown in the violation's first cell without text. If all cells of the violation have text, its
    letter is not shown.
    """
    marks: dict[Cell, str] = {}
    for rule in broken:
        cell = next((cell for cell in rule.cells if cell not in numbers and cell not in marks), None)
        if cell is not None:
            marks[cell] = letters[rule.rule]
    return marks


def _title(board: Any, solution: Any, values: Mapping[Place, Value], verdict: Verdict | None) -> str:
    """Return the description of the picture for tooltips and screen readers."""
    title = f"{board.game.capitalize()}, {board.height} x {board.width} cells"
    if verdict is not None:
        rules = list(dict.fromkeys(broken.rule for broken in verdict.broken))
        return f"{title}: {', '.join(rules) or 'solved'}"
    if solution is None or solution.kind.on_edges or len(values) == board.height * board.width:
        return title
    return f"{title}, {board.height * board.width - len(values)} undecided"


def _size(solution: Any) -> tuple[int, int]:
    """Return the numbers of rows and columns of a solution, computed from its cells if necessary."""
    if hasattr(solution, "height"):
        return solution.height, solution.width
    placed = [piece.cells for piece in getattr(solution, "placements", ())]
    parts: Any = next((getattr(solution, name) for name in PARTS if hasattr(solution, name)), placed)
    cells = [cell for part in parts for cell in part]
    return max((row for row, _ in cells), default=0) + 1, max((column for _, column in cells), default=0) + 1


def _values_on_board(board: Any, solution: Any, height: int, width: int) -> dict[Place, Value]:
    """Return the values of a solution; edges that are not on the board are left out."""
    if solution is None:
        return {}
    values: dict[Place, Value] = solution.values(board)
    if not solution.kind.on_edges:
        return values
    inside = set(product(range(height), range(width)))
    return {edge: value for edge, value in values.items() if inside.issuperset(edge)}


def _grid(height: int, width: int) -> Iterator[Element]:
    for row in range(1, height):
        yield Line(((0, row), (width, row)), "grid", 0.03)
    for column in range(1, width):
        yield Line(((column, 0), (column, height)), "grid", 0.03)


def _outside(board: Any) -> Iterator[Element]:
    """Yield one area with the cells of the bounding rectangle that are not part of the board, if any."""
    rectangle = product(range(board.height), range(board.width))
    outside = set(rectangle).difference(board.cells())
    if outside:
        yield Area(tuple(sorted(outside)), fill="muted", outline=None, title="not to be covered")


def _pieces(board: Any, solution: Any) -> Iterator[Element]:
    """Yield the placed pieces of a solution; without a solution, the fixed pieces of the board."""
    placements = getattr(board, "fixed", ()) if solution is None else getattr(solution, "placements", ())
    for number, cells in placements:
        yield Area(cells, piece_colour(number), outline=None, title=f"piece {number}")


def _blocked(board: Any) -> Iterator[Element]:
    if cells := tuple(sorted(board.blocked())):
        yield Area(cells, fill="ink", title="the blocked cells")


def _shading(values: Mapping[Place, Value], title: str, detailed: bool) -> Iterator[Element]:
    shaded: Any = tuple(sorted(cell for cell, value in values.items() if value == SHADED))
    if shaded:
        yield Area(shaded, fill="water", width=0.04 if detailed else 0.08, title=title)


def _dots(values: Mapping[Place, Value], without_dot: Container[Place]) -> Iterator[Element]:
    unshaded: Any = sorted(cell for cell, value in values.items() if value == UNSHADED)
    return (Dot(_centre(cell), 0.09, "muted") for cell in unshaded if cell not in without_dot)


def _given_edges(board: Any) -> list[Edge]:
    """Return the edges between regions or, if the board has no regions, its given borders."""
    regions = getattr(board, "regions", None)
    return list(borders_between(regions) if regions else getattr(board, "borders", ()))


def _between_different_numbers(values: Mapping[Place, Value], height: int, width: int) -> list[Edge]:
    """Return the edges between cells that have different numbers."""
    numbers = {place: value for place, value in values.items() if isinstance(value, int)}
    return [
        (first, second)
        for first, second in (all_edges(height, width) if numbers else ())
        if first in numbers and second in numbers and numbers[first] != numbers[second]
    ]


def _borders(edges: Iterable[Any]) -> Iterator[Element]:
    for (row, column), (other_row, _) in sorted(edges):
        if row == other_row:
            yield Line(((column + 1, row), (column + 1, row + 1)), "ink", BORDER_WIDTH)
        else:
            yield Line(((column, row + 1), (column + 1, row + 1)), "ink", BORDER_WIDTH)


def _lines(values: Mapping[Place, Value]) -> Iterator[Element]:
    for place, value in sorted(values.items()):
        if value == LINE:
            first, second = place
            yield Line((_centre(first), _centre(second)), "piece0", 0.18)  # type: ignore[arg-type]


def _hatched(broken: Sequence[BrokenRule]) -> Iterator[Element]:
    for rule in broken:
        yield Area(rule.cells, outline="error", hatch=True, width=0.1, title=f"{rule.rule}: {rule.message}")


def _legend(broken: Sequence[BrokenRule], letters: Mapping[str, str], height: int, scale: float) -> list[Label]:
    """Return one line below the board for each broken rule, in the order of `letters`."""
    size = LEGEND_SIZE * scale
    rules = {rule.rule for rule in broken}
    texts = [f"{letter}  {rule}" for rule, letter in letters.items() if rule in rules]
    return [
        Label((text_width(text, size) / 2 + 0.3, height + scale * (0.5 + 0.5 * line)), text, size)
        for line, text in enumerate(texts)
    ]


def _centre(cell: Cell) -> Point:
    return cell[1] + 0.5, cell[0] + 0.5


def _label_height(text: str) -> float:
    return LABEL_HEIGHTS[min(len(text), len(LABEL_HEIGHTS) - 1)]
