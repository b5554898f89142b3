"""Printable A4 pages of the cover, the smallest list of towns with a best town for every theme set.

The pages show a picture of each town, and an index from theme sets to towns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tilewright.drawing import Label, Line, Scene
from tilewright.drawing.scene import Element
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.games.nine_tiles.picture import towns_scene
from tilewright.games.nine_tiles.ranking.best_patterns_of_three_scores import THEME_SETS
from tilewright.games.nine_tiles.rules import Town

__all__ = ["index_scenes", "pages", "require_sheet_name", "write_sheet"]

COLUMNS, ROWS = 5, 6
"""The numbers of columns and rows of towns on a page."""
PIXELS = 3000
"""The length of the longer side of a PNG page, in pixels."""

ENTRY_WIDTH, ENTRY_HEIGHT = 8.0, 1.0
"""The size of an index entry (a theme set and a town's number), in units."""
INDEX_COLUMNS, INDEX_ROWS = 8, 88

CoverTowns = Sequence[tuple[str, Collection[int]]]
"""Pairs of a town and the indices of the theme sets that the town wins (for which it is a best town)."""


def require_sheet_name(file: str) -> None:
    """Raise `BadInput` unless the file name ends in .svg, .png or .html."""
    if Path(file).suffix.lower() not in (".svg", ".png", ".html"):
        raise BadInput(f"cannot write a sheet to {file!r}: the name must end in .svg, .png or .html")


def write_sheet(chosen: CoverTowns, path: Path) -> list[Path]:
    """Write all pages to one .html file, or to numbered .svg or .png files; return the paths of the files."""
    scenes = list(pages(chosen))
    kind = path.suffix.lower()
    if kind == ".html":
        contents = {path: _document(scenes).encode()}
    else:
        digits = len(str(len(scenes)))
        contents = {
            path.with_stem(f"{path.stem}-{number:0{digits}}"): (
                scene.to_png(PIXELS) if kind == ".png" else scene.to_svg().encode()
            )
            for number, scene in enumerate(scenes, 1)
        }
    with report_write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        for file, content in contents.items():
            write_atomically(file, content)
    return list(contents)


def pages(chosen: CoverTowns) -> Iterator[Scene]:
    """Yield the pages that show the towns, each town with its number from 1, then the index pages."""
    for begin in range(0, len(chosen), COLUMNS * ROWS):
        on_page = chosen[begin : begin + COLUMNS * ROWS]
        towns = [
            (Town.from_pattern(pattern), f"{begin + number}   best for {len(sets)} sets")
            for number, (pattern, sets) in enumerate(on_page, 1)
        ]
        yield towns_scene(towns, COLUMNS)
    yield from index_scenes(chosen)


def index_scenes(chosen: CoverTowns) -> Iterator[Scene]:
    """Yield the index pages, which list for every theme set the number of the first town that wins the set."""
    town_of: dict[int, int] = {}
    for number, (_, sets) in enumerate(chosen, 1):
        for theme_set in sets:
            town_of.setdefault(theme_set, number)
    entries = sorted(town_of.items())
    for begin in range(0, len(entries), INDEX_COLUMNS * INDEX_ROWS):
        yield _index_page(entries[begin : begin + INDEX_COLUMNS * INDEX_ROWS])


def _index_page(entries: Sequence[tuple[int, int]]) -> Scene:
    elements: list[Element] = []
    width, height = INDEX_COLUMNS * ENTRY_WIDTH, (INDEX_ROWS + 3) * ENTRY_HEIGHT
    for index, (theme_set, number) in enumerate(entries):
        column, row = divmod(index, INDEX_ROWS)
        x, y = column * ENTRY_WIDTH, (row + 2.5) * ENTRY_HEIGHT
        themes = " ".join(map(str, THEME_SETS[theme_set]))
        elements.append(Label((x + 3, y), themes, 0.45))
        elements.append(Label((x + 6.5, y), str(number), 0.45))
    for column in range(1, INDEX_COLUMNS):
        x = column * ENTRY_WIDTH
        elements.append(Line(((x, 2 * ENTRY_HEIGHT), (x, height)), "grid", 0.05))
    first, last = (" ".join(map(str, THEME_SETS[entries[index][0]])) for index in (0, -1))
    heading = f"Index of theme sets {first} to {last}: the three themes, and the number of a best town"
    elements.append(Label((width / 2, 0.9), heading, 0.7))
    return Scene.of(width, height, elements, heading)


def _document(scenes: Sequence[Scene]) -> str:
    """Return one HTML document with all pages, each of which prints on a separate sheet of paper."""
    style = (
        "@page{size:A4;margin:10mm}body{margin:0}"
        "svg{display:block;width:190mm;height:276mm;break-after:page;margin:auto}"
    )
    title = "Nine Tiles Panic: a best town for every set of three themes"
    head = f'<meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    body = "".join(scene.to_svg() for scene in scenes)
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'
