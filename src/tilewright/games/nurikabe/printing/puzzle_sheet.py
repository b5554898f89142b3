"""Sheets of puzzles to print: A4 pages as SVG, the solutions smaller on pages of their own at the end.

Each board is drawn by the drawing room and laid into a slot of its page at a scale of its own, so that a small
board may share a page with a large one. Lengths on a page are in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from tilewright.drawing.palette import hex_of
from tilewright.drawing.scene import Label, Scene
from tilewright.drawing.stroke_font import text_width
from tilewright.drawing.svg import PADDING
from tilewright.errors import BadInput
from tilewright.game import Result, Status
from tilewright.games.nurikabe.notation import parse
from tilewright.games.nurikabe.picture import scene
from tilewright.games.nurikabe.rules import Board, Shading

__all__ = ["Puzzle", "one_document", "pages", "parse_boards"]

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
MARGIN = 15.0
HEAD, FOOT = 14.0, 8.0
"""Room for the title and for the page number."""
CAPTION = 8.0
"""Room above a board for its number."""
GAP = 5.0
TITLE_SIZE, NUMBER_SIZE, CAPTION_SIZE = 6.0, 3.2, 3.4
"""Heights of capital letters."""
LARGEST_CELL = {False: 14.0, True: 7.0}
"""The side of a cell on pages without and with solutions."""
MORE_SOLUTIONS, MOST_SOLUTIONS = 4, 24
"""So many times as many boards are on a page of solutions, and no more than that because of it."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board on a sheet, and what a solver said about it."""

    number: int
    instance: Board
    result: Result | None = None

    @property
    def remark(self) -> str:
        """What stands beside the number of a solution: nothing if it is the only one."""
        if self.result is None or self.result.status is Status.UNKNOWN:
            return "not solved in time"
        if self.result.status is Status.INFEASIBLE:
            return "no solution"
        return {True: "", False: "one of several solutions", None: "perhaps not the only one"}[
            self.result.unique
        ]

    @property
    def solution(self) -> Shading | None:
        found = None if self.result is None else self.result.solution
        return found if isinstance(found, Shading) else None


# --- Reading ------------------------------------------------------------------------------------------


def parse_boards(text: str) -> list[Board]:
    """All boards of a text: blank lines between them, or a board a line where the notation has one line."""
    texts = list(_board_texts(text))
    boards = []
    for at, each in enumerate(texts):
        try:
            boards.append(parse(each))
        except BadInput as error:
            if len(texts) == 1:
                raise
            raise BadInput(f"board {at + 1} of {len(texts)}: {error}") from None
    return boards


def _board_texts(text: str) -> list[str]:
    """A URL, ``5x5:a5e2i1e3a`` and JSON in one line are boards by themselves; a grid is a block of lines."""
    texts: list[str] = []
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").strip()):
        lines = [line for line in block.split("\n") if line.strip()]
        alone = [bool(re.match(r"\s*\{.*\}\s*$|[^{\[]*[/:]", line)) for line in lines]
        texts += lines if all(alone) else [block]
    return texts


# --- Laying out ---------------------------------------------------------------------------------------


def pages(puzzles: Sequence[Puzzle], title: str, per_page: int, solutions: bool) -> list[str]:
    """The SVG of each page: puzzles first, then their solutions if they are asked for."""
    title = _one_line(title)
    laid = [(title, boards) for boards in _laid_out(puzzles, per_page, solved=False)]
    if solutions:
        heading = f"{title}: solutions" if title else "Solutions"
        more = max(per_page, min(MORE_SOLUTIONS * per_page, MOST_SOLUTIONS))
        laid += [(heading, boards) for boards in _laid_out(puzzles, more, solved=True)]
    return [_page(heading, boards, at + 1, len(laid)) for at, (heading, boards) in enumerate(laid)]


def one_document(svgs: Sequence[str], title: str) -> str:
    """All pages in one HTML document, each on a sheet of paper of its own when it is printed."""
    style = "@page{size:A4;margin:0}body{margin:0}svg.page{display:block;break-after:page}"
    body = "".join(svg.replace("<svg", '<svg class="page"', 1) for svg in svgs)
    head = f'<meta charset="utf-8"><title>{escape(_one_line(title))}</title><style>{style}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _one_line(title: str) -> str:
    """The title without the characters that no line of text has, and no XML either."""
    return " ".join("".join(c if c.isprintable() else " " for c in title).split())


def _laid_out(puzzles: Sequence[Puzzle], per_page: int, solved: bool) -> list[str]:
    """The boards of each page, as SVG at their places."""
    per_page = min(per_page, len(puzzles))
    scenes = [scene(puzzle.instance, puzzle.solution if solved else None) for puzzle in puzzles]
    columns = _columns(scenes, per_page, LARGEST_CELL[solved])
    width, height = _slot(columns, per_page)
    found = []
    for begin in range(0, len(puzzles), per_page):
        boards = captions = ""
        for at, puzzle in enumerate(puzzles[begin : begin + per_page]):
            row, column = divmod(at, columns)
            drawn = scenes[begin + at]
            cell = min(_cell(drawn, width, height), LARGEST_CELL[solved])
            left, indent = MARGIN + column * (width + GAP), (width - cell * drawn.width) / 2
            y = MARGIN + HEAD + row * (height + CAPTION + GAP)
            boards += _picture(drawn, left + indent, y + CAPTION, cell)
            caption = f"{puzzle.number}  {puzzle.remark}" if solved else f"{puzzle.number}"
            captions += _text(
                caption.strip(), left + indent, y + CAPTION / 2 - 1, CAPTION_SIZE, width - indent, align="left"
            )
        found.append(boards + captions)  # the paper around a board must not hide its caption
    return found


def _columns(scenes: Sequence[Scene], per_page: int, largest: float) -> int:
    """In how many columns the boards stand, so that the smallest cell of all is as large as can be."""

    def smallest(columns: int) -> float:
        slot = _slot(columns, per_page)
        return min(largest, *(_cell(drawn, *slot) for drawn in scenes))

    return max(range(1, per_page + 1), key=smallest)


def _slot(columns: int, per_page: int) -> tuple[float, float]:
    """Width and height of the room for one board."""
    rows = -(-per_page // columns)
    across = PAGE_WIDTH - 2 * MARGIN - (columns - 1) * GAP
    down = PAGE_HEIGHT - 2 * MARGIN - HEAD - FOOT - (rows - 1) * GAP - rows * CAPTION
    return across / columns, down / rows


def _cell(drawn: Scene, width: float, height: float) -> float:
    return min(width / (drawn.width + 2 * PADDING), height / (drawn.height + 2 * PADDING))


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
    """A line of text around (x, y), or to the right of it; smaller where it would be too wide."""
    if not text.strip():
        return ""
    length = text_width(text, 1.0)
    size = min(size, widest / length)
    drawn = Scene.of(length, 2, [Label((length / 2, 1), text, 1.0)], text)
    return _picture(drawn, x - (size * length / 2 if align == "middle" else 0), y - size, size)


def _picture(drawn: Scene, x: float, y: float, unit: float) -> str:
    """The scene as a picture within a page: its corner at (x, y), a unit of it `unit` millimetres."""
    left, top = x - PADDING * unit, y - PADDING * unit
    width, height = (unit * (side + 2 * PADDING) for side in (drawn.width, drawn.height))
    place = f' x="{left:.3f}" y="{top:.3f}" width="{width:.3f}" height="{height:.3f}"'
    # The first width and height of a scene's SVG are those of the whole, in pixels.
    return re.sub(r' width="[^"]*" height="[^"]*"', place, drawn.to_svg().strip(), count=1)
