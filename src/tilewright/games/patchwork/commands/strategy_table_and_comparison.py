"""`quilts table` and `quilts compare`: repeat the paper's experiment on many orders of the patches."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from tilewright.console.command_options import DataFolder, Json, Quiet, Where, argument, option
from tilewright.errors import BadInput
from tilewright.games.patchwork.commands.options import (
    OrdersFile,
    PatchSetName,
    RandomOrders,
    RandomSeed,
)

if TYPE_CHECKING:
    from tilewright.games.patchwork.pieces.patches import PatchSet
    from tilewright.games.patchwork.quilt.experiment import StrategyResult
    from tilewright.games.patchwork.quilt.tile_orders import Orders

__all__ = ["compare", "table"]

GROUPS = ("published", "non-learning")
"""The names of the strategy groups: all 119 strategies of the paper, and the 77 of them that do not learn."""


def table(
    orders: OrdersFile = "",
    runs: RandomOrders = 0,
    seed: RandomSeed = 0,
    strategies: Annotated[
        str,
        option(
            "Strategies or groups: published (all 119 in the paper), non-learning (the 77 that do not learn).",
            "A,B",
        ),
    ] = "published",
    patches: PatchSetName = "paper",
    where: Where = "here",
    fresh: Annotated[
        bool, option("Delete the stored results and compute them again.", None, "--fresh")
    ] = False,
    json: Json = False,
    markdown: Annotated[
        bool, option("Print the table as Markdown, in the paper's layout.", None, "--markdown")
    ] = False,
    html: Annotated[str, option("Write the table as an HTML page, in the paper's layout.", "FILE")] = "",
    data: DataFolder = None,
    quiet: Quiet = False,
) -> int:
    """Measure strategies on many orders of the patches, and show the results next to the published values.

    The measures are the covered area, the streak (the position of the first patch that does not fit),
    the number of alternative placements of a patch, and the time.

    Results are stored. After an interruption, the same command without --fresh computes only the missing
    results; if all results are stored, it only shows them.

    \b
    Examples:
      tilewright quilts table --strategies non-learning
      tilewright quilts table --strategies all+regret,bl/lb-every+regret --json
      tilewright quilts table --strategies non-learning --patches box
      tilewright quilts table --runs 5000 --seed 1 --strategies all+regret,all+chance-regret --where processes
    """
    from tilewright.games.patchwork.pieces.patches import patch_set
    from tilewright.games.patchwork.quilt.results_table import HEADERS, ResultsTable

    chosen_patches = patch_set(patches)
    chosen_orders = _read_orders(orders, runs, seed)
    results, interrupted = _run(
        chosen_orders, chosen_patches, _read_strategies(strategies), where, data, fresh, quiet or json
    )
    if results is None:
        say("interrupted; run the same command again, without --fresh, to continue")
        return interrupted
    results_table = ResultsTable(chosen_orders, results, chosen_patches)
    if html:
        _write(Path(html), results_table.to_html())
    if json:
        print_json(results_table.to_json())
    elif markdown:
        write_chunks([results_table.to_markdown()])
    elif not html:
        print_table(HEADERS, results_table.rows(), title=results_table.title)
        equal, compared = results_table.agreement
        if compared:
            write_chunks([f"{equal} of {compared} published cells agree to two decimals; ≠ marks the others"])
    return interrupted


def compare(
    first: Annotated[str, argument("A strategy.", "A")],
    second: Annotated[str, argument("Another strategy.", "B")],
    orders: OrdersFile = "",
    runs: RandomOrders = 0,
    seed: RandomSeed = 0,
    patches: PatchSetName = "paper",
    where: Where = "here",
    json: Json = False,
    data: DataFolder = None,
    quiet: Quiet = False,
) -> int:
    """Compare strategies A and B on the same orders: the differences B - A of their areas and their streaks.

    The differences are means over the orders, with 95% confidence intervals. The last column counts the orders
    on which B is better than A, equal to A, and worse than A.

    \b
    Examples:
      tilewright quilts compare all+regret first-fail-every+regret
      tilewright quilts compare all+regret all+chance-regret --runs 10000 --seed 1
    """
    from tilewright.games.patchwork.pieces.patches import patch_set
    from tilewright.games.patchwork.quilt.experiment import compare_results
    from tilewright.games.patchwork.quilt.results_table import table_title

    chosen_patches = patch_set(patches)
    chosen_orders = _read_orders(orders, runs, seed)
    results, interrupted = _run(
        chosen_orders, chosen_patches, [first, second], where, data, False, quiet or json
    )
    if results is None:
        say("interrupted; run the same command again to continue")
        return interrupted
    result_a, result_b = results[0], results[-1]
    comparisons = {metric: compare_results(result_a, result_b, metric) for metric in ("area", "streak")}
    if json:
        print_json({metric: comparison.to_json() for metric, comparison in comparisons.items()})
        return interrupted
    rows = [
        [
            metric,
            *(f"{mean:.3f}" for mean in comparison.means),
            f"{comparison.difference:+.3f}",
            f"{comparison.interval[0]:+.3f} to {comparison.interval[1]:+.3f}",
            f"{comparison.p_value:.2g}",
            f"{comparison.wins}/{comparison.runs - comparison.wins - comparison.losses}/{comparison.losses}",
        ]
        for metric, comparison in comparisons.items()
    ]
    headers = [
        "",
        result_a.strategy,
        result_b.strategy,
        "difference",
        "95% interval",
        "p",
        "better/equal/worse",
    ]
    print_table(headers, rows, title=table_title(chosen_orders, chosen_patches))
    return interrupted


def _read_orders(file: str, runs: int, seed: int) -> Orders:
    from tilewright.games.patchwork.quilt.tile_orders import parse_orders, published_orders, seeded_orders

    if file and runs:
        raise BadInput("give either --orders or --runs, not both")
    if runs:
        return seeded_orders(runs, seed)
    if not file:
        return published_orders()
    text = read_argument(file, "orders")
    try:
        return parse_orders(text, Path(file).name if file != "-" else "standard input")
    except BadInput as error:
        raise BadInput(f"orders {file}: {error}") from None


def _read_strategies(text: str) -> list[str]:
    """Parse a list of strategies and groups; return the full names of the strategies, without repetitions."""
    from tilewright.games.patchwork.quilt.experiment import published_results
    from tilewright.games.patchwork.quilt.strategies import find_strategy

    names: list[str] = []
    for word in filter(None, map(str.strip, text.split(","))):
        if word == "published":
            names += published_results()
        elif word == "non-learning":
            names += [name for name in published_results() if not find_strategy(name).policy.learns]
        else:
            names.append(find_strategy(word).name)
    if not names:
        raise BadInput(f"--strategies: expected names such as all+regret, or one of {', '.join(GROUPS)}")
    return list(dict.fromkeys(names))


def _run(
    orders: Orders,
    patches: PatchSet,
    names: list[str],
    where: str,
    data: str | None,
    fresh: bool,
    quiet: bool,
) -> tuple[list[StrategyResult] | None, int]:
    """Run the experiment; return the results (None if the run is interrupted) and the exit status."""
    from tilewright.games.patchwork.quilt.experiment import run_experiment, shard_folder
    from tilewright.running import executor_named

    executor = executor_named(where)
    folder = data_folder(data)
    if fresh:
        shutil.rmtree(shard_folder(orders, names, folder, patches), ignore_errors=True)
    with LiveLine(quiet) as line:
        return interruptible(
            lambda cancel: run_experiment(
                orders, names, folder, patches, executor=executor, progress=line, cancel=cancel
            )
        )


def _write(path: Path, text: str) -> None:
    from tilewright.files import report_write_errors, write_atomically

    with report_write_errors(path):
        write_atomically(path, text.encode())
