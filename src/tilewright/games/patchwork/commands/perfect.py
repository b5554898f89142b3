"""`quilts perfect`: find quilts that are completely covered by distinct patches."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.console import LiveLine, interruptible, print_json, say
from tilewright.console.command_options import Json, Seed
from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.patchwork.commands.options import PictureFile

if TYPE_CHECKING:
    from tilewright.games.patchwork.quilt.perfect_quilts import PerfectQuilts

__all__ = ["perfect"]

METHODS = ("exact-cover", "sat")

NOT_DECIDED = 3
"""The exit status if the search was stopped before it found a quilt or proved that none exists."""


def perfect(
    patches: Annotated[
        str, typer.Option("--patches", metavar="A,B,...", help="Use only these patches (default: all 33).")
    ] = "",
    count: Annotated[
        int | None,
        typer.Option("--count", metavar="N", help="Use exactly N patches (default: any number)."),
    ] = None,
    patch_set: Annotated[
        str,
        typer.Option(
            "--patch-set",
            metavar="SET",
            help="The set of patches: paper (patch 4 is a corner) or box (a square).",
        ),
    ] = "paper",
    ones: Annotated[int, typer.Option("--ones", metavar="K", help="Also use K 1x1 patches.")] = 0,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Stop after N quilts.", min=1)] = 1,
    show: Annotated[
        int, typer.Option("--show", metavar="N", help="Show the first N quilts.", min=0, max=1000)
    ] = 1,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="METHOD",
            help="The method of the search: exact-cover, or sat, which shares no code with it.",
        ),
    ] = "exact-cover",
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", metavar="SECONDS", help="Limit on the wall time of the search."),
    ] = None,
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
    from tilewright.games.patchwork.quilt.perfect_quilts import ALL_PATCHES, PerfectQuery
    from tilewright.games.patchwork.quilt.picture import save_quilts
    from tilewright.games.patchwork.quilt.sat_cover import find_perfect_quilts_by_sat

    if method not in METHODS:
        raise BadInput(f"--method {method[:40]!r}: expected one of {', '.join(METHODS)}")
    find = find_perfect_quilts if method == "exact-cover" else find_perfect_quilts_by_sat
    query = PerfectQuery(_read_patches(patches) if patches else ALL_PATCHES, count, ones, set_name=patch_set)
    limits = Limits(time_limit, seed=seed)
    line = LiveLine(quiet=json)

    def work(cancel: Event) -> PerfectQuilts:
        return find(query, Run(limits, progress=line, cancel=cancel), limit, show)

    result, interrupted = interruptible(work)
    line.clear()
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
    more = "" if result.complete else " or more"
    say(f"{result.count:,} perfect quilt{'s' if result.count != 1 else ''}{more}")
