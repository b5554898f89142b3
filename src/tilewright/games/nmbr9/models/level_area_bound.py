"""An upper bound on the score of a known deck, from counts and areas only.

CP-SAT assigns a level to each card such that, after every card, no level has more cells than the level below,
and a card above the table comes after at least two cards on the level below. This relaxation ignores shapes, so
no stack scores more than the optimum of the relaxation.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Run, Status
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance

__all__ = ["levels_bound"]

MOST_CARDS = 40
"""The maximum number of cards for which CP-SAT is used. For longer decks, the bound follows from the highest
possible level of each card."""


def levels_bound(instance: Nmbr9Instance, run: Run) -> int | None:
    """Return an upper bound on the score of the deck.

    The result is None if the deck does not fit on the grid, or if the run stops before there is a bound.
    """
    deck = instance.deck or ()
    highest = min(instance.levels or len(deck), (len(deck) + 1) // 2)
    if len(deck) > MOST_CARDS:
        return sum(value * min(index // 2, highest - 1) for index, value in enumerate(deck))
    model = cp_model.CpModel()
    on = [[model.new_bool_var("") for _ in range(highest)] for _ in deck]
    for literals in on:
        model.add_exactly_one(literals)
    for index in range(len(deck)):
        for level in range(1, highest):
            before = range(index)
            model.add(sum(on[card][level - 1] for card in before) >= 2).only_enforce_if(on[index][level])
            model.add(_area(deck, on, index, level) <= _area(deck, on, index, level - 1))
    if instance.grid is not None:
        model.add(_area(deck, on, len(deck) - 1, 0) <= instance.grid**2)
    model.maximize(
        sum(value * level * on[index][level] for index, value in enumerate(deck) for level in range(highest))
    )
    outcome = cpsat.solve(model, run, {})
    return None if outcome.status is Status.INFEASIBLE else outcome.bound


def _area(
    deck: tuple[int, ...], on: list[list[cp_model.IntVar]], last: int, level: int
) -> cp_model.LinearExprT:
    """Return the area of a level after the card with index `last` has been placed."""
    return sum(len(PARTS[deck[card]]) * on[card][level] for card in range(last + 1))
