"""`tilewright hint`."""

from __future__ import annotations

from typing import Annotated

from tilewright import registry
from tilewright.cli.solve import read_instance
from tilewright.console import command_options as opts
from tilewright.console import print_json, read_argument, read_settings

__all__ = ["hint"]


def hint(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    state: Annotated[
        str | None, opts.argument("The cells filled in so far: a file, - or inline JSON.", "[STATE]")
    ] = None,
    data: opts.DataFolder = None,
    json: opts.Json = False,
    settings: opts.Settings = None,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Show the next step of a puzzle and why it is forced, or the first mistake.

    \b
    Examples:
      tilewright hint nurikabe puzzle.txt
      tilewright hint nurikabe puzzle.txt '{"rows": ["#--", "---", "---"]}' --json
    """
    played = registry.game(game)
    opts.expect_one_standard_input(instance=instance, state=state)
    question = read_instance(played, instance, read_settings(settings), input_limit)
    filled = None if state is None else read_argument(state, "state", limit=opts.bytes_of(input_limit))
    step = played.hint(question, filled)
    if json:
        print_json(step.to_json())
    else:
        where = " ".join(f"[{row}, {column}]" for row, column in step.cells)
        print(f"{step.technique}: {step.reason}")
        if step.cells:
            print(f"cells {where}" + (f" are {step.value}" if step.value else ""))
    return 0
