"""An upper bound for a known deck: which card on which level, as far as counts and areas allow.

At every moment a level has no more cells than the one below, and a card above the table needs two cards on the
level below before it. Shapes are forgotten, so what CP-SAT finds best here no stack can beat.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Run, Status
from tilewright.games.nmbr9.rules import PARTS, Nmbr9Instance

__all__ = ["levels_bound"]

MOST_CARDS = 40
"""Of longer decks it is only asked how high each card can lie at all: above two others a level."""


def levels_bound(instance: Nmbr9Instance, run: Run) -> int | None:
    """No placement of the deck scores more; None when a bounded grid cannot hold it, or the time is up."""
    deck = instance.deck or ()
    highest = min(instance.levels or len(deck), (len(deck) + 1) // 2)
    if len(deck) > MOST_CARDS:
        return sum(value * min(at // 2, highest - 1) for at, value in enumerate(deck))
    model = cp_model.CpModel()
    on = [[model.new_bool_var("") for _ in range(highest)] for _ in deck]
    for literals in on:
        model.add_exactly_one(literals)
    for at in range(len(deck)):
        for level in range(1, highest):
            before = range(at)
            model.add(sum(on[card][level - 1] for card in before) >= 2).only_enforce_if(on[at][level])
            model.add(_area(deck, on, at, level) <= _area(deck, on, at, level - 1))
    if instance.grid is not None:
        model.add(_area(deck, on, len(deck) - 1, 0) <= instance.grid**2)
    model.maximize(
        sum(value * level * on[at][level] for at, value in enumerate(deck) for level in range(highest))
    )
    outcome = cpsat.solve(model, run, {})
    return None if outcome.status is Status.INFEASIBLE else outcome.bound


def _area(deck: tuple[int, ...], on: list[list[cp_model.IntVar]], at: int, level: int) -> cp_model.LinearExprT:
    """The cells of a level after a card."""
    return sum(len(PARTS[deck[card]]) * on[card][level] for card in range(at + 1))
