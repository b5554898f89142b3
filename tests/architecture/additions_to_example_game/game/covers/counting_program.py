"""Another process counts the pieces of a cover."""

import sys

from tilewright.game import Run
from tilewright.processes.outside_program import run_program

from ..rules import Cover


def count_pieces(cover: Cover, run: Run) -> int | None:
    """Return the number of pieces; None if the program is stopped."""
    done = run_program([sys.executable, "-c", f"print({len(cover.pieces)})"], run)
    return None if done.stopped else int(done.stdout)
