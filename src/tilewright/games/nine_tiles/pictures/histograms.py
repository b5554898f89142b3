"""How many towns have which score in each theme: bars in the terminal, and as a picture.

The numbers lie between 1 and some hundred millions, so a bar's length is the logarithm of its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log10

from tilewright.drawing import Area, Label, Line, Scene
from tilewright.drawing.scene import Element
from tilewright.drawing.stroke_font import text_width
from tilewright.games.nine_tiles.town.themes import THEMES

__all__ = ["histogram_lines", "histogram_scene"]

Histograms = Mapping[int, Mapping[int, int]]

CHARACTERS = 45
"""The longest bar in the terminal."""
DECADES = 9
"""Numbers of towns stay below 10**9."""

# A panel of the picture, in units: a bar is made of whole ones.
WIDE, HIGH = 66, 50
LEFT, BARS = 7, 57
"""Where the bars begin, and how much room they have."""
FLOOR, DECADE = 43, 4
"""Where the bars stand, and how high a power of ten is."""
COLUMNS = 5
TITLE_SIZE, SCALE_SIZE, SCORE_SIZE, TOWNS_SIZE = 2.4, 1.4, 1.6, 1.1


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
    floor = top + FLOOR
    yield _fitting(f"{theme}  {THEMES[theme - 1].title}", left + WIDE / 2, top + 2.5, WIDE - 3, TITLE_SIZE)
    for decade in (0, 3, 6, 9):
        height = floor - decade * DECADE
        yield Line(((left + LEFT, height), (left + LEFT + BARS, height)), "grid", 0.12)
        yield _fitting(("1", "1k", "1M", "1G")[decade // 3], left + LEFT / 2, height, LEFT - 2, SCALE_SIZE)
    step = min(8, BARS // len(scores))
    first = left + LEFT + (BARS - step * len(scores)) // 2
    for at, (score, towns) in enumerate(scores.items()):
        column = first + at * step
        height = max(1, round(log10(max(towns, 1)) * DECADE))
        cells = tuple((floor - 1 - row, column + across) for row in range(height) for across in range(step - 1))
        middle = column + (step - 1) / 2
        yield Area(cells, "piece0", "ink", width=0.12, title=f"theme {theme}, score {score}: {towns:,} towns")
        yield _fitting(str(score), middle, floor + 2, step - 0.6, SCORE_SIZE)
        yield _fitting(_short(towns), middle, floor - height - 1.2, step - 0.4, TOWNS_SIZE)


def _short(towns: int) -> str:
    """Two digits or three: 526M, 1.8M, 24k, 784."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if towns >= size:
            return f"{towns / size:.{1 if towns < 10 * size else 0}f}{letter}"
    return str(towns)


def _fitting(text: str, x: float, y: float, width: float, size: float) -> Label:
    """A line of text, smaller than others if it is too long."""
    return Label((x, y), text, min(size, size * width / text_width(text, size)))
