"""The towns of a cover as sheets to print: pictures, and an index from theme sets to towns. A4 pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tilewright.drawing import Label, Line, Scene
from tilewright.drawing.scene import Element
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically
from tilewright.games.nine_tiles.picture import towns_scene
from tilewright.games.nine_tiles.ranking.best_patterns import SETS
from tilewright.games.nine_tiles.rules import Town

__all__ = ["expect_sheet", "index_scenes", "pages", "write_sheet"]

ACROSS, DOWN = 5, 6
"""Towns on a page."""
PIXELS = 3000
"""The longer side of a page as PNG."""

# The index, in units: entries of theme set and town number.
ENTRY_WIDE, ENTRY_HIGH = 8.0, 1.0
INDEX_ACROSS, INDEX_DOWN = 8, 88

Chosen = Sequence[tuple[str, Collection[int]]]
"""Towns with the theme sets that they are best for."""


def expect_sheet(file: str) -> None:
    """Refuse a file's name before the work is done."""
    if Path(file).suffix.lower() not in (".svg", ".png", ".html"):
        raise BadInput(f"cannot write a sheet to {file!r}: its name ends in .svg, .png or .html")


def write_sheet(chosen: Chosen, path: Path) -> list[Path]:
    """Write all pages: one .html file, or numbered .svg or .png files; gives their names."""
    scenes = list(pages(chosen))
    kind = path.suffix.lower()
    if kind == ".html":
        contents = {path: _document(scenes).encode()}
    else:
        digits = len(str(len(scenes)))
        contents = {
            path.with_stem(f"{path.stem}-{at:0{digits}}"): (
                scene.to_png(PIXELS) if kind == ".png" else scene.to_svg().encode()
            )
            for at, scene in enumerate(scenes, 1)
        }
    with report_write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        for file, content in contents.items():
            write_atomically(file, content)
    return list(contents)


def pages(chosen: Chosen) -> Iterator[Scene]:
    """The towns in their order, numbered from 1, then the index."""
    for begin in range(0, len(chosen), ACROSS * DOWN):
        part = chosen[begin : begin + ACROSS * DOWN]
        towns = [
            (Town.from_pattern(pattern), f"{begin + at}   best for {len(sets)} sets")
            for at, (pattern, sets) in enumerate(part, 1)
        ]
        yield towns_scene(towns, ACROSS)
    yield from index_scenes(chosen)


def index_scenes(chosen: Chosen) -> Iterator[Scene]:
    """For every theme set the first town on the list that is best for it."""
    town_of: dict[int, int] = {}
    for number, (_, sets) in enumerate(chosen, 1):
        for each in sets:
            town_of.setdefault(each, number)
    entries = sorted(town_of.items())
    for begin in range(0, len(entries), INDEX_ACROSS * INDEX_DOWN):
        yield _index_page(entries[begin : begin + INDEX_ACROSS * INDEX_DOWN])


def _index_page(entries: Sequence[tuple[int, int]]) -> Scene:
    elements: list[Element] = []
    width, height = INDEX_ACROSS * ENTRY_WIDE, (INDEX_DOWN + 3) * ENTRY_HIGH
    for at, (each, number) in enumerate(entries):
        column, row = divmod(at, INDEX_DOWN)
        x, y = column * ENTRY_WIDE, (row + 2.5) * ENTRY_HIGH
        themes = " ".join(map(str, SETS[each]))
        elements.append(Label((x + 3, y), themes, 0.45))
        elements.append(Label((x + 6.5, y), str(number), 0.45))
    for column in range(1, INDEX_ACROSS):
        x = column * ENTRY_WIDE
        elements.append(Line(((x, 2 * ENTRY_HIGH), (x, height)), "grid", 0.05))
    first, last = (" ".join(map(str, SETS[entries[at][0]])) for at in (0, -1))
    heading = f"Three themes, and the number of a best town: {first} to {last}"
    elements.append(Label((width / 2, 0.9), heading, 0.7))
    return Scene.of(width, height, elements, heading)


def _document(scenes: Sequence[Scene]) -> str:
    """All pages in one HTML document, each on a sheet of paper of its own when it is printed."""
    style = (
        "@page{size:A4;margin:10mm}body{margin:0}"
        "svg{display:block;width:190mm;height:276mm;break-after:page;margin:auto}"
    )
    title = "Nine Tiles Panic: a best town for every three themes"
    head = f'<meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    body = "".join(scene.to_svg() for scene in scenes)
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'
