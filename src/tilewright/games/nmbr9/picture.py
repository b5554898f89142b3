"""Draw Nmbr9: the levels side by side, and the whole stack with its heights.

On each level, every part shows its number, parts that break a rule are hatched, and the cells of the level
below are drawn in a light colour. The stack is drawn in an oblique view from above: higher levels are shifted
up and to the left, walls are dark, and every fully visible cell shows its level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Any

from tilewright.drawing import Area, Label, Scene, piece_colour
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
NAME_HEIGHT = 1
"""The height, in cells, of the line with the name of a panel, above the panel."""
CARDS_ACROSS = 10
CARD_SIDE = 5
"""The side of the square reserved for one card, including the gap, in cells."""

TERMINAL_WIDTH = 28
"""The number of cells that fit side by side in most terminals."""
LEAST_HAND_WIDTH = 10
"""The minimum width of the panel with the cards that can be placed, in cells, so that its name fits."""

Points = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Panel:
    """A section of the picture; the coordinates of its elements are relative to its top left corner."""

    width: int
    height: int
    name: str
    elements: tuple[Element, ...]


def scene(
    instance: Nmbr9Instance | None, solution: Nmbr9Solution | Nmbr9Policy | None, verdict: Verdict | None = None
) -> Scene:
    if isinstance(solution, Nmbr9Policy):
        return _opening(instance, solution)
    name = _name(instance)
    if solution is None or not solution.placements:
        return _cards(instance, name)
    placements = solution.placements
    highest = max(placement.level for placement in placements)
    box = _drawn_box(instance, placements)
    broken = _broken_placements(placements, verdict)
    panels = [_level(placements, level, box, broken, instance) for level in range(1, highest + 1)]
    if highest > 1:
        panels.append(_stack(placements, highest, box))
    levels = f"{highest} level{'s' if highest > 1 else ''}"
    return _arranged(panels, f"{name}: {_points(placements)} on {levels}")


def state_scene(state: Any) -> Scene:
    """Draw a game in progress: the levels with row and column numbers, and the cards that can be placed."""
    instance, placed = state.instance, state.placed
    if not state.cards:
        return scene(instance, Nmbr9Solution(placed), None)
    name = f"{_points(placed)}; card {len(placed) + 1} of {instance.cards}: "
    name += f"place the {state.cards[0]}" if len(state.cards) == 1 else "place one of these"
    panels = []
    if placed:
        box = _drawn_box(instance, placed)
        highest = max(placement.level for placement in placed)
        levels = [_level(placed, level, box, frozenset(), instance) for level in range(1, highest + 1)]
        panels = [_with_axes(panel, box) for panel in levels]
    across = max(1, (TERMINAL_WIDTH + GAP) // (panels[0].width + GAP)) if panels else 1
    return _in_rows([*_rows(panels, across), [_hand(state.cards, name)]], f"Nmbr9 {instance.spec}: {name}")


def _name(instance: Nmbr9Instance | None) -> str:
    return "Nmbr9" if instance is None else f"Nmbr9 {instance.spec}"


def _points(placements: Sequence[Placement]) -> str:
    points = score(placements)
    return "1 point" if points == 1 else f"{points} points"


def _arranged(panels: Sequence[Panel], title: str) -> Scene:
    """Return a scene with the panels in rows: up to four panels in a single row, more in roughly a square."""
    across = len(panels) if len(panels) < 5 else ceil(sqrt(len(panels)))
    return _in_rows(_rows(panels, across), title)


def _rows(panels: Sequence[Panel], across: int) -> list[Sequence[Panel]]:
    return [panels[begin : begin + across] for begin in range(0, len(panels), across)]


def _in_rows(rows: Sequence[Sequence[Panel]], title: str) -> Scene:
    elements: list[Element] = []
    y = widest = 0
    for row in rows:
        x = 0
        for panel in row:
            if panel.name:
                elements.append(Label((x + panel.width / 2, y + NAME_HEIGHT / 2), panel.name, 0.42, "muted"))
            elements += (_moved(element, y + NAME_HEIGHT, x) for element in panel.elements)
            x += panel.width + GAP
        widest = max(widest, x - GAP)
        y += NAME_HEIGHT + max(panel.height for panel in row) + GAP
    return Scene.of(widest, y - GAP, elements, title)


def _moved(element: Element, down: int, right: int) -> Element:
    match element:
        case Area():
            return replace(element, cells=_shifted(element.cells, down, right))
        case Label(centre=(x, y)):
            return replace(element, centre=(x + right, y + down))
    raise TypeError(f"a panel has only areas and labels, not {element!r}")


# --- Levels -------------------------------------------------------------------------------------------


def _drawn_box(instance: Nmbr9Instance | None, placements: Sequence[Placement]) -> Box:
    """Return the box of cells to draw: all placed parts and, unless it is very large, the whole grid."""
    cells = [cell for placement in placements for cell in placement.cells]
    if instance is not None and instance.grid is not None and instance.grid <= 64:
        cells += [(0, 0), (instance.grid - 1, instance.grid - 1)]
    return bounding_box(cells)


def _broken_placements(placements: Sequence[Placement], verdict: Verdict | None) -> frozenset[int]:
    """Return the indexes of placements that break a rule.

    A broken rule lists cells, not placements. It is assigned to the last placement that contains all its cells.
    """
    indexes = set()
    for rule in verdict.broken if verdict is not None else ():
        holders = [
            index for index, each in enumerate(placements) if rule.cells and set(rule.cells) <= set(each.cells)
        ]
        indexes.update(holders[-1:])
    return frozenset(indexes)


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
    for index, placement in enumerate(placements):
        if placement.level == level:
            elements += _part(placement.value, _local(placement.cells, box), index + 1, index in broken)
    name = "level 1: the table" if level == 1 else f"level {level}: x {level - 1}"
    return Panel(box.cols, box.rows, name if box.cols > 5 else f"level {level}", tuple(elements))


def _with_axes(panel: Panel, box: Box) -> Panel:
    """Return the panel with row numbers on the left and column numbers above."""
    elements = [_moved(element, 1, 1) for element in panel.elements]
    elements += (Label((0.5, 1.5 + row), str(box.top + row), 0.3, "muted") for row in range(box.rows))
    elements += (Label((1.5 + column, 0.5), str(box.left + column), 0.3, "muted") for column in range(box.cols))
    return Panel(panel.width + 1, panel.height + 1, panel.name, tuple(elements))


def _hand(cards: Sequence[int], name: str) -> Panel:
    """Draw the cards that can be placed: a single one in all rotations, several in the printed orientation."""
    shapes = [(card, shape) for card in cards for shape in orientations(card)[: 4 if len(cards) == 1 else 1]]
    elements: list[Element] = []
    for index, (card, shape) in enumerate(shapes):
        if len(cards) == 1:
            elements.append(Label((index * CARD_SIDE + 0.5, 0.5), f"t{index}", 0.3, "muted"))
        elements += (_moved(element, 1, index * CARD_SIDE) for element in _part(card, shape.cells, None))
    return Panel(max(LEAST_HAND_WIDTH, len(shapes) * CARD_SIDE - GAP), CARD_SIDE, name, tuple(elements))


def _part(value: int, cells: Points, play_number: int | None, broken: bool = False) -> Iterator[Element]:
    title = f"{value}" if play_number is None else f"{value}, placement {play_number}"
    yield Area(tuple(cells), piece_colour(value), "error" if broken else "ink", broken, 0.05, title)
    row, column = _middle(cells)
    yield Label((column + 0.5, row + 0.5), str(value), 0.55)


def _middle(cells: Points) -> Cell:
    """Return the cell with the most neighbours in the part; the number of the part is written there."""
    inside = set(cells)
    return max(sorted(inside), key=lambda cell: sum(near in inside for near in neighbours(cell)))


def _shifted(cells: Iterable[Cell], down: int, right: int) -> tuple[Cell, ...]:
    return tuple((row + down, column + right) for row, column in cells)


def _local(cells: Iterable[Cell], box: Box) -> tuple[Cell, ...]:
    return _shifted(cells, -box.top, -box.left)


# --- The stack ----------------------------------------------------------------------------------------


def _stack(placements: Sequence[Placement], highest: int, box: Box) -> Panel:
    """Draw the oblique view with two units per cell; each level is shifted by one unit to show its walls."""
    drawn: list[list[Element]] = []
    hidden: set[Cell] = set()
    for level in range(highest, 0, -1):
        shift = highest - level
        parts = [(each, _local(each.cells, box)) for each in placements if each.level == level]
        cells = [cell for _, part in parts for cell in part]
        tops, walls = _doubled(cells, shift), _doubled(cells, shift + 1)
        layer: list[Element] = [Area(walls, "muted", "ink", width=0.04)]
        layer += (
            Area(_doubled(part, shift), piece_colour(each.value), "ink", title=f"{each.value} on level {level}")
            for each, part in parts
        )
        layer += (
            Label((2 * column + shift + 1, 2 * row + shift + 1), str(level), 0.7)
            for row, column in cells
            if hidden.isdisjoint(_doubled([(row, column)], shift))
        )
        drawn.append(layer)
        hidden.update(tops, walls)
    elements = [element for layer in reversed(drawn) for element in layer]
    width, height = 2 * box.cols + highest, 2 * box.rows + highest
    return Panel(width, height, "the stack and its heights", tuple(elements))


def _doubled(cells: Iterable[Cell], shift: int) -> tuple[Cell, ...]:
    """Return 2 x 2 cells in place of each cell, shifted down and to the right by `shift` cells."""
    return tuple(
        (2 * row + shift + down, 2 * column + shift + right)
        for row, column in cells
        for down in (0, 1)
        for right in (0, 1)
    )


# --- Decks, sets and policies -------------------------------------------------------------------------


def _cards(instance: Nmbr9Instance | None, title: str) -> Scene:
    """Draw the parts of the deck in order, or the parts of the set if there is no deck."""
    if instance is None:
        return _arranged([_card(value, "") for value in range(len(PARTS))], title)
    if instance.deck is not None:
        panels = [_card(value, f"card {number}") for number, value in enumerate(instance.deck, 1)]
        return _card_grid(panels, f"{title}: the deck")
    panels = [_card(value, f"x {instance.copies}") for value in range(instance.max_value + 1)]
    return _card_grid(panels, f"{title}: {instance.cards} of these parts")


def _card_grid(panels: Sequence[Panel], title: str) -> Scene:
    elements: list[Element] = []
    across = min(CARDS_ACROSS, len(panels))
    for index, panel in enumerate(panels):
        down, right = index // across * (CARD_SIDE + NAME_HEIGHT), index % across * CARD_SIDE
        elements.append(Label((right + 1.5, down + NAME_HEIGHT / 2), panel.name, 0.42, "muted"))
        elements += (_moved(element, down + NAME_HEIGHT, right) for element in panel.elements)
    rows = -(-len(panels) // across)
    return Scene.of(across * CARD_SIDE - GAP, rows * (CARD_SIDE + NAME_HEIGHT) - GAP, elements, title)


def _card(value: int, name: str) -> Panel:
    return Panel(CARD_SIDE - GAP, CARD_SIDE - GAP, name, tuple(_part(value, PARTS[value].cells, None)))


def _opening(instance: Nmbr9Instance | None, policy: Nmbr9Policy) -> Scene:
    """Draw where the policy places each possible first card."""
    panels = []
    for card, reply in sorted(policy.replies, key=lambda pair: pair[0]):
        placement = Placement(card, 0, reply.level, reply.cells)
        box = _drawn_box(instance, [placement])
        level = _level([placement], reply.level, box, frozenset(), instance)
        panels.append(Panel(level.width, level.height, f"first {card}", level.elements))
    return _arranged(panels, f"{_name(instance)}: the opening of a policy")
