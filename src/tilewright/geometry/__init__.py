"""Geometry on grids: cells, polyominoes, bitboards, and automata whose words are placements of a shape.

This package does not import numpy. So the modules :mod:`tilewright.geometry.packed_masks`, which converts masks
to numpy arrays, and :mod:`tilewright.geometry.word_bits_kernel` must be imported separately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.geometry.bitboard import Board, bits
from tilewright.geometry.cells import (
    Box,
    Cell,
    bounding_box,
    flood,
    holes,
    is_connected,
    neighbours,
    regions,
    surround,
    translate,
)
from tilewright.geometry.polyomino import Polyomino, Transform
from tilewright.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from tilewright.geometry.finite_automaton import Dfa, RegularTable
    from tilewright.geometry.placement_automata import (
        Language,
        PlacementLanguage,
        Prefix,
        UsageLanguage,
        placement_language,
        surround_language,
        usage_language,
    )
    from tilewright.geometry.regular_expressions_of_integers import Expression, choice, sequence, symbol, word

__all__ = [
    "Board",
    "Box",
    "Cell",
    "Dfa",
    "Expression",
    "Language",
    "PlacementLanguage",
    "Polyomino",
    "Prefix",
    "RegularTable",
    "Transform",
    "UsageLanguage",
    "bits",
    "bounding_box",
    "choice",
    "flood",
    "holes",
    "is_connected",
    "neighbours",
    "placement_language",
    "regions",
    "sequence",
    "surround",
    "surround_language",
    "symbol",
    "translate",
    "usage_language",
    "word",
]

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "finite_automaton": ["Dfa", "RegularTable"],
        "placement_automata": [
            "Language",
            "PlacementLanguage",
            "Prefix",
            "UsageLanguage",
            "placement_language",
            "surround_language",
            "usage_language",
        ],
        "regular_expressions_of_integers": ["Expression", "choice", "sequence", "symbol", "word"],
    },
)
