"""Tilewright: a workbench for tile-laying games and grid puzzles.

>>> import tilewright as tw
>>> puzzle = tw.game("powers").parse("3,4")
>>> tw.solve(puzzle).solution
PowersSolution(n=18)
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

# The first import of a subpackage binds its name in this module. Importing the subpackage `games` before the
# function `games` keeps the subpackage from replacing the function later.
from tilewright import games as _games  # noqa: F401
from tilewright.errors import (
    BadInput,
    EngineFailure,
    InvalidGame,
    MissingProgram,
    OutOfResources,
    TilewrightError,
    WrongAnswer,
)
from tilewright.game import (
    BrokenRule,
    Game,
    Instance,
    Limits,
    Phase,
    Progress,
    Result,
    Solution,
    SolveRequest,
    Status,
    Verdict,
    game_of,
)
from tilewright.registry import game, games

__all__ = [
    "BadInput",
    "BrokenRule",
    "EngineFailure",
    "Game",
    "Instance",
    "InvalidGame",
    "Limits",
    "MissingProgram",
    "OutOfResources",
    "Phase",
    "Progress",
    "Result",
    "Solution",
    "SolveRequest",
    "Status",
    "TilewrightError",
    "Verdict",
    "WrongAnswer",
    "__version__",
    "check",
    "game",
    "games",
    "solve",
]

__version__ = "0.1.0"


def solve(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    **options: Any,
) -> Result:
    """Solve an instance of any game and verify the answer with the game's checker."""
    request = SolveRequest(solver=solver, time_limit=time_limit, seed=seed, threads=threads, options=options)
    return game_of(instance).solve(instance, request, progress=progress, cancel=cancel)


def check(instance: Instance, solution: Solution) -> Verdict:
    """Check a solution against the rules of its game."""
    return game_of(instance).check(instance, solution)
