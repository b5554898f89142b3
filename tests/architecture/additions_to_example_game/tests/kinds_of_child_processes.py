"""The process that the game starts (see `faults.kinds_of_child_processes`)."""

from __future__ import annotations

import threading

from tilewright.games.elbows.covers.counting_program import count_pieces
from tilewright.games.elbows.rules import Cover

from faults.kinds_of_child_processes import SHORT, ChildProcess
from tilewright.game import Limits, Run


def count(_cancel: threading.Event) -> None:
    assert count_pieces(Cover(()), Run(Limits(time=SHORT))) is None


KINDS = {"program of elbows": ChildProcess(count, ("games.elbows.covers.counting_program",))}
