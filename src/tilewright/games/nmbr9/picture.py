"""Pictures: the levels side by side, and the whole stack with its heights.

On a level every part shows its number, and what lies below shimmers through. The stack is seen from above and a
little from the side: each level is moved up and to the left, walls are dark, and every cell in sight shows the
level it lies on. Parts that break a rule are hatched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

from tilewright.drawing import Area, Label, Line, Scene, piece_colour
from tilewright.drawing.scene import Element
from tilewright.game import Cell, Verdict
from tilewright.games.nmbr9.rules import (
    PARTS,
    Nmbr9Instance,
    Nmbr9Policy,
    Nmbr9Solution,
    Placement,
    orientations,
    score,
)
from tilewright.geometry import Box, bounding_box, neighbours

__all__ = ["scene", "state_scene"]

GAP = 1
HEAD = 1
"""Room above a panel for its name."""
CARDS_ACROSS = 10
CARD = 5
"""Room for the part of a card."""

TERMINAL = 28
"""Cells side by side that most terminals show."""
NAMED = 10
"""Cells that the name of the cards in hand takes."""

Points = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture in the picture: elements from its own corner [0, 0] on."""

    width: int
    height: int
    name: str
    elements: tuple[Element, ...]


def scene(
    instance: Nmbr9Instance | None, solution: Nmbr9Solution | Nmbr9Policy | None, verdict: Verdict | None = None
) -> Scene:
    if isinstance(solution, Nmbr9Policy):
        return _opening(instance, solution)
    name = "Nmbr9" if instance is None else f"Nmbr9 {instance.spec}"
    if solution is None or not solution.placements:
        return _cards(instance, name)
    placements = solution.placements
    highest = max(placement.level for placement in placements)
    box = _table(instance, placements)
    broken = _broken(placements, verdict)
    panels = [_level(placements, level, box, broken, instance) for level in range(1, highest + 1)]
    if highest > 1:
        panels.append(_stack(placements, highest, box))
    levels = f"{highest} level{'s' if highest > 1 else ''}"
    return _arranged(panels, f"{name}: {score(placements)} points on {levels}")


def state_scene(state: Any) -> Scene:
    """A moment of a played game: the levels with their rows and columns, and the cards that can be placed."""
    instance, placed = state.instance, state.placed
    if not state.cards:
        return scene(instance, Nmbr9Solution(placed), None)
    name = f"{score(placed)} points; card {len(placed) + 1} of {instance.cards}: "
    name += f"place the {state.cards[0]}" if len(state.cards) == 1 else "place one of these"
    panels = []
    if placed:
        box = _table(instance, placed)
        highest = max(placement.level for placement in placed)
        levels = [_level(placed, level, box, frozenset(), instance) for level in range(1, highest + 1)]
        panels = [_with_axes(panel, box) for panel in levels]
    across = max(1, (TERMINAL + GAP) // (panels[0].width + GAP)) if panels else 1
    rows = [panels[at : at + across] for at in range(0, len(panels), across)]
    return _in_rows([*rows, [_in_hand(state.cards, name)]], f"Nmbr9 {instance.spec}: {name}")


def _arranged(panels: Sequence[Panel], title: str) -> Scene:
    """Panels in rows, about as wide as high."""
    across = len(panels) if len(panels) < 5 else ceil(sqrt(len(panels)))
    return _in_rows([panels[at : at + across] for at in range(0, len(panels), across)], title)


def _in_rows(rows: Sequence[Sequence[Panel]], title: str) -> Scene:
    elements: list[Element] = []
    y = widest = 0
    for row in rows:
        x = 0
        for panel in row:
            if panel.name:
                elements.append(Label((x + panel.width / 2, y + HEAD / 2), panel.name, 0.42, "muted"))
            elements += (_moved(element, y + HEAD, x) for element in panel.elements)
            x += panel.width + GAP
        widest = max(widest, x - GAP)
        y += HEAD + max(panel.height for panel in row) + GAP
    return Scene.of(widest, y - GAP, elements, title)


def _moved(element: Element, down: int, right: int) -> Element:
    match element:
        case Area():
            cells = tuple((row + down, column + right) for row, column in element.cells)
            return Area(
                cells, element.fill, element.outline, element.hatch, element.inset, element.title, element.width
            )
        case Label(centre=(x, y)):
            return Label((x + right, y + down), element.text, element.size, element.colour)
        case Line():
            return Line(tuple((x + right, y + down) for x, y in element.points), element.colour, element.width)
    return element


# --- Levels -------------------------------------------------------------------------------------------


def _table(instance: Nmbr9Instance | None, placements: Sequence[Placement]) -> Box:
    """The cells that are drawn: a grid whole, and all that is covered."""
    cells = [cell for placement in placements for cell in placement.cells]
    if instance is not None and instance.grid is not None and instance.grid <= 64:
        cells += [(0, 0), (instance.grid - 1, instance.grid - 1)]
    return bounding_box(cells)


def _broken(placements: Sequence[Placement], verdict: Verdict | None) -> frozenset[int]:
    """The places, in order of play, of parts that break a rule: for each rule the last one with its cells."""
    found = set()
    for rule in verdict.broken if verdict is not None else ():
        holders = [
            at for at, each in enumerate(placements) if rule.cells and set(rule.cells) <= set(each.cells)
        ]
        found.update(holders[-1:])
    return frozenset(found)


def _level(
    placements: Sequence[Placement],
    level: int,
    box: Box,
    broken: frozenset[int],
    instance: Nmbr9Instance | None,
) -> Panel:
    elements: list[Element] = []
    if instance is not None and instance.grid is not None:
        inside = [cell for cell in box.cells() if 0 <= min(cell) <= max(cell) < instance.grid]
        elements.append(Area(_local(inside, box), "paper", "muted", width=0.03, title="the grid"))
    below = [cell for each in placements if each.level == level - 1 for cell in each.cells]
    if below:
        elements.append(Area(_local(below, box), "land", "grid", width=0.03, title="the level below"))
    for at, placement in enumerate(placements):
        if placement.level == level:
            elements += _part(placement.value, _local(placement.cells, box), at + 1, at in broken)
    name = "level 1: the table" if level == 1 else f"level {level}: x {level - 1}"
    return Panel(box.cols, box.rows, name if box.cols > 5 else f"level {level}", tuple(elements))


def _with_axes(panel: Panel, box: Box) -> Panel:
    """The numbers of its rows on the left, and of its columns above."""
    elements = [_moved(element, 1, 1) for element in panel.elements]
    elements += (Label((0.5, 1.5 + at), str(box.top + at), 0.3, "muted") for at in range(box.rows))
    elements += (Label((1.5 + at, 0.5), str(box.left + at), 0.3, "muted") for at in range(box.cols))
    return Panel(panel.width + 1, panel.height + 1, panel.name, tuple(elements))


def _in_hand(cards: Sequence[int], name: str) -> Panel:
    """The part of a card in all of its turns, as they are written; of several cards each as it is printed."""
    shapes = [(card, shape) for card in cards for shape in orientations(card)[: 4 if len(cards) == 1 else 1]]
    elements: list[Element] = []
    for at, (card, shape) in enumerate(shapes):
        if len(cards) == 1:
            elements.append(Label((at * CARD + 0.5, 0.5), f"t{at}", 0.3, "muted"))
        elements += (_moved(element, 1, at * CARD) for element in _part(card, shape.cells, None))
    return Panel(max(NAMED, len(shapes) * CARD - GAP), CARD, name, tuple(elements))


def _part(value: int, cells: Points, turn: int | None, broken: bool = False) -> Iterator[Element]:
    title = f"{value}" if turn is None else f"{value}, placed as number {turn}"
    yield Area(tuple(cells), piece_colour(value), "error" if broken else "ink", broken, 0.05, title)
    row, column = _middle(cells)
    yield Label((column + 0.5, row + 0.5), str(value), 0.55)


def _middle(cells: Points) -> Cell:
    """The cell with most cells of the part around it."""
    inside = set(cells)
    return max(sorted(inside), key=lambda cell: sum(near in inside for near in neighbours(cell)))


def _local(cells: Iterable[Cell], box: Box) -> tuple[Cell, ...]:
    return tuple((row - box.top, column - box.left) for row, column in cells)


# --- The stack ----------------------------------------------------------------------------------------


def _stack(placements: Sequence[Placement], highest: int, box: Box) -> Panel:
    """Two units to a cell; each level is moved by one unit, and that is what is seen of its walls."""
    drawn: list[list[Element]] = []
    hidden: set[Cell] = set()
    for level in range(highest, 0, -1):
        rise = highest - level
        lying = [(each, _local(each.cells, box)) for each in placements if each.level == level]
        cells = [cell for _, part in lying for cell in part]
        faces, walls = _doubled(cells, rise), _doubled(cells, rise + 1)
        layer: list[Element] = [Area(walls, "muted", "ink", width=0.04)]
        layer += (
            Area(_doubled(part, rise), piece_colour(each.value), "ink", title=f"{each.value} on level {level}")
            for each, part in lying
        )
        layer += (
            Label((2 * column + rise + 1, 2 * row + rise + 1), str(level), 0.7)
            for row, column in cells
            if hidden.isdisjoint(_doubled([(row, column)], rise))
        )
        drawn.append(layer)
        hidden.update(faces, walls)
    elements = [element for layer in reversed(drawn) for element in layer]
    width, height = 2 * box.cols + highest, 2 * box.rows + highest
    return Panel(width, height, "the stack and its heights", tuple(elements))


def _doubled(cells: Iterable[Cell], rise: int) -> tuple[Cell, ...]:
    return tuple(
        (2 * row + rise + down, 2 * column + rise + right)
        for row, column in cells
        for down in (0, 1)
        for right in (0, 1)
    )


# --- Without a stack ----------------------------------------------------------------------------------


def _cards(instance: Nmbr9Instance | None, title: str) -> Scene:
    """The parts of the deck in its order, or those of the set."""
    if instance is None:
        return _arranged([_card(value, "") for value in range(len(PARTS))], title)
    if instance.deck is not None:
        panels = [_card(value, f"card {at}") for at, value in enumerate(instance.deck, 1)]
        return _rows(panels, f"{title}: the deck")
    panels = [_card(value, f"x {instance.copies}") for value in range(instance.max_value + 1)]
    return _rows(panels, f"{title}: {instance.cards} of these")


def _rows(panels: Sequence[Panel], title: str) -> Scene:
    elements: list[Element] = []
    across = min(CARDS_ACROSS, len(panels))
    for at, panel in enumerate(panels):
        down, right = at // across * (CARD + HEAD), at % across * CARD
        elements.append(Label((right + 1.5, down + HEAD / 2), panel.name, 0.42, "muted"))
        elements += (_moved(element, down + HEAD, right) for element in panel.elements)
    rows = -(-len(panels) // across)
    return Scene.of(across * CARD - GAP, rows * (CARD + HEAD) - GAP, elements, title)


def _card(value: int, name: str) -> Panel:
    return Panel(CARD - GAP, CARD - GAP, name, tuple(_part(value, PARTS[value].cells, None)))


def _opening(instance: Nmbr9Instance | None, policy: Nmbr9Policy) -> Scene:
    """Where the policy places each first card."""
    panels = []
    for card, reply in sorted(policy.replies, key=lambda pair: pair[0]):
        placement = Placement(card, 0, reply.level, reply.cells)
        box = _table(instance, [placement])
        level = _level([placement], reply.level, box, frozenset(), instance)
        panels.append(Panel(level.width, level.height, f"first {card}", level.elements))
    name = "Nmbr9" if instance is None else f"Nmbr9 {instance.spec}"
    return _arranged(panels, f"{name}: the opening of a policy")
