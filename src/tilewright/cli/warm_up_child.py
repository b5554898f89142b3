"""Run the warm-up of a game: short commands that use its kernels, so that Numba compiles them.

`tilewright.running.kernel_compilation` starts this module in a child process, once for each game. A game lists
its commands in the file ``warm_up.json``, whose entries :mod:`tilewright.warm_up_file` describes. Entries
that are marked as rarely used run last, and only if the parent process asks for them. The child process sends
the CPU time of each entry and, at the end, the number of cache files that contain the kernels.
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
    """Run the warm-up of a game, send the progress, and write the manifests of the kernels.

    The first message from the parent contains the name of the game, and a flag that tells whether the entries
    that are marked as rarely used are run, too.
    """
    from tilewright.interpreted_kernels import always_compile
    from tilewright.kernel_cache import used_files

    name, rarely_used = parent.receive()
    always_compile()
    try:
        game = registry.game(name)
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TILEWRIGHT_DATA"] = folder
            _run_entries(parent, game, folder, rarely_used=False)
            if rarely_used:
                _run_entries(parent, game, folder, rarely_used=True)
    except TilewrightError as error:
        parent.send({"error": str(error)})
        return
    parent.send({"kernels": len(used_files)})


def _run_entries(parent: ParentConnection, game: Game, folder: str, *, rarely_used: bool) -> None:
    """Run the normal entries or the rarely used ones, and write the manifest of all kernels used so far."""
    from tilewright.kernel_cache import used_files
    from tilewright.kernel_manifest import write_manifest

    for entry in game.rarely_used_warm_up if rarely_used else game.warm_up:
        started = time.process_time()
        _run_entry(game, entry, folder)
        parent.send({"seconds": round(time.process_time() - started, 3)})
    write_manifest(game.name, game.package, sorted(used_files), rarely_used=rarely_used)


def _run_entry(game: Game, entry: Any, folder: str) -> None:
    if isinstance(entry, dict) and "prepare" in entry:
        request = SolveRequest(solver=entry["solver"])
        game.prepare(game.parse(entry["prepare"]), request)
        return
    command = entry["command"] if isinstance(entry, dict) else entry
    arguments = [argument.replace("{folder}", folder) for argument in shlex.split(command)]
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = run(arguments)
    if status:
        raise TilewrightError(f"the command failed: tilewright {command}: {errors.getvalue().strip()[-300:]}")
