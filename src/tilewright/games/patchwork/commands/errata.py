"""`quilts errata`: list the errors found in the paper and in its program."""

from __future__ import annotations

from tilewright.console import print_json, write_chunks
from tilewright.console.command_options import Json

__all__ = ["errata"]


def errata(json: Json = False) -> int:
    """List the errors in the paper and its program, with correct values and commands that show the errors.

    \b
    Examples:
      tilewright quilts errata
    """
    from tilewright.games.patchwork.quilt.errata import ERRATA

    if json:
        print_json([erratum.to_json() for erratum in ERRATA])
        return 0
    blocks = [
        f"{number}. {erratum.about}\n   paper:   {erratum.paper}\n   program: {erratum.program}\n"
        f"   correct: {erratum.truth}\n   $ {erratum.command}"
        for number, erratum in enumerate(ERRATA, start=1)
    ]
    write_chunks(["\n\n".join(blocks)])
    return 0
