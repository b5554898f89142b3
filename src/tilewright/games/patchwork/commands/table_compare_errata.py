"""`tilewright quilts`: the experiment of the paper, and more about one player's board."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import (
    LiveLine,
    data_folder,
    interruptible,
    print_json,
    print_table,
    read_argument,
    say,
    write_chunks,
)
from tilewright.errors import BadInput
from tilewright.games.patchwork.commands.game import game
from tilewright.games.patchwork.commands.rank import rank
from tilewright.games.patchwork.commands.train import train
from tilewright.games.patchwork.duel.perft import perft
from tilewright.games.patchwork.duel.speed_measurement import speed
from tilewright.games.patchwork.quilt.offline_bound import offline
from tilewright.games.patchwork.quilt.perfect_quilts import perfect

if TYPE_CHECKING:
    from tilewright.games.patchwork.quilt.experiment import Outcome
    from tilewright.games.patchwork.quilt.orders import Orders

__all__ = ["app"]

app = typer.Typer(
    help="Patchwork's board: strategies on orders of patches, compared with the published table.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no messages.")]
Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="The data folder; results are kept in it.")
]
OrdersFile = Annotated[
    str, typer.Option("--orders", metavar="FILE", help="Orders of tiles, one a line (the 1000 published ones).")
]
Runs = Annotated[int, typer.Option("--runs", metavar="N", help="So many random orders instead.", min=0)]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed of the random orders.", min=0)]
Where = Annotated[str, typer.Option("--where", metavar="PLACE", help="Where it runs: here, processes:N, dask.")]

WORDS = ("published", "non-learning")
"""Names of many strategies: all 119 of the paper, and the 77 of them that do not learn."""


@app.command()
def table(
    orders: OrdersFile = "",
    runs: Runs = 0,
    seed: Seed = 0,
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies", metavar="A,B", help="Strategies; also: published (all 119), non-learning (77)."
        ),
    ] = "published",
    where: Where = "here",
    fresh: Annotated[bool, typer.Option("--fresh", help="Lay all orders again, kept or not.")] = False,
    json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the paper's layout as Markdown.")] = False,
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="Write the paper's layout as a page.")
    ] = "",
    data: Data = None,
    quiet: Quiet = False,
) -> int:
    """Area, streak, alternatives and time of strategies over many orders, beside the published values.

    An interrupted table goes on where it was; a finished one is shown as it was kept.

    \b
    Examples:
      tilewright quilts table --strategies non-learning
      tilewright quilts table --strategies all+regret,bl/lb-every+regret --json
      tilewright quilts table --runs 5000 --seed 1 --strategies all+regret,all+chance-regret --where processes
    """
    from tilewright.games.patchwork.quilt.published_table import HEADERS, Table

    chosen = _orders(orders, runs, seed)
    outcomes, interrupted = _run(chosen, _strategies(strategies), where, data, fresh, quiet or json)
    if outcomes is None:
        say("interrupted; the same command goes on from here")
        return interrupted
    made = Table(chosen, outcomes)
    if html:
        _write(Path(html), made.to_html())
    if json:
        print_json(made.to_json())
    elif markdown:
        write_chunks([made.to_markdown()])
    elif not html:
        print_table(HEADERS, made.lines(), title=chosen.title)
        equal, compared = made.agreement
        if compared:
            write_chunks([f"{equal} of {compared} published cells equal to both decimals; ≠ marks the others"])
    return interrupted


@app.command()
def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A strategy.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    orders: OrdersFile = "",
    runs: Runs = 0,
    seed: Seed = 0,
    where: Where = "here",
    json: Json = False,
    data: Data = None,
    quiet: Quiet = False,
) -> int:
    """Compare two strategies on the same orders: the paired difference B - A, with a 95 % confidence interval.

    \b
    Examples:
      tilewright quilts compare all+regret first-fail-every+regret
      tilewright quilts compare all+regret all+chance-regret --runs 10000 --seed 1
    """
    from tilewright.games.patchwork.quilt.experiment import compare as paired

    chosen = _orders(orders, runs, seed)
    outcomes, interrupted = _run(chosen, [first, second], where, data, False, quiet or json)
    if outcomes is None:
        say("interrupted; the same command goes on from here")
        return interrupted
    one, two = outcomes[0], outcomes[-1]
    found = {metric: paired(one, two, metric) for metric in ("area", "streak")}
    if json:
        print_json({metric: each.to_json() for metric, each in found.items()})
        return interrupted
    rows = [
        [
            metric,
            *(f"{mean:.3f}" for mean in each.means),
            f"{each.difference:+.3f}",
            f"{each.interval[0]:+.3f} to {each.interval[1]:+.3f}",
            f"{each.p_value:.2g}",
            f"{each.wins}/{each.runs - each.wins - each.losses}/{each.losses}",
        ]
        for metric, each in found.items()
    ]
    headers = ["", one.strategy, two.strategy, "difference", "95 % interval", "p", "better/equal/worse"]
    print_table(headers, rows, title=chosen.title)
    return interrupted


@app.command()
def strategies(json: Json = False) -> int:
    """List the policies and the evaluations: any policy + any evaluation is a strategy.

    \b
    Examples:
      tilewright quilts strategies
    """
    from tilewright.games.patchwork.quilt.strategies.strategy_registry import evaluations, policies

    halves = {
        "policies": {each.name: each.summary for each in policies()},
        "evaluations": {each.name: each.summary for each in evaluations()},
    }
    if json:
        print_json(halves)
    else:
        for kind, known in halves.items():
            print_table([kind, "what it does"], list(known.items()))
    return 0


@app.command()
def errata(json: Json = False) -> int:
    """List where the paper, its program and the truth differ, each with the command that shows it.

    \b
    Examples:
      tilewright quilts errata
    """
    from tilewright.games.patchwork.quilt.errata import ERRATA

    if json:
        print_json([each.to_json() for each in ERRATA])
        return 0
    blocks = [
        f"{number}. {each.about}\n   paper:   {each.paper}\n   program: {each.program}\n"
        f"   truth:   {each.truth}\n   $ {each.command}"
        for number, each in enumerate(ERRATA, start=1)
    ]
    write_chunks(["\n\n".join(blocks)])
    return 0


app.command()(perfect)
app.command()(offline)
app.command()(rank)
app.command()(game)
app.command()(perft)
app.command()(train)
app.command()(speed)


# --- What the commands share --------------------------------------------------------------------------


def _orders(file: str, runs: int, seed: int) -> Orders:
    from tilewright.games.patchwork.quilt.orders import drawn_orders, parse_orders, published_orders

    if file and runs:
        raise BadInput("give either --orders or --runs, not both")
    if runs:
        return drawn_orders(runs, seed)
    if not file:
        return published_orders()
    text = read_argument(file, "orders")
    try:
        return parse_orders(text, Path(file).name if file != "-" else "standard input")
    except BadInput as error:
        raise BadInput(f"orders {file}: {error}") from None


def _strategies(text: str) -> list[str]:
    from tilewright.games.patchwork.quilt.experiment import published_table
    from tilewright.games.patchwork.quilt.strategies import find_strategy

    found: list[str] = []
    for word in filter(None, map(str.strip, text.split(","))):
        if word == "published":
            found += published_table()
        elif word == "non-learning":
            found += [name for name in published_table() if not find_strategy(name).policy.learns]
        else:
            found.append(find_strategy(word).name)
    if not found:
        raise BadInput(f"--strategies: expected names such as all+regret, or one of {', '.join(WORDS)}")
    return list(dict.fromkeys(found))


def _run(
    orders: Orders, names: list[str], where: str, data: str | None, fresh: bool, quiet: bool
) -> tuple[list[Outcome] | None, int]:
    from tilewright.games.patchwork.quilt.experiment import home_of, run_experiment
    from tilewright.running import executor_named

    executor = executor_named(where)
    folder = data_folder(data)
    if fresh:
        shutil.rmtree(home_of(orders, names, folder), ignore_errors=True)
    line = LiveLine(quiet)

    def work(cancel: threading.Event) -> list[Outcome] | None:
        return run_experiment(orders, names, folder, executor=executor, progress=line, cancel=cancel)

    try:
        return interruptible(work)
    finally:
        line.clear()


def _write(path: Path, text: str) -> None:
    from tilewright.files import report_write_errors, write_atomically

    with report_write_errors(path):
        write_atomically(path, text.encode())
