"""Sheets of puzzles to print: A4 pages as SVG, optionally followed by pages with the solutions, drawn smaller.

Each board is drawn as a scene and placed into a slot of its page at its own scale, so a small board can share a
page with a large one. Lengths on a page are in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from tilewright.drawing.palette import hex_of
from tilewright.drawing.scene import Label, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.drawing.svg import PADDING
from tilewright.errors import BadInput
from tilewright.game import Instance, Result, Solution, Status, game_of

__all__ = ["SheetPuzzle", "one_document", "pages", "parse_boards"]

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
MARGIN = 15.0
HEADER, FOOTER = 14.0, 8.0
"""The heights of the title area at the top and of the page number area at the bottom."""
CAPTION_HEIGHT = 8.0
"""The height of the caption area above a board, which shows the board's number."""
GAP = 5.0
TITLE_SIZE, NUMBER_SIZE, CAPTION_SIZE = 6.0, 3.2, 3.4
"""The heights of the capital letters of titles, page numbers and captions."""
LARGEST_CELL = {False: 14.0, True: 7.0}
"""The largest side length of a cell on puzzle pages (False) and on solution pages (True)."""
SOLUTION_FACTOR, MOST_SOLUTIONS = 4, 24
"""A solution page holds SOLUTION_FACTOR times as many boards as a puzzle page, but at most MOST_SOLUTIONS. If a
puzzle page holds more than MOST_SOLUTIONS boards, a solution page holds the same number."""


@dataclass(frozen=True, slots=True)
class SheetPuzzle:
    """A board on a sheet, and the solver's result for it."""

    number: int
    instance: Instance
    result: Result | None = None

    @property
    def remark(self) -> str:
        """The remark after the number of a board on a solution page; empty if the solution is unique."""
        if self.result is None or self.result.status is Status.UNKNOWN:
            return "not solved in time"
        if self.result.status is Status.INFEASIBLE:
            return "no solution"
        return {True: "", False: "one of several solutions", None: "uniqueness not proved"}[self.result.unique]

    @property
    def solution(self) -> Solution | None:
        return None if self.result is None else self.result.solution

    def scene(self, solved: bool) -> Scene:
        """Return the game's picture of the board, with the solution if `solved` is true."""
        drawing: Scene = game_of(self.instance).scene(self.instance, self.solution if solved else None)
        return drawing


# --- Parsing ------------------------------------------------------------------------------------------


def parse_boards(text: str, parse: Callable[[str], Instance]) -> list[Instance]:
    """Parse all boards in a string; blank lines separate boards, but one-line notations need none."""
    texts = list(_board_texts(text))
    boards = []
    for number, board_text in enumerate(texts, start=1):
        try:
            boards.append(parse(board_text))
        except BadInput as error:
            if len(texts) == 1:
                raise
            raise BadInput(f"board {number} of {len(texts)}: {error}") from None
    return boards


def _board_texts(text: str) -> list[str]:
    """Split a string into the strings of its boards.

    Blank lines separate blocks. If every line of a block is a URL, a line such as ``5x5:a5e2i1e3a`` or a JSON
    object, each line is a board; otherwise, the block is one board.
    """
    texts: list[str] = []
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").strip()):
        lines = [line for line in block.split("\n") if line.strip()]
        one_line_boards = [bool(re.match(r"\s*\{.*\}\s*$|[^{\[]*[/:]", line)) for line in lines]
        texts += lines if all(one_line_boards) else [block]
    return texts


# --- Layout -------------------------------------------------------------------------------------------


def pages(puzzles: Sequence[SheetPuzzle], title: str, per_page: int, solutions: bool) -> list[str]:
    """Return the SVG of each page: the puzzle pages and, if requested, the solution pages after them."""
    title = _one_line(title)
    contents = [(title, boards) for boards in _boards_of_pages(puzzles, per_page, solved=False)]
    if solutions:
        heading = f"{title}: solutions" if title else "Solutions"
        solutions_per_page = max(per_page, min(SOLUTION_FACTOR * per_page, MOST_SOLUTIONS))
        solution_pages = _boards_of_pages(puzzles, solutions_per_page, solved=True)
        contents += [(heading, boards) for boards in solution_pages]
    return [
        _page(heading, boards, number, len(contents))
        for number, (heading, boards) in enumerate(contents, start=1)
    ]


def one_document(svgs: Sequence[str], title: str) -> str:
    """Return one HTML document with all pages; each page is printed on its own sheet of paper."""
    style = "@page{size:A4;margin:0}body{margin:0}svg.page{display:block;break-after:page}"
    body = "".join(svg.replace("<svg", '<svg class="page"', 1) for svg in svgs)
    head = f'<meta charset="utf-8"><title>{escape(_one_line(title))}</title><style>{style}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _one_line(title: str) -> str:
    """Return the title on one line, without control characters, which XML does not allow."""
    return " ".join("".join(c if c.isprintable() else " " for c in title).split())


def _boards_of_pages(puzzles: Sequence[SheetPuzzle], per_page: int, solved: bool) -> list[str]:
    """Return, for each page, the SVG of all its boards."""
    per_page = min(per_page, len(puzzles))
    scenes = [puzzle.scene(solved) for puzzle in puzzles]
    columns = _columns(scenes, per_page, LARGEST_CELL[solved])
    width, height = _slot(columns, per_page)
    page_boards = []
    for begin in range(0, len(puzzles), per_page):
        boards = captions = ""
        for index, puzzle in enumerate(puzzles[begin : begin + per_page]):
            row, column = divmod(index, columns)
            drawing = scenes[begin + index]
            cell = min(_cell_size(drawing, width, height), LARGEST_CELL[solved])
            left, indent = MARGIN + column * (width + GAP), (width - cell * drawing.width) / 2
            y = MARGIN + HEADER + row * (height + CAPTION_HEIGHT + GAP)
            boards += _embedded(drawing, left + indent, y + CAPTION_HEIGHT, cell)
            caption = f"{puzzle.number}  {puzzle.remark}" if solved else f"{puzzle.number}"
            baseline = y + CAPTION_HEIGHT / 2 - 1
            captions += _text(
                caption.strip(), left + indent, baseline, CAPTION_SIZE, width - indent, align="left"
            )
        # Captions come last in the SVG, so that the background of a board does not cover them.
        page_boards.append(boards + captions)
    return page_boards


def _columns(scenes: Sequence[Scene], per_page: int, largest: float) -> int:
    """Return the number of columns that maximises the size of the smallest cell on the pages."""

    def smallest(columns: int) -> float:
        slot = _slot(columns, per_page)
        return min(largest, *(_cell_size(drawing, *slot) for drawing in scenes))

    return max(range(1, per_page + 1), key=smallest)


def _slot(columns: int, per_page: int) -> tuple[float, float]:
    """Return the width and height of the slot for one board, in millimetres."""
    rows = -(-per_page // columns)
    across = PAGE_WIDTH - 2 * MARGIN - (columns - 1) * GAP
    down = PAGE_HEIGHT - 2 * MARGIN - HEADER - FOOTER - (rows - 1) * GAP - rows * CAPTION_HEIGHT
    return across / columns, down / rows


def _cell_size(drawing: Scene, width: float, height: float) -> float:
    return min(width / (drawing.width + 2 * PADDING), height / (drawing.height + 2 * PADDING))


# --- Drawing ------------------------------------------------------------------------------------------


def _page(heading: str, boards: str, number: int, last: int) -> str:
    middle, widest = PAGE_WIDTH / 2, PAGE_WIDTH - 2 * MARGIN
    size = f'width="{PAGE_WIDTH:g}mm" height="{PAGE_HEIGHT:g}mm" viewBox="0 0 {PAGE_WIDTH:g} {PAGE_HEIGHT:g}"'
    foot = _text(f"{number} / {last}", middle, PAGE_HEIGHT - MARGIN, NUMBER_SIZE, widest)
    head = _text(heading, middle, MARGIN + TITLE_SIZE / 2, TITLE_SIZE, widest)
    ground = f'<rect width="100%" height="100%" fill="{hex_of("paper")}"/>'
    name = f"<title>{escape(heading)}, page {number} of {last}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{name}{ground}{head}{boards}{foot}</svg>\n'


def _text(text: str, x: float, y: float, size: float, widest: float, align: str = "middle") -> str:
    """Return the SVG of a line of text, centred at (x, y) or starting there, and shrunk if it is too wide."""
    if not text.strip():
        return ""
    length = text_width(text, 1.0)
    size = min(size, widest / length)
    drawing = Scene.of(length, 2, [Label((length / 2, 1), text, 1.0)], text)
    return _embedded(drawing, x - (size * length / 2 if align == "middle" else 0), y - size, size)


def _embedded(drawing: Scene, x: float, y: float, unit: float) -> str:
    """Return a scene, drawn with its top left corner at (x, y) and cells of `unit` millimetres, as SVG."""
    left, top = x - PADDING * unit, y - PADDING * unit
    width, height = (unit * (side + 2 * PADDING) for side in (drawing.width, drawing.height))
    place = f' x="{left:.3f}" y="{top:.3f}" width="{width:.3f}" height="{height:.3f}"'
    # The first width and height in a scene's SVG are the size of the whole picture, in pixels.
    return re.sub(r' width="[^"]*" height="[^"]*"', place, drawing.to_svg().strip(), count=1)
