"""Functions for environments that play a batch of games: read actions, and write observations into arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BadInput

__all__ = ["check_batch", "read_actions", "write_observation"]

MAX_GAMES = 10_000_000


def check_batch(games: int, threads: int) -> None:
    """Raise `BadInput` unless the numbers of games and threads are in range."""
    if not isinstance(games, int) or not 1 <= games <= MAX_GAMES:
        raise BadInput(f"a batch has 1 to {MAX_GAMES:,} games, not {games}")
    if not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise BadInput(f"the number of threads must be between 1 and 1024, not {threads}")


def read_actions(actions: Any, games: int) -> NDArray[np.int64]:
    """Return one action per game as an array; lists and arrays of whole numbers of any type are accepted."""
    try:
        array = np.asarray(actions)
    except (TypeError, ValueError, RuntimeError) as error:
        raise BadInput(f"the actions of a batch must be an array of whole numbers: {error}") from None
    if array.shape != (games,):
        raise BadInput(f"a batch of {games} games needs one action per game, not the array shape {array.shape}")
    if not np.issubdtype(array.dtype, np.integer):
        raise BadInput(f"the actions of a batch must be whole numbers, not {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


def write_observation(
    parts: Mapping[str, NDArray[Any]], out: Mapping[str, NDArray[Any]] | None
) -> dict[str, NDArray[Any]]:
    """Return copies of the arrays of an observation; with `out`, copy them into its arrays and return those."""
    if out is None:
        return {name: part.copy() for name, part in parts.items()}
    if not isinstance(out, Mapping) or set(out) != set(parts):
        raise BadInput(f"out must contain exactly the arrays {', '.join(parts)}")
    for name, part in parts.items():
        target = out[name]
        if not isinstance(target, np.ndarray) or target.shape != part.shape:
            raise BadInput(f"out[{name!r}] must be an array of shape {part.shape}")
        if not np.can_cast(part.dtype, target.dtype, "safe"):
            raise BadInput(f"out[{name!r}] has the type {target.dtype}, which cannot hold {part.dtype}")
        np.copyto(target, part)
    return dict(out)
