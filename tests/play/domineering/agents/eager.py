"""An agent with variants: depending on the variant, it plays the first or the last legal move."""

import random

from domineering.state import DomineeringState, Lay
from tilewright.errors import BadInput
from tilewright.play import Budget, refuse_budget


class EagerPlayer:
    def __init__(self, at: int) -> None:
        self.at = at

    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        return state.moves()[self.at]


def make(budget: Budget, variant: str) -> EagerPlayer:
    refuse_budget("eager", budget)
    places = {"": 0, "first": 0, "last": -1}
    if variant not in places:
        raise BadInput(f"eager has no variant {variant!r}; it has first and last")
    return EagerPlayer(places[variant])
