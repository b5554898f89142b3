"""The reliability diagram as a picture: the share of wins plotted against the win chance."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.drawing.scene import Dot, Element, Label, Line, Point, Scene
from tilewright.games.patchwork.duel.calibration import Bin

__all__ = ["reliability_diagram"]

SIZE = 10.0
"""The width and the height of the plot area, in the units of the scene."""
LEFT, TOP = 1.8, 1.6
LEAST_RADIUS, GREATEST_RADIUS = 0.08, 0.3
TITLE = "Win chance and wins"


def reliability_diagram(bins: Sequence[Bin]) -> Scene:
    """Draw a dot for each bin that is not empty; the area of a dot grows with the number of positions."""

    def place(chance: float, won: float) -> Point:
        return LEFT + SIZE * chance, TOP + SIZE * (1 - won)

    elements: list[Element] = [Label((LEFT + SIZE / 2, 0.7), TITLE, 0.45)]
    for tick in range(0, 11, 2):
        share = tick / 10
        elements.append(Line((place(share, 0), place(share, 1)), "grid", 0.03))
        elements.append(Line((place(0, share), place(1, share)), "grid", 0.03))
        below, beside = place(share, 0), place(0, share)
        elements.append(Label((below[0], below[1] + 0.4), f"{10 * tick}%", 0.3, "muted"))
        elements.append(Label((beside[0] - 0.7, beside[1]), f"{10 * tick}%", 0.3, "muted"))
    elements.append(Line((place(0, 0), place(1, 1)), "muted", 0.05))
    known = [each for each in bins if each.positions]
    most = max((each.positions for each in known), default=1)
    elements.append(Line(tuple(place(each.expected, each.won) for each in known), "ink", 0.06))
    for each in known:
        radius = LEAST_RADIUS + (GREATEST_RADIUS - LEAST_RADIUS) * (each.positions / most) ** 0.5
        title = f"chance {each.expected:.1%}, won {each.won:.1%}, positions: {each.positions}"
        elements.append(Dot(place(each.expected, each.won), radius, "ink", "ink", title))
    elements.append(
        Label((LEFT + SIZE / 2, TOP + SIZE + 1.1), "horizontal: win chance; vertical: share of wins", 0.3)
    )
    return Scene.of(LEFT + SIZE + 0.8, TOP + SIZE + 1.6, elements, TITLE)
