"""The modules that a worker process loads while it waits for requests: Numba, and the kernels of the games.

Importing Numba and the kernel modules takes longer than answering a typical request. Only the kernel modules
of games whose kernels are already compiled are imported, because importing some of the others would compile
kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from importlib import import_module, resources
from pathlib import Path

from tilewright import registry
from tilewright.game import Game

__all__ = ["PreloadingSteps", "kernel_modules", "preloading_steps"]


PreloadingSteps = Generator[Callable[[], object], None, None]


def preloading_steps() -> PreloadingSteps:
    """Yield functions that load the modules that many requests need; each function is one small step."""
    games = [game for game in registry.games() if game.warm_up]
    if not games:
        return
    yield _initialise_numba
    from tilewright.kernel_manifest import missing_files

    for game in games:
        _, missing = missing_files(game.name, game.package)
        if missing == 0:
            for module in kernel_modules(game):
                yield partial(import_module, module)


def kernel_modules(game: Game) -> list[str]:
    """Return the names of the modules of a game that contain kernels."""
    folder = Path(str(resources.files(game.package)))
    files = sorted(file.relative_to(folder).with_suffix("") for file in folder.rglob("*_kernel.py"))
    return [".".join((game.package, *file.parts)) for file in files]


def _initialise_numba() -> None:
    """Import Numba and its compiler, which compiles kernels that are not in the cache."""
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
