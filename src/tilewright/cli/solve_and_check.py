"""The commands `tilewright solve` and `tilewright check`, which find and check solutions."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright import registry
from tilewright.cli.choose_game import choose_game
from tilewright.console import LiveLine, interruptible, parse_argument, print_json, read_settings, write_chunks
from tilewright.console import command_options as opts
from tilewright.errors import BadInput
from tilewright.game import Game, Instance, Result, Run, SolveRequest, Status, Verdict
from tilewright.run import to_number

__all__ = ["check", "objective_and_bound", "read_instance", "solve"]

PICTURE_LIMIT = 2_000
"""The largest instance that `solve` draws in the terminal, as a number of parts (stones, edges or cells)."""


def _complete_solver(ctx: typer.Context, incomplete: str) -> list[str]:
    name = ctx.params.get("game")
    solvers = registry.game(name).solvers if name in registry.names() else ()
    return [solver.name for solver in solvers if solver.name.startswith(incomplete)]


def solve(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    solver: Annotated[
        str | None,
        opts.option(
            "The solver; by default the first solver of the game.", "NAME", autocompletion=_complete_solver
        ),
    ] = None,
    time_limit: Annotated[float | None, opts.option("Time limit of the solver.", "SECONDS")] = None,
    seed: opts.Seed = 0,
    threads: Annotated[int, opts.option("Number of threads that the solver may use.")] = 1,
    data: opts.DataFolder = None,
    json: Annotated[
        bool, opts.option("Print one JSON document; for many instances, one per line.", None, "--json")
    ] = False,
    svg: Annotated[str | None, opts.option("Also draw the result to a .svg or .png file.", "FILE")] = None,
    settings: opts.Settings = None,
    lines: Annotated[
        bool, opts.option("Read one instance per line from INSTANCE (- for standard input).", None, "--lines")
    ] = False,
    where: Annotated[str, opts.executor_option("; for many instances")] = "here",
    quiet: opts.Quiet = False,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Solve an instance, verify the answer with the game's own checker, and print it.

    With --quiet, the command does not draw the solution in the terminal.

    To solve many instances, give a folder, a file whose name ends in .jsonl, or any input with --lines. The
    command then prints one line per instance; with --json, each line is a JSON document.

    \b
    Examples:
      tilewright solve powers 3,4
      tilewright solve powers 3,4:at-least-once --solver cpsat --json
      tilewright solve domino '{"n": 3, "stones": [[0, 1], [1, 2], [2, 2], [5, 6]]}'
      tilewright solve labyrinth maze.json --time-limit 10 --svg maze.svg
      tilewright generate domino --set n=6 | tilewright solve domino -
      tilewright solve nurikabe boards.jsonl --json --time-limit 10 --where processes:2
      tilewright solve auto https://puzz.link/p?nurikabe/5/5/g5k2o1k3g
      printf '2\\n3\\n3,4\\n' | tilewright solve powers - --lines --json
    """
    played, instance = choose_game(game, instance, input_limit)
    chosen = played.solver(solver)
    keys, options = opts.split_settings(chosen.options, read_settings(settings))
    request = SolveRequest(
        solver=chosen.name, time_limit=time_limit, seed=seed, threads=threads, options=options
    )
    if lines or _is_many(played, instance):
        from tilewright.cli.solve_many import SolveMany

        if svg is not None:
            raise BadInput("--svg draws the result of one instance, not of many")
        many = SolveMany(played, request, keys)
        return many.solve(instance, where, opts.bytes_of(input_limit), json, quiet)
    if where != "here":
        raise BadInput("--where is for many instances: a folder, a file whose name ends in .jsonl, or --lines")
    question = read_instance(played, instance, keys, input_limit)
    if svg is not None:
        _expect_picture(played, svg)
    with LiveLine(quiet) as line:
        result, interrupted = interruptible(
            lambda cancel: played.solve(question, request, progress=line, cancel=cancel)
        )
    if svg is not None:
        played.scene(question, result.solution).save(svg)
    if json:
        write_chunks(result.json_chunks())
    else:
        _show(played, result, quiet)
    return interrupted or (3 if result.status is Status.UNKNOWN else 0)


def check(
    game: opts.GameName,
    instance: opts.InstanceArgument,
    solution: opts.SolutionArgument,
    certificate: Annotated[
        Path | None, opts.option("A file with a proof of optimality to verify.", "FILE")
    ] = None,
    json: opts.Json = False,
    settings: opts.InstanceKeys = None,
    input_limit: opts.InputLimit = opts.DEFAULT_INPUT_LIMIT,
) -> int:
    """Check a solution against the rules, without a solver. The exit status is 1 if a rule is broken.

    \b
    Examples:
      tilewright check powers 3,4 '{"n": 18}'
      tilewright check labyrinth maze.json path.json --json
      tilewright check nmbr9 F-9-2-8 stack.json --certificate proof.gz
    """
    opts.expect_one_standard_input(instance=instance, solution=solution)
    played, instance = choose_game(game, instance, input_limit)
    if certificate is not None and not played.has("certificate"):
        raise BadInput(f"{played.name} has no certificates")
    question = read_instance(played, instance, read_settings(settings), input_limit)
    answer = parse_argument(solution, played.parse_solution, "solution", limit=opts.bytes_of(input_limit))
    verdict = played.check(question, answer)
    document, status = verdict.to_json(), 0 if verdict.ok else 1
    if certificate is not None and verdict.ok:
        document["certificate"], status = _certified(played, question, verdict, certificate)
    if json:
        print_json(document)
    else:
        _show_verdict(verdict, document.get("certificate"))
    return status


def _certified(
    game: Game, instance: Instance, verdict: Verdict, file: Path
) -> tuple[dict[str, Any] | None, int]:
    """Verify a certificate; return the result and the exit status.

    The status is 0 for a valid certificate, 1 for an invalid one, 3 if the verification did not finish, and
    130 or 143 after an interruption.
    """
    verify = game.module("certificate").verify
    with LiveLine() as line:
        result, interrupted = interruptible(
            lambda cancel: verify(instance, verdict.objective, file, Run(progress=line, cancel=cancel))
        )
    return result, interrupted or {True: 0, False: 1, None: 3}[result["ok"]]


def read_instance(game: Game, argument: str, keys: dict[str, Any], input_limit: float) -> Instance:
    """Parse an instance argument, set the keys given with ``--set``, and return the instance."""
    if _is_empty_grid(game, argument) or "\n" in argument:
        instance = game.parse(argument)
    else:
        limit = opts.bytes_of(input_limit)
        instance = parse_argument(argument, game.parse, "instance", limit=limit, specs=True)
    return game.with_keys(instance, keys)


def _is_empty_grid(game: Game, argument: str) -> bool:
    """Return whether an argument such as ``..`` is a row of empty cells, not a folder's name."""
    return bool(game.kind) and len(argument) > 1 and set(argument) == {"."}


def _is_many(game: Game, argument: str) -> bool:
    """Return whether an argument refers to many instances: a folder or a ``.jsonl`` file."""
    if _is_empty_grid(game, argument):
        return False
    return os.path.isdir(argument) or (argument.endswith(".jsonl") and os.path.isfile(argument))


def _expect_picture(game: Game, file: str) -> None:
    """Raise `BadInput` if the result cannot be drawn; called before the solve, which may take minutes."""
    if not game.has("picture"):
        raise BadInput(f"{game.name} has no pictures")
    if not file.lower().endswith((".svg", ".png")):
        raise BadInput(f"--svg {file}: the name must end in .svg or .png")


def objective_and_bound(objective: Any, bound: Any) -> list[str]:
    """Return descriptions of the objective and of the bound; a bound that equals the objective is left out."""
    words = [] if objective is None else [f"objective {objective}"]
    return words if bound in (None, objective) else [*words, f"bound {bound}"]


def _show(game: Game, result: Result, quiet: bool) -> None:
    facts = [f"{result.game}: {result.status.value}"]
    facts += objective_and_bound(to_number(result.objective), to_number(result.bound))
    if result.unique is not None:
        facts.append("the only solution" if result.unique else "not the only solution")
    if result.verified:
        facts.append("verified")
    solver = result.stats.get("answered_by", result.solver)
    print(", ".join(facts) + f" ({solver}, {result.seconds:.3g} s)")
    if result.solution is None or quiet:
        return
    if result.instance.parts > PICTURE_LIMIT:
        print("(the solution is too large to draw in the terminal; --svg FILE draws it, --json prints it)")
        return
    scene = game.scene(result.instance, result.solution)
    if scene is not None:
        print(scene.to_text(colour=sys.stdout.isatty()))


def _show_verdict(verdict: Verdict, certificate: dict[str, Any] | None = None) -> None:
    if verdict.ok:
        print("legal" if verdict.objective is None else f"legal, objective {to_number(verdict.objective)}")
    if certificate is not None:
        outcome = {True: "holds", False: "fails", None: "is not fully verified"}[certificate["ok"]]
        reason = f": {certificate['reason']}" if "reason" in certificate else ""
        print(f"the certificate {outcome} ({certificate['proves']}){reason}")
    for broken in verdict.broken:
        print(f"{broken.rule}: {broken.message}")
