"""Run the warm-up of a game: short commands that use each of its kernels once, so that Numba compiles them.

`tilewright compile` starts this module in a child process, once for each game. A game lists its commands in the
file ``warm_up.json``. Each entry is a command line without ``tilewright``, in which ``{folder}`` stands for a
folder for temporary files, or an object such as ``{"prepare": "1,2,3", "solver": "auto"}``, which prepares a
solver for an instance and does not solve it. The child process prints one JSON document per line: the CPU time
of each entry, then the names of the cache files that hold the kernels.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import sys
import tempfile
import time
from typing import Any

from tilewright import registry
from tilewright.cli import run
from tilewright.errors import TilewrightError
from tilewright.game import Game, SolveRequest

__all__ = ["main"]


def main(name: str) -> None:
    """Run the warm-up of a game and print its progress."""
    game = registry.game(name)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TILEWRIGHT_DATA"] = folder
        for entry in game.warm_up:
            started = time.process_time()
            _run_entry(game, entry, folder)
            print(json.dumps({"seconds": round(time.process_time() - started, 3)}), flush=True)
    from tilewright.kernel_cache import used_files

    print(json.dumps({"files": sorted(used_files)}), flush=True)


def _run_entry(game: Game, entry: Any, folder: str) -> None:
    if isinstance(entry, dict):
        request = SolveRequest(solver=entry["solver"])
        game.prepare(game.parse(entry["prepare"]), request)
        return
    arguments = [argument.replace("{folder}", folder) for argument in shlex.split(entry)]
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = run(arguments)
    if status:
        raise TilewrightError(f"the command failed: tilewright {entry}: {errors.getvalue().strip()[-300:]}")


if __name__ == "__main__":
    main(sys.argv[1])
