"""Agents that do what no agent should."""

import random

from domineering.state import DomineeringState, Lay
from tilewright.play import Budget


class Crasher:
    def __init__(self) -> None:
        self.moved = False

    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        if self.moved:
            raise ZeroDivisionError("out of\nideas")
        self.moved = True
        return rng.choice(state.moves())


class Cheater:
    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        return Lay(5, 5)


def make_crasher(budget: Budget) -> Crasher:
    return Crasher()


def make_cheater(budget: Budget) -> Cheater:
    return Cheater()
