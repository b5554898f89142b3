"""Perfect quilts: a board that distinct patches cover completely. The question, the answer and the command.

Each of the 33 patches may be used once; of the five 1x1 patches exactly as many are used as asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from threading import Event
from typing import Annotated, Any

import typer

from tilewright.console import LiveLine, interruptible, print_json, say
from tilewright.errors import BadInput
from tilewright.game import Limits, Run
from tilewright.games.patchwork.pieces.patches import ONE_BY_ONE, PATCHES, SIDE
from tilewright.games.patchwork.quilt.rules import Placement

__all__ = ["Perfect", "Wanted", "perfect"]

ALL = tuple(patch.id for patch in PATCHES if patch.id != ONE_BY_ONE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which quilts are looked for."""

    patches: tuple[int, ...] = ALL
    """Those that may be used, each once."""
    count: int | None = None
    """How many of them are used, the 1x1 patches not counted; any number if None."""
    ones: int = 0
    """How many 1x1 patches are used."""
    rows: int = SIDE
    cols: int = SIDE

    def __post_init__(self) -> None:
        for patch, times in Counter(self.patches).items():
            if patch not in ALL:
                raise BadInput(f"patches: there is no patch {patch}; expected numbers from 1 to {ALL[-1]}")
            if times > 1:
                raise BadInput(f"patches: patch {patch} may come at most once")
        if not 0 <= self.ones <= (most := PATCHES[ONE_BY_ONE].copies):
            raise BadInput(f"ones: expected a number from 0 to {most}, not {self.ones}")
        if self.count is not None and not 0 <= self.count <= len(self.patches):
            raise BadInput(f"count: expected a number from 0 to {len(self.patches)}, not {self.count}")
        if not (self.rows >= 1 and self.cols >= 1 and self.rows * self.cols <= 128):
            raise BadInput(f"a board of {self.rows} x {self.cols}: expected 1 to 128 squares")

    @property
    def all_patches(self) -> tuple[int, ...]:
        return (ONE_BY_ONE,) * self.ones + self.patches

    @property
    def area(self) -> int:
        """The squares that all of the patches have together."""
        return sum(PATCHES[patch].area for patch in self.all_patches)


@dataclass(frozen=True, slots=True)
class Perfect:
    """The first quilts found, how many were counted, and whether there are no others."""

    wanted: Wanted
    quilts: tuple[tuple[Placement, ...], ...]
    count: int
    complete: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "patches": list(self.wanted.patches),
            "ones": self.wanted.ones,
            "count": self.count,
            "complete": self.complete,
            "quilts": [
                {
                    "placements": [
                        {"patch": each.patch, "cells": [list(c) for c in each.cells]} for each in quilt
                    ]
                }
                for quilt in self.quilts
            ],
        }


def perfect(
    patches: Annotated[
        str, typer.Option("--patches", metavar="A,B,...", help="Only these patches may be used (all 33).")
    ] = "",
    count: Annotated[
        int | None, typer.Option("--count", metavar="N", help="Use exactly so many patches (any number).")
    ] = None,
    ones: Annotated[int, typer.Option("--ones", metavar="K", help="1x1 patches used beside them.")] = 0,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Stop counting after so many quilts.", min=1)
    ] = 1,
    show: Annotated[
        int, typer.Option("--show", metavar="N", help="Show the first so many of them.", min=0, max=1000)
    ] = 1,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", metavar="SECONDS", help="Wall time for the search.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of every random choice.")] = 0,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Draw the quilts shown: .svg or .png.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")] = False,
) -> int:
    """Cover the 9 x 9 squares completely with distinct patches: find, count to a limit, show.

    Patches of one shape are not told apart; quilts that are images of one another count each.

    \b
    Examples:
      tilewright quilts perfect
      tilewright quilts perfect --count 16 --seed 7 -o quilt.svg
      tilewright quilts perfect --ones 5 --limit 100000 --json
      tilewright quilts perfect --patches 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
    """
    from tilewright.games.patchwork.quilt.exact_cover import find
    from tilewright.games.patchwork.quilt.picture import save_quilts

    wanted = Wanted(_numbers(patches) if patches else ALL, count, ones)
    limits = Limits(time_limit, seed=seed)
    line = LiveLine(quiet=json)

    def work(cancel: Event) -> Perfect:
        return find(wanted, Run(limits, progress=line, cancel=cancel), limit, show)

    found, interrupted = interruptible(work)
    line.clear()
    if output and found.quilts:
        save_quilts(found, output)
    if json:
        print_json(found.to_json())
    else:
        _tell(found)
    stopped = not found.complete and found.count < limit
    return interrupted or (3 if stopped and not found.count else 0)


def _numbers(text: str) -> tuple[int, ...]:
    numbers = []
    for place, token in enumerate(text.split(",")):
        if not (token.strip().isascii() and token.strip().isdecimal()):
            raise BadInput(f"patches[{place}]: expected the number of a patch, not {token[:40]!r}")
        numbers.append(int(token))
    return tuple(numbers)


def _tell(found: Perfect) -> None:
    from tilewright.games.patchwork.quilt.picture import quilt_scene

    for quilt in found.quilts:
        print(quilt_scene(quilt, found.wanted.rows, found.wanted.cols).to_text())
    more = "" if found.complete else " or more"
    say(f"{found.count:,} perfect quilt{'s' if found.count != 1 else ''}{more}")
