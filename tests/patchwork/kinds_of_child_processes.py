"""The processes that Patchwork starts: CodinGame bots (see `faults.kinds_of_child_processes`)."""

from __future__ import annotations

import shlex
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from faults.kinds_of_child_processes import SHORT, ChildProcess

PROGRAM = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('contest_bot.py')))}"


def choose_move(_cancel: threading.Event) -> Any:
    from tilewright.games.patchwork.codingame import player_from_contest_program as module
    from tilewright.games.patchwork.duel.rules import opening

    player = module.BotPlayer(PROGRAM)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "MOVE_SECONDS", SHORT)
            return player.choose(opening(tuple(range(1, 34))))
    finally:
        player.close()


KINDS = {
    "program written for the contest": ChildProcess(
        choose_move, ("games.patchwork.codingame.player_from_contest_program",)
    )
}
