"""`quilts perfect`: find quilts that are completely covered by distinct patches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tilewright.console import LiveLine, interruptible, print_json, say
from tilewright.console.command_options import Json, Seed, option
from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.patchwork.commands.options import PictureFile

if TYPE_CHECKING:
    from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import PerfectQuilts

__all__ = ["perfect"]

METHODS = ("exact-cover", "sat")

NOT_DECIDED = 3
"""The exit status if the search was stopped before it found a quilt or proved that none exists."""


def perfect(
    patches: Annotated[str, option("Use only these patches (default: all 33).", "A,B,...")] = "",
    count: Annotated[
        int | None, option("Use exactly N patches, not counting 1x1 patches (default: any number).", "N")
    ] = None,
    patch_set: Annotated[
        str, option("The set of patches: paper (patch 4 has three squares) or box (four).", "SET")
    ] = "paper",
    ones: Annotated[int, option("Also use K 1x1 patches.", "K")] = 0,
    limit: Annotated[int, option("Stop after N quilts.", "N", min=1)] = 1,
    show: Annotated[int, option("Show the first N quilts.", "N", min=0, max=1000)] = 1,
    method: Annotated[
        str, option("The search method: exact-cover or sat; the two are independent of each other.", "METHOD")
    ] = "exact-cover",
    time_limit: Annotated[float | None, option("Limit on the wall time of the search.", "SECONDS")] = None,
    seed: Seed = 0,
    output: PictureFile = "",
    json: Json = False,
) -> int:
    """Find quilts in which distinct patches cover all 9 x 9 squares, and count them up to a limit.

    Quilts that differ only by an exchange of patches of the same shape count once; rotated and mirrored quilts
    count separately. Both methods must give the same counts; they find the quilts in different orders.

    \b
    Examples:
      tilewright quilts perfect
      tilewright quilts perfect --count 16 --seed 7 -o quilt.svg
      tilewright quilts perfect --patch-set box
      tilewright quilts perfect --ones 5 --limit 100000 --json
      tilewright quilts perfect --count 14 --method sat
      tilewright quilts perfect --patches 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
    """
    from tilewright.games.patchwork.quilt.exact_cover import find_perfect_quilts
    from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import ALL_PATCHES, PerfectQuery
    from tilewright.games.patchwork.quilt.picture import save_quilts
    from tilewright.games.patchwork.quilt.sat_cover import find_perfect_quilts_by_sat

    if method not in METHODS:
        raise BadInput(f"--method {method[:40]!r}: expected one of {', '.join(METHODS)}")
    find = find_perfect_quilts if method == "exact-cover" else find_perfect_quilts_by_sat
    query = PerfectQuery(_read_patches(patches) if patches else ALL_PATCHES, count, ones, set_name=patch_set)
    limits = Limits(time_limit, seed=seed)
    with LiveLine(quiet=json) as line:
        result, interrupted = interruptible(
            lambda cancel: find(query, Run(limits, progress=line, cancel=cancel), limit, show)
        )
    if output and result.quilts:
        save_quilts(result, output)
    if json:
        print_json(result.to_json())
    else:
        _print(result)
    stopped = not result.complete and result.count < limit
    return interrupted or (NOT_DECIDED if stopped and not result.count else 0)


def _read_patches(text: str) -> tuple[int, ...]:
    numbers = []
    for index, token in enumerate(text.split(",")):
        if not (token.strip().isascii() and token.strip().isdecimal()):
            raise BadInput(f"patches[{index}]: expected the number of a patch, not {token[:40]!r}")
        numbers.append(int(token))
    return tuple(numbers)


def _print(result: PerfectQuilts) -> None:
    from tilewright.games.patchwork.quilt.picture import quilt_scene

    for quilt in result.quilts:
        print(quilt_scene(quilt, result.query.rows, result.query.cols).to_text())
    at_least = "" if result.complete else "at least "
    say(f"{at_least}{result.count:,} perfect quilt{'s' if result.count != 1 else ''}")
