"""The command that shows how the placements of a patch rank by regret."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tilewright.console import parse_argument, print_json, print_table
from tilewright.errors import BadInput

__all__ = ["rank"]


def rank(
    instance: Annotated[str, typer.Argument(metavar="INSTANCE", help="A quilt: a file, -, or inline.")],
    step: Annotated[
        int, typer.Option("--step", metavar="N", help="Which patch of the order, counted from 1.", min=1)
    ] = 1,
    show: Annotated[
        int,
        typer.Option("--show", metavar="N", help="Placements shown: the best and the last.", min=1, max=30),
    ] = 6,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Draw the ranking: .svg or .png.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Rank the placements of one patch by regret, after the instance's strategy has laid those before it.

    The picture has the sizes of the squares' domains before and after the best placement as heat maps.

    \b
    Examples:
      tilewright quilts rank 17,5,0,33 --step 3
      tilewright generate patchwork | tilewright quilts rank - --step 12 -o ranking.svg
    """
    from tilewright.games.patchwork import game
    from tilewright.games.patchwork.quilt.placement_ranking import laid_at
    from tilewright.games.patchwork.quilt.placement_ranking import rank as ranked
    from tilewright.games.patchwork.quilt.ranking_picture import ranking_scene

    quilt: Any = parse_argument(instance, game.parse, "instance", specs=True)
    if step > len(quilt.order):
        raise BadInput(f"--step {step}: the order has {len(quilt.order)} patches")
    solution: Any = game.solve(quilt).solution
    laid = [each for place, each in laid_at(quilt.order, solution.placements) if place < step - 1]
    ranking = ranked(quilt.order, laid, step - 1)
    if output:
        ranking_scene(ranking, show).save(output)
    if json:
        print_json(ranking.to_json())
    else:
        rows = [[at, each.regret, each.cells] for at, each in enumerate(ranking.placements[:show], start=1)]
        title = f"patch {ranking.patch}: {len(ranking.placements)} placements"
        print_table(["", "regret", "squares"], rows, title=title)
    return 0
