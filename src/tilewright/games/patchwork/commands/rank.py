"""`quilts rank`: rank the placements of one patch by regret."""

from __future__ import annotations

from typing import Annotated, Any

from tilewright.console import parse_argument, print_json, print_table
from tilewright.console.command_options import InstanceArgument, Json, option
from tilewright.errors import BadInput
from tilewright.games.patchwork.commands.options import PictureFile

__all__ = ["rank"]


def rank(
    instance: InstanceArgument,
    step: Annotated[int, option("Rank the placements of the N-th patch of the order.", "N", min=1)] = 1,
    show: Annotated[
        int,
        option(
            "Show the N best placements; the picture shows the N - 1 best and the worst.",
            "N",
            min=1,
            max=30,
        ),
    ] = 6,
    output: PictureFile = "",
    json: Json = False,
) -> int:
    """Rank the placements of one patch by regret, after the instance's strategy has laid the patches before it.

    The regret of a placement is the amount by which it reduces the domain sizes of the squares that it does not
    cover. The domain size of a square is the number of tiles that can still cover it, plus one if it can stay
    empty. The picture shows heat maps of the domain sizes before and after the best placement.

    \b
    Examples:
      tilewright quilts rank 17,5,0,33 --step 3
      tilewright quilts rank '17,4,0,33 patches=box' --step 2
      tilewright generate patchwork | tilewright quilts rank - --step 12 -o ranking.svg
    """
    from tilewright.games.patchwork import game
    from tilewright.games.patchwork.quilt.placement_ranking import match_to_order, rank_placements
    from tilewright.games.patchwork.quilt.placement_ranking_picture import ranking_scene

    quilt: Any = parse_argument(instance, game.parse, "instance", specs=True)
    if step > len(quilt.order):
        raise BadInput(f"--step {step}: the number of patches in the order is {len(quilt.order)}")
    solution: Any = game.solve(quilt).solution
    laid = [
        placement for index, placement in match_to_order(quilt.order, solution.placements) if index < step - 1
    ]
    ranking = rank_placements(quilt.patch_set, quilt.order, laid, step - 1)
    if output:
        ranking_scene(ranking, show).save(output)
    if json:
        print_json(ranking.to_json())
    else:
        rows = [
            [rank, placement.regret, placement.cells]
            for rank, placement in enumerate(ranking.placements[:show], start=1)
        ]
        count = len(ranking.placements)
        title = f"patch {ranking.patch}: {count} {'placement' if count == 1 else 'placements'}"
        print_table(["", "regret", "squares"], rows, title=title)
    return 0
