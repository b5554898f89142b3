"""How many towns have which score in each theme: bars in the terminal, and as a picture.

The numbers lie between 1 and some hundred millions, so a bar's length is the logarithm of its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log10

from tilewright.drawing import Area, Label, Line, Scene
from tilewright.drawing.scene import Element
from tilewright.drawing.strokes import text_width
from tilewright.games.nine_tiles.themes import THEMES

__all__ = ["histogram_lines", "histogram_scene"]

Histograms = Mapping[int, Mapping[int, int]]

CHARACTERS = 45
"""The longest bar in the terminal."""
DECADES = 9
"""Numbers of towns stay below 10**9."""

# A panel of the picture, in units.
WIDE, HIGH = 26, 19
BAR_FLOOR = 16
DECADE = 1.5
COLUMNS = 5
BARS = 22
"""Units across for the bars of a panel."""


def histogram_lines(themes: Histograms) -> Iterator[str]:
    """One line for each theme and score; the bars are logarithmic."""
    for theme, scores in themes.items():
        yield f"{theme:2}  {THEMES[theme - 1].title}"
        for score, towns in scores.items():
            bar = "#" * max(1, round(CHARACTERS * log10(max(towns, 1)) / DECADES))
            yield f"  {score:4} {towns:12,}  {bar}"


def histogram_scene(themes: Histograms) -> Scene:
    """A panel for each theme: bars from 1 to 10**9 towns."""
    rows = -(-len(themes) // COLUMNS)
    elements = [
        element
        for at, (theme, scores) in enumerate(themes.items())
        for element in _panel(theme, scores, at % COLUMNS * WIDE, at // COLUMNS * HIGH)
    ]
    title = "Towns by their score in each of the 26 themes, on a logarithmic scale"
    return Scene.of(COLUMNS * WIDE, rows * HIGH, elements, title)


def _panel(theme: int, scores: Mapping[int, int], left: int, top: int) -> Iterator[Element]:
    floor = top + BAR_FLOOR
    yield _fitting(f"{theme}  {THEMES[theme - 1].title}", left + WIDE / 2, top + 1, WIDE - 2, 0.9)
    for decade in (0, 3, 6, 9):
        height = floor - decade * DECADE
        yield Line(((left + 3, height), (left + WIDE - 1, height)), "grid", 0.06)
        yield _fitting(("1", "1k", "1M", "1G")[decade // 3], left + 1.6, height, 2, 0.55)
    step = max(1, BARS // len(scores))
    wide = max(1, min(step - 1, 3)) if step > 1 else 1
    first = left + 3 + (BARS - step * len(scores)) // 2
    for at, (score, towns) in enumerate(scores.items()):
        column = first + at * step + (step - wide) // 2
        # Half a decade is the least that a bar of whole cells can show: height in cells of one unit.
        height = max(1, round(log10(max(towns, 1)) * DECADE))
        cells = tuple((floor - 1 - row, column + across) for row in range(height) for across in range(wide))
        yield Area(cells, "piece0", "ink", width=0.06, title=f"theme {theme}, score {score}: {towns:,} towns")
        yield _fitting(str(score), column + wide / 2, floor + 0.9, step, 0.6)


def _fitting(text: str, x: float, y: float, width: float, size: float) -> Label:
    """A line of text, smaller than others if it is too long."""
    return Label((x, y), text, min(size, size * width / text_width(text, size)))
