"""The command `tilewright compile`, which compiles the kernels of the games."""

from __future__ import annotations

import os
import time
from typing import Annotated, Any

from tilewright import registry
from tilewright.console import LiveLine, print_json, say
from tilewright.console import command_options as opts
from tilewright.running.kernel_compilation import Compilation, compile_games

__all__ = ["compile_kernels"]

_BAR_WIDTH = 30
_FAILED = 1


def compile_kernels(
    games: Annotated[list[str] | None, opts.argument("The games; by default all games.", "GAME")] = None,
    check: Annotated[
        bool, opts.option("Compile nothing; report which games are compiled.", None, "--check")
    ] = False,
    everything: Annotated[
        bool, opts.option("Include the rarely used kernels, such as those of long computations.", None, "--all")
    ] = False,
    native: Annotated[
        bool,
        opts.option(
            "Compile the kernels for this processor, even if the package has kernels for every processor.",
            None,
            "--native",
        ),
    ] = False,
    jobs: Annotated[
        int, opts.option("The number of processes; 0 means one per processor core.", "N", min=0, max=256)
    ] = 0,
    json: opts.Json = False,
    quiet: opts.Quiet = False,
) -> int:
    """Compile the kernels of the games, so that the first answer is as fast as later ones.

    The machine code is stored in the user's cache folder, or in the folder that the environment variable
    TILEWRIGHT_KERNELS names. It stays valid until the code, Numba, Python or the processor changes. With
    --check, the exit status is 1 if kernels are missing.

    This command compiles rarely used kernels only with --all; otherwise they are compiled at their first use.

    A released wheel may contain kernels that run on any processor of its platform; then nothing has to be
    compiled. With --native, the kernels are compiled again for this processor, which can make searches faster.

    \b
    Examples:
      tilewright compile
      tilewright compile nurikabe patchwork --jobs 1
      tilewright compile --check
      tilewright compile --all
      tilewright compile patchwork --native
    """
    from tilewright.kernel_cache import NATIVE_ONLY
    from tilewright.kernel_manifest import missing_files, remove_old_files

    chosen = [registry.game(name) for name in dict.fromkeys(games or registry.names())]
    compilations = [
        Compilation(game.name, len(game.warm_up) + everything * len(game.rarely_used_warm_up), everything)
        for game in chosen
    ]
    if check:
        for game, compilation in zip(chosen, compilations, strict=True):
            if compilation.entries:
                found = missing_files(game.name, game.package, rarely_used=everything)
                compilation.kernels, compilation.complete = found[0], found[1] == 0
    else:
        remove_old_files()
        if native:
            os.environ[NATIVE_ONLY] = "1"  # the warm-up processes inherit this variable
        started = time.monotonic()
        with LiveLine(quiet or json) as line:
            compile_games(
                compilations,
                jobs or os.cpu_count() or 1,
                on_progress=lambda: line.show(_progress_bar(compilations, time.monotonic() - started)),
            )
    if json:
        print_json({"games": [_to_json(compilation) for compilation in compilations]})
    else:
        for compilation in compilations if check or not quiet else ():
            print(_sentence(compilation, check))
    for compilation in compilations:
        if compilation.error:
            say(f"{compilation.game}: {compilation.error}")
    return 0 if all(compilation.complete for compilation in compilations) else _FAILED


def _to_json(compilation: Compilation) -> dict[str, Any]:
    return {key: getattr(compilation, key) for key in ("game", "kernels", "complete", "seconds", "error")}


def _sentence(compilation: Compilation, check: bool) -> str:
    if not compilation.entries:
        return f"{compilation.game}: no kernels"
    if check:
        kernels = "not all kernels are compiled" if compilation.rarely_used else "not compiled"
        return f"{compilation.game}: {'compiled' if compilation.complete else kernels}"
    if not compilation.complete:
        return f"{compilation.game}: failed after {compilation.seconds:.1f} s of CPU time"
    kernels = "1 kernel" if compilation.kernels == 1 else f"{compilation.kernels} kernels"
    return f"{compilation.game}: {kernels}, {compilation.seconds:.1f} s of CPU time"


def _progress_bar(compilations: list[Compilation], elapsed: float) -> str:
    """Return a bar with the progress of all compilations, and the games that are being compiled."""
    total = sum(each.entries for each in compilations)
    filled = _BAR_WIDTH * sum(each.finished for each in compilations) // max(total, 1)
    current = ", ".join(each.game for each in compilations if each.running)
    return f"compiling [{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {elapsed:.0f} s  {current}"
