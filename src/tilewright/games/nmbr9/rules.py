"""The rules of Nmbr9, according to "Nmbr9 as a Constraint Programming Challenge" (M. Z. Lagerkvist, 2019).

The parts have the shapes of the numbers 0 to 9. They are placed one after another and may be rotated by
quarter turns, but not flipped. Level 1 is the table. A placement must obey three rules:

- its cells are free on its level, and above the table each of them rests on an occupied cell of the level
  below;
- above the table the part rests on at least two parts;
- after the placement, all occupied cells of its level are connected edge to edge.

A part scores its value times the number of levels below it. In an instance T-m-c-k there are c copies of each
number from 0 to m, and k of these parts are placed. T is the variant: with F the player chooses the parts and
their order; with K the parts are placed in the order of a known deck; with U the deck is revealed card by card.

"At least two parts" can be read in two ways. With `support="parts"` two copies of a number count as two parts;
with `support="types"` only different numbers count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from reprlib import repr as shorten
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
from tilewright.games.nmbr9.parts import PARTS
from tilewright.geometry import Polyomino, is_connected

__all__ = [
    "LARGEST_VALUE",
    "PARTS",
    "RULES",
    "SUPPORTS",
    "VARIANTS",
    "Nmbr9Instance",
    "Nmbr9Policy",
    "Nmbr9Solution",
    "Placement",
    "Reply",
    "check",
    "orientations",
    "score",
]


LARGEST_VALUE = len(PARTS) - 1
MOST_COPIES = 20
LARGEST_GRID = 1_000
LEAST_GRID = min(max(part.rows, part.cols) for part in PARTS)
"""The side of the smallest grid on which some part fits."""
LARGEST_COORDINATE = 10**6
LARGEST_INDEX = 1_000
"""The largest level and the largest copy number that are accepted as input."""
MOST_PLACEMENTS = 250
"""The maximum number of placements in a solution; the largest set has 200 parts."""

VARIANTS = ("F", "K", "U")
SUPPORTS = ("parts", "types")
OBJECTIVES = ("forced", "expected")

RULES: Mapping[str, str] = {
    "wrong-shape": "The cells of a placement have the shape of its part, which may be rotated but not flipped.",
    "off-grid": "On a bounded table, every cell is on the grid.",
    "too-high": "No part is above the highest allowed level.",
    "overlap": "No two parts share a cell of a level.",
    "unsupported": "Above the table, every cell of a part rests on an occupied cell of the level below.",
    "one-part": "With support=parts, a part above the table rests on at least two parts.",
    "one-type": "With support=types, a part above the table rests on parts of at least two different numbers.",
    "not-connected": "After each placement the cells of the part's level are connected edge to edge.",
    "not-in-set": "Every placed part belongs to the set: its number and its copy number exist.",
    "part-twice": "No part is placed twice.",
    "wrong-card": "In variant K the parts are placed in the order of the deck.",
    "cards-left": "All cards are placed.",
    "too-many-cards": "No more parts are placed than there are cards.",
    "no-reply": "In variant U, wherever a policy continues, it has a reply to every card that may be drawn.",
}


# --- Values -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nmbr9Instance(Instance):
    """An instance T-m-c-k: its variant (F, K or U), numbers, copies and cards, and, in variant K, its deck."""

    game: ClassVar[str] = "nmbr9"
    variant: str
    max_value: int
    copies: int
    cards: int
    deck: tuple[int, ...] | None = None
    grid: int | None = None
    """The side of the square of usable cells; None for an unbounded table."""
    levels: int | None = None
    """The highest level that may be used; None for no limit."""
    support: str = "parts"
    objective: str = "forced"
    """The objective in variant U: the score against the worst shuffle (`forced`) or the mean over all shuffles
    (`expected`)."""

    def __post_init__(self) -> None:
        _check_choice("variant", self.variant, VARIANTS)
        _check_integer("max_value", self.max_value, 0, LARGEST_VALUE)
        _check_integer("copies", self.copies, 1, MOST_COPIES)
        parts = (self.max_value + 1) * self.copies
        if type(self.cards) is int and self.cards > parts:
            raise BadInput(f"cards: {self.cards} is too many; the set has only {parts} parts")
        _check_integer("cards", self.cards, 1, parts)
        _check_choice("support", self.support, SUPPORTS)
        _check_choice("objective", self.objective, OBJECTIVES)
        if self.objective != "forced" and self.variant != "U":
            raise BadInput("objective: only variant U has a choice; F and K always maximise the score")
        if self.grid is not None:
            _check_integer("grid", self.grid, 1, LARGEST_GRID)
        if self.levels is not None:
            _check_integer("levels", self.levels, 1, LARGEST_INDEX)
        self._check_deck()

    def _check_deck(self) -> None:
        if self.variant != "K":
            if self.deck is not None:
                raise BadInput(f"deck: variant {self.variant} has no deck; only variant K has one")
            return
        if self.deck is None:
            raise BadInput("deck: variant K needs a deck, such as K-9-2-3:3,7,0")
        object.__setattr__(self, "deck", tuple(self.deck))
        if len(self.deck) != self.cards:
            raise BadInput(f"deck: expected {self.cards} cards, not {len(self.deck)}")
        for index, card in enumerate(self.deck):
            _check_integer(f"deck[{index}]", card, 0, self.max_value)
            if self.deck[: index + 1].count(card) > self.copies:
                raise BadInput(
                    f"deck[{index}]: too many copies of card {card}; the set has {self.copies} of each number"
                )

    @property
    def parts(self) -> int:
        return self.cards

    @property
    def spec(self) -> str:
        """The form T-m-c-k of the instance, such as F-6-2-5, without the deck and the other settings."""
        return f"{self.variant}-{self.max_value}-{self.copies}-{self.cards}"


@dataclass(frozen=True, slots=True)
class Placement:
    """One part on the stack. The copies of a number are numbered from 0; level 1 is the table."""

    value: int
    copy: int
    level: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        _check_integer("value", self.value, 0, LARGEST_VALUE)
        _check_integer("copy", self.copy, 0, LARGEST_INDEX)
        _check_position(self.level, self.cells)

    @property
    def score(self) -> int:
        return self.value * (self.level - 1)

    def __str__(self) -> str:
        return f"the {self.value} on level {self.level}"


@dataclass(frozen=True, slots=True)
class Nmbr9Solution(Solution):
    """A solution of variant F or K: the placements in order of play."""

    game: ClassVar[str] = "nmbr9"
    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        if len(self.placements) > MOST_PLACEMENTS:
            raise BadInput(f"placements: expected at most {MOST_PLACEMENTS}, not {len(self.placements)}")

    @classmethod
    def of_parts(cls, parts: Iterable[tuple[int, int, Iterable[Cell]]]) -> Nmbr9Solution:
        """Return the solution for parts in order of play, each given by its value, its level and its cells.

        The copies of each value are numbered from 0 in the same order.
        """
        copies: Counter[int] = Counter()
        placements = []
        for value, level, cells in parts:
            placements.append(Placement(value, copies[value], level, tuple(cells)))
            copies[value] += 1
        return cls(tuple(placements))


@dataclass(frozen=True, slots=True)
class Reply:
    """Where a policy places a card, and its reply to each possible next card.

    If the replies end before the last card, the policy is only an opening.
    """

    level: int
    cells: tuple[Cell, ...]
    next: tuple[tuple[int, Reply], ...] = ()

    def __post_init__(self) -> None:
        _check_position(self.level, self.cells)


@dataclass(frozen=True, slots=True)
class Nmbr9Policy(Solution):
    """A solution of variant U: a reply to each possible first card."""

    game: ClassVar[str] = "nmbr9"
    replies: tuple[tuple[int, Reply], ...]


@cache
def orientations(value: int) -> tuple[Polyomino, ...]:
    """Return the different rotations of the part of a number; flipped shapes are not included."""
    return PARTS[value].orientations(mirror=False)


def _check_integer(name: str, number: Any, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        raise BadInput(f"{name}: expected a whole number from {low} to {high}, not {shorten(number)}")


def _check_choice(name: str, text: Any, choices: Sequence[str]) -> None:
    if text not in choices:
        raise BadInput(f"{name}: expected {', '.join(choices[:-1])} or {choices[-1]}, not {shorten(text)}")


def _check_position(level: int, cells: Sequence[Cell]) -> None:
    _check_integer("level", level, 1, LARGEST_INDEX)
    if not 1 <= len(cells) <= 100:
        raise BadInput(f"cells: expected the cells of one part, not {len(cells)} cells")
    for row, column in cells:
        _check_integer("row", row, -LARGEST_COORDINATE, LARGEST_COORDINATE)
        _check_integer("column", column, -LARGEST_COORDINATE, LARGEST_COORDINATE)


# --- Checking solutions -------------------------------------------------------------------------------


def check(instance: Nmbr9Instance, solution: Nmbr9Solution | Nmbr9Policy) -> Verdict:
    """Return every broken rule, in order of play, or the objective if no rule is broken.

    The objective is None if a policy ends before the last card. `BadInput` is raised if the solution is a
    policy and the variant is not U, or vice versa.
    """
    if isinstance(solution, Nmbr9Policy):
        if instance.variant != "U":
            raise BadInput(f"a solution of {instance.spec} is a list of placements, not a policy")
        return _check_policy(instance, solution)
    if instance.variant == "U":
        raise BadInput(f"a solution of {instance.spec} is a policy, not a list of placements")
    broken = [
        rule
        for index in range(len(solution.placements))
        for rule in _check_placement(instance, solution, index)
    ]
    left = instance.cards - len(solution.placements)
    if left > 0:
        broken.append(BrokenRule("cards-left", f"cards that are not placed: {left} of {instance.cards}"))
    if left < 0:
        placed = f"{len(solution.placements)} parts are placed"
        broken.append(BrokenRule("too-many-cards", f"{placed}, but the number of cards is {instance.cards}"))
    return Verdict(tuple(broken), None if broken else score(solution.placements))


def score(placements: Sequence[Placement]) -> int:
    return sum(placement.score for placement in placements)


def _check_placement(instance: Nmbr9Instance, solution: Nmbr9Solution, index: int) -> Iterator[BrokenRule]:
    new, before = solution.placements[index], solution.placements[:index]
    name = f"placement {index} ({new})"
    if instance.deck is not None and index < instance.cards and new.value != instance.deck[index]:
        yield BrokenRule(
            "wrong-card", f"{name}: the next card of the deck is {instance.deck[index]}", new.cells
        )
    if new.value > instance.max_value or new.copy >= instance.copies:
        copies = "only copy 0" if instance.copies == 1 else f"copies 0 to {instance.copies - 1}"
        set_text = f"{copies} of each number from 0 to {instance.max_value}"
        yield BrokenRule("not-in-set", f"{name}, copy {new.copy}: the set has {set_text}", new.cells)
    if any((new.value, new.copy) == (old.value, old.copy) for old in before):
        yield BrokenRule("part-twice", f"{name}: copy {new.copy} has already been placed", new.cells)
    yield from _check_stacking(instance, new, before, name)


def _check_stacking(
    instance: Nmbr9Instance, new: Placement, before: Sequence[Placement], name: str
) -> Iterator[BrokenRule]:
    """Check the rules that apply in every variant: shape, grid, levels, overlap, connection and support."""
    cells = frozenset(new.cells)
    if len(cells) < len(new.cells) or Polyomino.from_cells(cells) not in orientations(new.value):
        yield BrokenRule("wrong-shape", f"{name} does not have the shape of the number {new.value}", new.cells)
    if instance.grid is not None:
        off = tuple(sorted(cell for cell in cells if not 0 <= min(cell) <= max(cell) < instance.grid))
        if off:
            yield BrokenRule("off-grid", f"{name} leaves the grid of side {instance.grid}", off)
    if instance.levels is not None and new.level > instance.levels:
        yield BrokenRule("too-high", f"{name}: the highest allowed level is {instance.levels}", new.cells)
    occupied = frozenset(cell for old in before if old.level == new.level for cell in old.cells)
    if cells & occupied:
        yield BrokenRule("overlap", f"{name} shares cells with another part", tuple(sorted(cells & occupied)))
    if not is_connected(occupied | cells):
        yield BrokenRule("not-connected", f"{name}: its level is not connected", new.cells)
    if new.level > 1:
        yield from _check_support(instance.support, new, before, name)


def _check_support(
    support: str, new: Placement, before: Sequence[Placement], name: str
) -> Iterator[BrokenRule]:
    cells = frozenset(new.cells)
    below = [old for old in before if old.level == new.level - 1 and not cells.isdisjoint(old.cells)]
    unsupported = cells.difference(*(old.cells for old in below))
    if unsupported:
        yield BrokenRule("unsupported", f"{name} has cells with nothing below them", tuple(sorted(unsupported)))
    if support == "parts" and len(below) == 1:
        yield BrokenRule("one-part", f"{name} rests on only one part, the {below[0].value}", new.cells)
    if support == "types" and len({old.value for old in below}) == 1:
        yield BrokenRule("one-type", f"{name} rests on only one number, {below[0].value}", new.cells)


# --- Policies -----------------------------------------------------------------------------------------


def _check_policy(instance: Nmbr9Instance, policy: Nmbr9Policy) -> Verdict:
    """Return the verdict on a policy.

    The objective is None if a rule is broken, or if some line of play ends before the last card.
    """
    broken: list[BrokenRule] = []
    objective = _check_replies(instance, policy.replies, (), broken)
    return Verdict(tuple(broken), None if broken else objective)


def _check_replies(
    instance: Nmbr9Instance,
    replies: Sequence[tuple[int, Reply]],
    before: tuple[Placement, ...],
    broken: list[BrokenRule],
) -> Fraction | None:
    """Add the broken rules to `broken` and return the forced or expected score of the replies.

    The score is None if a reply is missing or if some line of play ends before the last card.
    """
    left = _cards_left(instance, before)
    line = f"after {', '.join(str(old.value) for old in before)}: " if before else ""
    for card in sorted(left.keys() - dict(replies).keys()):
        broken.append(BrokenRule("no-reply", f"{line}the policy has no reply to card {card}"))
    objectives: dict[int, Fraction | None] = {}
    for card, reply in replies:
        if card not in left:
            broken.append(BrokenRule("not-in-set", f"{line}card {card} cannot be drawn", reply.cells))
            continue
        new = Placement(card, instance.copies - left[card], reply.level, reply.cells)
        broken.extend(_check_stacking(instance, new, before, f"{line}{new}"))
        objectives[card] = _objective_after(instance, reply, (*before, new), broken)
    return _combined_objective(instance.objective, objectives, left)


def _objective_after(
    instance: Nmbr9Instance, reply: Reply, placed: tuple[Placement, ...], broken: list[BrokenRule]
) -> Fraction | None:
    if len(placed) < instance.cards:
        return _check_replies(instance, reply.next, placed, broken) if reply.next else None
    if reply.next:
        broken.append(BrokenRule("too-many-cards", "the policy has replies after the last card"))
    return Fraction(score(placed))


def _cards_left(instance: Nmbr9Instance, placed: Sequence[Placement]) -> dict[int, int]:
    """Return the numbers that may still be drawn, each with the count of its remaining copies."""
    used = [old.value for old in placed]
    counts = {value: instance.copies - used.count(value) for value in range(instance.max_value + 1)}
    return {value: count for value, count in counts.items() if count}


def _combined_objective(
    objective: str, objectives: Mapping[int, Fraction | None], left: Mapping[int, int]
) -> Fraction | None:
    """Return the minimum or the mean over all cards that may be drawn; None if some card has no score."""
    known = {card: points for card, points in objectives.items() if points is not None}
    if known.keys() != left.keys():
        return None
    if objective == "forced":
        return min(known.values())
    return sum((points * left[card] for card, points in known.items()), Fraction()) / sum(left.values())
