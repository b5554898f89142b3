"""Long tests of the rule `touch`: all kinds of rows on a 6 x 6 board; how far `strips` is from its bound."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

import tilewright as tw
from tilewright.game import Status
from tilewright.games.domino.kernels.touch_row_kernel import CROSSES, search_board
from tilewright.games.domino.rules import DominoInstance

SIDES = (7, 8, 9, 10, 13, 16)


def test_every_row_of_eighteen_stones_fits_on_a_board_of_side_six() -> None:
    """Each of the 16 inner stones stays or crosses (see touch_row_kernel), so there are 2^16 kinds of rows.

    A row and its reverse occupy the same cells, so only one of them is tested.
    """
    cells = np.empty((18, 2, 2), np.int32)
    for crossings in product((0, CROSSES), repeat=16):
        if crossings > crossings[::-1]:
            continue
        manner = np.array([0, *crossings, 0], np.int8)
        assert search_board(6, manner, cells[:, 0], cells[:, 1]), crossings


@pytest.mark.parametrize("labels", [7, 10, 30, 100])
@pytest.mark.parametrize("kind", ["uniform", "skewed", "star", "tree"])
def test_strips_lay_at_most_three_stones_fewer_than_their_bound(
    kind: str, labels: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The number of stones is 90, 100 or 110 per cent of the capacity of the board."""
    rng = random.Random(f"{kind} {labels}")
    gaps = []
    for n in SIDES:
        for tenths in (9, 10, 11):
            for _ in range(5):
                stones = random_stones(rng, kind, tenths * (n * n // 2) // 10, labels)
                result = tw.solve(DominoInstance(n, stones, labels, "touch"), solver="strips", time_limit=60)
                assert result.objective is not None
                assert result.bound is not None
                gaps.append(result.bound - result.objective)
                assert (gaps[-1] == 0) == (result.status is Status.OPTIMAL)
    with capsys.disabled():
        print(
            f"\n  {kind}, {labels} labels: {gaps.count(0)} of {len(gaps)} proved, widest gap {max(gaps)}",
            end="",
        )
    assert max(gaps) <= 3


def random_stones(rng: random.Random, kind: str, count: int, labels: int) -> list[tuple[int, int]]:
    """Return random stones of one kind.

    For `uniform`, all labels are equally likely; for `skewed`, small labels are more likely; for `star`, each
    stone has the label 0; for `tree`, each stone has a label and a random smaller one (0 if there is none).
    """
    all_labels = range(labels)
    if kind == "uniform":
        return [(rng.randrange(labels), rng.randrange(labels)) for _ in range(count)]
    if kind == "skewed":
        weights = [(label + 1) ** -1.5 for label in all_labels]
        ends = rng.choices(all_labels, weights, k=2 * count)
        return list(zip(ends[::2], ends[1::2], strict=True))
    if kind == "star":
        return [(0, rng.randrange(labels)) for _ in range(count)]
    return [(label, rng.randrange(max(1, label))) for label in (i % labels for i in range(1, count + 1))]
