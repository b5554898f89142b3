"""Counts of move sequences, by the plain rules and by the compiled ones: equal if both read the rules alike."""

from __future__ import annotations

import random
from typing import Annotated, Any

import typer

from tilewright.console import print_json, print_table
from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.rules import PatchworkState, opening
from tilewright.games.patchwork.state import deal

__all__ = ["count_by_kernel", "count_by_rules", "perft", "position_after"]

RULES = ("kernel", "plain")


def count_by_rules(state: PatchworkState, depth: int) -> int:
    """How many sequences of `depth` moves there are from a position; games that end before do not count."""
    if depth == 0:
        return 1
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count_by_rules(state.play(move), depth - 1) for move in moves)


def count_by_kernel(state: PatchworkState, depth: int) -> int:
    """The same, compiled."""
    from tilewright.games.patchwork.duel import state_kernel as kernel
    from tilewright.games.patchwork.duel.kernel_states import pack
    from tilewright.games.patchwork.duel.kernel_tables import tables

    return int(kernel.count_sequences(tables(), pack(state), depth))


def position_after(seed: int, plies: int) -> PatchworkState:
    """A deal after some random moves; before the first move it is the deal itself."""
    rng = random.Random(seed)
    state = opening(deal(seed))
    for _ in range(plies):
        moves = state.moves()
        if not moves:
            break
        state = state.play(moves[int(rng.random() * len(moves))])
    return state


def perft(
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Seed of the deal.", min=0)] = 1,
    depth: Annotated[int, typer.Option("--depth", metavar="D", help="Moves of a sequence.", min=0, max=9)] = 3,
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", help="Random moves that are played before.", min=0)
    ] = 0,
    rules: Annotated[str, typer.Option("--rules", metavar="WHICH", help="kernel or plain.")] = "kernel",
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Count the sequences of legal moves from a deal, for each length up to a depth.

    \b
    Examples:
      tilewright quilts perft --seed 1 --depth 3
      tilewright quilts perft --seed 1 --depth 2 --rules plain
      tilewright quilts perft --seed 1 --plies 40 --depth 3
    """
    if rules not in RULES:
        raise BadInput(f"--rules {rules[:40]!r}: expected one of {', '.join(RULES)}")
    count = count_by_kernel if rules == "kernel" else count_by_rules
    state = position_after(seed, plies)
    counts = [count(state, length) for length in range(1, depth + 1)]
    if json:
        found: dict[str, Any] = {"seed": seed, "plies": plies, "rules": rules, "sequences": counts}
        print_json(found)
    else:
        title = f"deal {seed}" + (f" after {plies} random moves" if plies else "")
        print_table(["moves", "sequences"], list(enumerate(counts, start=1)), title=title)
    return 0
