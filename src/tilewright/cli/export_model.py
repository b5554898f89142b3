"""The command `tilewright export`, which writes the model of an instance for other solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tilewright.cli.choose_game import choose_game
from tilewright.cli.solve_and_check import read_instance
from tilewright.console import command_options as opts
from tilewright.console import print_json, read_settings, say, write_chunks
from tilewright.errors import BadInput
from tilewright.files import report_write_errors, write_atomically

__all__ = ["export"]


def export(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    format: Annotated[str, opts.option("The format: dimacs, wcnf, dzn or cpsat.", "FORMAT")],
    output: Annotated[str | None, opts.output_option("The file to write; by default standard output.")] = None,
    solver: Annotated[
        str | None, opts.option("With dzn or cpsat: the solver whose model is exported.", "NAME")
    ] = None,
    settings: opts.Settings = None,
    json: opts.Json = False,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Write the model of an instance in a format that other solvers can read.

    The formats dimacs and wcnf contain the clauses of a pencil puzzle, with comments that explain the
    variables. dzn contains the data for the game's MiniZinc model; a message names the model file. cpsat is a
    binary CpModelProto and needs -o FILE.

    \b
    Examples:
      tilewright export shikaku library:5x5-easy --format dimacs -o puzzle.cnf
      tilewright export lits library:6x6-easy --format wcnf -o puzzle.wcnf
      tilewright export domino '4: 01 12 25 33 35' --format dzn
      tilewright export domino '4: 01 12 25 33 35' --format cpsat -o model.pb
    """
    from tilewright.model_export import export_model

    played, instance = choose_game(game, instance, input_limit)
    keys, options = opts.split_settings(
        played.solver(solver).options if solver else (), read_settings(settings)
    )
    question = read_instance(played, instance, keys, input_limit)
    if format == "cpsat" and output is None:
        raise BadInput("a CP-SAT model is binary; name a file with -o")
    if json and output is None:
        raise BadInput("--json needs -o FILE")
    exported = export_model(played, question, format, solver, options)
    if output is None:
        write_chunks([exported.content.decode().rstrip("\n")])
    else:
        with report_write_errors(Path(output)):
            write_atomically(Path(output), exported.content)
    model = None if exported.model is None else str(exported.model)
    if json:
        print_json({"file": output, "format": format, "about": exported.about, "model": model})
    elif output is not None or model is not None:
        say(exported.about + (f": {model}" if model else ""))
    return 0
