"""`quilts perft`: count the sequences of legal moves from a deal of the two-player game."""

from __future__ import annotations

from typing import Annotated

from tilewright.console import print_json, print_table
from tilewright.console.command_options import Json, option
from tilewright.errors import BadInput

__all__ = ["perft"]

RULES = ("kernel", "plain")


def perft(
    seed: Annotated[int, option("Seed of the deal and of the random moves.", "S", min=0)] = 1,
    depth: Annotated[int, option("Count sequences of up to D moves.", "D", min=0, max=9)] = 3,
    plies: Annotated[int, option("Play N random moves before counting.", "N", min=0)] = 0,
    rules: Annotated[
        str, option("Which implementation of the rules to use: kernel or plain.", "WHICH")
    ] = "kernel",
    patches: Annotated[str, option("The set of patches: box or paper.", "SET")] = "box",
    edition: Annotated[str, option("The edition: classic or revised.", "NAME")] = "classic",
    json: Json = False,
) -> int:
    """Count the sequences of legal moves from a deal, for each length up to a maximum.

    The compiled rules (kernel) and the plain Python rules (plain) are two implementations of the same rules;
    both must give the same counts.

    \b
    Examples:
      tilewright quilts perft --seed 1 --depth 3
      tilewright quilts perft --seed 1 --depth 2 --rules plain
      tilewright quilts perft --seed 1 --plies 20 --depth 3
      tilewright quilts perft --seed 1 --depth 3 --patches paper --edition revised
    """
    from tilewright.games.patchwork.duel.patch_set_and_edition import Variant
    from tilewright.games.patchwork.duel.perft import count_by_kernel, count_by_rules, position_after

    if rules not in RULES:
        raise BadInput(f"--rules {rules[:40]!r}: expected one of {', '.join(RULES)}")
    count = count_by_kernel if rules == "kernel" else count_by_rules
    variant = Variant(patches, edition)
    state = position_after(seed, plies, variant)
    counts = [count(state, length) for length in range(1, depth + 1)]
    if json:
        print_json({"seed": seed, "plies": plies, "rules": rules, **variant.to_json(), "sequences": counts})
    else:
        title = f"deal {seed}" + (f" after {plies} random move{'s' if plies > 1 else ''}" if plies else "")
        title += f", patches {patches}, edition {edition}"
        print_table(["moves", "sequences"], list(enumerate(counts, start=1)), title=title)
    return 0
