"""The command `tilewright hint`, which shows the next step of a puzzle."""

from __future__ import annotations

from typing import Annotated

from tilewright.cli.choose_game import choose_game
from tilewright.cli.solve_and_check import read_instance
from tilewright.console import command_options as opts
from tilewright.console import parse_argument, print_json, read_settings
from tilewright.game import Hint
from tilewright.puzzles.kinds_and_states import describe_place

__all__ = ["hint"]

MOST_PLACES = 20
"""The maximum number of cells or edges that are printed; ``--json`` prints all of them."""


def hint(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    state: Annotated[
        str | None,
        opts.argument("The partly solved puzzle: a file, - for standard input, or inline JSON.", "STATE"),
    ] = None,
    data: opts.DataFolder = None,
    json: opts.Json = False,
    settings: opts.InstanceKeys = None,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Show the next step of a puzzle and why it is forced, or the first mistake in STATE.

    \b
    Examples:
      tilewright hint nurikabe puzzle.txt
      tilewright hint nurikabe puzzle.txt '{"rows": ["#--", "---", "---"]}' --json
    """
    opts.expect_one_standard_input(instance=instance, state=state)
    played, instance = choose_game(game, instance, input_limit)
    question = read_instance(played, instance, read_settings(settings), input_limit)
    if state is None:
        step = played.hint(question)
    else:
        limit = opts.bytes_of(input_limit)
        step = parse_argument(state, lambda text: played.hint(question, text), "state", limit=limit)
    if json:
        print_json(step.to_json())
    else:
        print(f"{step.technique}: {step.reason}")
        if step.cells:
            print(_places(step) + (f": {step.value}" if step.value else ""))
    return 0


def _places(step: Hint) -> str:
    """Describe the edges that a hint decides or, if there are none, the cells."""
    if step.edges:
        places = [f"between {describe_place(edge)}" for edge in step.edges]
    else:
        places = [describe_place(cell) for cell in step.cells]
    more = len(places) - MOST_PLACES
    return "; ".join(places[:MOST_PLACES]) + (f"; and {more} more" if more > 0 else "")
