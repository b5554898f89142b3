"""An agent that searches the whole game tree."""

import random
from functools import cache

from domineering.state import DomineeringState, Lay
from tilewright.play import Budget, Valued, refuse_budget


def can_win(state: DomineeringState) -> bool:
    """Return whether the player to move can force a win."""
    width = len(state.rows[0]) + 1  # a column of walls prevents a domino from crossing into the next row
    cells = "#".join(state.rows)
    free = sum(1 << at for at, cell in enumerate(cells) if cell == ".")
    steps = (width, 1)
    return _can_win(free, steps[state.to_move], steps[1 - state.to_move])


@cache
def _can_win(free: int, step: int, other: int) -> bool:
    places = free & (free >> step)
    while places:
        place = places & -places
        places ^= place
        if not _can_win(free & ~(place | place << step), other, step):
            return True
    return False


class PerfectPlayer:
    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        best: Lay = self.values(state, rng)[0].move
        return best

    def values(self, state: DomineeringState, rng: random.Random) -> list[Valued]:
        valued = [Valued(move, float(not can_win(state.play(move)))) for move in state.moves()]
        return sorted(valued, key=lambda each: -each.value)


class NarrowPlayer(PerfectPlayer):
    """A perfect player that returns the value of only one move: the move that it would play."""

    def values(self, state: DomineeringState, rng: random.Random) -> list[Valued]:
        return super().values(state, rng)[:1]


def make_narrow(budget: Budget) -> NarrowPlayer:
    refuse_budget("narrow", budget)
    return NarrowPlayer()


def make(budget: Budget) -> PerfectPlayer:
    refuse_budget("perfect", budget)
    return PerfectPlayer()
