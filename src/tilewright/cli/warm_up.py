"""Run the warm-up of a game: short commands that use each of its kernels once, so that Numba compiles them.

`tilewright.running.kernel_compilation` starts this module in a child process, once for each game. A game lists
its commands in the file ``warm_up.json``. Each entry is a command line without ``tilewright``, in which
``{folder}`` stands for a folder for temporary files, or an object such as
``{"prepare": "1,2,3", "solver": "auto"}``, which prepares a solver for an instance and does not solve it. The
child process sends the CPU time of each entry, and at the end the number of cache files that hold the kernels.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import tempfile
import time
from typing import Any

from tilewright import registry
from tilewright.cli import run
from tilewright.errors import TilewrightError
from tilewright.game import Game, SolveRequest
from tilewright.processes.child_main import ParentConnection

__all__ = ["run_warm_up"]


def run_warm_up(parent: ParentConnection) -> None:
    """Receive the name of a game, run its warm-up, send the progress, and write the manifest of its kernels."""
    try:
        game = registry.game(parent.receive())
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TILEWRIGHT_DATA"] = folder
            for entry in game.warm_up:
                started = time.process_time()
                _run_entry(game, entry, folder)
                parent.send({"seconds": round(time.process_time() - started, 3)})
    except TilewrightError as error:
        parent.send({"error": str(error)})
        return
    from tilewright.kernel_cache import used_files
    from tilewright.kernel_manifest import write_manifest

    write_manifest(game.name, game.package, sorted(used_files))
    parent.send({"kernels": len(used_files)})


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
