"""`tilewright tasks`."""

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
        str | None, opts.option("The difficulty; by default the levels of the game take turns.", "LEVEL")
    ] = None,
    solutions: Annotated[bool, opts.option("Add a best answer to each task.", None, "--solutions")] = False,
    time_limit: Annotated[float, opts.option("Time limit for the proof of one answer.", "SECONDS")] = 60.0,
    json: Annotated[
        bool, opts.option("Accepted for uniformity: each line is JSON in any case.", None, "--json")
    ] = False,
) -> int:
    """Print tasks for programs and models as JSON lines: problems in words whose best answer is proved.

    Each line has the prompt, the instance, the command that checks an answer, the proved optimum or the fact
    that there is only one solution, and the difficulty. The same seed gives the same tasks on every machine.

    The checker reads the answer from standard input. An answer is right if the verdict is ok and, where the
    task has an objective, if the objective equals the expected one.

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
