"""A long Nurikabe test: clingo, in a new process for each board, agrees with brute force on 1,000 boards."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "nurikabe"))

from test_nurikabe_agreement import agrees_with_brute_force, legal_boards


def test_clingo_agrees_with_brute_force_on_a_thousand_boards() -> None:
    counts = [agrees_with_brute_force(board, "clingo") for board in islice(legal_boards(5), 1000)]
    assert {min(count, 2) for count in counts} == {0, 1, 2}
