"""Nmbr9: stack parts in the shape of numbers; the higher a part is placed, the more it scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Agent, Game, Level, Option, Solver
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
    "constraint on the areas of levels: repaired, or as published, which excludes some good stacks",
    choices=("repaired", "published"),
)

game = Game(
    __name__,
    title="Nmbr9",
    summary="Stack number-shaped parts: each scores its value times the number of levels below it.",
    syntax="F-6-2-5, or K-9-2-3:3,7,0, or U-2-1-3, or F-6-2-5 grid=6 levels=3 support=types, or "
    '{"variant": "F", ...}',
    solvers=(
        Solver(
            "auto",
            "chooses the method by variant (F: free order, K: known deck, U: unknown deck) and deck size",
        ),
        Solver(
            "exact",
            "variant F, up to the whole game: search over layers, top down; bounds from what a layer supports",
        ),
        Solver(
            "literal",
            "variants F and K, exact for small decks: tries every placement of each card, by the rules alone",
        ),
        Solver(
            "cpsat",
            "variant F, small decks: CP-SAT without an order of play; excludes disconnected levels one by one",
        ),
        Solver(
            "unknown", "variant U, exact for few cards: minimax over the unknown order, or the best mean score"
        ),
        Solver("draft", "variants U and K, exact for few cards: search with a transposition table of stacks"),
        Solver(
            "minizinc",
            "variants F and K, small bounded grids: the published model on MiniZinc with Gecode",
            needs=("minizinc",),
            options=(AREA,),
        ),
        Solver(
            "cpsat-seed",
            "variants F and K, small bounded grids: the published model on CP-SAT with automata",
            options=(AREA,),
        ),
        Solver(
            "known",
            "variant K, any deck: beam search over stacks; an upper bound from the areas and the card order",
        ),
    ),
    generator=(
        Option("variant", "K", "F: free order; K: known deck; U: unknown deck", choices=("F", "K", "U")),
        Option("max_value", 9, "the largest number", lowest=0, highest=9),
        Option("copies", 2, "copies of each number", lowest=1, highest=20),
        Option("cards", 0, "cards in the deck; 0: all", lowest=0, highest=200),
    ),
    commands="nmbr9",
    environment="Nmbr9-v1",
    environment_steps=200,
    old_environments=("Nmbr9-v0",),
    agents=(
        Agent(
            "planner",
            "tries placements on many shuffles of the remaining cards; takes a budget, as in planner:1s",
            takes_budget=True,
        ),
        Agent("greedy", "maximises the points of each move, minus half a point for each unit of new border"),
        Agent(
            "hindsight",
            "analyses a finished game, knowing the whole deck; plays like the agent planner",
            takes_budget=True,
        ),
    ),
    levels=(Level("Easy", "greedy", 0), Level("Medium", "planner:1it", 420), Level("Strong", "planner", 618)),
    analyst="hindsight",
)
