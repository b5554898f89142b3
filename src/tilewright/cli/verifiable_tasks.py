"""The command `tilewright tasks`, which prints problems with proved answers."""

from __future__ import annotations

from typing import Annotated

from tilewright import registry
from tilewright.console import command_options as opts
from tilewright.console import print_json, say
from tilewright.errors import OutOfResources

__all__ = ["tasks"]


def tasks(
    game: opts.GameName,
    count: Annotated[int, opts.option("The number of tasks.", "N")] = 10,
    seed: opts.Seed = 0,
    level: Annotated[
        str | None, opts.option("The difficulty; by default, all levels of the game in turn.", "LEVEL")
    ] = None,
    solutions: Annotated[bool, opts.option("Include a solution in each task.", None, "--solutions")] = False,
    time_limit: Annotated[float, opts.option("Time limit for proving one task's answer.", "SECONDS")] = 60.0,
    json: Annotated[bool, opts.option("Has no effect: each line is always JSON.", None, "--json")] = False,
) -> int:
    """Print tasks for programs and language models: problem texts with proved answers, as JSON lines.

    Each line contains the prompt, the instance, the difficulty, the command that checks an answer, and what is
    proved: the optimum, that there is only one solution, or that there is a solution. The same seed generates
    the same tasks on every machine.

    The command that checks an answer reads the answer from standard input. An answer is correct if the verdict
    is ok and, for a task with an objective, the objective of the answer is the expected one.

    \b
    Examples:
      tilewright tasks nurikabe --count 3 --seed 1
      tilewright tasks powers --count 5 --level easy --solutions
    """
    from tilewright.verifiable_tasks import make_tasks

    try:
        for task in make_tasks(registry.game(game), count, seed, level, time_limit):
            print_json(task.to_json(solutions))
    except OutOfResources as error:
        say(str(error))
        return 3
    return 0
