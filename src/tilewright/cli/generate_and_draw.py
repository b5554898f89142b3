"""The commands `tilewright generate` and `tilewright draw`, for new instances and for pictures."""

from __future__ import annotations

import sys
from typing import Annotated

from tilewright import registry
from tilewright.cli.choose_game import choose_game
from tilewright.cli.solve_and_check import read_instance
from tilewright.console import command_options as opts
from tilewright.console import parse_argument, print_json, read_settings, show_elapsed, write_chunks
from tilewright.errors import BadInput

__all__ = ["draw", "generate"]


def generate(
    game: opts.GameName,
    seed: opts.Seed = 0,
    settings: Annotated[
        list[str] | None,
        opts.option(
            "Set an option of the generator or a key of the instance; repeatable.", "KEY=VALUE", "--set"
        ),
    ] = None,
    format: opts.Notation = "json",
    json: opts.Json = False,
) -> int:
    """Generate an instance. The same seed and settings generate the same instance on every machine.

    \b
    Examples:
      tilewright generate domino --set n=8 --set stones=40 --seed 7
      tilewright generate labyrinth --set rows=6 --set cols=6 --format text
    """
    played = registry.game(game)
    if json and format != "json":
        raise BadInput(f"--json and --format {format} contradict each other")
    with show_elapsed("generating"):
        instance = played.generate_with(seed, read_settings(settings))
    write_chunks(played.instance_chunks(instance) if format == "json" else [played.format(instance, format)])
    return 0


def draw(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    solution: opts.OptionalSolution = None,
    output: Annotated[str | None, opts.output_option("The .svg or .png file to write.")] = None,
    settings: opts.InstanceKeys = None,
    json: opts.Json = False,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Draw an instance or a solution in the terminal or to a file. Broken rules are marked.

    \b
    Examples:
      tilewright draw powers 3,4 '{"n": 18}'
      tilewright draw labyrinth maze.json path.json -o maze.png
    """
    opts.expect_one_standard_input(instance=instance, solution=solution)
    played, instance = choose_game(game, instance, input_limit)
    question = read_instance(played, instance, read_settings(settings), input_limit)
    answer = verdict = None
    if solution is not None:
        answer = parse_argument(solution, played.parse_solution, "solution", limit=opts.bytes_of(input_limit))
        verdict = played.check(question, answer)
    scene = played.scene(question, answer, verdict)
    if scene is None:
        raise BadInput(f"{played.name} has no pictures")
    if output is not None:
        scene.save(output)
    if json:
        print_json({"game": played.name, "file": output, "svg": None if output else scene.to_svg()})
    elif output is None:
        write_chunks([scene.to_text(colour=sys.stdout.isatty())])
    return 0
