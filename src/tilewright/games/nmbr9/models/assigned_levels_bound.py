"""An upper bound on the score of a known deck, from the order of the cards and the sets that parts can carry.

CP-SAT assigns a level to each card; every legal stack satisfies these conditions:

- After every card, no level has more cells than the level below, and a card above the table comes after at
  least two cards on the level below.
- If only two or three parts are on the level below when a card is placed, they can carry the set of all parts
  on the card's level (`carried_sets_file` defines *carry*). The model contains a weaker condition on the areas;
  the condition itself is added for the sets that violate it in the solution of the model, and the model is
  solved again.
- The first n cards form a stack of n parts, which scores at most the proved upper bound for n parts in free
  order. The same holds for the n parts on a level and on all levels above it, with that level as the table.

So no stack scores more than the optimum of the model, however many conditions have been added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Run, Status
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import most_points_by_cards
from tilewright.games.nmbr9.models.carried_sets_file import COPIES, Values, carried_sets
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance

__all__ = ["levels_bound"]

MOST_CARDS = 40
"""The maximum number of cards for which CP-SAT is used. For longer decks, the bound follows from the highest
possible level of each card."""
MOST_CARRIERS = 3
"""The maximum number of parts in a set for which `carried_sets` lists the sets that it can carry."""


def levels_bound(instance: Nmbr9Instance, run: Run) -> int | None:
    """Return an upper bound on the score of the deck.

    The result is None if the model proves that the deck does not fit on the grid, or if the run stops before
    there is a bound.
    """
    deck = instance.deck or ()
    highest = min(instance.levels or len(deck), (len(deck) + 1) // 2)
    if len(deck) > MOST_CARDS:
        return sum(value * min(index // 2, highest - 1) for index, value in enumerate(deck))
    relaxation = _Relaxation.of(instance, deck, highest)
    bound: int | None = None
    while True:
        outcome = cpsat.solve(relaxation.model, run, relaxation.watched())
        if outcome.status is Status.INFEASIBLE:
            return None
        if isinstance(outcome.bound, int):
            bound = outcome.bound if bound is None else min(bound, outcome.bound)
        if outcome.status is not Status.OPTIMAL or run.stopped:
            return bound
        levels = relaxation.levels_of(outcome.solutions[0])
        if not relaxation.forbid_sets_that_are_not_carried(levels):
            return bound


@dataclass(frozen=True, slots=True)
class _Relaxation:
    """The model: `on[i][l]` is true if the card with index i is on level l; level 0 is the table."""

    deck: tuple[int, ...]
    model: cp_model.CpModel
    on: list[list[cp_model.IntVar]]

    @classmethod
    def of(cls, instance: Nmbr9Instance, deck: tuple[int, ...], highest: int) -> _Relaxation:
        model = cp_model.CpModel()
        on = [[model.new_bool_var("") for _ in range(highest)] for _ in deck]
        relaxation = cls(deck, model, on)
        for literals in on:
            model.add_exactly_one(literals)
        for index in range(len(deck)):
            for level in range(1, highest):
                relaxation._require_support(index, level)
        most_points = most_points_by_cards(instance)
        relaxation._limit_first_cards(most_points)
        relaxation._limit_upper_levels(most_points)
        if instance.grid is not None:
            model.add(relaxation._area(len(deck), 0) <= instance.grid**2)
        model.maximize(
            sum(
                value * level * on[index][level] for index, value in enumerate(deck) for level in range(highest)
            )
        )
        return relaxation

    def watched(self) -> dict[tuple[int, int], cp_model.IntVar]:
        return {
            (index, level): literal
            for index, literals in enumerate(self.on)
            for level, literal in enumerate(literals)
        }

    def levels_of(self, solution: Mapping[tuple[int, int], int]) -> list[int]:
        levels = [0] * len(self.deck)
        for (index, level), value in solution.items():
            if value:
                levels[index] = level
        return levels

    @property
    def _has_carried_sets(self) -> bool:
        return max(Counter(self.deck).values()) <= COPIES

    def _area(self, cards: int, level: int) -> cp_model.LinearExprT:
        """Return the area of a level after the first `cards` cards."""
        return sum(len(PARTS[self.deck[card]]) * self.on[card][level] for card in range(cards))

    def _require_support(self, index: int, level: int) -> None:
        """Require enough cards and enough area on the level below when the card is placed on this level.

        The condition on the area is weaker than the condition that the level below can carry the level's set of
        parts. `forbid_sets_that_are_not_carried` adds the latter for the sets that violate it in a solution.
        """
        model, on = self.model, self.on
        count = sum(on[card][level - 1] for card in range(index))
        model.add(count >= 2).only_enforce_if(on[index][level])
        model.add(self._area(index + 1, level) <= self._area(index + 1, level - 1))
        if index < 2 or not self._has_carried_sets:
            return
        carried = carried_sets()
        three, four = model.new_bool_var(""), model.new_bool_var("")
        for literal, least in ((three, 3), (four, 4)):
            model.add(count >= least).only_enforce_if(literal)
            model.add(count < least).only_enforce_if(~literal)
        for limits, cases in ((carried.pair_limits, [~three]), (carried.triple_limits, [three, ~four])):
            half_cells = sum(limits[self.deck[card]] * on[card][level - 1] for card in range(index))
            model.add(2 * self._area(index + 1, level) <= half_cells).only_enforce_if(on[index][level], *cases)

    def _limit_first_cards(self, most_points: Sequence[int]) -> None:
        """For each n, limit the score of the first n cards to the proved upper bound for n parts."""
        for cards in range(1, len(most_points)):
            points = sum(
                self.deck[card] * level * literal
                for card in range(cards)
                for level, literal in enumerate(self.on[card])
            )
            self.model.add(points <= most_points[cards])

    def _limit_upper_levels(self, most_points: Sequence[int]) -> None:
        """For each level, limit the score of the stack that the parts on this level and above it form."""
        if len(most_points) <= len(self.deck):
            return
        steps = [more - less for less, more in pairwise(most_points)]
        for base in range(1, len(self.on[0]) - 1):
            # `at_least[n]` is true if at least n + 1 parts are on this level or above it.
            at_least = [self.model.new_bool_var("") for _ in self.deck]
            for fewer, more in pairwise(at_least):
                self.model.add_implication(more, fewer)
            self.model.add(sum(literal for literals in self.on for literal in literals[base:]) == sum(at_least))
            points = sum(
                self.deck[card] * (level - base) * literals[level]
                for card, literals in enumerate(self.on)
                for level in range(base + 1, len(literals))
            )
            self.model.add(points <= sum(step * literal for step, literal in zip(steps, at_least, strict=True)))

    # --- Carried sets ---------------------------------------------------------------------------------

    def forbid_sets_that_are_not_carried(self, levels: Sequence[int]) -> bool:
        """Forbid, on all levels, every set that a solution places on parts that cannot carry it.

        `levels` contains the level of each card in the solution. Return False if there is no such set.
        """
        found = False
        for lower, upper in self._sets_that_are_not_carried(levels):
            found = True
            shrunk = self._shrunk(lower, upper)
            # If `shrunk` is empty, forbid only the upper set itself; otherwise, all sets that contain `shrunk`.
            others = [] if shrunk else [card for card in range(max(upper)) if card not in upper]
            upper = shrunk or upper
            end = max(*upper, max(lower) + 1)
            between = [card for card in range(end) if card not in lower]
            for level in range(1, len(self.on[0])):
                self.model.add_bool_or(
                    [~self.on[card][level - 1] for card in lower]
                    + [~self.on[card][level] for card in upper]
                    + [self.on[card][level - 1] for card in between]
                    + [self.on[card][level] for card in others]
                )
        return found

    def _sets_that_are_not_carried(self, levels: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
        """Yield pairs of lists of card indices: cards on a level, and cards above them that they cannot carry.

        The first list has two or three cards.
        """
        if not self._has_carried_sets:
            return
        for index, level in enumerate(levels):
            lower = [card for card in range(index) if levels[card] == level - 1]
            if level > 0 and len(lower) <= MOST_CARRIERS:
                upper = [card for card in range(index + 1) if levels[card] == level]
                if not carried_sets().is_carried(self._values(upper), self._values(lower)):
                    yield lower, upper

    def _shrunk(self, lower: Sequence[int], upper: Sequence[int]) -> list[int]:
        """Return a minimal subset of the upper cards such that no set that the lower cards carry contains it.

        The list is empty if the lower cards carry a set that contains all upper cards.
        """

        def possible(cards: Sequence[int]) -> bool:
            return carried_sets().is_in_carried_set(self._values(cards), self._values(lower))

        if possible(upper):
            return []
        few = list(upper)
        for card in upper:
            fewer = [each for each in few if each != card]
            if fewer and not possible(fewer):
                few = fewer
        return few

    def _values(self, cards: Sequence[int]) -> Values:
        return tuple(sorted(self.deck[card] for card in cards))
