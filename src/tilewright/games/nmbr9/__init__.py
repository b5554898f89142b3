"""Nmbr9: stack parts in the shape of numbers; the higher a part lies, the more it scores."""

from __future__ import annotations

from tilewright.game import Agent, Game, Option, Solver

__all__ = ["game"]

AREA = Option(
    "area",
    "repaired",
    "the constraint on the areas of levels: repaired, or as published with an error that excludes good stacks",
    choices=("repaired", "published"),
)

game = Game(
    __name__,
    title="Nmbr9",
    summary="Stack parts in the shape of numbers: a part scores its value times the levels below it.",
    syntax='F-6-2-5 | K-9-2-3:3,7,0 | U-2-1-3 | F-6-2-5 grid=6 levels=3 support=types | {"variant": "F", ...}',
    solvers=(
        Solver("auto", "chooses the solver by variant and deck size"),
        Solver("exact", "F, up to the whole game: searches layer by layer from the top, with upper bounds"),
        Solver("literal", "F and K, exact for small decks: tries every placement by the literal rules"),
        Solver("cpsat", "F, small decks: CP-SAT without an order of play, with cuts for unconnected levels"),
        Solver("unknown", "U, exact for few cards: minimax or expectimax over the cards that may come"),
        Solver("draft", "U and K, exact for few cards: evaluates each stack once, in a transposition table"),
        Solver(
            "minizinc",
            "F and K, small bounded tables: the published model in MiniZinc with Gecode",
            needs=("minizinc",),
            options=(AREA,),
        ),
        Solver(
            "cpsat-seed",
            "F and K, small bounded tables: the published model in CP-SAT with automata",
            options=(AREA,),
        ),
        Solver("known", "K, decks of any size: beam search, with an upper bound from counts and areas"),
    ),
    generator=(
        Option("variant", "K", "the deck: F free, K known, U unknown", choices=("F", "K", "U")),
        Option("max_value", 9, "the largest number", lowest=0, highest=9),
        Option("copies", 2, "the number of copies of each number", lowest=1, highest=20),
        Option("cards", 0, "the number of cards in the deck; 0 for all of them", lowest=0, highest=200),
    ),
    commands="nmbr9",
    environment="Nmbr9-v0",
    agents=(
        Agent(
            "planner", "simulates placements on random orders of the remaining cards; planner:1s thinks longer"
        ),
        Agent("greedy", "maximises the points of the move minus half a point for each open side of its border"),
        Agent(
            "hindsight",
            "reviews games with a known deck by beam search; with a hidden deck it plays as planner",
        ),
    ),
    analyst="hindsight",
)
