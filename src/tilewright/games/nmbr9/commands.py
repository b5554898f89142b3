"""The commands of `tilewright nmbr9`: upper bounds, proofs, verification, and counts of best stacks."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from tilewright import registry
from tilewright.console import (
    LiveLine,
    data_folder,
    interruptible,
    parse_argument,
    print_json,
    print_table,
    read_settings,
    say,
)
from tilewright.console.command_options import (
    Json,
    Where,
    argument,
    command_group,
    data_option,
    option,
    output_option,
)
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Limits, Progress, Run, Status, game_of

if TYPE_CHECKING:
    from tilewright.games.nmbr9.rules import Nmbr9Instance
    from tilewright.games.nmbr9.stacking.proved_bounds_step_by_step import Step

__all__ = ["app"]

app = command_group(
    "Nmbr9: upper bounds on the score of a stack, proofs of these bounds, and counts of the best stacks."
)

T = TypeVar("T")

TimeLimit = Annotated[float | None, option("Stop after this much wall time.", "SECONDS")]
Threads = Annotated[int, option("The number of threads.", min=1)]
Keys = Annotated[
    list[str] | None,
    option("Set a key of the instance, such as support=types; repeatable.", "KEY=VALUE", "--set"),
]
Spec = Annotated[str, argument("An instance of variant F, such as F-9-2-20, a file, or - for stdin.", "SPEC")]


@app.command()
def bound(
    spec: Annotated[str, argument("An instance, such as F-9-2-20, a file, or - for stdin.", "SPEC")],
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    settings: Keys = None,
    json: Json = False,
) -> int:
    """Prove upper bounds on the score of a stack, and state the argument that proves each bound.

    No bound is larger than the previous one; if the search completes, the last bound is the optimum. The
    command also uses facts that were proved for other instances; for variants K and U, it uses only these.

    \b
    Examples:
      tilewright nmbr9 bound F-9-2-20 --threads 2 --time-limit 600
      tilewright nmbr9 bound F-6-2-5 --set grid=6 --set levels=3 --json
    """
    instance = _read(spec, settings)
    started = time.perf_counter()
    steps, interrupted = _run(partial(_steps, instance, quiet=json), Limits(time_limit, threads))
    if json:
        last = steps[-1] if steps else None
        print_json(
            {
                "instance": game_of(instance).to_json(instance),
                "bound": None if last is None else last.bound,
                "argument": None if last is None else last.argument,
                "steps": [step.to_json() for step in steps],
                "seconds": round(time.perf_counter() - started, 3),
            }
        )
    else:
        print_table(("bound", "argument"), [(step.bound, step.argument) for step in steps])
    return interrupted or (0 if steps else 3)


@app.command()
def prove(
    spec: Spec,
    score: Annotated[int, argument("Prove that no stack reaches this score.", "SCORE", min=1)],
    output: Annotated[str, output_option("The proof file to write.")],
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    where: Where = "here",
    data: Annotated[str | None, data_option("the finished shards")] = None,
    settings: Keys = None,
    json: Json = False,
) -> int:
    """Write a proof that no stack scores SCORE or more; `tilewright nmbr9 verify` checks it.

    The search is split into shards, and finished shards are kept in the data folder. If the search is stopped,
    run the same command again to continue with the missing shards.

    \b
    Examples:
      tilewright nmbr9 prove F-9-2-20 263 -o proof.gz --threads 2
      tilewright nmbr9 prove F-9-2-20 263 -o proof.gz --where processes:2
      tilewright nmbr9 prove F-9-2-8 73 -o proof.gz --json
    """
    from tilewright.games.nmbr9.stacking.write_certificate import certificate
    from tilewright.running import executor_named

    instance = _read(spec, settings)
    limits, executor = Limits(time_limit, threads), executor_named(where)
    folder = data_folder(data) / "nmbr9" / "proofs" / f"{instance.spec}-{instance.support}-{score}"
    with LiveLine(quiet=json) as line:
        proof, interrupted = _run(
            lambda run: certificate(instance, score, run, folder, executor), limits, progress=line
        )
    if proof is None:
        say(f"the proof is not complete; finished shards are kept in {folder}")
        return interrupted or 3
    with report_write_errors(Path(output)):
        write_atomically(Path(output), proof)
    if json:
        print_json({"file": output, "bytes": len(proof), "wanted": score})
    else:
        print(f"{output}: no stack of {instance.spec} scores {score} or more")
    return interrupted


@app.command()
def count(
    spec: Spec,
    score: Annotated[int | None, option("The best score, if it is already known.", "SCORE", min=1)] = None,
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    settings: Keys = None,
    json: Json = False,
) -> int:
    """Count the best stacks.

    Two stacks are different if they differ above the table or in the parts on the table that support something.
    Rotating or translating the whole stack and exchanging copies of a number make no difference.

    \b
    Examples:
      tilewright nmbr9 count F-6-2-5
      tilewright nmbr9 count F-9-2-20 --score 262 --threads 2 --json
    """
    instance = _read(spec, settings)
    result, interrupted = _run(partial(_count, instance, score), Limits(time_limit, threads))
    if result is None:
        say("the count of the best stacks is not complete")
        return interrupted or 3
    best, stacks = result
    if json:
        print_json({"instance": game_of(instance).to_json(instance), "score": best, "stacks": stacks})
    else:
        points = "1 point" if best == 1 else f"{best} points"
        print(f"{stacks} {'stack' if stacks == 1 else 'stacks'} of {instance.spec} with {points}")
    return interrupted


@app.command()
def verify(
    file: Annotated[str, argument("A proof file written by `nmbr9 prove`.", "FILE")],
    time_limit: TimeLimit = None,
    threads: Threads = 1,
    json: Json = False,
) -> int:
    """Verify a proof with a second, independently written search.

    \b
    Examples:
      tilewright nmbr9 verify proof.gz
      tilewright nmbr9 verify proof.gz --threads 2 --json
    """
    from tilewright.games.nmbr9.proof.proof_file import read_bytes
    from tilewright.games.nmbr9.proof.verify_proof import verify as verify_file

    proof = read_bytes(Path(file))
    verified, interrupted = _run(partial(verify_file, proof), Limits(time_limit, threads))
    if json:
        print_json(verified.to_json())
    elif verified.complete:
        print(f"verified: no stack of {verified.instance.spec} scores {verified.target} or more")
    else:
        print("stopped before the proof was completely verified; no fault has been found so far")
    return interrupted or (0 if verified.complete else 3)


def _read(spec: str, settings: list[str] | None) -> Nmbr9Instance:
    from tilewright.games.nmbr9.rules import Nmbr9Instance

    game = registry.game("nmbr9")
    given = parse_argument(spec, game.parse, "instance", specs=True)
    instance = game.with_keys(given, dict(read_settings(settings or ())))
    assert isinstance(instance, Nmbr9Instance)
    return instance


def _run(
    work: Callable[[Run], T], limits: Limits, progress: Callable[[Progress], None] | None = None
) -> tuple[T, int]:
    """Run the work until it is done or interrupted; return its result and the exit status."""
    return interruptible(lambda cancel: work(Run(limits, progress=progress, cancel=cancel)))


def _steps(instance: Nmbr9Instance, run: Run, *, quiet: bool) -> list[Step]:
    from tilewright.games.nmbr9.stacking.proved_bounds_step_by_step import steps

    proved = []
    for step in steps(instance, run):
        proved.append(step)
        if not quiet:
            say(f"at most {step.bound}")
    return proved


def _count(instance: Nmbr9Instance, score: int | None, run: Run) -> tuple[int, int] | None:
    """Return the best score and the number of stacks that reach it; None if they were not determined."""
    from tilewright.games.nmbr9.solvers import exact
    from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import (
        Cancelled,
        ProgressReporter,
        SearchTooLarge,
    )
    from tilewright.games.nmbr9.stacking.list_best_stacks import best_stacks

    if score is None:
        answer = exact.solve(instance, run)
        if answer.status is not Status.OPTIMAL or not isinstance(answer.objective, int):
            return None
        score = answer.objective
    try:
        return score, len(best_stacks(instance, score, run.limits.threads, ProgressReporter(run)))
    except (Cancelled, SearchTooLarge):
        return None
