"""`tilewright compile`."""

from __future__ import annotations

import json as json_format
import os
import selectors
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from tilewright import registry
from tilewright.console import command_options as opts
from tilewright.console import print_json, say
from tilewright.processes.process_tree import ProcessTree

__all__ = ["compile_kernels"]

_BAR_WIDTH = 30
_PERIOD = 0.2
_FAILED = 1


@dataclass(slots=True)
class _Compilation:
    """The state of a game's kernels: the number of cache files, and whether all of them are up to date."""

    game: str
    kernels: int = 0
    complete: bool = False
    seconds: float = 0.0
    error: str = ""
    entries: int = field(default=0, repr=False)
    finished: int = field(default=0, repr=False)

    def to_json(self) -> dict[str, Any]:
        shown = asdict(self)
        return {key: shown[key] for key in ("game", "kernels", "complete", "seconds", "error")}


def compile_kernels(
    games: Annotated[list[str] | None, opts.argument("Games; by default all games.", "[GAME...]")] = None,
    check: Annotated[bool, opts.option("Compile nothing; report what is missing.", None, "--check")] = False,
    native: Annotated[
        bool,
        opts.option(
            "Compile for this processor also the kernels that the package contains for any processor.",
            None,
            "--native",
        ),
    ] = False,
    jobs: Annotated[
        int, opts.option("The number of processes; 0: one for each processor core.", "N", min=0, max=256)
    ] = 0,
    json: opts.Json = False,
    quiet: opts.Quiet = False,
) -> int:
    """Compile the kernels of the games, so that the first answer is as fast as the next ones.

    The machine code is kept in the user's cache folder, or in the folder that the environment variable
    TILEWRIGHT_KERNELS names. It stays valid until the code, Numba, Python or the processor changes. With
    --check, the exit status is 1 if kernels are missing.

    A released wheel may contain kernels for any processor of its platform, and then there is nothing left to
    compile. With --native, they are compiled again for this processor, which can make searches faster.

    \b
    Examples:
      tilewright compile
      tilewright compile nurikabe patchwork --jobs 1
      tilewright compile --check
      tilewright compile patchwork --native
    """
    from tilewright.kernel_cache import NATIVE_ONLY
    from tilewright.kernel_manifest import missing_files, remove_old_files, write_manifest

    chosen = [registry.game(name) for name in dict.fromkeys(games or registry.names())]
    states = [_Compilation(game.name, entries=len(game.warm_up)) for game in chosen]
    if check:
        for game, state in zip(chosen, states, strict=True):
            state.kernels, missing = missing_files(game.name, game.package) if state.entries else (0, 0)
            state.complete = missing == 0
    else:
        remove_old_files()
        environment = {NATIVE_ONLY: "1"} if native else {}
        names = _Runner(states, jobs or os.cpu_count() or 1, quiet or json, environment).run()
        for game, state in zip(chosen, states, strict=True):
            if state.complete and state.entries:
                write_manifest(game.name, game.package, names[game.name])
    if json:
        print_json({"games": [state.to_json() for state in states]})
    else:
        for state in states if check or not quiet else ():
            print(_sentence(state, check))
    for state in states:
        if state.error:
            say(f"{state.game}: {state.error}")
    return 0 if all(state.complete for state in states) else _FAILED


def _sentence(state: _Compilation, check: bool) -> str:
    if not state.entries:
        return f"{state.game}: has no kernels"
    if check:
        return f"{state.game}: {'compiled' if state.complete else 'not compiled'}"
    if not state.complete:
        return f"{state.game}: failed after {state.seconds:.1f} s"
    return f"{state.game}: {state.kernels} kernels, {state.seconds:.1f} s of CPU time"


class _Runner:
    """Runs one warm-up process for each game, several at a time, and shows their progress."""

    def __init__(self, states: list[_Compilation], jobs: int, quiet: bool, environment: dict[str, str]) -> None:
        self._waiting = [state for state in states if state.entries]
        # The games with the longest warm-ups start first.
        self._waiting.sort(key=lambda state: state.entries)
        self._states = states
        self._jobs = jobs
        self._environment = environment
        self._shows_bar = not quiet and sys.stderr.isatty()
        self._started = time.monotonic()
        self._files: dict[str, list[str]] = {}
        for state in states:
            state.complete = not state.entries

    def run(self) -> dict[str, list[str]]:
        """Return the names of the cache files of each game."""
        running: dict[int, tuple[_Compilation, ProcessTree]] = {}
        selector = selectors.DefaultSelector()
        try:
            while self._waiting or running:
                while self._waiting and len(running) < self._jobs:
                    state = self._waiting.pop()
                    argv = [sys.executable, "-m", "tilewright.cli.warm_up", state.game]
                    tree = ProcessTree(argv, environment=self._environment)
                    assert tree.process.stdout is not None
                    running[tree.process.stdout.fileno()] = state, tree
                    selector.register(tree.process.stdout, selectors.EVENT_READ)
                for key, _ in selector.select(_PERIOD):
                    state, tree = running[key.fd]
                    if not self._read_line(state, tree):
                        selector.unregister(key.fileobj)
                        del running[key.fd]
                        self._finish(state, tree)
                self._show()
        finally:
            for _, tree in running.values():
                tree.kill()
            selector.close()
            self._clear()
        return self._files

    def _read_line(self, state: _Compilation, tree: ProcessTree) -> bool:
        """Read one line of the child process; return False at the end of its output."""
        assert tree.process.stdout is not None
        line = tree.process.stdout.readline()
        if not line:
            return False
        document = json_format.loads(line)
        if "seconds" in document:
            state.seconds = round(state.seconds + document["seconds"], 3)
            state.finished += 1
        else:
            self._files[state.game] = document["files"]
            state.kernels, state.complete = len(document["files"]), True
        return True

    def _finish(self, state: _Compilation, tree: ProcessTree) -> None:
        ending = tree.wait_for_ending()
        tree.kill()
        if not state.complete:
            state.error = f"the warm-up {ending}"

    def _show(self) -> None:
        if not self._shows_bar:
            return
        total = sum(state.entries for state in self._states)
        done = sum(state.finished for state in self._states)
        filled = _BAR_WIDTH * done // max(total, 1)
        current = ", ".join(state.game for state in self._states if 0 < state.finished < state.entries)
        elapsed = time.monotonic() - self._started
        line = f"compiling [{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {elapsed:.0f} s  {current}"
        sys.stderr.write("\r\x1b[K" + line[:100])
        sys.stderr.flush()

    def _clear(self) -> None:
        if self._shows_bar:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
