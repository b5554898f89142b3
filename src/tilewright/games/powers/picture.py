"""Draw n, the digits of its powers, and a row that shows which digits of the base are used.

Digits that break a rule are hatched: missing digits, and repeated digits that the verdict reports.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.drawing.scene import Area, Element, Label, Scene
from tilewright.errors import BadInput
from tilewright.game import Cell, Verdict
from tilewright.games.powers.rules import SYMBOLS, PowersInstance, PowersSolution, numeral

__all__ = ["scene"]

MARGIN = 2
"""The number of columns to the left of the digits, for the label of the power."""
DIGITS_PER_ROW = 36
"""The maximum number of digits per row; a longer power continues in the next row."""


def scene(
    instance: PowersInstance | None, solution: PowersSolution | None = None, verdict: Verdict | None = None
) -> Scene:
    """Return a drawing of the powers of n and the digits that they use.

    Without a solution, only the heading, the labels and the digits of the base are drawn. Without an instance,
    only n is drawn.
    """
    if instance is None:
        if solution is None:
            raise BadInput("there is nothing to draw: give a powers instance or a solution")
        heading = f"n = {solution.n}"
        return Scene.of(_heading_width(heading), 1, [_heading(heading)], f"Powers: {heading}")
    heading = _heading_text(instance, solution)
    powers = _power_digits(instance, solution)
    elements: list[Element] = [_heading(heading)]
    row = 1
    for index, (exponent, digits) in enumerate(zip(instance.exponents, powers, strict=True)):
        elements.append(Label((MARGIN / 2, row + 0.5), f"n^{exponent}", 0.35, "muted"))
        elements += _power(digits, row, _marked(verdict, index))
        row += max(1, -(-len(digits) // DIGITS_PER_ROW))
    elements += _coverage(instance, powers, row + 1)
    widest = max(len(digits) for digits in (*powers, SYMBOLS[: instance.base]))
    width = max(MARGIN + min(DIGITS_PER_ROW, widest), _heading_width(heading))
    return Scene.of(width, row + 2, elements, f"Powers: {heading}")


def _heading_text(instance: PowersInstance, solution: PowersSolution | None) -> str:
    base = "" if instance.base == 10 else f", base {instance.base}"
    if solution is None:
        return f"each digit {instance.digits.replace('-', ' ')}{base}"
    heading = f"n = {_shown_digits(str(solution.n))}"
    if instance.base == 10:
        return heading
    return f"{heading} = {_shown_digits(numeral(solution.n, instance.base))}{base}"


def _shown_digits(digits: str) -> str:
    """Return the digits of a number, or their count if they do not fit on a row."""
    return digits if len(digits) <= DIGITS_PER_ROW else f"a number of {len(digits)} digits"


def _heading_width(heading: str) -> float:
    """Return the approximate width of a heading."""
    return 0.4 * len(heading) + 0.5


def _heading(text: str) -> Label:
    return Label((_heading_width(text) / 2, 0.5), text, 0.4)


def _power_digits(instance: PowersInstance, solution: PowersSolution | None) -> list[str]:
    """Return the numerals of the powers in the base; empty strings if there is no n or n is not positive."""
    if solution is None or solution.n < 1:
        return [""] * len(instance.exponents)
    return [numeral(solution.n**exponent, instance.base) for exponent in instance.exponents]


def _marked(verdict: Verdict | None, index: int) -> set[int]:
    """Return the positions of the digits that break a rule, in the power with the given index."""
    rules = () if verdict is None else verdict.broken
    return {position for rule in rules for power, position in rule.cells if power == index}


def _power(digits: str, row: int, marked: set[int]) -> Iterator[Element]:
    for position, digit in enumerate(digits):
        down, right = divmod(position, DIGITS_PER_ROW)
        yield from _cell((row + down, MARGIN + right), digit, "land", position in marked, "")


def _coverage(instance: PowersInstance, powers: list[str], row: int) -> Iterator[Element]:
    """Draw every digit of the base: coloured if a power uses it, hatched if powers exist but none uses it."""
    all_digits = "".join(powers)
    yield Label((MARGIN / 2, row + 0.5), "all", 0.35, "muted")
    for value, digit in enumerate(SYMBOLS[: instance.base]):
        count = all_digits.count(digit)
        fill = "piece5" if count else "paper"
        missing = bool(all_digits) and not count
        times = "time" if count == 1 else "times"
        yield from _cell((row, MARGIN + value), digit, fill, missing, f"{digit} occurs {count} {times}")


def _cell(cell: Cell, digit: str, fill: str, hatched: bool, title: str) -> Iterator[Element]:
    yield Area(
        (cell,),
        fill=fill,
        inset=0.04,
        rounding=0.12,
        hatch=hatched,
        title=title,
        outline="error" if hatched else "ink",
    )
    yield Label((cell[1] + 0.5, cell[0] + 0.5), digit, 0.42)
