"""Pictures of powers: n, its powers digit by digit, and below them every digit of the base, shown or missing.

Digits that break a rule are striped: those that occur twice where they should not, and those that are missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.drawing.scene import Area, Element, Label, Scene
from tilewright.errors import BadInput
from tilewright.game import Cell, Verdict
from tilewright.games.powers.rules import SYMBOLS, PowersInstance, PowersSolution, numeral

__all__ = ["scene"]

MARGIN = 2
"""Columns to the left of the digits, for the name of the power."""
ACROSS = 36
"""Longer powers go on in the next row."""


def scene(
    instance: PowersInstance | None, solution: PowersSolution | None = None, verdict: Verdict | None = None
) -> Scene:
    """The powers of n and the digits that they show; without n, the powers that are asked for."""
    if instance is None:
        if solution is None:
            raise BadInput("there is nothing to draw: give a powers instance or a solution")
        heading = f"n = {solution.n}"
        return Scene.of(_room(heading), 1, [_heading(heading)], f"Powers: {heading}")
    heading = _words(instance, solution)
    written = _written(instance, solution)
    elements: list[Element] = [_heading(heading)]
    row = 1
    for index, (exponent, digits) in enumerate(zip(instance.exponents, written, strict=True)):
        elements.append(Label((MARGIN / 2, row + 0.5), f"n^{exponent}", 0.35, "muted"))
        elements += _power(digits, row, _marked(verdict, index))
        row += max(1, -(-len(digits) // ACROSS))
    elements += _coverage(instance, written, row + 1)
    widest = max(len(digits) for digits in (*written, SYMBOLS[: instance.base]))
    width = max(MARGIN + min(ACROSS, widest), _room(heading))
    return Scene.of(width, row + 2, elements, f"Powers: {heading}")


def _words(instance: PowersInstance, solution: PowersSolution | None) -> str:
    base = "" if instance.base == 10 else f", base {instance.base}"
    if solution is None:
        return f"each digit {instance.digits.replace('-', ' ')}{base}"
    n = str(solution.n) if len(str(solution.n)) <= ACROSS else f"a number of {len(str(solution.n))} digits"
    return (
        f"n = {n}" if instance.base == 10 else f"n = {n} = {numeral(solution.n, instance.base)[:ACROSS]}{base}"
    )


def _room(heading: str) -> float:
    """How wide a heading is drawn, about."""
    return 0.4 * len(heading) + 0.5


def _heading(text: str) -> Label:
    return Label((_room(text) / 2, 0.5), text, 0.4)


def _written(instance: PowersInstance, solution: PowersSolution | None) -> list[str]:
    """The powers in the base; nothing where there is no n, or none that has digits."""
    if solution is None or solution.n < 1:
        return [""] * len(instance.exponents)
    return [numeral(solution.n**exponent, instance.base) for exponent in instance.exponents]


def _marked(verdict: Verdict | None, index: int) -> set[int]:
    """The places in a power where the checker found a rule broken."""
    rules = () if verdict is None else verdict.broken
    return {place for rule in rules for power, place in rule.cells if power == index}


def _power(digits: str, row: int, marked: set[int]) -> Iterator[Element]:
    for place, digit in enumerate(digits):
        down, right = divmod(place, ACROSS)
        yield from _cell((row + down, MARGIN + right), digit, "land", place in marked, "")


def _coverage(instance: PowersInstance, written: list[str], row: int) -> Iterator[Element]:
    """Every digit of the base: coloured once it is shown, striped if it is missing."""
    everything = "".join(written)
    yield Label((MARGIN / 2, row + 0.5), "all", 0.35, "muted")
    for value, digit in enumerate(SYMBOLS[: instance.base]):
        count = everything.count(digit)
        fill = "piece5" if count else "paper"
        missing = bool(everything) and not count
        yield from _cell((row, MARGIN + value), digit, fill, missing, f"{digit} occurs {count} times")


def _cell(cell: Cell, digit: str, fill: str, striped: bool, title: str) -> Iterator[Element]:
    yield Area(
        (cell,),
        fill=fill,
        inset=0.04,
        rounding=0.12,
        hatch=striped,
        title=title,
        outline="error" if striped else "ink",
    )
    yield Label((cell[1] + 0.5, cell[0] + 0.5), digit, 0.42)
