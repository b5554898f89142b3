"""The rules of Nmbr9, after "Nmbr9 as a Constraint Programming Challenge" (M. Z. Lagerkvist, 2019).

Parts in the shape of the numbers 0 to 9 are placed one after the other, turned as one likes but never turned
over. Level 1 is the table. Wherever a part is placed,

- its cells are free on its level, and above the table each lies on a cell of the level below;
- above the table it rests on at least two parts;
- the cells of its level hang together by edges, the part's own included.

A part scores its value times the number of levels below its own. A variant T-m-c-k plays with c copies of each
of the numbers 0 to m, and k of these parts are placed: with T = F in the order of one's choice, with T = K in
the order of a known deck, with T = U in an order that is revealed card by card.

The two readings of "two parts": `parts` counts pieces of cardboard, so two copies of one number are two parts;
`types` counts different numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from reprlib import repr as shorten
from typing import Any, ClassVar

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Instance, Solution, Verdict
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


def _read_parts() -> tuple[Polyomino, ...]:
    data = json.loads(resources.files(__package__).joinpath("parts.json").read_text("utf-8"))
    by_value = {part["value"]: Polyomino.from_rows(part["rows"]) for part in data["parts"]}
    return tuple(by_value[value] for value in range(len(by_value)))


PARTS = _read_parts()
"""The part of each number, as it is printed."""

LARGEST_VALUE = len(PARTS) - 1
MOST_COPIES = 20
LARGEST_GRID = 1_000
LEAST_GRID = min(max(part.rows, part.cols) for part in PARTS)
"""The side of the smallest table on which a part fits."""
LARGEST_COORDINATE = 10**6
LARGEST_NUMBER = 1_000
"""No level and no copy has a larger number."""
MOST_PLACEMENTS = 250
"""A solution with more has more than the largest set has parts."""

VARIANTS = ("F", "K", "U")
SUPPORTS = ("parts", "types")
OBJECTIVES = ("forced", "expected")

RULES: Mapping[str, str] = {
    "wrong-shape": "The cells of a placement have the shape of its part, turned but not turned over.",
    "off-grid": "On a bounded table every cell lies on the grid.",
    "too-high": "No part lies higher than the table allows.",
    "overlap": "No two parts share a cell of a level.",
    "unsupported": "Above the table every cell lies on a cell of the level below.",
    "one-part": "Support parts: above the table a part rests on at least two parts.",
    "one-type": "Support types: above the table a part rests on parts of at least two different numbers.",
    "not-connected": "After each placement the cells of the part's level hang together by edges.",
    "not-in-set": "Only parts of the set are placed: numbers up to the largest one, copies that there are.",
    "part-twice": "No part is placed twice.",
    "wrong-card": "Variant K: the parts are placed in the order of the deck.",
    "cards-left": "All cards are placed.",
    "too-many-cards": "No more parts are placed than there are cards.",
    "no-reply": "Variant U: a policy has a placement for every card that may be drawn.",
}


# --- Values -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nmbr9Instance(Instance):
    """A variant T-m-c-k, its deck if that is known, and its table."""

    game: ClassVar[str] = "nmbr9"
    variant: str
    max_value: int
    copies: int
    cards: int
    deck: tuple[int, ...] | None = None
    grid: int | None = None
    """Side of the square of usable cells; None: the table has no edge."""
    levels: int | None = None
    """Most levels; None: as many as one likes."""
    support: str = "parts"
    objective: str = "forced"
    """Variant U: the score against the worst shuffle, or `expected`, the mean over all shuffles."""

    def __post_init__(self) -> None:
        _one_of("variant", self.variant, VARIANTS)
        _whole("max_value", self.max_value, 0, LARGEST_VALUE)
        _whole("copies", self.copies, 1, MOST_COPIES)
        parts = (self.max_value + 1) * self.copies
        if type(self.cards) is int and self.cards > parts:
            raise BadInput(f"cards: {self.cards} are more than the {parts} parts of the set")
        _whole("cards", self.cards, 1, parts)
        _one_of("support", self.support, SUPPORTS)
        _one_of("objective", self.objective, OBJECTIVES)
        if self.objective != "forced" and self.variant != "U":
            raise BadInput("objective: only variant U has one to choose; F and K maximise the score")
        if self.grid is not None:
            _whole("grid", self.grid, 1, LARGEST_GRID)
        if self.levels is not None:
            _whole("levels", self.levels, 1, LARGEST_NUMBER)
        self._check_deck()

    def _check_deck(self) -> None:
        if self.variant != "K":
            if self.deck is not None:
                raise BadInput(f"deck: variant {self.variant} has none; only K has a known deck")
            return
        if self.deck is None:
            raise BadInput("deck: variant K needs one, such as K-9-2-3:3,7,0")
        object.__setattr__(self, "deck", tuple(self.deck))
        if len(self.deck) != self.cards:
            raise BadInput(f"deck: expected {self.cards} cards, not {len(self.deck)}")
        for at, card in enumerate(self.deck):
            _whole(f"deck[{at}]", card, 0, self.max_value)
            if self.deck[: at + 1].count(card) > self.copies:
                raise BadInput(
                    f"deck[{at}]: the card {card} comes once too often; there are {self.copies} of it"
                )

    @property
    def parts(self) -> int:
        return self.cards

    @property
    def spec(self) -> str:
        """The variant in short, without deck and table: F-6-2-5."""
        return f"{self.variant}-{self.max_value}-{self.copies}-{self.cards}"


@dataclass(frozen=True, slots=True)
class Placement:
    """One part on the stack: copies of a number are told apart, level 1 is the table."""

    value: int
    copy: int
    level: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        _whole("value", self.value, 0, LARGEST_VALUE)
        _whole("copy", self.copy, 0, LARGEST_NUMBER)
        _check_place(self.level, self.cells)

    @property
    def score(self) -> int:
        return self.value * (self.level - 1)

    def __str__(self) -> str:
        return f"the {self.value} on level {self.level}"


@dataclass(frozen=True, slots=True)
class Nmbr9Solution(Solution):
    """The placements in order of play; it answers variants F and K."""

    game: ClassVar[str] = "nmbr9"
    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        if len(self.placements) > MOST_PLACEMENTS:
            raise BadInput(f"placements: expected at most {MOST_PLACEMENTS}, not {len(self.placements)}")


@dataclass(frozen=True, slots=True)
class Reply:
    """Where a policy places a card, and its replies to the next one; without these it is an opening only."""

    level: int
    cells: tuple[Cell, ...]
    next: tuple[tuple[int, Reply], ...] = ()

    def __post_init__(self) -> None:
        _check_place(self.level, self.cells)


@dataclass(frozen=True, slots=True)
class Nmbr9Policy(Solution):
    """A reply to each first card; it answers variant U."""

    game: ClassVar[str] = "nmbr9"
    replies: tuple[tuple[int, Reply], ...]


@cache
def orientations(value: int) -> tuple[Polyomino, ...]:
    """The different ways to turn the part of a number; none of them is turned over."""
    return PARTS[value].orientations(mirror=False)


def _whole(name: str, number: Any, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        raise BadInput(f"{name}: expected a whole number from {low} to {high}, not {shorten(number)}")


def _one_of(name: str, text: Any, choices: Sequence[str]) -> None:
    if text not in choices:
        raise BadInput(f"{name}: expected {', '.join(choices[:-1])} or {choices[-1]}, not {shorten(text)}")


def _check_place(level: int, cells: Sequence[Cell]) -> None:
    _whole("level", level, 1, LARGEST_NUMBER)
    if not 1 <= len(cells) <= 100:
        raise BadInput(f"cells: expected the cells of one part, not {len(cells)}")
    for row, column in cells:
        _whole("row", row, -LARGEST_COORDINATE, LARGEST_COORDINATE)
        _whole("column", column, -LARGEST_COORDINATE, LARGEST_COORDINATE)


# --- Judging ------------------------------------------------------------------------------------------


def check(instance: Nmbr9Instance, solution: Nmbr9Solution | Nmbr9Policy) -> Verdict:
    """Every broken rule, placement by placement in order of play; the score when there is none."""
    if isinstance(solution, Nmbr9Policy):
        if instance.variant != "U":
            raise BadInput(f"{instance.spec} is answered by placements, not by a policy")
        return _check_policy(instance, solution)
    if instance.variant == "U":
        raise BadInput(f"{instance.spec} is answered by a policy, not by placements")
    broken = [rule for at in range(len(solution.placements)) for rule in _judge(instance, solution, at)]
    left = instance.cards - len(solution.placements)
    if left > 0:
        broken.append(BrokenRule("cards-left", f"{left} of {instance.cards} cards are not placed"))
    if left < 0:
        broken.append(BrokenRule("too-many-cards", f"{-left} parts are placed after the last card"))
    return Verdict(tuple(broken), None if broken else score(solution.placements))


def score(placements: Sequence[Placement]) -> int:
    return sum(placement.score for placement in placements)


def _judge(instance: Nmbr9Instance, solution: Nmbr9Solution, at: int) -> Iterator[BrokenRule]:
    new, before = solution.placements[at], solution.placements[:at]
    name = f"placement {at} ({new})"
    if instance.deck is not None and at < instance.cards and new.value != instance.deck[at]:
        yield BrokenRule("wrong-card", f"{name}: the deck has {instance.deck[at]} now", new.cells)
    if new.value > instance.max_value or new.copy >= instance.copies:
        copies = f"{instance.copies} {'copy' if instance.copies == 1 else 'copies'}"
        there_are = f"{copies} of the numbers 0 to {instance.max_value}"
        yield BrokenRule("not-in-set", f"{name}, copy {new.copy}: there are {there_are}", new.cells)
    if any((new.value, new.copy) == (old.value, old.copy) for old in before):
        yield BrokenRule("part-twice", f"{name}: copy {new.copy} is placed already", new.cells)
    yield from _judge_place(instance, new, before, name)


def _judge_place(
    instance: Nmbr9Instance, new: Placement, before: Sequence[Placement], name: str
) -> Iterator[BrokenRule]:
    """The rules of the table: what a placement must do whatever the card and the order."""
    cells = frozenset(new.cells)
    if len(cells) < len(new.cells) or Polyomino.from_cells(cells) not in orientations(new.value):
        yield BrokenRule("wrong-shape", f"{name} has not the shape of a {new.value}", new.cells)
    if instance.grid is not None:
        off = tuple(sorted(cell for cell in cells if not 0 <= min(cell) <= max(cell) < instance.grid))
        if off:
            yield BrokenRule("off-grid", f"{name} leaves the grid of side {instance.grid}", off)
    if instance.levels is not None and new.level > instance.levels:
        yield BrokenRule("too-high", f"{name}: there are {instance.levels} levels", new.cells)
    beside = frozenset(cell for old in before if old.level == new.level for cell in old.cells)
    if cells & beside:
        yield BrokenRule("overlap", f"{name} shares cells with another part", tuple(sorted(cells & beside)))
    if not is_connected(beside | cells):
        yield BrokenRule("not-connected", f"{name}: its level does not hang together", new.cells)
    if new.level > 1:
        yield from _judge_support(instance.support, new, before, name)


def _judge_support(
    support: str, new: Placement, before: Sequence[Placement], name: str
) -> Iterator[BrokenRule]:
    cells = frozenset(new.cells)
    below = [old for old in before if old.level == new.level - 1 and not cells.isdisjoint(old.cells)]
    hanging = cells.difference(*(old.cells for old in below))
    if hanging:
        yield BrokenRule("unsupported", f"{name} is not supported everywhere", tuple(sorted(hanging)))
    if support == "parts" and len(below) == 1:
        yield BrokenRule("one-part", f"{name} rests on one part, the {below[0].value}", new.cells)
    if support == "types" and len({old.value for old in below}) == 1:
        yield BrokenRule("one-type", f"{name} rests on one number, {below[0].value}", new.cells)


# --- Policies -----------------------------------------------------------------------------------------


def _check_policy(instance: Nmbr9Instance, policy: Nmbr9Policy) -> Verdict:
    """Judge every line of play; the objective is known when the policy goes on to the last card."""
    broken: list[BrokenRule] = []
    worth = _judge_replies(instance, policy.replies, (), broken)
    return Verdict(tuple(broken), None if broken else worth)


def _judge_replies(
    instance: Nmbr9Instance,
    replies: Sequence[tuple[int, Reply]],
    before: tuple[Placement, ...],
    broken: list[BrokenRule],
) -> Fraction | None:
    """What the replies are worth, forced or expected; None where the policy ends too early."""
    left = _left(instance, before)
    line = "".join(f"after {', '.join(str(old.value) for old in before)}: " if before else "")
    for card in sorted(left.keys() - dict(replies).keys()):
        broken.append(BrokenRule("no-reply", f"{line}the policy has no reply to the card {card}"))
    worths: dict[int, Fraction | None] = {}
    for card, reply in replies:
        if card not in left:
            broken.append(BrokenRule("not-in-set", f"{line}no card {card} can come", reply.cells))
            continue
        new = Placement(card, instance.copies - left[card], reply.level, reply.cells)
        broken.extend(_judge_place(instance, new, before, f"{line}{new}"))
        worths[card] = _worth_after(instance, reply, (*before, new), broken)
    return _combined(instance.objective, worths, left)


def _worth_after(
    instance: Nmbr9Instance, reply: Reply, placed: tuple[Placement, ...], broken: list[BrokenRule]
) -> Fraction | None:
    if len(placed) < instance.cards:
        return _judge_replies(instance, reply.next, placed, broken) if reply.next else None
    if reply.next:
        broken.append(BrokenRule("too-many-cards", "the policy goes on after the last card"))
    return Fraction(score(placed))


def _left(instance: Nmbr9Instance, placed: Sequence[Placement]) -> dict[int, int]:
    """How many copies of each card are still to come, if all of the set were drawn."""
    used = [old.value for old in placed]
    counts = {value: instance.copies - used.count(value) for value in range(instance.max_value + 1)}
    return {value: count for value, count in counts.items() if count}


def _combined(
    objective: str, worths: Mapping[int, Fraction | None], left: Mapping[int, int]
) -> Fraction | None:
    known = {card: worth for card, worth in worths.items() if worth is not None}
    if known.keys() != left.keys():
        return None
    if objective == "forced":
        return min(known.values())
    return sum((worth * left[card] for card, worth in known.items()), Fraction()) / sum(left.values())
