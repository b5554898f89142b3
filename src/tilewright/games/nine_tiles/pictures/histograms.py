"""Histograms of the scores of all towns in each theme, as text and as a picture.

The numbers of towns range from 59 to 526,070,976, so the bars have a logarithmic scale.
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

LONGEST_BAR = 45
"""The length of a bar for 10**9 towns, in characters."""
DECADES = 9
"""The number of factors of ten that the scale spans: all numbers of towns are below 10**9."""

PANEL_WIDTH, PANEL_HEIGHT = 66, 50
"""The size of the panel of one theme, in units; the lengths of bars are whole numbers of units."""
BARS_LEFT, BARS_WIDTH = 7, 57
"""The left end and the width of the bar area, in units."""
BASELINE, DECADE_HEIGHT = 43, 4
"""The vertical position of the bottom of the bars, and the height of a factor of ten, in units."""
COLUMNS = 5
TITLE_SIZE, SCALE_SIZE, SCORE_SIZE, TOWNS_SIZE = 2.4, 1.4, 1.6, 1.1


def histogram_lines(themes: Histograms) -> Iterator[str]:
    """Yield, for each theme, a line with its title and, for each score, a line with a logarithmic bar."""
    for theme, scores in themes.items():
        yield f"{theme:2}  {THEMES[theme - 1].title}"
        for score, towns in scores.items():
            bar = "#" * max(1, round(LONGEST_BAR * log10(max(towns, 1)) / DECADES))
            yield f"  {score:4} {towns:12,}  {bar}"


def histogram_scene(themes: Histograms) -> Scene:
    """Draw a panel for each theme, with bars on a scale from 1 to 10**9 towns."""
    rows = -(-len(themes) // COLUMNS)
    elements = [
        element
        for index, (theme, scores) in enumerate(themes.items())
        for element in _panel(theme, scores, index % COLUMNS * PANEL_WIDTH, index // COLUMNS * PANEL_HEIGHT)
    ]
    title = "Towns by their score in each of the 26 themes, on a logarithmic scale"
    return Scene.of(COLUMNS * PANEL_WIDTH, rows * PANEL_HEIGHT, elements, title)


def _panel(theme: int, scores: Mapping[int, int], left: int, top: int) -> Iterator[Element]:
    bottom = top + BASELINE
    title = f"{theme}  {THEMES[theme - 1].title}"
    yield _fitting(title, left + PANEL_WIDTH / 2, top + 2.5, PANEL_WIDTH - 3, TITLE_SIZE)
    for decade in (0, 3, 6, 9):
        y = bottom - decade * DECADE_HEIGHT
        yield Line(((left + BARS_LEFT, y), (left + BARS_LEFT + BARS_WIDTH, y)), "grid", 0.12)
        yield _fitting(("1", "1k", "1M", "1G")[decade // 3], left + BARS_LEFT / 2, y, BARS_LEFT - 2, SCALE_SIZE)
    step = min(8, BARS_WIDTH // len(scores))
    first = left + BARS_LEFT + (BARS_WIDTH - step * len(scores)) // 2
    for index, (score, towns) in enumerate(scores.items()):
        column = first + index * step
        height = max(1, round(log10(max(towns, 1)) * DECADE_HEIGHT))
        cells = tuple(
            (bottom - 1 - row, column + offset) for row in range(height) for offset in range(step - 1)
        )
        middle = column + (step - 1) / 2
        yield Area(cells, "piece0", "ink", width=0.12, title=f"theme {theme}, score {score}: {towns:,} towns")
        yield _fitting(str(score), middle, bottom + 2, step - 0.6, SCORE_SIZE)
        yield _fitting(_short(towns), middle, bottom - height - 1.2, step - 0.4, TOWNS_SIZE)


def _short(towns: int) -> str:
    """Return a number in short form, such as 526M, 1.8M, 24k or 784."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if towns >= size:
            return f"{towns / size:.{1 if towns < 10 * size else 0}f}{letter}"
    return str(towns)


def _fitting(text: str, x: float, y: float, width: float, size: float) -> Label:
    """Return a label with a line of text, in a smaller size if the line would not fit into the width."""
    return Label((x, y), text, min(size, size * width / text_width(text, size)))
