"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from tilewright import registry
from tilewright.console import INPUT_LIMIT
from tilewright.errors import BadInput
from tilewright.run import Option

__all__ = [
    "DataFolder",
    "GameName",
    "InputLimit",
    "InstanceArgument",
    "InstanceKeys",
    "Json",
    "Notation",
    "OptionalSolution",
    "Quiet",
    "Seed",
    "Settings",
    "SolutionArgument",
    "Where",
    "argument",
    "bytes_of",
    "command_group",
    "data_option",
    "executor_option",
    "expect_one_standard_input",
    "option",
    "output_option",
    "split_settings",
]


def option(help: str, metavar: str | None = None, *names: str, **others: Any) -> Any:
    """Describe an option of a command, for `typing.Annotated`.

    Without `names`, Typer derives the name of the option from the parameter of the command. For a flag that has
    no opposite, always give the name, because Typer would otherwise add the opposite flag, ``--no-...``.
    """
    return typer.Option(*names, help=help, metavar=metavar, **others)


def output_option(help: str) -> Any:
    """Describe the option ``--output`` or ``-o`` for the name of a file, for `typing.Annotated`."""
    return option(help, "FILE", "--output", "-o")


def data_option(contents: str) -> Any:
    """Describe an option ``--data`` without the callback of `DataFolder`, for `typing.Annotated`."""
    return option(f"The data folder, which contains {contents}.", "DIR")


def executor_option(note: str = "") -> Any:
    """Describe the option ``--where`` for the name of an executor, for `typing.Annotated`."""
    return option(f"Where to run: here, processes:N, dask or dask://host:port{note}.", "EXECUTOR")


def argument(help: str, metavar: str, **others: Any) -> Any:
    """Describe a positional argument of a command, for `typing.Annotated`."""
    return typer.Argument(help=help, metavar=metavar, **others)


def command_group(help: str) -> typer.Typer:
    """Return an empty command group, for example for a game; without arguments, the group prints its help."""
    return typer.Typer(help=help, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


def _complete_game(incomplete: str) -> list[str]:
    return [name for name in registry.names() if name.startswith(incomplete)]


def _use_data_folder(folder: str | None) -> str | None:
    # Worker processes that the command starts inherit environment variables.
    if folder:
        os.environ["TILEWRIGHT_DATA"] = folder
    return folder


GameName = Annotated[
    str, argument("A game; `tilewright games` lists all games.", "GAME", autocompletion=_complete_game)
]
InstanceArgument = Annotated[
    str, argument("A file, - for standard input, an inline notation, inline JSON, or a URL.", "INSTANCE")
]
_SOLUTION_HELP = "A file, - for standard input, or inline JSON."
SolutionArgument = Annotated[str, argument(_SOLUTION_HELP, "SOLUTION")]
OptionalSolution = Annotated[str | None, argument(_SOLUTION_HELP, "SOLUTION")]
DataFolder = Annotated[
    str | None,
    option("The folder for recorded runs, finished games and prepared data.", "DIR", callback=_use_data_folder),
]
"""The option ``--data``. Its callback sets the data folder for the whole process.

Most commands therefore do not use the value that they receive.
"""
Json = Annotated[bool, option("Print exactly one JSON document.", None, "--json")]
Quiet = Annotated[bool, option("Print no progress and no messages.", None, "--quiet", "-q")]
Seed = Annotated[int, option("The seed for all random choices.")]
Where = Annotated[str, executor_option()]
Settings = Annotated[
    list[str] | None,
    option("Set a key of the instance or an option of the solver; repeatable.", "KEY=VALUE", "--set"),
]
InstanceKeys = Annotated[
    list[str] | None, option("Set a key of the instance; repeatable.", "KEY=VALUE", "--set")
]
Notation = Annotated[str, option("The notation: json, or another notation of the game.", "NOTATION")]
InputLimit = Annotated[float, option("The size limit for each input, in MiB.", "MIB", min=0)]
DEFAULT_INPUT_LIMIT = INPUT_LIMIT / 2**20


def bytes_of(mebibytes: float) -> int:
    return int(mebibytes * 2**20)


def split_settings(
    options: Sequence[Option], settings: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Split the ``--set`` values into keys of the instance and values of the given options; return both."""
    names = {option.name for option in options}
    keys = {key: value for key, value in settings.items() if key not in names}
    return keys, {key: value for key, value in settings.items() if key in names}


def expect_one_standard_input(**arguments: str | None) -> None:
    """Raise `BadInput` if several arguments are ``-``; the message names them by their keywords."""
    names = [f"the {name}" for name, argument in arguments.items() if argument == "-"]
    if len(names) > 1:
        raise BadInput(f"{' and '.join(names)} cannot both come from standard input")
