"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from tilewright import registry
from tilewright.console import INPUT_LIMIT
from tilewright.game import Game, Solver

__all__ = [
    "DataFolder",
    "GameName",
    "InputLimit",
    "InstanceArgument",
    "Json",
    "Quiet",
    "Seed",
    "Settings",
    "SolutionArgument",
    "bytes_of",
    "split_settings",
]


def _complete_game(incomplete: str) -> list[str]:
    return [name for name in registry.names() if name.startswith(incomplete)]


def _use_data_folder(folder: str | None) -> str | None:
    # Worker processes that the command starts inherit environment variables.
    if folder:
        os.environ["TILEWRIGHT_DATA"] = folder
    return folder


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game; `tilewright games` lists all games.", autocompletion=_complete_game
    ),
]
InstanceArgument = Annotated[
    str,
    typer.Argument(
        metavar="INSTANCE", help="A file, - for standard input, an inline spec, inline JSON, or a URL."
    ),
]
SolutionArgument = Annotated[
    str, typer.Argument(metavar="SOLUTION", help="A file, - for standard input, or inline JSON.")
]
DataFolder = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="The data folder, which holds the census and the records.",
        callback=_use_data_folder,
    ),
]
"""The option ``--data``. Typer calls its callback, which sets the folder; commands ignore the value."""
Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no messages.")]
Seed = Annotated[int, typer.Option("--seed", help="The seed for all random choices.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Set a key of the instance or an option of the solver; repeatable."
    ),
]
InputLimit = Annotated[
    float, typer.Option("--input-limit", metavar="MIB", help="The size limit for each input, in MiB.", min=0)
]
DEFAULT_INPUT_LIMIT = INPUT_LIMIT / 2**20


def bytes_of(mebibytes: float) -> int:
    return int(mebibytes * 2**20)


def split_settings(
    game: Game, solver: Solver, settings: dict[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Split the settings into keys of the instance and options of the solver; return both."""
    options = {option.name for option in solver.options}
    solver_options = {key: value for key, value in settings.items() if key in options}
    instance_keys = {key: value for key, value in settings.items() if key not in options}
    return instance_keys, solver_options
