"""`tilewright nmbr9`: what only this game does."""

from __future__ import annotations

import time
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright import registry
from tilewright.console import interruptible, parse_argument, print_json, print_table, read_settings, say
from tilewright.game import Instance, Limits, Run

if TYPE_CHECKING:
    from tilewright.games.nmbr9.bound import Step

__all__ = ["app"]

app = typer.Typer(
    help="Nmbr9: proved bounds on what a stack can score.", no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def _root() -> None:
    pass


@app.command()
def bound(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="A variant F, such as F-9-2-20, a file, or -.")],
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", metavar="SECONDS", help="Stop after this much wall time.")
    ] = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads to use.", min=1)] = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Keys of the instance: grid, levels, support."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Prove upper bounds on the score of a stack, each with the argument that it rests on.

    The bounds come down step by step; if time allows, the last one is the optimum.

    \b
    Examples:
      tilewright nmbr9 bound F-9-2-20 --threads 2 --time-limit 600
      tilewright nmbr9 bound F-6-2-5 --set grid=6 --set levels=3 --json
    """
    game = registry.game("nmbr9")
    instance = game.with_keys(
        parse_argument(spec, game.parse, "instance", specs=True), dict(read_settings(settings or ()))
    )
    started = time.perf_counter()
    limits = Limits(time_limit, threads)
    steps, interrupted = interruptible(partial(_steps, instance, limits, quiet=json))
    if json:
        last = steps[-1] if steps else None
        print_json(
            {
                "instance": game.to_json(instance),
                "bound": None if last is None else last.bound,
                "argument": None if last is None else last.argument,
                "steps": [step.to_json() for step in steps],
                "seconds": round(time.perf_counter() - started, 3),
            }
        )
    else:
        print_table(("bound", "argument"), [(step.bound, step.argument) for step in steps])
    return interrupted or (0 if steps else 3)


def _steps(instance: Instance, limits: Limits, cancel: Event, *, quiet: bool) -> list[Step]:
    from tilewright.games.nmbr9.bound import steps
    from tilewright.games.nmbr9.rules import Nmbr9Instance

    assert isinstance(instance, Nmbr9Instance)
    found = []
    for step in steps(instance, Run(limits, cancel=cancel)):
        found.append(step)
        if not quiet:
            say(f"at most {step.bound}")
    return found
