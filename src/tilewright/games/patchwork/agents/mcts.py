"""Agent mcts: PUCT tree search with a learned value, progressive widening and an exact endgame solver.

The placements of a patch are ranked by the quality of the open squares that they leave. The learned value
evaluates the positions after the advance and after the best few placements of each patch. These evaluations
give the priors of PUCT and the initial values of the children, and the best of them is the value of the leaf.
Late in the game, when greedy playouts are short and realistic, this value is mixed with the result of such a
playout. The more often a node has been visited, the more of its moves are considered. Near the end of the game,
the endgame solver tries to solve the position exactly before the tree search starts.
"""

from __future__ import annotations

from tilewright.errors import BadInput
from tilewright.games.patchwork.duel.learned_value_kernel import new_network_buffers
from tilewright.games.patchwork.duel.learned_value_network_and_weights import (
    Net,
    shipped_calibration,
    shipped_net,
)
from tilewright.games.patchwork.duel.pack_arrays_for_kernels import record_of
from tilewright.games.patchwork.duel.search.first_release_settings import FIRST_SETTINGS
from tilewright.games.patchwork.duel.search.puct_kernel import grow_puct
from tilewright.games.patchwork.duel.search.search_player import SearchPlayer
from tilewright.games.patchwork.duel.search.search_tree import Method
from tilewright.play import Budget

__all__ = ["SETTINGS", "make", "method"]

SETTINGS = FIRST_SETTINGS

MAX_THREADS = 64


def method(net: Net | None = None) -> Method:
    """Return the search with the weights `net`, by default those that are shipped with the package."""
    return Method(grow_puct, record_of(net or shipped_net()), new_network_buffers)


def make(budget: Budget, variant: str = "") -> SearchPlayer:
    """Make a player; `variant`, the text after `+` in the agent's name, is the number of threads."""
    if variant not in ("", *map(str, range(1, MAX_THREADS + 1))):
        raise BadInput(
            f"mcts+{variant[:40]}: expected a number of threads from 1 to {MAX_THREADS}, as in mcts+2:1s"
        )
    return SearchPlayer(
        method(),
        SETTINGS,
        budget,
        solve_endgame=True,
        threads=int(variant or 1),
        calibration=shipped_calibration(),
    )
