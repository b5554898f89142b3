"""Agents that misbehave."""

import ctypes
import os
import random
import signal
import sys

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


class Sleeper:
    """An agent that never returns its second move, ignores signals, and blocks all threads of its process."""

    def __init__(self) -> None:
        self.moved = False

    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        if self.moved:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
                signal.signal(number, signal.SIG_IGN)
            ctypes.PyDLL(None).pause()
        self.moved = True
        return state.moves()[0]


class Dier:
    """An agent that kills its process instead of making its second move."""

    def __init__(self) -> None:
        self.moved = False

    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        if self.moved:
            os.kill(os.getpid(), signal.SIGKILL)
        self.moved = True
        return state.moves()[0]


class Leaver:
    """An agent that prints a message and exits the program."""

    def choose(self, state: DomineeringState, rng: random.Random) -> Lay:
        print("words that nobody asked for", flush=True)
        sys.exit(3)


def make_sleeper(budget: Budget) -> Sleeper:
    return Sleeper()


def make_dier(budget: Budget) -> Dier:
    return Dier()


def make_leaver(budget: Budget) -> Leaver:
    return Leaver()
