"""Random Domino instances, generated from a seed."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.games.domino.generate import generate

GAME = tw.game("domino")


def pcg64(seed: int, count: int) -> list[int]:
    """Return the output of PCG64 (XSL-RR) as described by its author M. E. O'Neill.

    A 128-bit linear congruential generator updates the state. The output is the XOR of the two halves of the
    state, rotated.
    """
    words = [int(word) for word in np.random.SeedSequence(seed).generate_state(4, np.uint64)]
    increment = (words[2] << 64 | words[3]) << 1 | 1
    state = increment + (words[0] << 64 | words[1])
    numbers = []
    for _ in range(count + 1):
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + increment) % 2**128
        mixed, rotation = (state >> 64) ^ (state % 2**64), state >> 122
        numbers.append((mixed >> rotation | mixed << (64 - rotation)) % 2**64)
    return numbers[1:]


def test_the_same_seed_gives_the_same_stones_on_any_machine() -> None:
    for seed in (0, 1, 2**31 - 1):
        halves = [(number >> 32, number % 2**32) for number in pcg64(seed, 9)]
        stones = [[7 * first // 2**32, 7 * second // 2**32] for first, second in halves]
        assert generate(seed, n=4).stones.tolist() == stones


@pytest.mark.parametrize(("n", "stones"), [(1, 0), (2, 3), (30, 495), (40, 880)])
def test_the_default_is_ten_per_cent_more_stones_than_the_board_holds(n: int, stones: int) -> None:
    assert len(generate(0, n=n).stones) == stones


def test_the_options_determine_the_instance() -> None:
    instance = generate(5, n=9, stones=1000, labels=12, rule="touch")
    assert (instance.n, len(instance.stones), instance.labels, instance.rule) == (9, 1000, 12, "touch")
    assert set(np.unique(instance.stones)) == set(range(12))


def test_all_pairs_of_labels_are_equally_likely() -> None:
    instance = generate(3, n=10, stones=490_000)
    counts = np.bincount(instance.stones[:, 0] * 7 + instance.stones[:, 1], minlength=49)
    assert counts.min() > 9_500  # the mean is 10,000, and 500 is about five standard deviations
    assert counts.max() < 10_500


@pytest.mark.parametrize(
    "options", [{"n": 0}, {"labels": 0}, {"labels": 2000}, {"rule": "loose"}, {"stones": -1}]
)
def test_wrong_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(tw.BadInput):
        GAME.generate(0, **options)
