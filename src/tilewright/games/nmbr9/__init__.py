"""Nmbr9: stack parts in the shape of numbers; the higher a part lies, the more often it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Option, Solver
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from .rules import Nmbr9Instance, Nmbr9Policy, Nmbr9Solution, Placement, Reply
    from .state import Nmbr9Move, Nmbr9State

__all__ = [
    "Nmbr9Instance",
    "Nmbr9Move",
    "Nmbr9Policy",
    "Nmbr9Solution",
    "Nmbr9State",
    "Placement",
    "Reply",
    "game",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "rules": ["Nmbr9Instance", "Nmbr9Policy", "Nmbr9Solution", "Placement", "Reply"],
        "state": ["Nmbr9Move", "Nmbr9State"],
    },
)

AREA = Option(
    "area",
    "repaired",
    "areas of levels: repaired, or published with its slip, which cuts off good stacks",
    choices=("repaired", "published"),
)

game = Game(
    __name__,
    title="Nmbr9",
    summary="Stack parts in the shape of numbers: a part scores its value times the levels below it.",
    syntax='F-6-2-5 | K-9-2-3:3,7,0 | U-2-1-3 | F-6-2-5 grid=6 levels=3 support=types | {"variant": "F", ...}',
    solvers=(
        Solver("auto", "the method that suits the variant and the size of the deck"),
        Solver(
            "exact", "F, up to the whole game: top-down over layers, with bounds from what layers can carry"
        ),
        Solver("literal", "F and K, exact for small decks: placement by placement, by the literal rules"),
        Solver("cpsat", "F, small decks: CP-SAT without an order, levels that fall apart are cut off"),
        Solver("unknown", "U, exact for few cards: minimax over the unknown draft, or the best mean"),
        Solver("draft", "U and K, exact for few cards: each stack is valued once, however it came about"),
        Solver(
            "minizinc",
            "F and K, small bounded tables: the published model on MiniZinc with Gecode",
            needs=("minizinc",),
            options=(AREA,),
        ),
        Solver(
            "cpsat-seed",
            "F and K, small bounded tables: the published model on CP-SAT with automata",
            options=(AREA,),
        ),
        Solver("known", "K, decks of any size: beams of stacks, with a bound from counts and areas"),
    ),
    generator=(
        Option("variant", "K", "F free, K known, U unknown deck", choices=("F", "K", "U")),
        Option("max_value", 9, "the largest number", lowest=0, highest=9),
        Option("copies", 2, "copies of each number", lowest=1, highest=20),
        Option("cards", 0, "cards of the deck; 0: all of them", lowest=0, highest=200),
    ),
    commands="nmbr9",
    environment="Nmbr9-v0",
    agents=(
        Agent("planner", "tries placements on many shuffles of the cards that are left; planner:1s for more"),
        Agent("greedy", "as many points as possible now, less half a point for each side of border"),
        Agent("hindsight", "judges a game when its whole deck is known; before that it plays like planner"),
    ),
    analyst="hindsight",
)
