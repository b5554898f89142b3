"""Notation of the placement study, exported from ``quilt``. Positions and moves are in ``duel.notation``."""

from tilewright.games.patchwork.quilt.notation import (
    FORMATS,
    from_json,
    parse,
    parse_solution,
    solution_to_json,
    to_json,
)

__all__ = ["FORMATS", "from_json", "parse", "parse_solution", "solution_to_json", "to_json"]
