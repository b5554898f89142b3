"""The notation of the placement study, re-exported from ``quilt``.

``duel.notation`` defines the notation of positions and moves of the two-player game.
"""

from tilewright.games.patchwork.quilt.notation import (
    FORMATS,
    OMITTED_KEYS,
    from_json,
    parse,
    parse_solution,
    solution_to_json,
    to_json,
)

__all__ = ["FORMATS", "OMITTED_KEYS", "from_json", "parse", "parse_solution", "solution_to_json", "to_json"]
